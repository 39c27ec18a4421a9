"""Rounds, main attack and retreats of edition 1.4; letters are those of ``docs/editions.md``, numbers those of the 1.x
rules.
"""

from dataclasses import replace

from rules import game
from rules.notation import print_action
from rules.orders import Orders, answer
from rules.places import Arrival
from rules.ruleset import Ruleset
from tests.rules.combat import fight_round, to_round
from tests.rules.old_edition import OLD, fights, moves, town_number
from tests.rules.scene import Table, moving

FIELD = "nablus: king-guy walter\njerusalem: saladin kurds-1"
ATTACK = "move saladin nablus\nmove kurds-1 nablus"


def test_attackers_leave_in_round_four_while_defenders_fire() -> None:
    """F1 (6.1, 6.2): each in its turn; there are four rounds."""
    table = to_round(fights(FIELD + "\ndamiya: turks-1", ATTACK + "\nmove turks-1 nablus"), 4)
    assert table.awaited == {"saracen"}, "Saladin and the Turks are A"
    assert {a.type for a in table.actions("saracen")} == {"retreat"}
    assert table.refused("saracen", "fire saladin").rule == "1.x-6.2"
    table.do("saracen", "retreat saladin jerusalem", "retreat turks-1 jerusalem")
    assert {a.type for a in table.actions("frank")} >= {"fire"}
    table.do("frank", "fire king-guy", "fire walter")
    assert {a.type for a in table.actions("saracen")} == {"retreat"}, "Kurds are C"


def test_standing_orders_to_fire_wait_where_attackers_only_leave() -> None:
    """F1 (6.1): with an order to retreat they go."""
    table = to_round(fights(FIELD + "\ndamiya: turks-1", ATTACK + "\nmove turks-1 nablus"), 4)
    fire = Orders(fire="all", charge="never", harry="never")
    assert answer(table.position, "saracen", fire) is None
    found = answer(table.position, "saracen", replace(fire, retreat="safest"))
    assert found is not None
    assert (found.type, game.is_legal(table.position, "saracen", found)) == ("retreat", None)


def test_an_attacker_without_a_way_out_dies_after_round_four() -> None:
    """F1, F17 (6.5): the enemy has taken the town he came from; he passes in his turn, and is lost when the round is
    over.
    """
    table = to_round(
        fights(
            "nablus: king-guy\njerusalem: saladin\nramallah: walter", "move saladin nablus", "move walter jerusalem"
        ),
        4,
    )
    assert table.where("saladin") == "nablus"
    fight_round(table)
    assert [event["block"] for event in table.events if event["type"] == "retreat-impossible"] == ["saladin"]
    assert table.where("saladin") == "gone"


def test_a_block_may_pass() -> None:
    """F2 (6.2); not in 2.0."""
    table = to_round(fights(FIELD, ATTACK), 1)
    table.do("saracen", "pass saladin")
    assert table.happened("block-passed") == [
        {"type": "block-passed", "town": "nablus", "side": "saracen", "block": "saladin"}
    ]
    new = (
        Table(moving(FIELD, first="saracen"), {"fire": [5] * 99})
        .do("saracen", *ATTACK.split("\n"), "done")
        .do("frank", "done")
    )
    new.do("frank", "garrison -")
    assert new.refused("saracen", "pass saladin").rule == "6.2"


def test_the_main_attack_is_of_one_town_by_one_road() -> None:
    """F3 (6.3, sidebar): Damiya's and Baisan's blocks come by the same road, one of them in reserve; in 2.0 they fight
    together.
    """
    places = "nablus: king-guy\nbaisan: saladin\njerusalem: kurds-1\nhebron: kurds-2"
    for rules, late in ((OLD, 2), (Ruleset(), 1)):
        table = Table(moving(places, first="saracen", ruleset=rules))
        table.do("saracen", "move kurds-1 nablus", "move kurds-2 jerusalem/nablus")
        assert (table.arrives("kurds-1"), table.arrives("kurds-2")) == (1, late)
        assert table.legal("saracen", "main-road nablus jerusalem hebron") is (rules is OLD)
    table = Table(moving(places, first="saracen", ruleset=OLD))
    table.do("saracen", "move kurds-1 nablus", "move kurds-2 jerusalem/nablus", "main-road nablus jerusalem hebron")
    assert (table.arrives("kurds-1"), table.arrives("kurds-2")) == (2, 1)
    seen = {(a["start"], a["main"]) for a in game.observe(table.position, "frank")["arrivals"]}
    assert seen == {("jerusalem", False), ("hebron", True)}
    assert Arrival(0, 0, 0, 0).start == -1


