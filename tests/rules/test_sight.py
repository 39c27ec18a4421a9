"""What each side and a spectator may see (catalogue section 5): views by rules.game.observe, events by Event.seen_by, refusals."""

import json
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules import game
from rules.actions import BadAction, from_json
from rules.atlas import SIDES
from rules.dice import ScriptedDice, SeededDice
from rules.events import Event
from rules.notation import parse_action
from rules.position import DEAD, GONE, TOWN_COUNT, Position
from rules.roster import BLOCK, BLOCK_IDS
from tests.rules.hiding import asks_winter, exchanged, hidden, named, other_hand, pooled, seen, shuffled, strangers
from tests.rules.playing import OPTIONS, STYLES, by_step, play
from tests.rules.scene import Table, choosing, moving

STRANGERS = pytest.mark.parametrize("viewer", ["saracen", None])
"""Who looks at the Franks' secrets: the enemy, and a spectator."""


def view(table: Table | Position, viewer: str | None) -> dict[str, Any]:
    return game.observe(table if isinstance(table, Position) else table.position, viewer)


def stack(table: Table | Position, viewer: str | None, town: str, side: str, area: str = "field") -> dict[str, Any]:
    stacks = view(table, viewer)["map"][town]["stacks"]
    return next(s for s in stacks if (s["side"], s["area"]) == (side, area))


def ids_in(stack: dict[str, Any]) -> list[str]:
    return [block["id"] for block in stack["blocks"]]


def shown(events: tuple[Event, ...], viewer: str | None) -> list[dict[str, Any]]:
    """The events as a viewer sees them."""
    return [event for event in (e.seen_by(viewer) for e in events) if event is not None]


def act(table: Table, side: str, text: str) -> tuple[Event, ...]:
    """Carry out an action on the table and return what happened with everything in it."""
    outcome = game.apply(table.position, side, parse_action(text), table.dice)
    table.position = outcome.position
    return outcome.events


# Blocks on the map


@STRANGERS
def test_identity_and_strength_of_a_standing_block_are_its_owners(viewer: str | None) -> None:
    """H01, H02: strangers see side, town, area and number."""
    table = Table(moving("acre: king-guy@2 walter"))
    assert stack(table, viewer, "acre", "frank") == {"side": "frank", "area": "field", "count": 2, "hidden": 2, "blocks": []}
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
    assert view(table, viewer)["sieges"] == {"acre": {"besieger": "saracen", "besieged": "frank"}}


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
    table = Table(choosing("acre: king-guy", frank="guide", saracen="move-3", facts="spent jihad | move-1\nprior jihad | move-1"))
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
    return Table(moving("acre: king-guy\ndamascus: saladin", mover="saracen"), {"draw:frank": ["balian"], "draw:saracen": ["kurds-1"]})


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


# Battles


def at_nablus(frank: str = "balian king-guy", dice: dict[str, list[int]] | None = None) -> Table:
    """Saladin and Keukburi have attacked Nablus from Baisan, Zangi by another road; both sides' moves are over."""
    table = Table(moving(f"nablus: {frank}\nbaisan: saladin keukburi\njerusalem: zangi", first="saracen"), dice)
    table.do("saracen", "move saladin nablus", "move keukburi nablus", "move zangi nablus", "done")
    return table.do("frank", "done")


def test_field_blocks_are_shown_when_the_fighting_begins_not_before() -> None:
    """H17 (6.1), H18: after the defender's deployment all who have arrived are face-up; reserves are not."""
    table = at_nablus()
    assert table.step == "garrison"
    assert stack(table, "frank", "nablus", "saracen")["hidden"] == 2
    table.do("frank", "garrison -")
    assert ids_in(stack(table, "frank", "nablus", "saracen")) == ["keukburi", "saladin"]
    assert ids_in(stack(table, "saracen", "nablus", "frank")) == ["balian", "king-guy"]
    assert stack(table, "frank", "nablus", "saracen", "reserve") == {
        "side": "saracen",
        "area": "reserve",
        "round": 2,
        "count": 1,
        "hidden": 1,
        "blocks": [],
    }


