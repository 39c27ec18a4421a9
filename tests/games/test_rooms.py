"""Games before their start: left, kept from somebody, started by hand, with people invited by name."""

from typing import Any

import pytest

from games.alerts import due
from games.alerts.reading import Reading
from games.models import Game, GameEvent, Notice, Seat, User
from games.services.lobby import limits
from tests.games.helpers import Json, Player, new_key, ok, problem

pytestmark = pytest.mark.django_db


def opened(player: Player, **options: Any) -> Json:
    found: Json = ok(player.post("games/", {"side": "frank", **options}))
    return found


def ids(player: Player, name: str, **query: str) -> list[str]:
    return [entry["id"] for entry in ok(player.get("games/", list=name, **query))["results"]]


def at(game: Json, verb: str) -> str:
    return f"games/{game['id']}/{verb}/"


def told(player: Player, kind: str) -> list[str]:
    assert player.user is not None
    return list(Notice.objects.filter(user=player.user, kind=kind).order_by("pk").values_list("state", flat=True))


def facts(game: Json) -> list[str]:
    events = GameEvent.objects.filter(game__public_id=game["id"]).order_by("seq")
    return [fact["type"] for event in events for fact in event.events][:6]


def waiting(player: Player) -> list[str]:
    found: list[str] = ok(player.get("waiting/"))["results"]
    return found


# --- started by hand
# ------------------------------------------------------------------------------------------------------------


def test_a_game_started_by_hand_waits_for_its_creator_when_somebody_has_joined(
    richard: Player, saladin: Player, baldwin: Player
) -> None:
    game = opened(richard, start="by-hand")
    assert ids(saladin, "open") == [game["id"]]
    problem(richard.post(at(game, "start")), 409, "seat-free")
    joined = ok(saladin.post(at(game, "join")))
    assert (joined["status"], joined["free-side"], joined["you"]) == ("open", None, ["saracen"])
    assert ids(baldwin, "open") == []
    problem(baldwin.post(at(game, "join")), 409, "not-open")
    assert waiting(richard) == [game["id"]]
    assert waiting(saladin) == []
    assert told(richard, "start") == ["queued"]
    problem(saladin.post(at(game, "start")), 403, "not-yours")
    assert ok(richard.post(at(game, "start")))["status"] == "active"
    problem(richard.post(at(game, "start")), 409, "not-waiting")
    assert waiting(richard) == [game["id"]]  # the Franks deploy first
    assert told(richard, "start") == ["dropped"]
    assert told(saladin, "start") == ["queued"]


def test_who_joined_may_leave_before_the_start_and_come_back(richard: Player, saladin: Player) -> None:
    game = opened(richard, start="by-hand")
    ok(saladin.post(at(game, "join")))
    problem(richard.post(at(game, "leave")), 409, "own-game")
    assert saladin.post(at(game, "leave")).status_code == 204
    assert ids(saladin, "mine") == []
    problem(saladin.post(at(game, "leave")), 403, "not-a-player")
    ok(saladin.post(at(game, "join")))
    assert facts(game) == ["game-created", "player-joined", "player-left", "player-joined"]
    ok(richard.post(at(game, "start")))
    problem(saladin.post(at(game, "leave")), 409, "not-waiting")


def test_who_was_taken_out_comes_back_only_when_invited(richard: Player, saladin: Player) -> None:
    game = opened(richard, start="by-hand")
    problem(richard.post(at(game, "remove")), 409, "seat-free")
    ok(saladin.post(at(game, "join")))
    problem(saladin.post(at(game, "remove")), 403, "not-yours")
    assert ok(richard.post(at(game, "remove")))["free-side"] == "saracen"
    problem(saladin.post(at(game, "join")), 409, "taken-out")
    assert richard.post(at(game, "invite"), {"name": "saladin"}).status_code == 204
    ok(saladin.post(at(game, "join")))
    assert facts(game) == ["game-created", "player-joined", "player-removed", "player-joined"]


def test_the_link_that_somebody_taken_out_knows_is_no_longer_good(richard: Player, saladin: Player) -> None:
    game = opened(richard, start="by-hand", visibility="private")
    ok(saladin.post(at(game, "join"), {"invitation": game["invitation"]}))
    ok(richard.post(at(game, "remove")))
    problem(saladin.get(f"games/{game['id']}/"), 404, "not-found")
    problem(saladin.get(f"invitations/{game['invitation']}/"), 404, "not-found")


def test_what_somebody_who_left_gave_to_the_dice_goes_with_them(richard: Player, saladin: Player) -> None:
    game = opened(richard, start="by-hand")
    ok(saladin.post(at(game, "join")))
    Seat.objects.filter(user=saladin.user).update(contribution="ab" * 16)
    saladin.post(at(game, "leave"))
    assert not Seat.objects.exclude(contribution="").exists()


