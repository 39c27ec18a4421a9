"""What each side and a spectator may see (catalogue section 5): views by rules.game.observe, events by Fact.seen_by,
refusals.
"""

import json
from typing import Any

import pytest

from rules import game
from rules.atlas import SIDES
from rules.dice import ScriptedDice, SeededDice
from rules.facts import Fact
from rules.notation import parse_action
from tests.rules.hiding import named, seen
from tests.rules.looking import STRANGERS, act, ids_in, shown, stack, view
from tests.rules.playing import OPTIONS
from tests.rules.recorded_games import by_step
from tests.rules.scene import Table, choosing, moving

# Blocks on the map


@STRANGERS
def test_identity_and_strength_of_a_standing_block_are_its_owners(viewer: str | None) -> None:
    """H01, H02: strangers see side, town, area and number."""
    table = Table(moving("acre: king-guy@2 walter"))
    assert stack(table, viewer, "acre", "frank") == {
        "side": "frank",
        "area": "field",
        "count": 2,
        "hidden": 2,
        "blocks": [],
    }
    assert stack(table, "frank", "acre", "frank") == {
        "side": "frank",
        "area": "field",
        "count": 2,
        "hidden": 0,
        "blocks": [{"id": "king-guy", "strength": 2}, {"id": "walter", "strength": 3}],
    }


@STRANGERS
def test_numbers_by_town_side_and_area_are_open(viewer: str | None) -> None:
    """H03, H04: castle and field, besiegers and besieged."""
    table = Table(moving("acre: [king-guy] [walter] saladin kurds-1"))
    assert stack(table, viewer, "acre", "frank", "castle")["count"] == 2
    assert stack(table, viewer, "acre", "saracen")["count"] == 2
    assert view(table, viewer)["sieges"] == {"acre": {"besieger": "saracen", "besieged": "frank", "starving": True}}


@STRANGERS
def test_reserves_and_the_roads_they_came_by_are_open_by_number(viewer: str | None) -> None:
    """H04, H18: who comes when, and by which road; not who it is."""
    table = Table(moving("nablus: saladin\njerusalem: king-guy balian\ncaesarea: walter"))
    table.do("frank", "move king-guy nablus", "move balian nablus", "move walter nablus")
    roads = {(a["road"], a["count"], a["main"], a["round"]) for a in view(table, viewer)["arrivals"]}
    assert roads == {("jerusalem", 2, True, 1), ("caesarea", 1, False, 2)}
    assert stack(table, viewer, "nablus", "frank", "reserve") == {
        "side": "frank",
        "area": "reserve",
        "round": 2,
        "count": 1,
        "hidden": 1,
        "blocks": [],
    }


@STRANGERS
def test_which_block_has_moved_is_its_owners(viewer: str | None) -> None:
    """H05: strangers saw a route, not a block."""
    table = Table(moving("jerusalem: king-guy walter\nsaone: josselin")).do("frank", "move king-guy ramallah")
    assert "moved" in json.dumps(view(table, "frank")["map"])
    assert "moved" not in json.dumps(view(table, viewer)["map"])


@STRANGERS
def test_moves_are_told_by_route(viewer: str | None) -> None:
    """H06: where from and where to, without a name."""
    events = act(Table(moving("jerusalem: king-guy")), "frank", "move king-guy ramallah/jaffa")
    told = shown(events, viewer)
    assert told[0]["path"] == ["jerusalem", "ramallah", "jaffa"]
    assert not named(told)
    assert named(shown(events, "frank")) == {"king-guy"}


@STRANGERS
def test_musters_and_voyages_are_told_by_route(viewer: str | None) -> None:
    """H06: likewise."""
    table = Table(moving("jerusalem: king-guy\njaffa: walter"))
    told = shown(act(table, "frank", "muster-to jaffa") + act(table, "frank", "muster king-guy ramallah/jaffa"), viewer)
    told += shown(act(table, "frank", "sea-move walter tyre"), viewer)
    assert not named(told)
    assert (told[-1]["from"], told[-1]["to"]) == ("jaffa", "tyre")


# Cards


@STRANGERS
def test_a_hand_is_its_owners(viewer: str | None) -> None:
    """H07: strangers see how many cards it holds; a spectator sees no hand at all."""
    table = Table(choosing("acre: king-guy", frank="guide manna move-1", saracen="move-3 move-3 move-3", turn="1188.4"))
    assert view(table, "frank")["hand"] == ["guide", "manna", "move-1"]
    assert view(table, viewer)["cards"]["frank"]["hand"] == 3
    assert "guide" not in json.dumps(view(table, viewer))