@STRANGERS
def test_a_garrison_is_told_by_number(viewer: str | None) -> None:
    """H04, H19: how many take the castle, not who; and it stays hidden while others fight in the field."""
    table = at_nablus()
    told = shown(act(table, "frank", "garrison balian"), viewer)
    assert (told[0]["castle"], told[0]["field"]) == (1, 1)
    assert named(told) == {"king-guy", "saladin", "keukburi"}
    assert stack(table, viewer, "nablus", "frank", "castle")["hidden"] == 1


def test_besieged_and_besiegers_stand_hidden_but_for_the_marker() -> None:
    """H19 (6.51), R74: one besieger is face-up."""
    table = Table(moving("acre: [king-guy] saladin kurds-1"))
    assert stack(table, "saracen", "acre", "frank", "castle")["hidden"] == 1
    besiegers = stack(table, "frank", "acre", "saracen")
    assert (besiegers["count"], besiegers["hidden"], len(besiegers["blocks"])) == (2, 1, 1)


def storming(dice: dict[str, list[int]]) -> Table:
    """Saladin, Kurds and Turks before Acre, King Guy and Walter inside; the storm is to be declared."""
    table = Table(moving("acre: [king-guy] [walter] kurds-1 saladin turks-1", first="frank", mover="saracen"), dice)
    return table.do("saracen", "done")


def test_storming_blocks_and_the_castle_are_face_up_while_they_fight() -> None:
    """H20, H21 (6.53, 6.54): declared in one piece, so nothing is shown that could be taken back."""
    table = storming({"fire": [6] * 30})
    outcome = game.apply(table.position, "saracen", parse_action("storm kurds-1"), table.dice)
    assert outcome.final
    assert ids_in(stack(outcome.position, "frank", "acre", "saracen")) == ["kurds-1", "saladin"]  # Saladin is the marker
    assert ids_in(stack(outcome.position, "saracen", "acre", "frank", "castle")) == ["king-guy", "walter"]


def test_a_castle_is_hidden_again_when_the_storm_is_over() -> None:
    """H21, R75 (6.51): the Kurds withdraw; nobody storms any more."""
    table = storming({"fire": [6] * 30}).do("saracen", "storm kurds-1")
    while table.step == "fight":
        table.do("saracen", "withdraw kurds-1")
    assert stack(table, "saracen", "acre", "frank", "castle")["hidden"] == 2
    assert ids_in(stack(table, "frank", "acre", "saracen")) == ["saladin"]


def test_sallying_blocks_are_face_up_until_they_are_back() -> None:
    """H22 (6.55): King Guy sallies and withdraws."""
    table = storming({"fire": [6] * 60}).do("saracen", "storm -").do("frank", "sally king-guy")
    assert ids_in(stack(table, "saracen", "acre", "frank")) == ["king-guy"]
    assert stack(table, "saracen", "acre", "frank", "castle")["hidden"] == 1
    for _ in range(20):
        if table.step != "fight" or "frank" in table.awaited:
            break
        table.do("saracen", f"fire {sorted(table.options('saracen', 'fire', 'block'))[0]}")
    table.do("frank", "withdraw king-guy")
    assert stack(table, "saracen", "acre", "frank", "castle")["hidden"] == 2


def test_fire_and_hits_are_told_with_names() -> None:
    """H23: dice, hits, who fired and who lost a step."""
    table = at_nablus("king-guy", {"fire": [1, 6, 6, 6]}).do("frank", "garrison -")
    told = shown(act(table, "saracen", "fire saladin"), None)
    assert (told[0]["block"], told[0]["dice"], told[0]["hits"]) == ("saladin", [1, 6, 6, 6], 1)
    assert (told[1]["type"], told[1]["block"], told[1]["strength"]) == ("block-reduced", "king-guy", 3)


