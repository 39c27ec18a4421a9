"""Headers of mails, the links that stop them, and what no mail says. Their words are those of `golden/`."""

import re
from collections.abc import Callable
from email.message import EmailMessage
from random import Random
from typing import Any

import pytest
from django.test import Client

from games import words as site_words
from games.access import find_game
from games.alerts import mail, summary
from games.alerts.reading import Reading
from games.disputes import acting, filing, reviewing
from games.disputes.acting import ReviewRequest
from games.models import AlertSettings, CaseEntry, Game, Notice, User
from games.services.lobby import invitations, lobby
from tests.disputes.conftest import make_reviewer
from tests.games.alerts.conftest import Clock, PostOffice, owner
from tests.games.conftest import started
from tests.games.helpers import DONE, Player, choose, new_key, ok

pytestmark = pytest.mark.django_db
UNSUBSCRIBE = re.compile(r"^<(http://127\.0\.0\.1:8000(/alerts/stop/[^>]+))>$")


@pytest.fixture
def letter(game: Game, richard: Player, clock: Clock, post_office: PostOffice) -> EmailMessage:
    """What Saladin gets when Richard has placed his blocks."""
    ok(richard.act(game, DONE))
    clock.wait_and_send()
    return post_office.to("Saladin")[0]


def text_of(message: EmailMessage, kind: str = "plain") -> str:
    body = message.get_body((kind,))
    assert body is not None
    return str(body.get_content())


def stop_path(message: EmailMessage) -> str:
    found = UNSUBSCRIBE.match(message["List-Unsubscribe"].strip())
    assert found, message["List-Unsubscribe"]
    return found.group(2)


