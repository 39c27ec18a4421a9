"""What the mails say, in which language, under which headers; and the links that stop them."""

import re
from collections.abc import Callable
from datetime import timedelta
from email.message import EmailMessage
from random import Random
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from django.utils import formats, timezone

from games import words as site_words
from games.access import find_game
from games.alerts import mail, summary
from games.alerts.reading import Reading
from games.models import AlertSettings, Game, Notice, User
from games.services.alerts import notices
from games.services.alerts.kinds.messages import Message
from games.services.alerts.kinds.turns import LastReminder
from games.services.lobby import invitations, lobby
from tests.games.alerts.conftest import Clock, PostOffice
from tests.games.conftest import started
from tests.games.helpers import DONE, Player, choose, ok

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


def test_a_mail_says_what_is_up_and_has_one_link_to_the_board(letter: EmailMessage, game: Game) -> None:
    text, html = text_of(letter), text_of(letter, "html")
    board = f"http://127.0.0.1:8000/games/{game.public_id}/"
    for words in (text, html):
        assert "It is your turn." in words
        assert "Richard – Saladin" in words
        assert words.count(board) == 1
    assert "1187: deployment. Victory cities: Franks\u00a04, Saracens\u00a03." in text


def test_the_mails_of_the_start_bear_the_commitment_to_the_dice(
    richard: Player, saladin: Player, clock: Clock, post_office: PostOffice
) -> None:
    """So that both players have it from before the game, in a place that the site cannot change."""
    game = started(richard, saladin)
    clock.wait_and_send()
    for name in ("Richard", "Saladin"):
        (letter,) = post_office.to(name)
        for kind in ("plain", "html"):
            assert game.commitment in text_of(letter, kind)
    ok(richard.act(game, DONE))
    ok(richard.resign(game))
    clock.wait_and_send()
    letter = post_office.to("Saladin")[-1]
    game.refresh_from_db()
    assert game.head in text_of(letter)


def test_no_robot_shall_answer(letter: EmailMessage) -> None:
    assert letter["Auto-Submitted"] == "auto-generated"
    assert letter["X-Auto-Response-Suppress"] == "All"


def test_the_mails_of_a_game_make_one_thread(
    letter: EmailMessage, game: Game, richard: Player, saladin: Player, clock: Clock, post_office: PostOffice
) -> None:
    ok(saladin.act(game, DONE))
    clock.wait_and_send()
    again = post_office.to("Saladin")[1]
    for header in ("References", "In-Reply-To"):
        assert again[header] == letter[header]
    assert again["Message-ID"] != letter["Message-ID"]

    other = started(richard, saladin)
    clock.wait_and_send()
    elsewhere = post_office.to("Saladin")[-1]
    assert other.public_id != game.public_id
    assert elsewhere["References"] != letter["References"]
    assert elsewhere["Subject"] != letter["Subject"]


@pytest.mark.parametrize(
    ("language", "words"),
    [("fr", "C’est à vous de jouer."), ("pl", "Twój ruch."), ("en", "It is your turn."), ("", "It is your turn.")],
)
def test_mails_speak_the_reader_s_language(
    language: str, words: str, game: Game, richard: Player, saladin: Player, clock: Clock, post_office: PostOffice
) -> None:
    User.objects.filter(username="Saladin").update(language=language)
    ok(richard.act(game, DONE))
    clock.wait_and_send()
    message = post_office.to("Saladin")[0]
    assert words in text_of(message)
    assert words in text_of(message, "html")
    assert f'<html lang="{language or "en"}">' in text_of(message, "html")