def test_blocks_stand_up_again_after_the_battle() -> None:
    """H24: Balian dies at once, and Saladin's army is hidden when it may regroup."""
    table = at_nablus("balian@1", {"fire": [1, 1, 1, 1, 6, 6, 6]}).do("frank", "garrison -")
    while table.step == "fight":
        side = next(iter(table.awaited))
        table.do(side, f"fire {sorted(table.options(side, 'fire', 'block'))[0]}")
    assert table.step == "regroup"
    assert sum(s["hidden"] for s in view(table, "frank")["map"]["nablus"]["stacks"]) == 3


@STRANGERS
def test_a_retreat_is_told_with_the_name_of_the_block_that_lay_open(viewer: str | None) -> None:
    """H25: it was face-up; in its new town it stands hidden."""
    table = at_nablus("balian antioch-turcopoles").do("frank", "garrison -")
    told = shown(act(table, "frank", "retreat antioch-turcopoles legio"), viewer)
    assert told[0]["block"] == "antioch-turcopoles"
    assert stack(table, viewer, "legio", "frank")["hidden"] == 1


@pytest.mark.parametrize("viewer", ["frank", None])
def test_a_regroup_is_told_by_number(viewer: str | None) -> None:
    """H25, H24: the victor's blocks stand up first."""
    table = at_nablus("balian@1", {"fire": [1, 1, 1, 1, 6, 6, 6]}).do("frank", "garrison -")
    while table.step == "fight":
        side = next(iter(table.awaited))
        table.do(side, f"fire {sorted(table.options(side, 'fire', 'block'))[0]}")
    told = shown(act(table, "saracen", "regroup keukburi legio"), viewer)
    assert not named(told)
    assert (told[0]["to"], told[0]["count"]) == ("legio", 1)


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
    table = Table(moving("acre: [saladin] king-guy walter\nlegio: balian josselin", first="saracen", mover="frank", turn="1188.6"))
    told = shown(act(table, "frank", "done"), viewer)
    assert next(e for e in told if e["type"] == "siege-starved")["count"] == 2
    told += shown(act(table, "frank", "disband balian"), viewer)
    assert not named(told)


def test_the_dead_are_turned_over_at_the_year_end() -> None:
    """H29 (8.5): they are a number again."""
    table = Table(moving("acre: king-guy\ndamascus: saladin\ndead: walter", mover="saracen", turn="1188.6")).do("saracen", "done")
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
    table = Table(choosing("acre: king-guy", frank="manna move-1 move-1", saracen="move-3 move-3 move-3", turn="1188.4"))
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
    places = "aleppo: zangi\ndamascus: keukburi\negypt: yuzpah\nantioch: shirkuh\nacre: tuman\njerusalem: saladin\ntripoli: kurds-1"
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


# Every kind of decision, reached in random games

STEPS = pytest.mark.parametrize("step", sorted(game.STEPS))


@STEPS
def test_random_games_reach_the_decision(step: str) -> None:
    """So that the tests below say something of it."""
    assert by_step()[step]


@STEPS
def test_two_hidden_blocks_exchanged_look_the_same(step: str) -> None:
    """Issue 2, catalogue 5.1: to the enemy and to a spectator, byte for byte."""
    random = Random(step)
    for position in by_step()[step]:
        for side in (0, 1):
            candidates = hidden(position, side)
            for _ in range(3 if len(candidates) > 1 else 0):
                other = exchanged(position, *random.sample(candidates, 2))
                assert other.problems() == []
                for viewer in strangers(side):
                    assert seen(other, viewer) == seen(position, viewer)


