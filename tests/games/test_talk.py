"""What players say to each other in a game, and who sees nothing of it."""

import json
import uuid
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.db import IntegrityError, connection, transaction
from django.utils import timezone
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.accounts.export import everything_about
from games.models import Game, Message, User, Withdrawal
from games.models.written_once import AppendOnly
from games.services.lobby import blocking, lobby
from games.services.talk import talk
from games.services.talk.phrases import PHRASES
from tests.games.helpers import Json, Player, new_key, ok, problem

pytestmark = pytest.mark.django_db
# Within the life of a session that began just now.
EVENING = (timezone.now() + timedelta(days=1)).replace(hour=20, minute=15, second=0)


def say(player: Player, game: Game, text: str = "Well met.", **more: Any) -> Any:
    return player.post(f"games/{game.public_id}/talk/", {"text": text, "key": new_key()} | more)


def talk_of(player: Player, game: Game, **query: Any) -> Json:
    found: Json = ok(player.get(f"games/{game.public_id}/talk/", **query))
    return found


def texts(player: Player, game: Game) -> list[str]:
    return [message["text"] for message in talk_of(player, game)["results"]]


def mark_read(player: Player, game: Game, number: int) -> Json:
    found: Json = ok(player.post(f"games/{game.public_id}/talk/read/", {"number": number}))
    return found


def mute(player: Player, game: Game, muted: bool = True) -> None:
    assert player.post(f"games/{game.public_id}/talk/mute/", {"muted": muted}).status_code == 204


def user_of(player: Player) -> User:
    assert player.user is not None
    return player.user


# --- writing and reading
# ----------------------------------------------------------------------------------------------------


def test_what_one_writes_the_other_reads(game: Game, richard: Player, saladin: Player) -> None:
    ok(say(richard, game, "Surrender Acre!"))
    ok(say(saladin, game, "  Never.  "))
    for reader, own in ((richard, [True, False]), (saladin, [False, True])):
        found = talk_of(reader, game)
        assert [message["text"] for message in found["results"]] == ["Surrender Acre!", "Never."]
        assert [message["own"] for message in found["results"]] == own
        assert [message["author"] for message in found["results"]] == ["Richard", "Saladin"]
        assert [message["number"] for message in found["results"]] == [1, 2]
    assert talk_of(saladin, game, after=1)["results"][0]["text"] == "Never."