@STRANGERS
def test_a_chosen_card_is_secret_until_both_have_chosen(viewer: str | None) -> None:
    """H08: only that one has been chosen."""
    table = Table(choosing("acre: king-guy", frank="guide manna move-1", saracen="move-3 move-3 move-3", turn="1188.4"))
    events = act(table, "frank", "play-card manna")
    assert shown(events, viewer) == [{"type": "card-chosen", "side": "frank"}]
    assert view(table, "frank")["cards"]["frank"]["choice"] == "manna"
    assert view(table, viewer)["cards"]["frank"]["chosen"] is True
    assert "manna" not in json.dumps(view(table, viewer))
    table.do("saracen", "play-card move-3")
    assert view(table, viewer)["cards"]["frank"]["played"] == "manna"


def test_cards_played_this_year_and_last_turns_are_open() -> None:
    """H09: as they lie on the table."""
    table = Table(
        choosing("acre: king-guy", frank="guide", saracen="move-3", facts="spent jihad | move-1\nprior jihad | move-1")
    )
    for viewer in ("frank", "saracen", None):
        cards = view(table, viewer)["cards"]
        assert (cards["frank"]["spent"], cards["frank"]["prior"]) == (["jihad"], "jihad")
        assert (cards["saracen"]["spent"], cards["saracen"]["prior"]) == (["move-1"], "move-1")


def test_the_cards_not_dealt_are_nowhere() -> None:
    """H10: neither in a view nor in the position; they are shuffled anew each year."""
    outcome = game.new_game(OPTIONS[0], SeededDice(3))
    table = Table(outcome.position).do("frank", "done").do("saracen", "done")
    assert [len(hand) for hand in table.position.to_json()["hands"]] == [6, 6]
    assert "deck" not in table.position.to_json()


def test_the_deal_is_told_to_each_side_alone() -> None:
    """H07: six cards each."""
    table = Table(game.new_game(OPTIONS[0], SeededDice(3)).position).do("frank", "done")
    events = act(table, "saracen", "done")
    for viewer in ("frank", "saracen", None):
        assert [e["side"] for e in shown(events, viewer) if e["type"] == "cards-dealt"] == ([viewer] if viewer else [])


# Draws


def drawing() -> Table:
    return Table(
        moving("acre: king-guy\ndamascus: saladin", mover="saracen"),
        {"draw:frank": ["balian"], "draw:saracen": ["kurds-1"]},
    )


@pytest.mark.parametrize("viewer", ["frank", "saracen", None])
def test_a_draw_pool_is_face_down_for_its_owner_too(viewer: str | None) -> None:
    """H11 (7.1): how many blocks wait there, and no more."""
    pool = view(Table(moving("acre: king-guy\ndead: walter")), viewer)["pools"]["frank"]
    assert pool == {"count": 29, "face-up": ["walter"], "gone": []}


@STRANGERS
def test_a_drawn_block_is_its_owners(viewer: str | None) -> None:
    """H12: strangers wait for a town to be named."""
    table = drawing()
    told = shown(act(table, "saracen", "done"), viewer)
    assert not named(told)
    assert view(table, "frank")["drawn"] == "balian"
    assert view(table, "frank")["prompt"]["params"]["block"] == "balian"
    assert view(table, viewer)["drawn"] is None
    assert "balian" not in json.dumps(view(table, viewer))


@STRANGERS
def test_of_a_placed_draw_strangers_know_the_town(viewer: str | None) -> None:
    """H13: not the block, nor whether it came at full strength."""
    table = drawing()
    act(table, "saracen", "done")
    told = shown(act(table, "frank", "deploy balian jaffa"), viewer)
    assert told[0] == {"type": "block-deployed", "side": "frank", "town": "jaffa", "area": "field"}
    assert "balian" not in json.dumps(view(table, viewer)["map"])


def test_nomads_at_the_start_are_told_by_town() -> None:
    """H15: the home shows the tribe, not which block."""
    table = Table(game.new_game(OPTIONS[0], SeededDice(3)).position)
    events = act(table, "frank", "done")
    for viewer in ("frank", None):
        told = shown(events, viewer)
        assert sum(next(e for e in told if e["type"] == "nomads-drawn")["towns"].values()) == 4
        assert not named(told)
    assert len(named(shown(events, "saracen"))) == 4


@STRANGERS
def test_adjusting_seats_is_not_told(viewer: str | None) -> None:
    """H16: strangers see where blocks stand, that is all."""
    table = Table(game.new_game(OPTIONS[0], SeededDice(3)).position)
    assert shown(act(table, "frank", "place balian ascalon"), viewer) == []
    assert stack(table, viewer, "ascalon", "frank")["count"] == 1