def test_a_forced_march_comes_from_where_it_began() -> None:
    """F3, E5 (6.3, 5.5)."""
    table = Table(moving("nablus: king-guy\ngaza: kurds-1", first="saracen", ruleset=OLD), {"march": [6]})
    marches = [a for a in table.actions("saracen", "move") if a.forced and a.path[-1] == "nablus"]
    assert marches, "four towns from Gaza"
    table.do("saracen", f"move kurds-1 {'/'.join(marches[0].path)} !")
    assert game.Position.from_json(table.position.to_json()) == table.position
    table.do("saracen", "done")
    assert table.position.arrivals[0].start == town_number("gaza")


def test_germans_enter_as_a_group_at_one_of_two_cities() -> None:
    """D9 (8.23): one Move for all, Antioch or Aleppo, not both, never St. Simeon."""
    table = moves("germania: barbarossa frederick leopold\naleppo: zangi", frank="move-1")
    assert table.options("frank", "enter", "town") == {"antioch", "aleppo"}
    table.do("frank", "enter barbarossa aleppo")
    assert table.position.moves == 0
    assert table.options("frank", "enter", "town") == {"aleppo"}
    assert game.Position.from_json(table.position.to_json()) == table.position
    table.do("frank", "enter frederick aleppo")
    assert table.at("aleppo") == {"zangi", "barbarossa", "frederick"}
    two = Table(moving("germania: barbarossa frederick leopold", frank="move-1"))
    two.do("frank", "enter barbarossa aleppo")
    assert two.actions("frank", "enter") == []


def test_english_land_as_a_group_in_several_ports() -> None:
    """D7 (8.22): one Move for any of them; the French need another."""
    table = moves("england: richard robert crossbows\nfrance: philip hugh james\nacre: king-guy", frank="move-1")
    table.do("frank", "sea-move richard acre", "sea-move robert tyre")
    assert table.position.moves == 0
    assert table.options("frank", "sea-move", "block") == {"crossbows"}
    assert table.refused("frank", "sea-move philip acre").rule
    two = Table(moving("england: richard robert crossbows\nacre: king-guy", frank="move-1")).do(
        "frank", "sea-move richard acre"
    )
    assert two.actions("frank", "sea-move") == []


def test_germans_may_leave_the_map_for_good() -> None:
    """F16 (8.23): by the way they came, this turn only."""
    table = to_round(
        fights(
            "germania: barbarossa frederick leopold\naleppo: zangi saladin", "enter barbarossa aleppo", first="frank"
        ),
        1,
    )
    while table.awaited == {"saracen"}:
        table.do("saracen", "pass saladin" if table.legal("saracen", "pass saladin") else "pass zangi")
    assert table.legal("frank", "leave-map barbarossa")
    table.do("frank", "leave-map barbarossa")
    assert table.where("barbarossa") == "gone"
    other = to_round(fights("harim: barbarossa\nartah: zangi", "move barbarossa artah", first="frank"), 1)
    assert not other.legal("frank", "leave-map barbarossa")


def test_who_joins_a_siege_by_retreat_comes_as_a_reserve() -> None:
    """F15 (6.5): in 2.0 he joins it at once."""
    for rules, late in ((OLD, 2), (Ruleset(), 1)):
        table = fights(
            "acre: [king-guy] saladin\ntyre: zangi\nsidon: walter", "move walter tyre", first="frank", ruleset=rules
        )
        table.do("frank", "choose-battle tyre")
        while table.step != "fight" or table.awaited != {"saracen"}:
            (side,) = table.awaited
            table.do(side, {"garrison": "garrison -", "fight": "fire walter"}[table.step])
        table.do("saracen", "retreat zangi acre")
        assert table.arrives("zangi") == late


