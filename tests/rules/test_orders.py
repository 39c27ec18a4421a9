"""Standing orders: each kind of order, what they leave to the player, and that what they answer is always legal."""

import json
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from rules import game, orders, selfplay
from rules.actions import Action
from rules.atlas import SIDES, TOWN_IDS
from rules.notation import print_action
from rules.orders import CHOICES, BadOrders, Orders, answer
from rules.roster import BLOCKS
from rules.ruleset import Ruleset
from tests.rules.combat import all_hit, battle
from tests.rules.hiding import shuffled
from tests.rules.recorded_games import GAMES, turns
from tests.rules.scene import Table, moving


def told(table: Table, side: str, **given: Any) -> str | None:
    """What the orders answer, in notation."""
    action = answer(table.position, side, Orders(**given))
    if action is None:
        return None
    assert game.is_legal(table.position, side, action) is None
    return print_action(action)


# JSON


def test_orders_begin_with_everything_asked() -> None:
    assert Orders.from_json({}) == Orders()


def test_orders_read_what_they_write() -> None:
    some = replace(orders.CAREFUL, spare=("saladin",), spend=("kurds-1", "kurds-2"), draw_towns=("damascus", "egypt"))
    assert Orders.from_json(json.loads(json.dumps(some.to_json())), "saracen") == some


def test_every_choice_can_be_said() -> None:
    for name, values in CHOICES.items():
        for value in values:
            assert Orders.from_json({name: value}).to_json()[name] == value


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ([], "object"),
        ({"fight": "well"}, "unknown order 'fight'; known: battle-towns, battles"),
        ({"hits": "dearest"}, "'hits' must be one of: ask, listed, cheapest"),
        ({"hits": None}, "'hits' must be one of"),
        ({"retreat-below": 5}, "from 0 (never) to 4"),
        ({"retreat-below": True}, "from 0 (never) to 4"),
        ({"spare": "saladin"}, "'spare' must be a list"),
        ({"spare": ["robin-hood"]}, "'robin-hood' is not the id of a saracen block"),
        ({"spare": ["richard"]}, "'richard' is not the id of a saracen block"),
        ({"spend": [["saladin"]]}, "is not the id of a saracen block"),
        ({"spend": ["assassins"]}, "'assassins' is not the id of a saracen block"),
        ({"draw-towns": ["nottingham"]}, "'nottingham' is not the id of a town"),
        ({"draw-towns": ["acre", "acre"]}, "'draw-towns' names something twice"),
        ({"spare": ["saladin"], "spend": ["saladin"]}, "'saladin' stands in both"),
    ],
)
def test_what_is_no_order_is_refused_by_name(data: Any, said: str) -> None:
    with pytest.raises(BadOrders) as refused:
        Orders.from_json(data, "saracen")
    assert said in str(refused.value)


# Hits


def hit_at_lacum() -> Table:
    """Zangi and Yazkuj, both with two steps: one of them takes the second hit."""
    table = battle(
        "lacum: zangi yazkuj\nbaalbek: balian",
        "move balian lacum",
        first="frank",
        dice={"fire:lacum:1:balian": [1, 2, 6]},
    )
    return table.do("saracen", "fire zangi", "fire yazkuj").do("frank", "fire balian")


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"hits": "cheapest", "spare": ("yazkuj",)}, "take-hit zangi"),
        ({"hits": "cheapest", "spare": ("zangi", "yazkuj")}, "take-hit yazkuj"),
        ({"hits": "cheapest", "spend": ("zangi",)}, "take-hit zangi"),
        ({"hits": "listed", "spend": ("zangi", "yazkuj")}, "take-hit zangi"),
        ({"hits": "listed", "spare": ("yazkuj",)}, "take-hit zangi"),
        ({"hits": "listed", "spare": ("saladin",)}, None),
        ({"hits": "ask", "spend": ("zangi",)}, None),
    ],
)
def test_hits_are_taken_as_the_lists_say(given: dict[str, Any], said: str | None) -> None:
    assert told(hit_at_lacum(), "saracen", **given) == said


def test_those_who_never_come_back_are_dear() -> None:
    """6.34: al-Aziz is lost for good, Sanjar is drawn again."""
    table = battle(
        "lacum: al-aziz sanjar\nbaalbek: balian",
        "move balian lacum",
        first="frank",
        dice={"fire:lacum:1:balian": [1, 6, 6]},
    )
    table.do("saracen", "fire al-aziz", "fire sanjar").do("frank", "fire balian")
    assert told(table, "saracen", hits="cheapest") == "take-hit sanjar"


