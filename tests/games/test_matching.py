"""Finding an opponent, and the next game of the same two."""

from typing import Any

import pytest
import time_machine

from games.models import Game, Notice, Seeker
from games.services.lobby import blocking
from tests.games.conftest import started
from tests.games.helpers import Player, new_key, ok, problem, undone
from tests.games.test_rooms import at, facts, ids, opened, waiting

pytestmark = pytest.mark.django_db


def seek(player: Player, **wish: Any) -> Any:
    return ok(player.post("search/", wish))["game"]


# --- seeking
# ----------------------------------------------------------------------------------------------------------------------


def test_two_who_seek_find_each_other(richard: Player, saladin: Player, baldwin: Player) -> None:
    assert seek(richard) is None
    assert ok(richard.get("search/"))["search"]["side"] is None
    game = seek(saladin, side="frank")
    assert (game["status"], game["visibility"]) == ("active", "public")
    assert game["players"] == {"frank": "Saladin", "saracen": "Richard"}
    assert Seeker.objects.count() == 0
    assert ids(richard, "mine") == [game["id"]]
    assert seek(baldwin) is None


def test_who_wants_something_else_does_not_fit(richard: Player, saladin: Player) -> None:
    for one, other in [
        ({"side": "frank"}, {"side": "frank"}),
        ({"ruleset": {"iron-bridge": True}}, {"ruleset": {}}),
    ]:
        with undone(one, other):
            assert seek(richard, **one) is None
            assert seek(saladin, **other) is None
            assert Seeker.objects.count() == 2


def test_who_takes_any_options_plays_with_those_of_the_other(richard: Player, saladin: Player) -> None:
    seek(richard)
    assert seek(saladin, ruleset={"forced-marches": True})["ruleset"]["forced-marches"] is True


@pytest.mark.databases
def test_who_seeks_joins_the_oldest_open_game_that_fits(richard: Player, saladin: Player, baldwin: Player) -> None:
    opened(richard, ruleset={"handicap": 2})
    opened(richard, start="by-hand")
    opened(richard, visibility="private")
    opened(richard, side="saracen")
    fitting = opened(richard)
    opened(baldwin)
    assert seek(saladin, side="saracen")["id"] == fitting["id"]


def test_a_new_open_game_begins_at_once_when_somebody_seeks_one(richard: Player, saladin: Player) -> None:
    seek(saladin, side="saracen")
    assert opened(richard, start="by-hand")["status"] == "open"
    assert opened(richard, visibility="private")["status"] == "open"
    assert opened(richard)["players"] == {"frank": "Richard", "saracen": "Saladin"}
    assert Seeker.objects.count() == 0


def test_seeking_again_changes_the_wish_and_keeps_the_place_in_the_queue(
    richard: Player, saladin: Player, baldwin: Player
) -> None:
    with time_machine.travel("2026-11-01T12:00:00Z", tick=False) as clock:
        seek(richard, side="frank")
        clock.shift(60)
        seek(saladin, side="frank")
        clock.shift(60)
        seek(richard, side="frank", ruleset={})
        assert seek(baldwin, side="saracen")["players"]["frank"] == "Richard"


def test_a_search_ends_when_it_is_stopped_and_after_a_week(richard: Player, saladin: Player) -> None:
    with time_machine.travel("2026-11-01T12:00:00Z", tick=False) as clock:
        seek(richard)
        assert richard.client.delete("/api/v1/search/").status_code == 204
        assert seek(saladin) is None
        clock.shift(8 * 24 * 3600)
        assert seek(richard) is None
        assert ok(saladin.get("search/"))["search"]["until"] < "2026-11-09"


def test_blocked_people_are_not_paired_and_wait_for_others(richard: Player, saladin: Player, baldwin: Player) -> None:
    assert richard.user is not None
    assert saladin.user is not None
    blocking.block(user=richard.user, other=saladin.user)
    opened(richard)
    assert seek(saladin) is None
    assert seek(richard, side="frank") is None
    assert opened(richard, side="saracen")["status"] == "open"
    assert seek(baldwin, side="saracen")["players"]["frank"] in ("Richard", "Saladin")


def test_a_wish_that_makes_no_sense_is_refused(richard: Player) -> None:
    for wish in [{"side": "assassin"}, {"side": 1}, {"ruleset": {"dragons": True}}, {"ruleset": []}, {"speed": "fast"}]:
        assert richard.post("search/", wish).status_code == 400
        assert Seeker.objects.count() == 0


# --- rematches
# ---------------------------------------------------------------------------------------------------------------------