def test_one_click_stops_mails_of_this_kind_without_a_login(
    letter: EmailMessage, game: Game, richard: Player, saladin: Player, clock: Clock, post_office: PostOffice
) -> None:
    assert letter["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    answer = Client(enforce_csrf_checks=True).post(stop_path(letter), {"List-Unsubscribe": "One-Click"})
    assert answer.status_code == 200
    assert b"Saladin gets no more mails of this kind: Your turn" in answer.content
    assert AlertSettings.objects.get(user=saladin.user).mail == {"turn": "off"}

    ok(saladin.act(game, DONE))
    clock.wait_and_send()
    assert len(post_office.to("Saladin")) == 1
    assert Notice.objects.filter(user=saladin.user, why="off").count() == 1


def test_following_the_link_only_asks(letter: EmailMessage) -> None:
    page = Client().get(stop_path(letter))
    assert page.status_code == 200
    assert b"Stop mails?" in page.content
    assert not AlertSettings.objects.exists()


def test_the_page_of_the_link_speaks_the_language_of_the_mail_unless_another_was_chosen(
    letter: EmailMessage, saladin: Player
) -> None:
    User.objects.filter(pk=saladin.user.pk).update(language="pl")
    page = Client(headers={"accept-language": "fr"}).get(stop_path(letter))
    assert '<html lang="pl">' in page.content.decode()
    assert page["Content-Language"] == "pl"
    reader = Client()
    reader.cookies["django_language"] = "fr"
    assert '<html lang="fr">' in reader.get(stop_path(letter)).content.decode()


def test_the_link_can_stop_the_alerts_of_one_game(letter: EmailMessage, game: Game, saladin: Player) -> None:
    mark = game.public_id.hex[:4].upper()
    assert f"Stop alerts of the game Richard – Saladin ({mark})" in Client().get(stop_path(letter)).content.decode()
    answer = Client().post(stop_path(letter), {"what": "game"})
    assert "Saladin gets no more alerts of the game Richard – Saladin" in answer.content.decode()
    assert saladin.user is not None
    assert [(one.game, one.mode) for one in saladin.user.game_alerts.all()] == [(game, "off")]


def test_the_link_can_stop_everything(letter: EmailMessage, saladin: Player) -> None:
    assert (
        b"Saladin gets no more mails of any game." in Client().post(stop_path(letter), {"what": "everything"}).content
    )
    assert set(AlertSettings.objects.get(user=saladin.user).mail.values()) == {"off"}


@pytest.mark.parametrize("spoil", [lambda token: token[:-1], lambda token: "x" + token, lambda token: "1:2:3"])
def test_a_spoiled_link_stops_nothing(letter: EmailMessage, spoil: Callable[[str], str]) -> None:
    token = stop_path(letter).split("/")[-2]
    answer = Client().post(f"/alerts/stop/{spoil(token)}/")
    assert answer.status_code == 404
    assert not AlertSettings.objects.exists()


def test_a_mail_address_to_unsubscribe_stands_beside_the_link_when_configured(
    settings: Any, game: Game, richard: Player, clock: Clock, post_office: PostOffice
) -> None:
    settings.UNSUBSCRIBE_MAILTO = "stop@example.org"
    ok(richard.act(game, DONE))
    clock.wait_and_send()
    assert post_office.to("Saladin")[0]["List-Unsubscribe"].endswith(", <mailto:stop@example.org?subject=unsubscribe>")


def test_names_cannot_spoil_headers_or_html(
    clock: Clock, new_player: Callable[[str], Player], post_office: PostOffice
) -> None:
    richard, other = new_player("Richard"), new_player("Guy")
    User.objects.filter(username="Guy").update(username="<b>Guy\r\nBcc: all@example.org")
    started(richard, other)
    clock.wait_and_send()
    message = post_office.to("Richard")[0]
    assert message["Bcc"] is None
    assert "<b>Guy" not in text_of(message, "html")


def test_a_name_written_from_the_right_does_not_turn_what_follows(
    clock: Clock, new_player: Callable[[str], Player], post_office: PostOffice
) -> None:
    richard, other = new_player("Richard"), new_player("Guy")
    User.objects.filter(username="Guy").update(username="\u202eצלאח")
    game = started(richard, other)
    notices.queue(user=richard.user, game=game, alert=Message(from_="\u202eצלאח"), turn=1)  # type: ignore[arg-type]
    clock.wait_and_send()
    message = next(one for one in post_office.to("Richard") if "wrote to you" in text_of(one))
    for words in (message["Subject"], text_of(message), text_of(message, "html")):
        assert "\u2068צלאח\u2069" in words
        assert "\u202e" not in words


def test_lines_of_the_text_are_short_and_links_whole(
    clock: Clock, new_player: Callable[[str], Player], post_office: PostOffice
) -> None:
    richard, other = new_player("R" * 30), new_player("S" * 30)
    game = started(richard, other)
    clock.wait_and_send()
    for message in post_office.accepted:
        lines = text_of(message).splitlines()
        assert all(len(line) <= 78 for line in lines if "://" not in line)
        assert f"http://127.0.0.1:8000/games/{game.public_id}/" in lines
        assert f"http://127.0.0.1:8000{stop_path(message)}" in lines
        assert "-- " in lines, "mail programs fold what follows this"


def test_a_mail_of_a_turn_says_when_the_time_ends_by_the_reader_s_clock(
    richard: Player, saladin: Player, clock: Clock, post_office: PostOffice
) -> None:
    User.objects.filter(username="Richard").update(time_zone="Asia/Kolkata")
    started(richard, saladin, pace="slow")
    end = timezone.localtime(timezone.now() + timedelta(days=7), ZoneInfo("Asia/Kolkata"))
    clock.wait_and_send()
    said = f"Your time ends: {formats.date_format(end, 'DATETIME_FORMAT')} (Asia/Kolkata)"
    for kind in ("plain", "html"):
        assert said in text_of(post_office.to("Richard")[0], kind)


def test_an_invitation_says_what_is_to_be_played_in_the_thread_of_the_later_game(
    richard: Player, saladin: Player, clock: Clock, post_office: PostOffice
) -> None:
    assert richard.user is not None
    open_game = lobby.create_game(user=richard.user, side="frank", pace="fast").game
    invitations.invite(user=richard.user, game_id=open_game.public_id, name="Saladin")
    clock.wait_and_send()
    invitation = post_office.to("Saladin")[0]
    assert "You would play the Saracens. Pace: fast (2 days," in text_of(invitation)
    assert "? – " not in text_of(invitation)
    lobby.join_game(user=saladin.user, game_id=open_game.public_id, invitation=open_game.invitation_token)  # type: ignore[arg-type]
    clock.wait_and_send()
    later = post_office.to("Saladin")[1]
    assert later["References"] == invitation["References"]


def test_who_was_taken_out_of_a_game_reads_it_in_the_thread_of_that_game(
    richard: Player, saladin: Player, clock: Clock, post_office: PostOffice
) -> None:
    assert richard.user is not None
    room = lobby.create_game(user=richard.user, side="frank", by_hand=True).game
    invitations.invite(user=richard.user, game_id=room.public_id, name="Saladin")
    clock.wait_and_send()
    lobby.join_game(user=saladin.user, game_id=room.public_id, invitation=room.invitation_token)  # type: ignore[arg-type]
    lobby.remove_player(user=richard.user, game_id=room.public_id)
    clock.wait_and_send()
    invitation, gone = post_office.to("Saladin")
    assert "has taken you out" in text_of(gone)
    assert gone["References"] == invitation["References"]


def test_a_mail_of_time_that_was_given_says_until_when(
    richard: Player, saladin: Player, clock: Clock, post_office: PostOffice
) -> None:
    game = started(richard, saladin, pace="slow")
    notice = Notice(user=richard.user, game=game, kind="offer", turn=1, data={"offer": "time-given", "from": "Saladin"})
    assert "Your time ends: " in str(mail.single(notice, "richard@example.org").body)
    notice.user = saladin.user  # for whom the game does not wait yet
    assert "Your time ends: " not in str(mail.single(notice, "saladin@example.org").body)


def test_mail_programs_show_beside_the_subject_what_is_up(letter: EmailMessage) -> None:
    html = text_of(letter, "html")
    (shown,) = re.findall(r'<div style="display:none[^>]*>([^<]*)</div>', html)
    assert shown.startswith("It is your turn.")
    assert "1187: deployment." in shown


def test_a_digest_tells_how_a_game_stands_though_the_last_news_is_a_message(
    game: Game, richard: Player, saladin: Player, clock: Clock, post_office: PostOffice
) -> None:
    AlertSettings.objects.create(user=saladin.user, mail=dict.fromkeys(Notice.Kind.values, "digest"))
    ok(richard.act(game, DONE))
    assert saladin.user is not None
    until = timezone.now() + timedelta(days=3)
    notices.queue(user=saladin.user, game=game, alert=LastReminder(until=until))
    notices.queue(user=saladin.user, game=game, alert=Message(), turn=1)
    clock.wait_and_send()
    clock.wait_and_send(days=1)
    text = text_of(post_office.to("Saladin")[0])
    assert "It is your turn. Your time is running out. Richard wrote to you." in text
    assert "Your time ends: " in text
    assert "Victory cities: Franks\u00a04" in text


def test_reviewers_are_told_that_they_get_mails_as_reviewers(game: Game, baldwin: Player) -> None:
    notice = Notice(user=baldwin.user, game=game, kind="dispute", turn=1, data={"review": 1, "news": "to-review"})
    assert "because you review disputes at" in str(mail.single(notice, "baldwin@example.org").body)


def test_a_mail_of_a_message_tells_nothing_of_the_game(
    game: Game, richard: Player, saladin: Player, clock: Clock, post_office: PostOffice
) -> None:
    assert saladin.user is not None
    notices.queue(user=saladin.user, game=game, alert=Message(), turn=1)
    clock.wait_and_send()
    text = text_of(post_office.to("Saladin")[0])
    assert "Richard wrote to you." in text
    assert "Victory cities" not in text


def test_the_lines_are_the_same_whoever_reads_them_and_before_a_wall_say_nothing_new(
    game: Game, richard: Player, saladin: Player, baldwin: Player
) -> None:
    """They come from what spectators see: neither words nor number depend on hidden blocks, or on plans before their
    wall.
    """
    random = Random(3)
    players = {"frank": richard, "saracen": saladin}
    compared = 0
    for _ in range(60):
        before = _lines(game, baldwin, "saracen")
        side = players["frank"].view(game)["awaited"][0]
        version = baldwin.view(game)["version"]
        view = players[side].view(game)
        ok(players[side].act(game, choose(view, random, seldom=("done",))))
        for reader in (richard, saladin):
            assert _lines(game, reader, "saracen") == _lines(game, baldwin, "saracen")
        if baldwin.view(game)["version"] == version:
            compared += 1
            assert _lines(game, baldwin, "saracen") == before
    assert compared > 5


def test_hidden_blocks_that_left_a_battle_the_same_way_are_one_sentence() -> None:
    def left(to: str) -> dict[str, Any]:
        return {"type": "block-regrouped", "side": "frank", "town": "tyre", "to": to, "count": 1}

    facts = site_words.with_sentences([left("sidon"), left("acre"), left("sidon")], None)
    assert summary._weightiest(summary._counted_together(facts)) == [
        "The Franks regrouped from Tyre to Sidon: 2 blocks.",
        "The Franks regrouped from Tyre to Acre: 1 block.",
    ]


def _lines(game: Game, player: Player, side: str) -> list[str]:
    assert player.user is not None
    return summary.summary_lines(find_game(user=player.user, game_id=game.public_id), side)


def test_no_block_that_spectators_do_not_see_is_named_in_any_mail(
    game: Game, richard: Player, saladin: Player, baldwin: Player
) -> None:
    random = Random(8)
    players = {"frank": richard, "saracen": saladin}
    for _ in range(40):
        side = richard.view(game)["awaited"][0]
        ok(players[side].act(game, choose(players[side].view(game), random)))
    seen = {fact["text"] for entry in baldwin.history(game) for fact in entry["events"]}
    # Blocks that leave a battle the same way are counted in one sentence.
    seen |= {re.sub(r": 1 block\.$", f": {count} blocks.", text) for text in seen if text for count in (2, 3, 4)}
    for player, side in ((richard, "frank"), (saladin, "saracen")):
        notice = Notice(user=player.user, game=game, kind="turn", turn=1)
        for line in mail.line(Reading(notice))["lines"][1:]:
            news = re.sub(r"\d+ blocks? moved\.$", "", line.removeprefix("Since your last move: ")).strip()
            for sentence in seen:
                news = news.replace(sentence, "")
            assert news.strip() == "", side