def test_of_blocks_of_the_same_worth_the_later_letter_is_the_cheaper() -> None:
    """6.2: Sanjar is a B, the Kurds are a C with as many steps that hit as well."""
    table = battle(
        "lacum: sanjar kurds-3\nbaalbek: balian",
        "move balian lacum",
        first="frank",
        dice={"fire:lacum:1:balian": [1, 6, 6]},
    )
    table.do("saracen", "fire sanjar").do("frank", "fire balian")
    assert told(table, "saracen", hits="cheapest") == "take-hit kurds-3"


def test_orders_answer_nobody_who_is_not_awaited() -> None:
    assert told(hit_at_lacum(), "frank", hits="cheapest") is None


# Combat turns


def at_legio(strength: int = 4, first: str = "saracen") -> Table:
    """King Guy, who may charge and retreat, has his combat turn."""
    table = battle(f"legio: king-guy@{strength}\nbaisan: saladin", "move saladin legio")
    return table.do("saracen", "fire saladin")


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({}, None),
        ({"charge": "never"}, None),
        ({"fire": "all"}, None),  # he might charge
        ({"fire": "all", "charge": "never"}, "fire king-guy"),
        ({"fire": "all", "charge": "always"}, "charge king-guy"),
        ({"retreat_below": 3, "retreat": "safest"}, None),  # strong enough, and fire is not ordered
        ({"retreat_below": 3, "retreat": "safest", "fire": "all", "charge": "never"}, "fire king-guy"),
    ],
)
def test_fire_is_ordered_only_where_nothing_else_is_to_be_considered(given: dict[str, Any], said: str | None) -> None:
    assert told(at_legio(), "frank", **given) == said


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"retreat": "safest"}, "retreat king-guy acre"),
        ({"retreat": "listed", "retreat_towns": ("damascus", "nablus")}, "retreat king-guy nablus"),
        ({"retreat": "safest", "retreat_towns": ("nablus", "acre")}, "retreat king-guy nablus"),
        ({"retreat": "listed", "retreat_towns": ("damascus",)}, None),
        ({"retreat": "ask"}, None),
    ],
)
def test_a_weak_block_retreats_where_it_was_told(given: dict[str, Any], said: str | None) -> None:
    assert told(at_legio(strength=2), "frank", retreat_below=3, fire="all", charge="always", **given) == said


def test_a_weak_block_withdraws_into_its_castle_sooner_than_it_retreats() -> None:
    table = (
        battle("nablus: balian@1 walter\nbaisan: saladin", "move saladin nablus")
        .do("frank", "garrison -")
        .do("saracen", "fire saladin")
    )
    assert table.position.steps[next(b.number for b in BLOCKS if b.id == "balian")] == 1
    told_first = told(table, "frank", fire="all", charge="never", retreat_below=2, retreat="safest")
    assert told_first == "fire walter", "who fires may save Balian his withdrawal"
    table.do("frank", "fire walter")
    assert told(table, "frank", fire="all", charge="never", retreat_below=2, retreat="safest") == "withdraw balian"


def test_nobody_acts_while_one_of_those_whose_turn_it_is_has_to_be_asked() -> None:
    """Turks harry; Taqi al-Din would fire, but the player may want the Turks to act first."""
    table = battle("lacum: taqi-al-din turks-1\nbaalbek: balian", "move balian lacum", first="frank")
    assert told(table, "saracen", fire="all") is None
    assert told(table, "saracen", fire="all", harry="never") in ("fire taqi-al-din", "fire turks-1")
    assert told(table, "saracen", fire="all", harry="always", retreat="safest") == "fire taqi-al-din"


def test_harrying_blocks_go_where_they_were_told() -> None:
    table = battle("lacum: turks-1\nbaalbek: balian", "move balian lacum", first="frank")
    given = {"fire": "all", "harry": "always", "retreat": "listed"}
    assert told(table, "saracen", **given, retreat_towns=("qaddas",)) == "harry turks-1 qaddas"
    assert told(table, "saracen", **given) is None