def finished(richard: Player, saladin: Player, **options: Any) -> dict[str, Any]:
    game = started(richard, saladin, **options)
    ok(richard.resign(game))
    return {"id": str(game.public_id)}


def test_a_rematch_swaps_sides_and_begins_when_the_other_wants_it_too(
    richard: Player, saladin: Player, baldwin: Player
) -> None:
    game = finished(richard, saladin)
    offered = ok(saladin.post(at(game, "rematch")))
    assert (offered["you"], offered["status"]) == (["frank"], "open")
    assert ok(saladin.post(at(game, "rematch")))["id"] == offered["id"]
    notice = Notice.objects.get(user=richard.user, kind="invitation", target=None)
    assert notice.data == {"from": "Saladin", "offer": "rematch"}
    assert waiting(richard) == [offered["id"]]
    assert ids(baldwin, "open") == []
    problem(baldwin.post(at(offered, "join")), 409, "not-open")
    assert seek(baldwin) is None
    begun = ok(richard.post(at(game, "rematch")))
    assert (begun["id"], begun["status"], begun["players"]) == (
        offered["id"],
        "active",
        {"frank": "Saladin", "saracen": "Richard"},
    )
    assert ok(richard.post(at(game, "rematch")))["id"] == begun["id"]
    assert Game.objects.count() == 2


def test_a_rematch_has_the_same_options_and_stays_private(richard: Player, saladin: Player, baldwin: Player) -> None:
    game = finished(
        richard,
        saladin,
        visibility="private",
        ruleset={"forced-marches": True},
        pace="slow",
        weekend_zone="Europe/Paris",
    )
    offered = ok(richard.post(at(game, "rematch")))
    assert (offered["visibility"], offered["ruleset"]["forced-marches"]) == ("private", True)
    assert (offered["pace"], offered["weekend-zone"]) == ("slow", "Europe/Paris")
    problem(baldwin.post(at(game, "rematch")), 404, "not-found")
    ok(saladin.post(at(offered, "join")))


def test_a_rematch_that_is_declined_is_withdrawn_and_may_be_offered_again(richard: Player, saladin: Player) -> None:
    game = finished(richard, saladin)
    offered = ok(richard.post(at(game, "rematch")))
    assert saladin.post(at(offered, "decline")).status_code == 204
    assert Game.objects.get(public_id=offered["id"]).status == "canceled"
    assert facts(offered) == ["game-created", "game-canceled"]
    assert ok(saladin.post(at(game, "rematch")))["id"] != offered["id"]


def test_a_rematch_needs_a_finished_game_of_two_who_are_still_here(
    richard: Player, saladin: Player, baldwin: Player
) -> None:
    game = started(richard, saladin)
    problem(richard.post(f"games/{game.public_id}/rematch/"), 409, "no-rematch")
    ok(richard.resign(game))
    problem(baldwin.post(f"games/{game.public_id}/rematch/"), 403, "not-a-player")
    assert saladin.user is not None
    saladin.user.is_active = False
    saladin.user.save()
    problem(richard.post(f"games/{game.public_id}/rematch/"), 409, "no-rematch")
    solo = ok(richard.post("games/", {"solo": True}))
    richard.post(at(solo, "resign"), {"key": new_key()})
    problem(richard.post(at(solo, "rematch")), 409, "no-rematch")


# --- pace
# ----------------------------------------------------------------------------------------------------------------------


def test_any_pace_is_any_but_live(richard: Player, saladin: Player, baldwin: Player) -> None:
    assert seek(richard, pace="live") is None
    assert seek(saladin) is None
    assert seek(baldwin, pace="slow")["pace"] == "slow"
    assert [seeker.pace for seeker in Seeker.objects.all()] == ["live"]


def test_a_live_game_is_found_only_while_its_creator_is_about(richard: Player, saladin: Player) -> None:
    with time_machine.travel("2026-11-01T12:00:00Z", tick=False) as clock:
        richard.post("here/")
        game = opened(richard, pace="live")
        clock.shift(11 * 60)
        assert seek(saladin, pace="live") is None
        richard.post("here/")
        assert seek(saladin, pace="live")["id"] == game["id"]


def test_a_search_for_a_live_game_ends_after_half_an_hour(richard: Player, saladin: Player) -> None:
    with time_machine.travel("2026-11-01T12:00:00Z", tick=False) as clock:
        seek(richard, pace="live")
        clock.shift(31 * 60)
        assert seek(saladin, pace="live") is None


def test_open_games_are_found_by_pace(richard: Player, saladin: Player) -> None:
    slow, _fast = opened(richard, pace="slow"), opened(richard, pace="fast")
    assert ids(saladin, "open", pace="slow") == [slow["id"]]