@pytest.mark.parametrize("viewer", ["frank", None])
def test_that_saladin_has_changed_places_is_not_told(viewer: str | None) -> None:
    """H16: the enemy's view is the same before and after."""
    table = Table(game.new_game(OPTIONS[0], SeededDice(3)).position).do("frank", "done")
    before = seen(table.position, viewer)
    assert shown(act(table, "saracen", "swap al-zahir"), viewer) == []
    assert seen(table.position, viewer) == before


# Events


def striking(places: str, dice: dict[str, list[Any]]) -> Table:
    position = moving(places, first="saracen", saracen="assassins")
    position.phase, position.step, position.moves = "event", "assassins", 0
    return Table(position, dice)


def test_the_assassins_choose_among_hidden_blocks_by_town_and_area() -> None:
    """H26, R08: hidden blocks of one area are alike to the chooser; which of them dies is drawn by lot."""
    table = striking("acre: king-guy walter\ntyre: [conrad] kurds-1", {"victim": ["walter"], "assassins": [6, 6, 6]})
    assert table.options("saracen", "assassinate", "target") == {("acre", "field"), ("tyre", "castle")}
    table.do("saracen", "assassinate acre/field")
    assert table.happened("assassins-struck")[0]["block"] == "walter"


@pytest.mark.parametrize("viewer", ["saracen", None])
def test_the_victim_of_the_assassins_is_shown_for_the_event_only(viewer: str | None) -> None:
    """H26: name and strength, then it stands hidden again."""
    table = striking("acre: king-guy walter", {"victim": ["walter"], "assassins": [1, 6, 6]})
    told = shown(act(table, "saracen", "assassinate acre/field"), viewer)
    struck = next(event for event in told if event["type"] == "assassins-struck")
    assert (struck["block"], struck["strength"], struck["hits"]) == ("walter", 3, 1)
    assert stack(table, viewer, "acre", "frank")["hidden"] == 2


@pytest.mark.parametrize("viewer", ["frank", "saracen", None])
def test_blocks_eliminated_in_play_lie_open(viewer: str | None) -> None:
    """H27 (6.34): face-up beside the pool, by name; permanent losses too."""
    pools = view(Table(moving("acre: king-guy\ndead: walter kurds-1\ngone: richard saladin")), viewer)["pools"]
    assert (pools["frank"]["face-up"], pools["frank"]["gone"]) == (["walter"], ["richard"])
    assert (pools["saracen"]["face-up"], pools["saracen"]["gone"]) == (["kurds-1"], ["saladin"])


@STRANGERS
def test_who_starves_in_winter_is_told_by_number(viewer: str | None) -> None:
    """H28, R91 (8.3): besiegers and supply."""
    table = Table(
        moving("acre: [saladin] king-guy walter\nlegio: balian josselin", first="saracen", mover="frank", turn="1188.6")
    )
    told = shown(act(table, "frank", "done"), viewer)
    assert next(e for e in told if e["type"] == "siege-starved")["count"] == 2
    told += shown(act(table, "frank", "disband balian"), viewer)
    assert not named(told)


def test_the_dead_are_turned_over_at_the_year_end() -> None:
    """H29 (8.5): they are a number again."""
    table = Table(moving("acre: king-guy\ndamascus: saladin\ndead: walter", mover="saracen", turn="1188.6")).do(
        "saracen", "done"
    )
    assert view(table, "frank")["pools"]["frank"] == {"count": 30, "face-up": [], "gone": []}


@STRANGERS
def test_attrition_is_told_by_dice_and_losses(viewer: str | None) -> None:
    """H30: which castle block lost a step is hidden unless it dies; nor does the order of the dice tell."""
    table = Table(moving("acre: [king-guy] [walter] saladin", mover="saracen"), {"attrition": [6, 1]})
    table.do("saracen", "done", "storm -").do("frank", "sally -")
    told = shown(act(table, "saracen", "done"), viewer)
    assert {k: v for k, v in told[0].items() if k != "auto"} == {
        "type": "attrition-rolled",
        "town": "acre",
        "side": "frank",
        "dice": [1, 6],
        "losses": 1,
        "winter": False,
    }
    assert not named(told)


@STRANGERS
def test_a_garrison_block_that_dies_of_attrition_is_told_by_name(viewer: str | None) -> None:
    """H30, H27: elimination is open."""
    table = Table(moving("acre: [king-guy] [walter@1] saladin", mover="saracen"), {"attrition": [6, 1]})
    table.do("saracen", "done", "storm -").do("frank", "sally -")
    told = shown(act(table, "saracen", "done"), viewer)
    assert named(told) == {"walter"}