def test_attackers_leave_after_the_third_round_by_the_towns_listed() -> None:
    table = battle(
        "legio: king-guy\nbaisan: saladin keukburi tuman\njericho: sanjar",
        "move saladin legio\nmove keukburi legio\nmove tuman nablus/legio",
    )
    while table.step in ("fight", "hits"):
        (side,) = table.awaited
        wanted = "fire" if table.step == "fight" else "take-hit"
        table.do(side, print_action(table.actions(side, wanted)[0]))
    assert table.step == "must-retreat"
    assert told(table, "saracen") is None
    assert told(table, "saracen", retreat="listed", retreat_towns=("nablus",)) == "retreat saladin nablus", (
        "the dearest goes first"
    )


# Battles and sieges


def test_battles_are_chosen_in_the_order_of_the_list() -> None:
    table = battle(
        "legio: king-guy\nlacum: walter\nbaisan: saladin\nbaalbek: zangi", "move saladin legio\nmove zangi lacum"
    )
    assert table.step == "choose-battle"
    assert told(table, "saracen") is None
    assert told(table, "saracen", battles="listed", battle_towns=("acre", "legio", "lacum")) == "choose-battle legio"
    assert told(table, "saracen", battles="listed", battle_towns=("acre",)) is None
    assert told(table, "saracen", battles="any") == "choose-battle lacum"


def test_the_castle_is_filled_with_the_dearest_or_not_at_all() -> None:
    table = battle("nablus: balian walter@1\nbaisan: saladin", "move saladin nablus")
    assert table.step == "garrison"
    assert told(table, "frank") is None
    assert told(table, "frank", garrison="fill") == "garrison balian"
    assert told(table, "frank", garrison="fill", spare=("walter",)) == "garrison walter"
    assert told(table, "frank", garrison="never") == "garrison -"
    table = battle("ascalon: king-guy balian walter@1\ngaza: saladin", "move saladin ascalon")
    assert told(table, "frank", garrison="fill") == "garrison balian,king-guy"


def test_storms_and_sallies_are_declined_and_sieges_kept() -> None:
    table = battle("acre: [king-guy] saladin keukburi", "")
    assert told(table, "saracen") is None
    assert told(table, "saracen", storm="decline") == "storm -"
    table.do("saracen", "storm -")
    assert told(table, "frank", storm="decline") is None
    assert told(table, "frank", sally="decline") == "sally -"
    table.do("frank", "sally -")
    assert table.step == "leave-siege"
    assert told(table, "saracen", sally="decline") is None
    assert told(table, "saracen", siege="stay") == "done"


def test_the_cheapest_besieger_shows_his_face() -> None:
    table = Table(moving("nablus: balian\nbaisan: saladin zangi", first="saracen"))
    table.do("saracen", "move saladin nablus", "move zangi nablus", "done").do("frank", "done")
    table.do("frank", "garrison balian").do("saracen", "done", "storm -").do("frank", "sally -").do("saracen", "done")
    assert table.step == "marker"
    assert told(table, "saracen") is None
    assert told(table, "saracen", face_up="cheapest") == "keep-face-up zangi"


def test_the_victor_stays_where_he_is() -> None:
    table = battle(
        "nablus: balian@1\nbaisan: saladin zangi",
        "move saladin nablus\nmove zangi nablus",
        dice=all_hit("nablus:1:saladin"),
    )
    table.do("frank", "garrison -").do("saracen", "fire saladin")
    assert table.step == "regroup"
    assert told(table, "saracen") is None
    assert told(table, "saracen", regroup="pass") == "done"


# Draws and winter


def drawing(places: str, block: str) -> Table:
    table = Table(moving(places, first="saracen", mover="frank"), {"draw:saracen": [block], "attrition": [6, 6]})
    return table.do("frank", "done").sit_out_battles()


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({}, None),
        ({"draw": "seat"}, "deploy al-aziz egypt"),
        ({"draw": "seat", "draw_towns": ("gaza", "homs", "damascus")}, "deploy al-aziz damascus"),
        ({"draw": "anywhere", "draw_towns": ("homs",)}, "deploy al-aziz egypt"),  # full strength before a list
    ],
)
def test_a_drawn_block_comes_at_full_strength_if_it_can(given: dict[str, Any], said: str | None) -> None:
    assert told(drawing("acre: king-guy\ndamascus: saladin", "al-aziz"), "saracen", **given) == said