def test_a_first_message_that_comes_while_somebody_reads_is_read_with_the_next_answer(
    game: Game, richard: Player, saladin: Player
) -> None:
    said = []

    def between(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        found = execute(sql, params, many, context)
        if not said and 'FROM "games_message"' in sql and sql.startswith("SELECT"):
            said.append(True)
            say(saladin, game)
        return found

    with connection.execute_wrapper(between):
        talk_of(richard, game)
    assert said
    assert texts(richard, game) == ["Well met."]


def test_a_message_sent_twice_with_one_key_is_there_once(game: Game, richard: Player, saladin: Player) -> None:
    key = new_key()
    first, again = (ok(say(richard, game, "Once", key=key)) for _ in range(2))
    assert first == again
    assert texts(saladin, game) == ["Once"]
    problem(say(richard, game, "Something else", key=key), 409, "key-reused")


def test_a_phrase_is_read_in_each_readers_language(game: Game, richard: Player, saladin: Player) -> None:
    User.objects.filter(pk=user_of(saladin).pk).update(language="fr")
    ok(say(richard, game, "", phrase="good-game"))
    assert texts(richard, game) == ["Thank you for the game!"]
    assert texts(saladin, game) == ["Merci pour la partie\u202f!"]


def test_times_are_by_the_readers_clock(game: Game, richard: Player, saladin: Player) -> None:
    User.objects.filter(pk=user_of(saladin).pk).update(time_zone="Asia/Tokyo")
    with time_machine.travel(EVENING, tick=False):
        ok(say(richard, game))
        whens = [talk_of(player, game)["results"][0]["when"] for player in (richard, saladin)]
    assert "8:15 p.m." in whens[0]
    assert "5:15 a.m." in whens[1]


def test_talk_goes_on_after_the_end(game: Game, richard: Player, saladin: Player) -> None:
    ok(richard.resign(game))
    ok(say(saladin, game, "Good game"))
    assert texts(richard, game) == ["Good game"]


def test_what_is_no_message_is_refused_and_leaves_nothing(game: Game, richard: Player) -> None:
    for body in [
        {"text": ""},
        {"text": "   \n "},
        {},
        {"text": "x" * (talk.LONGEST + 1)},
        {"text": "a\x00b"},
        {"text": "a\x1b[31mb"},
        {"text": "hi", "phrase": "hello"},
        {"phrase": "sing"},
        {"text": 5},
        {"text": ["hi"]},
        {"text": "hi", "to": "Baldwin"},
        {"text": "\ud800"},
    ]:
        answer = richard.post(f"games/{game.public_id}/talk/", {"key": new_key()} | body)
        assert answer.status_code == 400
        assert answer.json()["code"] in ("bad-message", "invalid")
        assert not Message.objects.exists()


def test_a_message_needs_a_key(game: Game, richard: Player) -> None:
    for key in [None, "", "17", 17]:
        assert richard.post(f"games/{game.public_id}/talk/", {"text": "hi", "key": key}).status_code == 400


def test_markup_stays_text(game: Game, richard: Player, saladin: Player) -> None:
    text = "<script>alert(1)</script> & https://example.org"
    ok(say(richard, game, text))
    assert texts(saladin, game) == [text]


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(text=st.text(max_size=talk.LONGEST + 50))
def test_any_text_is_kept_as_it_is_or_refused_with_a_reason(
    text: str, game: Game, richard: Player, saladin: Player
) -> None:
    with transaction.atomic():
        answer = say(richard, game, text)
        assert answer.status_code in (201, 400)
        if answer.status_code == 201:
            assert talk_of(saladin, game)["results"][-1]["text"] == answer.json()["text"]
            assert answer.json()["text"].strip()
        transaction.set_rollback(True)


def test_whoever_writes_much_has_to_wait(game: Game, richard: Player) -> None:
    with time_machine.travel(EVENING, tick=False) as traveller:
        for number in range(talk.MOST_A_MINUTE):
            ok(say(richard, game, f"line {number}"))
        problem(say(richard, game, "one more"), 429, "too-many-messages")
        traveller.shift(61)
        ok(say(richard, game, "one more"))


def test_a_long_talk_is_read_in_parts(game: Game, richard: Player) -> None:
    user, other = user_of(richard), game.seats.get(side="saracen").user
    assert other is not None
    count = talk.MOST_AT_ONCE + 5
    for number in range(1, count + 1):
        Message.objects.create(
            game=game, number=number, author=user, reader=other, text=f"{number}", idempotency_key=uuid.uuid4()
        )
    latest = talk_of(richard, game)
    assert (latest["count"], latest["previous"], latest["next"]) == (count, 6, None)
    assert latest["results"][-1]["text"] == f"{count}"
    earlier = talk_of(richard, game, before=latest["results"][0]["number"])
    assert (earlier["count"], earlier["previous"], earlier["next"]) == (count, None, 5)
    assert [message["text"] for message in earlier["results"]] == ["1", "2", "3", "4", "5"]
    begun = talk_of(richard, game, after=2)
    assert (begun["results"][0]["number"], begun["previous"], begun["next"]) == (3, 3, talk.MOST_AT_ONCE + 2)
    rest = talk_of(richard, game, after=begun["next"])
    assert [message["number"] for message in rest["results"]] == [count - 2, count - 1, count]
    assert (rest["previous"], rest["next"]) == (count - 2, None)


# --- who sees nothing
# -------------------------------------------------------------------------------------------------------


def test_nobody_to_talk_to(richard: Player, solo_game: Game) -> None:
    problem(say(richard, solo_game), 409, "nobody-there")
    alone = lobby.create_game(user=user_of(richard), side="frank").game
    problem(say(richard, alone), 409, "nobody-there")


def test_whoever_takes_the_seat_later_was_not_written_to(richard: Player, saladin: Player, baldwin: Player) -> None:
    game = lobby.create_game(user=user_of(richard), side="frank").game
    lobby.join_game(user=user_of(saladin), game_id=game.public_id)
    ok(say(richard, game, "For Saladin only"))
    game.seats.filter(side="saracen").update(user=user_of(baldwin))
    assert texts(baldwin, game) == []
    assert talk_of(baldwin, game)["unread"] == 0
    assert texts(richard, game) == ["For Saladin only"]


def addresses(game: Game) -> list[str]:
    own = f"/api/v1/games/{game.public_id}/"
    pages = [f"/games/{game.public_id}/", "/games/open/", "/games/", "/players/Richard/", "/players/Saladin/"]
    return [
        own,
        *(f"{own}{name}/" for name in ("view", "history", "export", "talk", "notebook")),
        "/api/v1/games/?list=public",
        *pages,
    ]


@pytest.mark.parametrize(("over", "private"), [(False, False), (True, True)], ids=["running", "over and private"])
def test_no_answer_to_others_holds_a_word_of_talk_or_notebook(
    over: bool, private: bool, richard: Player, saladin: Player, baldwin: Player
) -> None:
    """Onlookers, the blocked, visitors and staff, at whatever address, running or over."""
    marker = str(uuid.uuid4())
    game = lobby.create_game(user=user_of(richard), side="frank", visibility="private" if private else "public").game
    lobby.join_game(user=user_of(saladin), game_id=game.public_id, invitation=game.invitation_token)
    ok(say(richard, game, f"said {marker}"))
    ok(
        richard.client.put(
            f"/api/v1/games/{game.public_id}/notebook/", {"text": f"noted {marker}", "version": 0}, "application/json"
        )
    )
    if over:
        ok(richard.resign(game))
    blocking.block(user=user_of(richard), other=user_of(baldwin))
    heraclius, conrad = (
        Player(User.objects.create_user(name, is_staff=name == "Heraclius")) for name in ("Heraclius", "Conrad")
    )
    for reader in (baldwin, heraclius, conrad, Player(None)):
        for address in addresses(game):
            assert marker not in reader.client.get(address).content.decode(), address
        if reader.user:
            assert marker not in json.dumps(everything_about(reader.user), default=str)
    # The notebook is not for the opponent either.
    for address in addresses(game):
        assert f"noted {marker}" not in saladin.client.get(address).content.decode(), address
    assert f"noted {marker}" not in json.dumps(everything_about(user_of(saladin)), default=str)
    assert f"noted {marker}" in json.dumps(everything_about(user_of(richard)), default=str)


# --- unread
# -----------------------------------------------------------------------------------------------------------------


def test_messages_are_unread_until_they_were_seen(game: Game, richard: Player, saladin: Player) -> None:
    for text in ("one", "two", "three"):
        ok(say(richard, game, text))
    assert talk_of(saladin, game)["unread"] == 3
    assert talk_of(richard, game)["unread"] == 0
    assert mark_read(saladin, game, 2) == {"unread": 1}
    assert [message["unread"] for message in talk_of(saladin, game)["results"]] == [False, False, True]
    assert mark_read(saladin, game, 1) == {"unread": 1}, "a mark never goes back"
    assert mark_read(saladin, game, 10**9) == {"unread": 0}
    ok(say(richard, game, "four"))
    assert talk_of(saladin, game)["unread"] == 1, "what came after the mark is unread, whatever number was given"


def test_who_answers_has_read(game: Game, richard: Player, saladin: Player) -> None:
    ok(say(richard, game))
    ok(say(saladin, game))
    assert talk_of(saladin, game)["unread"] == 0
    assert talk_of(richard, game)["unread"] == 1


def test_unread_messages_of_all_games_are_counted_at_once(
    game: Game, private_game: Game, richard: Player, saladin: Player, django_assert_num_queries: Any
) -> None:
    with django_assert_num_queries(1):
        assert talk.unread(user_of(saladin)) == {}
    ok(say(richard, game))
    ok(say(richard, private_game))
    ok(say(richard, private_game, "again"))
    with django_assert_num_queries(3):
        assert talk.unread(user_of(saladin)) == {game.pk: 1, private_game.pk: 2}
    assert talk.unread(user_of(saladin), [game]) == {game.pk: 1}


# --- withdrawing
# ------------------------------------------------------------------------------------------------------------


def withdraw(player: Player, game: Game, number: int) -> Any:
    return player.post(f"games/{game.public_id}/talk/{number}/withdraw/")


def test_a_message_can_be_withdrawn_for_two_minutes(game: Game, richard: Player, saladin: Player) -> None:
    with time_machine.travel(EVENING, tick=False) as traveller:
        ok(say(richard, game, "Oops"))
        traveller.shift(119)
        ok(withdraw(richard, game, 1))
        ok(withdraw(richard, game, 1))
        for reader in (richard, saladin):
            (message,) = talk_of(reader, game)["results"]
            assert (message["withdrawn"], message["text"]) == (True, "")
        assert talk_of(saladin, game)["unread"] == 0
        assert "Oops" not in json.dumps(everything_about(user_of(saladin)), default=str)
        ok(say(richard, game, "Stays"))
        traveller.shift(121)
        problem(withdraw(richard, game, 2), 409, "too-late")
    assert [message.text for message in talk.for_review(game)] == ["Oops", "Stays"], (
        "who reviews a dispute reads all of it"
    )


def test_only_the_author_withdraws(game: Game, richard: Player, saladin: Player) -> None:
    ok(say(richard, game))
    problem(withdraw(saladin, game, 1), 404, "no-such-message")
    problem(withdraw(richard, game, 2), 404, "no-such-message")
    assert not Withdrawal.objects.exists()


@pytest.mark.databases
def test_messages_are_never_changed_and_never_deleted(game: Game, richard: Player) -> None:
    ok(say(richard, game, "As I said"))
    message = Message.objects.get()
    message.text = "As I never said"
    for change in (message.save, message.delete, Message.objects.all().delete, lambda: Message.objects.update(text="")):
        with pytest.raises(AppendOnly):
            change()
    for statement in ("UPDATE games_message SET text = 'other'", "DELETE FROM games_message"):
        with pytest.raises(IntegrityError), transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(statement)
    assert Message.objects.get().text == "As I said"


# --- leaving
# ----------------------------------------------------------------------------------------------------------------


def test_what_was_said_stays_when_its_author_leaves_and_the_name_goes(
    game: Game, richard: Player, saladin: Player
) -> None:
    from games.accounts.deletion import delete_account

    ok(say(richard, game, "Farewell"))
    number = user_of(richard).pk
    delete_account(user=user_of(richard))
    (message,) = talk_of(saladin, game)["results"]
    assert (message["text"], message["author"]) == ("Farewell", f"former player {number}")
    problem(say(saladin, game, "Are you there?"), 409, "nobody-there")


def test_the_file_of_ones_data_holds_what_one_said_and_can_read(game: Game, richard: Player, saladin: Player) -> None:
    ok(say(richard, game, "mine"))
    ok(say(saladin, game, "theirs"))
    said = everything_about(user_of(richard))["talk"]
    assert [(line["game"], line["text"], line["own"]) for line in said] == [
        (str(game.public_id), "mine", True),
        (str(game.public_id), "theirs", False),
    ]


def test_every_phrase_has_a_key_that_fits() -> None:
    longest = Message._meta.get_field("phrase").max_length
    assert longest is not None
    assert all(len(key) <= longest for key in PHRASES)


def test_lists_count_what_is_unread(game: Game, richard: Player, saladin: Player) -> None:
    ok(say(richard, game))
    for player, count in ((saladin, 1), (richard, 0)):
        (line,) = ok(player.get("games/", list="mine"))["results"]
        assert line["unread"] == count
    assert "1 new message" in saladin.client.get("/games/").content.decode()
    assert "new message" not in richard.client.get("/games/").content.decode()