def test_who_retreats_to_a_siege_that_has_been_fought_is_no_reserve() -> None:
    """F15 (6.5): nothing more is fought there this turn, so he stands with the besiegers at once."""
    table = fights(
        "sidon: [king-guy] saladin\ntyre: zangi\nacre: walter", "move walter tyre", first="frank", ruleset=OLD
    )
    table.do("frank", "choose-battle sidon")
    answers = {"sally": "sally -", "storm": "storm -", "leave-siege": "done", "garrison": "garrison -"}
    while table.step != "fight" or table.awaited != {"saracen"}:
        (side,) = table.awaited
        table.do(side, (answers | {"fight": "fire walter"})[table.step])
    table.do("saracen", "retreat zangi sidon")
    assert table.arrives("zangi") == 1


def test_richard_relieves_a_port_from_the_sea_by_agreement() -> None:
    """O1: only a port that Saracens besiege, only from another port; he leaves by sea."""
    rules = Ruleset.of("1.4", richard_by_sea=True)
    places = "tyre: [conrad] saladin\nacre: richard robert\nsidon: zangi"
    assert moves(places).refused("frank", "sea-move richard tyre").rule
    table = fights(places, "sea-move richard tyre", first="frank", ruleset=rules)
    assert not Table(moving(places, ruleset=rules)).legal("frank", "sea-move robert tyre")
    assert not Table(moving(places, ruleset=rules)).legal("frank", "sea-move richard sidon")
    assert not Table(moving("tyre: [conrad] saladin\nengland: richard robert crossbows", ruleset=rules)).legal(
        "frank", "sea-move richard tyre"
    )
    while table.step != "fight" or table.awaited != {"frank"}:
        (side,) = table.awaited
        table.do(side, {"sally": "sally -", "fight": "pass saladin"}[table.step])
    assert "jaffa" in table.options("frank", "retreat", "to", block="richard")
    table.do("frank", "retreat richard jaffa")
    assert table.where("richard") == "jaffa"


def test_richard_who_came_by_sea_leaves_by_no_road() -> None:
    """O1 (docs/editions.md, Richard's retreat): every other port has been taken; Robert goes as he came, and Richard is
    lost.
    """
    ports = (
        "ascalon",
        "beirut",
        "caesarea",
        "egypt",
        "jaffa",
        "latakia",
        "margat",
        "sidon",
        "st-simeon",
        "tartus",
        "tripoli",
    )
    holders = (
        "al-adil",
        "al-afdal",
        "al-aziz",
        "al-zahir",
        "zangi",
        "sanjar",
        "jurdik",
        "yuzpah",
        "kurds-1",
        "kurds-2",
        "turks-1",
    )
    places = "tyre: [conrad] saladin\nacre: richard\nbeaufort: robert\ntiberias: bahram\n"
    places += "\n".join(f"{port}: {block}" for port, block in zip(ports, holders, strict=True))
    going = "sea-move richard tyre\nmove robert tyre"
    table = fights(places, going, "move bahram acre", first="frank", ruleset=Ruleset.of("1.4", richard_by_sea=True))
    while table.step in ("sally", "fight"):
        (side,) = table.awaited
        table.do(side, "sally -" if table.step == "sally" else print_action(table.actions(side, "pass")[0]))
    assert (table.where("robert"), table.where("richard")) == ("beaufort", "gone")


def test_philip_goes_home_when_james_is_lost_by_agreement() -> None:
    """O2: wherever he is."""
    for options, where in (({"fickle_philip": True}, "gone"), ({}, "acre")):
        rules = Ruleset.of("1.4", **options)
        table = fights(
            "nablus: james@1\nacre: philip\njerusalem: saladin",
            "move saladin nablus",
            ruleset=rules,
            dice={"fire:nablus:1:saladin": [1] * 4},
        )
        table.do("frank", "garrison -").do("saracen", "fire saladin")
        assert (table.where("james"), table.where("philip")) == ("gone", where)


def test_philip_does_not_march_on_when_james_is_lost_on_his_march() -> None:
    """O2, E5: both are on a forced march, and King Philip goes home before his."""
    rules = Ruleset.of("1.4", fickle_philip=True)
    table = Table(moving("jerusalem: james@1 philip@1", ruleset=rules), {"march:james": [1], "march:philip": [6]})
    table.do("frank", *(f"move {name} nablus/legio/acre !" for name in ("james", "philip")), "done")
    assert (table.where("james"), table.where("philip")) == ("gone", "gone")
    assert len(table.happened("march-rolled")) == 1