def test_the_same_request_with_the_same_key_has_one_effect(richard: Player, saladin: Player) -> None:
    game, key = opened(richard, start="by-hand"), new_key()
    for _ in range(2):
        ok(saladin.post(at(game, "join"), {"key": key}))
    problem(saladin.post(at(game, "leave"), {"key": key}), 409, "key-reused")
    leaving, starting, removing = new_key(), new_key(), new_key()
    for _ in range(2):
        assert saladin.post(at(game, "leave"), {"key": leaving}).status_code == 204
    ok(saladin.post(at(game, "join")))
    for _ in range(2):
        ok(richard.post(at(game, "remove"), {"key": removing}))
    richard.post(at(game, "invite"), {"name": "Saladin"})
    ok(saladin.post(at(game, "join")))
    for _ in range(2):
        ok(richard.post(at(game, "start"), {"key": starting}))
    assert facts(game) == [
        "game-created",
        "player-joined",
        "player-left",
        "player-joined",
        "player-removed",
        "player-joined",
    ]


# --- invitations by name
# -----------------------------------------------------------------------------------------------------------


def test_somebody_invited_by_name_sees_a_private_game_and_may_join_it(
    richard: Player, saladin: Player, baldwin: Player
) -> None:
    game = opened(richard, visibility="private")
    problem(saladin.get(f"games/{game['id']}/"), 404, "not-found")
    for _ in range(2):
        assert richard.post(at(game, "invite"), {"name": "SALADIN"}).status_code == 204
    assert told(saladin, "invitation") == ["queued"]
    assert waiting(saladin) == ids(saladin, "invitations") == [game["id"]]
    assert ok(saladin.get(f"games/{game['id']}/"))["invitation"] is None
    problem(baldwin.post(at(game, "join")), 404, "not-found")
    assert ok(saladin.post(at(game, "join")))["status"] == "active"
    assert ids(saladin, "invitations") == []
    assert told(saladin, "invitation") == ["dropped"]


def test_who_declines_is_not_asked_again(richard: Player, saladin: Player) -> None:
    game = opened(richard, visibility="private")
    richard.post(at(game, "invite"), {"name": "Saladin"})
    assert saladin.post(at(game, "decline")).status_code == 204
    problem(saladin.post(at(game, "decline")), 404, "not-found")
    problem(saladin.post(at(game, "join")), 404, "not-found")
    problem(richard.post(at(game, "invite"), {"name": "Saladin"}), 409, "has-declined")
    assert waiting(saladin) == []
    assert told(saladin, "invitation") == ["dropped"]


def test_an_invitation_can_be_withdrawn_and_ends_when_another_takes_the_seat(
    richard: Player, saladin: Player, baldwin: Player
) -> None:
    game = opened(richard)
    for name in ("Saladin", "Baldwin"):
        richard.post(at(game, "invite"), {"name": name})
    assert richard.post(at(game, "uninvite"), {"name": "Baldwin"}).status_code == 204
    problem(richard.post(at(game, "uninvite"), {"name": "Baldwin"}), 404, "not-invited")
    assert (waiting(saladin), waiting(baldwin)) == ([game["id"]], [])
    ok(baldwin.post(at(game, "join")))  # it is public
    assert waiting(saladin) == []
    problem(saladin.post(at(game, "decline")), 404, "not-invited")


def test_who_cannot_be_invited_is_named(richard: Player) -> None:
    for name, status, code in [("Nobody", 404, "no-such-person"), ("richard", 409, "not-yourself")]:
        problem(richard.post(at(opened(richard), "invite"), {"name": name}), status, code)


def test_only_the_creator_invites_and_only_while_a_seat_is_free(richard: Player, saladin: Player) -> None:
    game = opened(richard)
    problem(saladin.post(at(game, "invite"), {"name": "Richard"}), 403, "not-yours")
    ok(saladin.post(at(game, "join")))
    problem(richard.post(at(game, "invite"), {"name": "Saladin"}), 409, "not-open")


# --- limits
# ----------------------------------------------------------------------------------------------------------------------


def test_somebody_with_many_open_games_opens_no_more_until_one_is_withdrawn(richard: Player) -> None:
    games = [opened(richard) for _ in range(limits.MOST_OPEN)]
    refused = problem(richard.post("games/", {}), 409, "too-many-games")
    assert refused["limit"] == limits.MOST_OPEN
    assert str(limits.MOST_OPEN) in refused["detail"]
    ok(richard.post("games/", {"solo": True}))
    ok(richard.post(at(games[0], "cancel")))
    opened(richard)


def test_somebody_who_waits_in_many_games_joins_no_more(
    richard: Player, saladin: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "MOST_UNSTARTED", 2)
    games = [opened(richard, start="by-hand"), opened(richard, start="by-hand")]
    monkeypatch.setattr(limits, "MOST_OPEN", 9)
    ok(saladin.post(at(games[0], "join")))
    ok(saladin.post("search/", {"ruleset": {"forced-marches": True}}))
    problem(saladin.post(at(games[1], "join")), 409, "too-many-games")
    assert saladin.client.delete("/api/v1/search/").status_code == 204
    ok(saladin.post(at(games[1], "join")))