@STRANGERS
def test_manna_is_told_by_town(viewer: str | None) -> None:
    """H31."""
    position = moving("acre: king-guy@1 walter@1", frank="manna")
    position.phase, position.step, position.moves = "event", "manna", 0
    told = shown(act(Table(position), "frank", "strengthen walter"), viewer)
    assert told == [{"type": "block-strengthened", "side": "frank", "town": "acre"}]


def test_manna_is_asked_even_when_there_is_nothing_to_strengthen() -> None:
    """N4: otherwise the enemy would learn that every block is at its maximum."""
    table = Table(
        choosing("acre: king-guy", frank="manna move-1 move-1", saracen="move-3 move-3 move-3", turn="1188.4")
    )
    table.do("frank", "play-card manna").do("saracen", "play-card move-3")
    assert (table.step, table.awaited) == ("manna", {"frank"})
    assert {action.type for action in table.actions("frank")} == {"done"}


def test_what_a_side_may_do_is_told_to_it_alone() -> None:
    """H33: the other side and a spectator get no list."""
    for positions in by_step().values():
        for position in positions:
            for viewer in ("frank", "saracen", None):
                actions = game.observe(position, viewer)["actions"]
                may_take_back = viewer and position.step == "card" and position.chosen[SIDES.index(viewer)]
                if viewer not in position.awaited and not may_take_back:
                    assert actions == []


def test_chance_leaves_nothing_in_the_position() -> None:
    """H34, H35: no seed, no generator, no lots to come, and nothing to undo with; both are the site's."""
    text = json.dumps(Table(moving("acre: king-guy")).position.to_json())
    assert not any(word in text for word in ("seed", "random", "dice", "deck", "undo"))


def test_after_the_game_everything_is_open() -> None:
    """H36 (1.2): blocks, hands, and the pools."""
    places = "egypt: king-guy\ndamascus: saladin@2 kurds-1"
    table = Table(moving(places, mover="saracen", turn="1192.6")).do("saracen", "done")
    for viewer in ("frank", "saracen", None):
        assert ids_in(stack(table, viewer, "egypt", "frank")) == ["king-guy"]
        assert ids_in(stack(table, viewer, "damascus", "saracen")) == ["kurds-1", "saladin"]
        assert "walter" in view(table, viewer)["pools"]["frank"]["face-down"]


def test_a_hand_that_was_never_played_is_open_after_the_game() -> None:
    """H36: sudden death leaves cards in the hands."""
    places = (
        "aleppo: zangi\ndamascus: keukburi\negypt: yuzpah\nantioch: shirkuh\nacre: tuman\njerusalem: saladin\ntripoli:"
        " kurds-1"
    )
    table = Table(moving(places, mover="saracen", turn="1187.2")).do("saracen", "done")
    assert table.position.winner is not None
    for viewer in ("frank", "saracen", None):
        cards = view(table, viewer)["cards"]
        assert [cards[side]["left"] for side in SIDES] == [list(hand) for hand in table.position.hands]


def test_who_must_decide_is_open_what_is_decided_is_not() -> None:
    """H37: in parallel decisions, who has finished."""
    table = Table(choosing("acre: king-guy", frank="guide manna move-1", saracen="move-3 move-3 move-3", turn="1188.4"))
    table.do("frank", "play-card guide")
    for viewer in ("frank", "saracen", None):
        assert view(table, viewer)["awaited"] == ["saracen"]


def test_the_owner_sees_the_secrets_of_an_event_and_strangers_do_not() -> None:
    """Fact.seen_by: data for all, the secret for its owner, nothing at all of an event without data."""
    told = Fact("group-moved", {"side": "frank"}, 0, {"block": "king-guy"})
    assert told.seen_by("frank") == {"type": "group-moved", "side": "frank", "block": "king-guy"}
    assert told.seen_by("saracen") == told.seen_by(None) == {"type": "group-moved", "side": "frank"}
    secret = Fact("block-drawn", None, 0, {"block": "king-guy"})
    assert secret.seen_by("saracen") is None
    assert secret.seen_by(None) is None
    assert Fact.from_json(json.loads(json.dumps(secret.to_json()))) == secret


def test_scripted_chance_is_not_part_of_a_view() -> None:
    """H34: lots name hidden blocks, so they are the server's alone."""
    dice = ScriptedDice({"victim": ["walter"], "assassins": [6, 6, 6]})
    position = striking("acre: king-guy walter", {}).position
    outcome = game.apply(position, "saracen", parse_action("assassinate acre/field"), dice)
    assert outcome.draws[0].purpose == "victim:acre:field"
    assert "victim" not in seen(outcome.position, "frank").decode()