@STEPS
def test_all_that_is_hidden_dealt_anew_looks_the_same(step: str) -> None:
    """H01, H02, H11: blocks of the map and of the Draw Pool in one another's places, at any strength."""
    random = Random(step)
    for position in by_step()[step]:
        for side in (0, 1):
            other = shuffled(position, side, random)
            assert other.problems() == []
            for viewer in strangers(side):
                assert seen(other, viewer) == seen(position, viewer)


@STEPS
def test_other_cards_in_the_hand_look_the_same(step: str) -> None:
    """H07, H08: another hand, another card chosen."""
    random = Random(step)
    for position in by_step()[step]:
        for side in (0, 1):
            other = other_hand(position, side, random)
            for viewer in strangers(side):
                assert seen(other, viewer) == seen(position, viewer)


@STEPS
def test_the_pool_looks_the_same_to_its_owner_whatever_lies_in_it(step: str) -> None:
    """H11 (7.1): the contents of a pool are hidden from both sides."""
    for position in by_step()[step]:
        for side in (0, 1):
            view = game.observe(position, SIDES[side])
            assert set(view["pools"][SIDES[side]]) == {"count", "face-up", "gone"}
            assert not {BLOCK_IDS[b] for b in pooled(position, side)} & named(view)


@STEPS
def test_a_refusal_rests_on_nothing_that_the_enemy_hides(step: str) -> None:
    """H33, catalogue 5.1: the same reasons whoever the enemy's hidden blocks are."""
    random = Random(step)
    for position in by_step()[step]:
        for side in (0, 1):
            other = shuffled(position, 1 - side, random)
            for _ in range(40):
                action = random_action(random, position)
                assert game.is_legal(position, SIDES[side], action) == game.is_legal(other, SIDES[side], action), action


def random_action(random: Random, position: Position) -> game.Action:
    """Any action, well-formed and hardly ever legal, of the kinds that the step knows and others."""
    from rules.actions import FIELDS
    from rules.atlas import TOWN_IDS
    from rules.deck import DECK

    while True:
        type_ = random.choice(sorted(FIELDS))
        blocks = [BLOCK_IDS[b] for b, place in enumerate(position.where) if place < TOWN_COUNT] if random.random() < 0.7 else BLOCK_IDS
        values: dict[str, Any] = {
            "block": random.choice(blocks),
            "path": random.choices(TOWN_IDS, k=random.randint(1, 4)),
            "to": random.choice(TOWN_IDS),
            "town": random.choice(TOWN_IDS),
            "port": random.choice(TOWN_IDS),
            "card": random.choice(DECK),
            "area": random.choice(["field", "castle"]),
            "road": random.choice([*TOWN_IDS, "sea", "germania"]),
            "target": random.choice([random.choice(blocks), {"town": random.choice(TOWN_IDS), "area": "field"}]),
            "blocks": random.sample(blocks, min(len(blocks), random.randint(0, 3))),
            "forced": True,
        }
        required, optional = FIELDS[type_]
        names = [*required, *(name for name in optional if random.random() < 0.3)]
        try:
            return from_json({"type": type_, **{name: values[name] for name in names}})
        except BadAction:
            continue


REVEALING = {"field-revealed", "castle-revealed", "storm-declared", "sally-declared", "assassins-struck", "marker-kept", "block-eliminated"}
"""Events by which the rules themselves show a hidden block. The dead lie open (6.34) even if the year ends with the same action."""


@given(st.integers(0, 10_000), st.sampled_from(STYLES), st.sampled_from(OPTIONS))
def test_events_name_no_block_that_stays_hidden(seed: int, style: str, ruleset: game.Ruleset) -> None:
    """H01, H06, H12, H13, H25, H28, H30 to H32: hidden before and after, and shown by none of the events that show blocks."""
    for turn in play(seed, style, ruleset):
        if turn.before is None:
            continue
        after = turn.outcome.position
        for side in (0, 1):
            secret = hidden_names(turn.before, side) & hidden_names(after, side)
            for viewer in strangers(side):
                for event in shown(turn.outcome.events, viewer):
                    if event["type"] in REVEALING:
                        secret -= named(event)
                    assert not named(event) & secret, event