def test_a_mail_has_one_link_to_the_board_and_headers_for_programs_that_show_mails(
    letter: EmailMessage, game: Game
) -> None:
    board = f"http://127.0.0.1:8000/games/{game.public_id}/"
    text, html = text_of(letter), text_of(letter, "html")
    for words in (text, html):
        assert "It is your turn." in words
        assert words.count(board) == 1
    assert '<html lang="en">' in html
    (shown,) = re.findall(r'<div style="display:none[^>]*>([^<]*)</div>', html)
    assert shown.startswith("It is your turn."), "what stands beside the subject in a list"
    assert "1187: deployment." in shown
    lines = text.splitlines()
    assert "-- " in lines, "programs fold what follows this"
    assert board in lines
    assert f"http://127.0.0.1:8000{stop_path(letter)}" in lines
    assert letter["Auto-Submitted"] == "auto-generated"
    assert letter["X-Auto-Response-Suppress"] == "All"
    assert letter["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"


def test_the_mails_of_a_game_make_one_thread_from_the_invitation_on(
    richard: Player, saladin: Player, clock: Clock, post_office: PostOffice
) -> None:
    for number in range(2):
        room = lobby.create_game(user=owner(richard), side="frank", by_hand=number == 0).game
        invitations.invite(user=owner(richard), game_id=room.public_id, name="Saladin")
        clock.wait_and_send()
        lobby.join_game(user=owner(saladin), game_id=room.public_id, invitation=room.invitation_token)
        if number == 0:
            lobby.remove_player(user=owner(richard), game_id=room.public_id)
        clock.wait_and_send()
    one, gone, other, start = post_office.to("Saladin")
    assert "has taken you out" in text_of(gone)
    for first, later in ((one, gone), (other, start)):
        assert later["References"] == later["In-Reply-To"] == first["References"]
    assert one["References"] != other["References"]
    assert len({message["Message-ID"] for message in post_office.to("Saladin")}) == 4


def test_one_click_stops_mails_of_this_kind_without_a_login(
    letter: EmailMessage, game: Game, saladin: Player, clock: Clock, post_office: PostOffice
) -> None:
    answer = Client(enforce_csrf_checks=True).post(stop_path(letter), {"List-Unsubscribe": "One-Click"})
    assert answer.status_code == 200
    assert b"Saladin gets no more mails of this kind: Your turn" in answer.content
    assert AlertSettings.objects.get(user=saladin.user).mail == {"turn": "off"}
    ok(saladin.act(game, DONE))
    clock.wait_and_send()
    assert len(post_office.to("Saladin")) == 1
    assert Notice.objects.filter(user=saladin.user, why="off").count() == 1


def test_the_page_of_the_link_asks_in_the_mail_s_language_and_stops_a_game_or_everything(
    letter: EmailMessage, game: Game, saladin: Player
) -> None:
    path = stop_path(letter)
    page = Client().get(path).content.decode()
    assert "Stop mails?" in page
    assert f"Stop alerts of the game Richard – Saladin ({game.public_id.hex[:4].upper()})" in page
    User.objects.filter(pk=owner(saladin).pk).update(language="pl")
    answer = Client(headers={"accept-language": "fr"}).get(path)
    assert '<html lang="pl">' in answer.content.decode()
    assert answer["Content-Language"] == "pl"
    reader = Client()
    reader.cookies["django_language"] = "fr"
    assert '<html lang="fr">' in reader.get(path).content.decode(), "unless another was chosen"
    token = path.split("/")[-2]
    for spoiled in (token[:-1], f"x{token}", "1:2:3"):
        assert Client().post(f"/alerts/stop/{spoiled}/").status_code == 404
    assert not AlertSettings.objects.exists(), "nothing was stopped so far"

    User.objects.filter(pk=owner(saladin).pk).update(language="en")
    answer = Client().post(path, {"what": "game"})
    assert "Saladin gets no more alerts of the game Richard – Saladin" in answer.content.decode()
    assert [(one.game, one.mode) for one in owner(saladin).game_alerts.all()] == [(game, "off")]
    assert b"Saladin gets no more mails of any game." in Client().post(path, {"what": "everything"}).content
    assert set(AlertSettings.objects.get(user=saladin.user).mail.values()) == {"off"}


def test_a_mail_address_to_unsubscribe_stands_beside_the_link_when_configured(
    settings: Any, game: Game, richard: Player
) -> None:
    settings.UNSUBSCRIBE_MAILTO = "stop@example.org"
    message = mail.single(Notice(user=owner(richard), game=game, kind="turn", turn=1), "richard@example.org")
    assert message.extra_headers["List-Unsubscribe"].endswith(", <mailto:stop@example.org?subject=unsubscribe>")


def test_names_spoil_neither_headers_nor_html_nor_turn_what_follows(
    clock: Clock, new_player: Callable[[str], Player], post_office: PostOffice
) -> None:
    richard, other = new_player("Richard"), new_player("Guy")
    User.objects.filter(username="Guy").update(username="<b>Guy\r\nBcc: all@example.org")
    game = started(richard, other)
    clock.wait_and_send()
    message = post_office.to("Richard")[0]
    assert message["Bcc"] is None
    assert "<b>Guy" not in text_of(message, "html")
    right = Notice(user=owner(richard), game=game, kind="message", turn=1, data={"from": "\u202eצלאח"})
    found = mail.single(right, "richard@example.org")
    for words in (found.subject, found.body, found.alternatives[0][0]):
        assert "\u2068צלאח\u2069" in str(words)
        assert "\u202e" not in str(words)


def test_mails_of_a_dispute_say_what_a_reviewer_wrote_and_nothing_that_players_wrote(
    richard: Player, saladin: Player
) -> None:
    game = started(richard, saladin)
    william = Player(User.objects.create_user("William"))
    make_reviewer(william)
    text = "Six ones in a row, I swear."
    case = filing.report(user=owner(richard), game_id=game.public_id, category="dice", wish="annul", text=text)
    reviewing.take(user=owner(william), number=case.pk)
    request = ReviewRequest(kind="answer", reason="The dice were as committed.", params={}, settles=True)
    acting.perform(user=owner(william), number=case.pk, request=request, key=new_key())
    notices = Notice.objects.filter(kind="dispute")
    mails = {notice.pk: mail.single(notice, "reader@example.org") for notice in notices}
    for message in mails.values():
        assert "Six ones" not in f"{message.subject}{message.body}{message.alternatives[0][0]}"
    heads = [message.subject.partition(":")[0] for message in mails.values()]
    assert {"Richard reported a problem (dice / annulment)", "Dispute to review (dice / annulment)"} <= set(heads)
    decision = CaseEntry.objects.get(case=case, kind="decision")
    decided = mails[notices.get(user=saladin.user, turn=decision.pk).pk]
    assert decided.subject.startswith("Dispute decided (dice / annulment): Saracens")
    for words in (str(decided.body), str(decided.alternatives[0][0])):
        assert "The report: I doubt the dice or the draws. Asked for: The game annulled." in words
        assert "The dice were as committed." in words


def test_the_lines_of_a_mail_are_those_of_spectators_and_before_a_wall_say_nothing_new(
    game: Game, richard: Player, saladin: Player, baldwin: Player
) -> None:
    """Neither words nor number depend on hidden blocks, or on plans before their wall; no hidden block is named."""
    random = Random(8)
    players = {"frank": richard, "saracen": saladin}
    compared = 0
    for number in range(40):
        before, version = _lines(game, baldwin), baldwin.view(game)["version"]
        view = richard.view(game)
        side = view["awaited"][0]
        if side == "saracen":
            view = saladin.view(game)
        # The first few acts leave the plan unfinished; whatever the dice, the game then goes on.
        ok(players[side].act(game, choose(view, random, **({"seldom": ("done",)} if number < 10 else {}))))
        for reader in (richard, saladin):
            assert _lines(game, reader) == _lines(game, baldwin)
        if baldwin.view(game)["version"] == version:
            compared += 1
            assert _lines(game, baldwin) == before
    assert compared
    seen = {fact["text"] for entry in baldwin.history(game) for fact in entry["events"] if fact["text"]}
    # Blocks that leave a battle the same way are counted in one sentence.
    seen |= {re.sub(r": 1 block\.$", f": {count} blocks.", text) for text in seen for count in (2, 3, 4)}
    for player in (richard, saladin):
        notice = Notice(user=player.user, game=game, kind="turn", turn=1)
        for line in mail.line(Reading(notice))["lines"][1:]:
            news = re.sub(r"\d+ blocks? moved\.$", "", line.removeprefix("Since your last move: ")).strip()
            for sentence in seen:
                news = news.replace(sentence, "")
            assert news.strip() == ""


def _lines(game: Game, player: Player) -> list[str]:
    return summary.summary_lines(find_game(user=owner(player), game_id=game.public_id), "saracen")


def test_hidden_blocks_that_left_a_battle_the_same_way_are_one_sentence() -> None:
    def left(to: str) -> dict[str, Any]:
        return {"type": "block-regrouped", "side": "frank", "town": "tyre", "to": to, "count": 1}

    facts = site_words.with_sentences([left("sidon"), left("acre"), left("sidon")], None)
    assert summary._weightiest(summary._counted_together(facts)) == [
        "The Franks regrouped from Tyre to Sidon: 2 blocks.",
        "The Franks regrouped from Tyre to Acre: 1 block.",
    ]