def test_a_block_without_a_free_seat_goes_to_a_friendly_town_only_where_that_is_ordered() -> None:
    table = drawing("homs: king-guy\ndamascus: saladin", "tuman")
    assert told(table, "saracen", draw="seat") is None
    assert told(table, "saracen", draw="anywhere") in ("deploy tuman damascus", "deploy tuman egypt")
    assert told(table, "saracen", draw="anywhere", draw_towns=("baalbek", "hama")) == "deploy tuman baalbek"


def wintering(places: str) -> Table:
    return Table(moving(places, first="frank", mover="saracen", turn="1188.6")).do("saracen", "done")


def test_the_cheapest_are_disbanded() -> None:
    table = wintering("nablus: balian walter@1 king-guy")
    assert told(table, "frank") is None
    assert told(table, "frank", replace="dearest") is None, "supply comes first"
    assert told(table, "frank", supply="cheapest") == "disband walter"
    assert told(table, "frank", supply="cheapest", spend=("king-guy",)) == "disband king-guy"


def test_replacements_go_to_who_lost_most_or_is_dearest_and_come_to_an_end() -> None:
    table = wintering("ascalon: king-guy@3 balian@1\ndamascus: saladin")
    assert told(table, "frank") is None
    assert told(table, "frank", replace="most-lost") == "replace balian"
    assert told(table, "frank", replace="dearest") == "replace king-guy"
    assert told(table, "frank", replace="dearest", spare=("balian",)) == "replace balian"
    table = wintering("ascalon: king-guy@3 balian@1\nacre: walter@1 reynald-sidon@1 conrad@1\ndamascus: saladin")
    for _ in range(10):
        said = told(table, "frank", replace="most-lost")
        assert said is not None
        table.do("frank", said)
        if said == "done":
            break
    assert table.position.year == 1189, "the Saracens had nothing to decide"


# Whole games


def any_orders(random: Random, side: str) -> Orders:
    own = [block.id for block in BLOCKS if block.side == SIDES.index(side)]
    named = random.sample(own, 12)
    given: dict[str, Any] = {name: random.choice(values) for name, values in CHOICES.items()}
    given |= {name: random.sample(TOWN_IDS, random.randint(0, 20)) for name in orders.TOWN_LISTS}
    return Orders.from_json(
        given | {"retreat-below": random.randint(0, 4), "spare": named[:6], "spend": named[6:]}, side
    )


@pytest.mark.parametrize("name", GAMES)
def test_whatever_the_orders_say_is_legal_and_rests_on_nothing_hidden(name: str) -> None:
    """At every moment of whole games, whatever the orders: an action is among those offered, and stays the same when
    what the enemy hides is dealt out anew.
    """
    random, answered = Random(name), 0
    for turn in turns(name):
        position = turn.outcome.position
        for side in sorted(position.awaited):
            left = any_orders(random, side)
            action = answer(position, side, left)
            if action is None:
                continue
            answered += 1
            assert isinstance(action, Action)
            assert game.is_legal(position, side, action) is None, (action, position.step)
            if answered % 10 == 0:
                before = json.dumps(position.to_json())
                other = shuffled(position, 1 - SIDES.index(side), random)
                assert answer(other, side, left) == action, position.step
                assert json.dumps(position.to_json()) == before
    assert answered > 30


@pytest.mark.whole
def test_orders_save_hand_overs() -> None:
    """The figure that the command `selfplay --orders` prints, over a few games."""
    plain, ordered = selfplay.Tally(), selfplay.Tally()
    for seed in range(1, 6):
        selfplay.play(seed, "purposeful", Ruleset(), plain, check=False)
        selfplay.play(seed, "purposeful", Ruleset(), ordered, check=False, orders=orders.CAREFUL)
    assert ordered.completed == 5
    assert ordered.handovers / 5 <= 150 < plain.handovers / 5


def test_the_figures_keep_their_names(capsys: pytest.CaptureFixture[str]) -> None:
    printed = []
    for more in ([], ["--orders"]):
        assert selfplay.main(["--games", "1", "--style", "purposeful", "--no-check", "--json", *more]) == 0
        printed.append(json.loads(capsys.readouterr().out))
    assert printed[0].keys() == printed[1].keys()
    selfplay.main(["--games", "1", "--no-check", "--orders"])
    assert "standing orders: both sides" in capsys.readouterr().out