def hidden_names(position: Position, side: int) -> set[str]:
    blocks = {*hidden(position, side), *pooled(position, side)}
    if position.drawn >= 0 and position.active == side:
        blocks.add(position.drawn)
    return {BLOCK_IDS[b] for b in blocks}


@given(st.integers(0, 10_000), st.sampled_from(STYLES), st.sampled_from(OPTIONS))
def test_what_follows_looks_the_same_when_hidden_blocks_were_exchanged(seed: int, style: str, ruleset: game.Ruleset) -> None:
    """Catalogue 5.1: the same decision about either of two blocks, without chance and without showing one, leads to the same events and the
    same view for strangers, and may be taken back or not alike."""
    random = Random(seed)
    for turn in play(seed, style, ruleset):
        if turn.before is None or turn.outcome.draws or turn.outcome.position.winner is not None or random.random() > 0.3:
            continue
        assert turn.side is not None
        assert turn.action is not None
        side = SIDES.index(turn.side)
        candidates = hidden(turn.before, side)
        if len(candidates) < 2:
            continue
        one, other = random.sample(candidates, 2)
        if turn.action.block and BLOCK[turn.action.block] in candidates and BLOCK[turn.action.block] != other:
            one = BLOCK[turn.action.block]
        twin, action = exchanged(turn.before, one, other), with_exchanged(turn.action, one, other)
        if game.is_legal(twin, turn.side, action) is not None:
            continue
        outcome = game.apply(twin, turn.side, action, SeededDice(1))
        if asks_winter(outcome) != asks_winter(turn.outcome):
            continue
        if outcome.draws or any(lies_open(o.position, b) for o in (turn.outcome, outcome) for b in (one, other)):
            continue
        assert outcome.final == turn.outcome.final
        for viewer in strangers(side):
            assert shown(outcome.events, viewer) == shown(turn.outcome.events, viewer)
            assert seen(outcome.position, viewer) == seen(turn.outcome.position, viewer)


def lies_open(position: Position, block: int) -> bool:
    return bool(position.face_up >> block & 1) or position.where[block] in (DEAD, GONE)


def with_exchanged(action: game.Action, one: int, other: int) -> game.Action:
    names = {BLOCK_IDS[one]: BLOCK_IDS[other], BLOCK_IDS[other]: BLOCK_IDS[one]}
    blocks = None if action.blocks is None else tuple(names.get(name, name) for name in action.blocks)
    return action._replace(block=names.get(action.block or "", action.block), blocks=blocks)


def test_the_owner_sees_the_secrets_of_an_event_and_strangers_do_not() -> None:
    """Event.seen_by: data for all, the secret for its owner, nothing at all of an event without data."""
    told = Event("group-moved", {"side": "frank"}, 0, {"block": "king-guy"})
    assert told.seen_by("frank") == {"type": "group-moved", "side": "frank", "block": "king-guy"}
    assert told.seen_by("saracen") == told.seen_by(None) == {"type": "group-moved", "side": "frank"}
    secret = Event("block-drawn", None, 0, {"block": "king-guy"})
    assert secret.seen_by("saracen") is None
    assert secret.seen_by(None) is None
    assert Event.from_json(json.loads(json.dumps(secret.to_json()))) == secret


def test_scripted_chance_is_not_part_of_a_view() -> None:
    """H34: lots name hidden blocks, so they are the server's alone."""
    dice = ScriptedDice({"victim": ["walter"], "assassins": [6, 6, 6]})
    position = striking("acre: king-guy walter", {}).position
    outcome = game.apply(position, "saracen", parse_action("assassinate acre/field"), dice)
    assert outcome.draws[0].purpose == "victim:acre:field"
    assert "victim" not in seen(outcome.position, "frank").decode()