def test_somebody_who_neglects_games_begins_no_more(
    richard: Player, saladin: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    from datetime import timedelta

    from tests.games.conftest import started

    monkeypatch.setattr(limits, "MOST_NEGLECTED", 1)
    started(richard, saladin)
    offered = opened(saladin)
    Game.objects.update(moved_at=limits.timezone.now() - timedelta(days=8))
    problem(richard.post(at(offered, "join")), 409, "too-many-games")
    problem(richard.post("search/", {}), 409, "too-many-games")
    opened(saladin)  # the game does not wait for him


def test_a_game_has_only_so_many_invitations_without_an_answer(
    richard: Player, new_player: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "MOST_INVITED", 2)
    game = opened(richard)
    for number in range(2):
        new_player(f"Knight{number}")
        assert richard.post(at(game, "invite"), {"name": f"Knight{number}"}).status_code == 204
    new_player("Knight2")
    problem(richard.post(at(game, "invite"), {"name": "Knight2"}), 409, "too-many-games")


# --- lists
# ----------------------------------------------------------------------------------------------------------------------


@pytest.mark.databases
def test_open_games_are_found_by_side_and_options(richard: Player, saladin: Player) -> None:
    plain = opened(richard)
    some = opened(richard, side="saracen", ruleset={"iron-bridge": True})
    assert ids(saladin, "open", side="saracen") == [plain["id"]]
    assert ids(saladin, "open", side="frank") == [some["id"]]
    assert ids(saladin, "open", options="plain") == [plain["id"]]
    assert ids(saladin, "open", options="some") == [some["id"]]


def test_lists_do_not_tell_that_the_other_side_has_decided_what_it_may_take_back(
    game: Game, richard: Player, saladin: Player
) -> None:
    from tests.games.helpers import DONE, first

    ok(richard.act(game, DONE))
    ok(saladin.act(game, DONE))
    ok(richard.act(game, first(richard.view(game), "play-card")))
    awaited = {player.user: ok(player.get(f"games/{game.public_id}/"))["awaited"] for player in (richard, saladin)}
    assert awaited == {richard.user: ["saracen"], saladin.user: ["frank", "saracen"]}


# --- people who are gone, games that stand still, alerts
# ---------------------------------------------------------------------------------


def test_games_of_somebody_whose_account_is_closed_are_open_to_nobody(richard: Player, saladin: Player) -> None:
    game = opened(richard)
    User.objects.filter(pk=richard.user.pk).update(is_active=False)  # type: ignore[union-attr]
    assert ids(saladin, "open") == []
    problem(saladin.post(at(game, "join")), 409, "not-open")
    assert ok(saladin.post("search/", {}))["game"] is None


def test_who_deletes_the_account_leaves_the_rooms_of_others(richard: Player, saladin: Player) -> None:
    from games.accounts.deletion import delete_account

    game = opened(richard, start="by-hand")
    ok(saladin.post(at(game, "join")))
    delete_account(user=saladin.user)  # type: ignore[arg-type]
    assert ok(richard.get(f"games/{game['id']}/"))["free-side"] == "saracen"
    assert facts(game) == ["game-created", "player-joined", "player-left"]


def test_a_game_that_is_paused_is_not_neglected(game: Game, richard: Player) -> None:
    from datetime import timedelta

    long_ago = limits.timezone.now() - timedelta(days=30)
    Game.objects.update(moved_at=long_ago)
    assert limits.count_neglected(richard.user) == 1  # type: ignore[arg-type]
    Game.objects.update(paused_at=long_ago)
    assert limits.count_neglected(richard.user) == 0  # type: ignore[arg-type]


def test_alerts_say_who_joined_who_invites_and_who_wants_a_rematch(richard: Player, saladin: Player) -> None:
    from tests.games.test_matching import finished

    def title(player: Player) -> str:
        return Reading(Notice.objects.filter(user=player.user, target=None).latest("pk")).title()

    game = opened(richard, start="by-hand")
    richard.post(at(game, "invite"), {"name": "Saladin"})
    assert title(saladin) == "Richard invites you to a game."
    ok(saladin.post(at(game, "join")))
    assert title(richard) == "Saladin has joined your game. It begins when you start it."
    ok(richard.post(at(game, "remove")))
    assert title(saladin) == "Richard has taken you out of the game you had joined."
    richard.post(at(game, "invite"), {"name": "Saladin"})
    ok(saladin.post(at(game, "join")))
    ok(richard.post(at(game, "cancel")))
    assert title(saladin) == "Richard has withdrawn the game you had joined."
    notice = Notice.objects.filter(user=saladin.user, target=None).latest("pk")
    assert due.why_not(notice, limits.timezone.now()) == ""
    assert Reading(notice).link().endswith("/games/")
    assert "committed" not in Reading(notice).dice()
    old = finished(richard, saladin)
    ok(richard.post(at(old, "rematch")))
    assert title(saladin) == "Richard offers a rematch."
