"""Winter, sieges, storms and forced marches of edition 1.4 where the dice cost blocks, for either side.

Letters are those of ``docs/editions.md``, numbers those of the 1.x rules. Most cases are of the Franks: with those of
`test_edition_sieges.py` alone a rule would pass that holds for the Saracens alone.
"""

from typing import Any

import pytest

from rules.atlas import bits
from rules.roster import BLOCK_IDS
from tests.rules.old_edition import fights, moves
from tests.rules.scene import Table

OTHER = {"frank": "saracen", "saracen": "frank"}
QUIET = {
    "storm": "storm -",
    "exchange": None,
    "sally": "sally -",
    "leave-siege": "done",
    "regroup": "done",
    "garrison": "garrison -",
}
SARACENS_BESIEGE = ("saracen", "nablus: [king-guy{guy}] saladin zangi\n", "nablus", "king-guy", "saladin")
FRANKS_BESIEGE = ("frank", "banyas: [kurds-1{guy}] conrad balian\n", "banyas", "kurds-1", "conrad")
FRANKS = pytest.mark.parametrize(("by", "places", "town", "inside", "outside"), [FRANKS_BESIEGE], ids=["franks"])
BOTH = pytest.mark.parametrize(
    ("by", "places", "town", "inside", "outside"), [SARACENS_BESIEGE, FRANKS_BESIEGE], ids=["saracens", "franks"]
)


def to_turns_end(table: Table) -> Table:
    """Nobody storms, sallies or leaves any more; who is asked in a fight passes, or fires where he may not."""
    turn = table.position.turn
    while table.position.phase == "battle" and table.position.turn == turn:
        (side,) = table.awaited
        if table.step == "fight":
            kind = next(kind for kind in ("pass", "fire", "withdraw") if table.options(side, kind, "block"))
            table.do(side, f"{kind} {min(table.options(side, kind, 'block'))}")
        elif table.step == "hits":
            table.do(side, f"take-hit {min(table.options(side, 'take-hit', 'block'))}")
        elif table.step == "exchange":
            table.do(side, f"storm {BLOCK_IDS[min(bits(table.position.combat.storming))]}")
        elif table.step == "choose-battle":
            table.do(side, f"choose-battle {min(table.options(side, 'choose-battle', 'town'))}")
        else:
            table.do(side, QUIET[table.step] or "")
    return table


def rolls(table: Table) -> list[tuple[str, str, int]]:
    """Attrition that was rolled: the town, the side that rolled, its losses."""
    return [
        (event["town"], event["side"], event["losses"]) for event in table.log if event["type"] == "attrition-rolled"
    ]


# 7.3 and 7.4: what starves after a fight


@BOTH
def test_a_garrison_that_was_stormed_in_vain_starves_at_the_turns_end(
    by: str, places: str, town: str, inside: str, outside: str
) -> None:
    """G14 (7.4 over 7.3): three rounds of storm are over, the last block of the castle rolls 1 and the town is
    taken.
    """
    table = fights(places.format(guy="@1"), first=by, turn="1187.2", dice={"fire": [6] * 99, f"attrition:{town}": [1]})
    table.do(by, f"storm {outside}")
    to_turns_end(table)
    assert rolls(table) == [(town, OTHER[by], 1)]
    assert [event["side"] for event in table.log if event["type"] == "town-taken"] == [by]
    assert table.sieges() == {}


@FRANKS
def test_who_sallied_in_vain_and_went_back_starves(by: str, places: str, town: str, inside: str, outside: str) -> None:
    """G14 (7.4 over 7.3): at the turn's end the sallying block lies in the castle again, and rolls like those that
    stayed.
    """
    table = fights(places.format(guy="@2"), first=by, turn="1187.2", dice={"fire": [6] * 99, f"attrition:{town}": [3]})
    table.do(by, "storm -").do(OTHER[by], f"sally {inside}")
    to_turns_end(table)
    assert rolls(table) == [(town, OTHER[by], 1)]
    assert (table.where(inside), table.strength(inside), table.sieges()) == (f"[{town}]", 1, {town: by})


@pytest.mark.parametrize(
    ("by", "places", "going", "town", "inside"),
    [
        ("frank", "banyas: [kurds-1@2] conrad walter\ndamascus: zangi@1", "move zangi banyas", "banyas", "kurds-1"),
    ],
)
def test_a_garrison_whose_relief_was_beaten_starves(by: str, places: str, going: str, town: str, inside: str) -> None:
    """G14 (7.4 over 7.3): the relief is lost in the field, the castle was not in it."""
    dice: dict[str, Any] = {"fire": [6] * 99, f"attrition:{town}": [3]}
    table = fights(places, going, first=OTHER[by], turn="1187.2", dice=dice)
    to_turns_end(table)
    assert rolls(table) == [(town, OTHER[by], 1)]
    assert (table.strength(inside), table.sieges()) == (1, {town: by})


@pytest.mark.parametrize(
    ("by", "places", "town", "inside", "outside"),
    [
        ("frank", "banyas: [kurds-1@4] balian@1", "banyas", "kurds-1", "balian"),
    ],
)
def test_a_garrison_whose_sally_won_the_field_does_not_starve(
    by: str, places: str, town: str, inside: str, outside: str
) -> None:
    """G14 (7.33, 7.4): it is not besieged any more when the turn ends."""
    dice: dict[str, Any] = {f"fire:{town}:1:{inside}": [1] * 4, "fire": [6] * 99, f"attrition:{town}": [1]}
    table = fights(places, first=by, turn="1187.2", dice=dice)
    table.do(by, "storm -").do(OTHER[by], f"sally {inside}")
    while table.step == "fight":
        (side,) = table.awaited
        table.do(side, f"fire {min(table.options(side, 'fire', 'block'))}")
    to_turns_end(table)
    assert rolls(table) == []
    assert (table.where(inside), table.strength(inside), table.sieges()) == (town, 4, {})


@BOTH
def test_a_siege_of_a_former_turn_starves_and_one_begun_in_this_does_not(
    by: str, places: str, town: str, inside: str, outside: str
) -> None:
    """G14 (7.4): the same dice, the same blocks."""
    old = to_turns_end(fights(places.format(guy=""), first=by, turn="1187.2", dice={f"attrition:{town}": [1]}))
    assert rolls(old) == [(town, OTHER[by], 1)]
    types = [event["type"] for event in old.log]
    assert types.index("attrition-rolled") > types.index("battle-ended")
    start = {"nablus": "nablus: king-guy\njerusalem: saladin", "banyas": "banyas: kurds-1\ndamascus: conrad"}[town]
    new = fights(start, f"move {outside} {town}", first=by, turn="1187.2", dice={f"attrition:{town}": [1]})
    new.do(OTHER[by], f"garrison {inside}")
    to_turns_end(new)
    assert (rolls(new), new.sieges()) == ([], {town: by})


@pytest.mark.parametrize(("town", "die", "lost"), [("tyre", 3, 1), ("tripoli", 4, 0)])
def test_castles_at_the_sea_starve_by_the_same_dice(town: str, die: int, lost: int) -> None:
    """G15 (7.4): 1 to 3 costs a step, 4 does not."""
    table = to_turns_end(fights(f"{town}: [conrad] saladin", turn="1187.2", dice={f"attrition:{town}": [die]}))
    assert (rolls(table), table.strength("conrad")) == ([(town, "frank", lost)], 4 - lost)


# 7.31: storms


@pytest.mark.parametrize(
    ("by", "town", "inside", "stormers", "limit"),
    [
        ("saracen", "tiberias", "king-guy", ["saladin", "zangi", "sanjar", "kurds-1", "turks-1"], 4),
        ("saracen", "tyre", "conrad", ["saladin", "zangi", "kurds-1"], 2),
        ("frank", "homs", "kurds-1", ["king-guy", "conrad", "balian", "walter", "josselin"], 4),
        ("frank", "tripoli", "kurds-1", ["king-guy", "conrad", "balian"], 2),
    ],
)
def test_as_many_storm_as_twice_the_rating_and_two_at_the_sea(
    by: str, town: str, inside: str, stormers: list[str], limit: int
) -> None:
    """G3 (7.31): each of them fires in the first round, and a step of the garrison takes two hits."""
    dice: dict[str, Any] = {f"fire:{town}:1:{block}": [1, 6, 6, 6] for block in stormers} | {"fire": [6] * 99}
    table = fights(f"{town}: [{inside}] {' '.join(stormers)}", first=by, dice=dice)
    assert table.refused(by, f"storm {','.join(stormers[: limit + 1])}").rule == "1.x-7.31"
    table.do(by, f"storm {','.join(stormers[:limit])}")
    while table.step in ("fight", "hits") and table.position.combat.round == 1:
        (side,) = table.awaited
        kind = "fire" if table.step == "fight" else "take-hit"
        table.do(side, f"{kind} {min(table.options(side, kind, 'block'))}")
    fired = {event["block"] for event in table.log if event["type"] == "block-fired" and event["block"] != inside}
    assert fired == set(stormers[:limit])
    assert table.strength(inside) == 4 - limit // 2


@pytest.mark.parametrize(
    ("by", "places", "town", "inside", "weak", "fresh"),
    [
        ("frank", "banyas: [kurds-1] conrad balian@1 walter", "banyas", "kurds-1", "balian", "walter"),
    ],
)
def test_a_stormer_who_would_be_lost_is_exchanged_for_a_fresh_one(
    by: str, places: str, town: str, inside: str, weak: str, fresh: str
) -> None:
    """G4 (7.31): the garrison's hits of the second round go to the block that took his place."""
    dice: dict[str, Any] = {f"fire:{town}:2:{inside}": [1, 6, 6, 6], "fire": [6] * 99}
    table = fights(places, first=by, dice=dice).do(by, f"storm {weak}")
    while table.step == "fight":
        (side,) = table.awaited
        table.do(side, f"fire {min(table.options(side, 'fire', 'block'))}")
    assert table.step == "exchange"
    table.do(by, f"storm {fresh}")
    before = table.strength(fresh)
    while table.step in ("fight", "hits") and table.position.combat.round == 2:
        (side,) = table.awaited
        kind = "fire" if table.step == "fight" else "take-hit"
        table.do(side, f"{kind} {min(table.options(side, kind, 'block'))}")
    assert (table.where(weak), table.strength(weak), table.strength(fresh)) == (town, 1, before - 1)


@pytest.mark.parametrize(
    ("by", "places", "town", "inside", "gone", "relieved", "fresh"),
    [
        (
            "frank",
            "banyas: [kurds-1@1] conrad balian walter\ntiberias: josselin",
            "banyas",
            "kurds-1",
            "conrad",
            "balian",
            "walter",
        ),
    ],
)
def test_a_relieved_stormer_regroups_and_one_who_withdrew_a_round_before_does_not(
    by: str, places: str, town: str, inside: str, gone: str, relieved: str, fresh: str
) -> None:
    """F19, G4 (7.31): the first withdraws in round 1, the second makes room for a fresh block in round 2, which takes
    the town.
    """
    dice: dict[str, Any] = {f"fire:{town}:2:{fresh}": [1, 1, 6, 6], "fire": [6] * 99}
    table = fights(places, first=by, dice=dice).do(by, f"storm {gone},{relieved}")
    while table.step == "fight":
        (side,) = table.awaited
        kind = "withdraw" if gone in table.options(side, "withdraw", "block") else "fire"
        table.do(side, f"{kind} {gone if kind == 'withdraw' else min(table.options(side, 'fire', 'block'))}")
    assert table.step == "exchange"
    table.do(by, f"storm {fresh}")
    while table.step == "fight":
        (side,) = table.awaited
        table.do(side, f"fire {min(table.options(side, 'fire', 'block'))}")
    assert (table.step, table.awaited) == ("regroup", {by})
    assert table.options(by, "regroup", "block") == {relieved, fresh}


@pytest.mark.parametrize(
    ("by", "places", "town", "inside", "outside", "home"),
    [
        ("frank", "banyas: [kurds-1] conrad@1\ntiberias: walter", "banyas", "kurds-1", "conrad", "tiberias"),
    ],
)
def test_a_stormer_at_his_last_step_retreats_out_of_the_siege(
    by: str, places: str, town: str, inside: str, outside: str, home: str
) -> None:
    """G5 (7.31): and the siege, which nobody keeps up, is lifted."""
    table = fights(places, first=by, dice={"fire": [6] * 99}).do(by, f"storm {outside}")
    while table.awaited != {by}:
        table.do(OTHER[by], f"fire {inside}")
    table.do(by, f"retreat {outside} {home}")
    assert (table.where(outside), table.sieges()) == (home, {})


# 9.0: winter


@pytest.mark.parametrize(
    ("by", "places", "besieger", "town"),
    [
        ("saracen", "nablus: [king-guy] saladin", "saladin", "nablus"),
        ("frank", "banyas: [kurds-1] conrad", "conrad", "banyas"),
        ("frank", "tripoli: [kurds-1] conrad", "conrad", "tripoli"),
    ],
)
def test_besiegers_of_either_side_are_lost_without_a_winter_campaign(
    by: str, places: str, besieger: str, town: str
) -> None:
    """I3 (9.03, 9.3; ruling): even a single one, and no attrition is rolled."""
    table = moves(places, first=by, turn="1188.6").do(by, "done").do(OTHER[by], "done")
    assert table.where(besieger) in ("gone", "pool")
    assert (rolls(table), table.sieges()) == ([], {})


@pytest.mark.parametrize(
    ("by", "places", "going", "target", "attacker", "defender"),
    [
        ("frank", "banyas: kurds-1@1\ntiberias: conrad", "move conrad banyas", "banyas", "conrad", "kurds-1"),
    ],
)
def test_a_winter_attack_of_the_campaigner_costs_blocks(
    by: str, places: str, going: str, target: str, attacker: str, defender: str
) -> None:
    """I4 (9.11): the defender in the field dies by the first hits, and the attacker holds the town through the
    winter.
    """
    card = {by: "winter-campaign", OTHER[by]: "move-1"}
    table = moves(places, first=by, turn="1188.6", **card)
    table.dice.script.update({f"fire:{target}:1:{attacker}": [1] * 4, "fire": [6] * 99})
    table.do(by, going, "done").do(OTHER[by], "done")
    while table.position.phase == "battle":
        (side,) = table.awaited
        kind = {"fight": "fire", "hits": "take-hit"}.get(table.step)
        table.do(side, f"{kind} {min(table.options(side, kind, 'block'))}" if kind else QUIET[table.step] or "")
    assert table.where(defender) in ("gone", "pool")
    assert table.where(attacker) == target


@pytest.mark.parametrize(
    ("by", "places", "town"),
    [
        ("frank", "banyas: [kurds-1@1] conrad@1", "banyas"),
    ],
)
def test_a_besieger_who_starves_first_spares_the_garrison(by: str, places: str, town: str) -> None:
    """I5 (9.3): the besieger rolls first; where he is lost the garrison rolls no more, and the town is not taken."""
    card = {by: "winter-campaign", OTHER[by]: "move-1"}
    table = moves(places, first=by, turn="1188.6", **card)
    table.dice.script.update({f"attrition:{town}": [1, 1], "fire": [6] * 99})
    to_turns_end(table.do(by, "done").do(OTHER[by], "done"))
    assert rolls(table) == [(town, by, 1)]
    assert [event for event in table.log if event["type"] == "town-taken"] == []
    assert table.sieges() == {}


@pytest.mark.parametrize(
    ("side", "town", "blocks", "fed"),
    [
        ("frank", "ascalon", "king-guy conrad balian walter josselin bohemond raymond-tripoli", 6),
        ("saracen", "ascalon", "saladin zangi kurds-1", 2),
        ("saracen", "homs", "saladin zangi sanjar kurds-1 kurds-2 turks-1 turks-2", 6),
        ("frank", "jericho", "king-guy", 0),
    ],
)
def test_a_town_feeds_three_times_its_rating_at_home_and_its_rating_abroad(
    side: str, town: str, blocks: str, fed: int
) -> None:
    """I7 (9.2, 9.3): blocks too many are disbanded by their owner's choice; towns without a castle feed nobody."""
    table = moves(f"{town}: {blocks}", first=side, turn="1188.6").do(side, "done").do(OTHER[side], "done")
    too_many = len(blocks.split()) - fed
    for _ in range(too_many):
        if table.step != "winter" or table.position.winter[0 if side == "frank" else 1] != "supply":
            break
        table.do(side, f"disband {min(table.options(side, 'disband', 'block'))}")
    disbanded = [event for event in table.log if event["type"] == "block-disbanded"]
    assert len(disbanded) == too_many
    assert sum(table.where(block) == town for block in blocks.split()) == fed


# 6.6 and 5.5: regroups and forced marches


NINE = {
    "saracen": ["saladin", "zangi", "sanjar", "keukburi", "shirkuh", "kurds-1", "kurds-2", "turks-1", "turks-2"],
    "frank": [
        "king-guy",
        "conrad",
        "balian",
        "walter",
        "josselin",
        "bohemond",
        "raymond-tripoli",
        "raymond-tiberias",
        "hugh",
    ],
}


@pytest.mark.parametrize(
    ("by", "town", "defender", "to", "limit"),
    [
        ("saracen", "banyas", "balian", "damascus", 8),
        ("frank", "nablus", "kurds-3", "caesarea", 4),
    ],
)
def test_eight_victors_regroup_by_a_major_road_and_four_by_a_minor_one(
    by: str, town: str, defender: str, to: str, limit: int
) -> None:
    """E4 (6.6): half as many in 2.0 (6.7, 5.1), as `test_regroup.py` shows. The defender is lost by the first hits."""
    nine = NINE[by]
    guard = {"frank": "reynald-kerak", "saracen": "jurdik"}[by]
    dice: dict[str, Any] = {f"fire:{town}:{n}:{block}": [1] * 4 for n in (1, 2, 3) for block in nine} | {
        "fire": [6] * 99
    }
    table = fights(f"{town}: [{defender}@1] {' '.join(nine)}\n{to}: {guard}", first=by, dice=dice)
    table.do(by, f"storm {nine[0]}")
    while table.step != "regroup":
        (side,) = table.awaited
        kind = {"fight": "fire", "hits": "take-hit"}.get(table.step)
        table.do(side, f"{kind} {min(table.options(side, kind, 'block'))}" if kind else QUIET[table.step] or "")
    for block in nine[:limit]:
        table.do(by, f"regroup {block} {to}")
    assert not table.legal(by, f"regroup {nine[limit]} {to}")
    assert [table.where(block) for block in nine[:limit]] == [to] * limit


@pytest.mark.parametrize(
    ("side", "block", "start", "path", "to", "die", "steps"),
    [
        ("frank", "balian", "jerusalem", "nablus/legio/acre", "acre", 1, 0),
        ("saracen", "zangi", "damascus", "banyas/beaufort/tyre/sidon", "sidon", 3, 0),
        ("frank", "balian", "jerusalem", "nablus/legio/acre", "acre", 4, 1),
    ],
)
def test_a_forced_march_costs_a_step_on_one_to_three_and_the_last_one_the_block(
    side: str, block: str, start: str, path: str, to: str, die: int, steps: int
) -> None:
    """E5 (5.5): a block of one step is lost before it arrives."""
    table = moves(f"{start}: {block}@1", first=side)
    table.dice.script[f"march:{block}"] = [die]
    table.do(side, f"move {block} {path} !", "done")
    if steps:
        assert (table.where(block), table.strength(block)) == (to, 1)
    else:
        assert table.where(block) in ("pool", "gone")


@pytest.mark.parametrize(
    ("side", "places", "marching", "path", "following"),
    [
        (
            "frank",
            "jaffa: balian walter\njerusalem: king-guy josselin conrad",
            "balian walter",
            "ramallah/jerusalem/jericho",
            "conrad",
        ),
        (
            "saracen",
            "homs: zangi sanjar\nbanyas: kurds-1 kurds-2 kurds-3",
            "zangi sanjar",
            "qaddas/damascus/banyas/tiberias",
            "kurds-3",
        ),
    ],
    ids=["frank", "saracen"],
)
@pytest.mark.parametrize("enemy", [True, False])
def test_who_marches_on_to_a_town_without_enemies_does_not_attack_it(
    side: str, places: str, marching: str, path: str, following: str, enemy: bool
) -> None:
    """E1, E2, E5 (5.4, 5.5): two may attack by a minor road, those on a forced march among them; four may go by it."""
    town = path.rpartition("/")[2]
    defender = {"frank": "saladin", "saracen": "raymond-tiberias"}[side]
    table = moves(places + (f"\n{town}: {defender}" if enemy else ""), first=side)
    for block in marching.split():
        table.do(side, f"move {block} {path} !")
    assert table.legal(side, f"move {following} {town}") is not enemy
    if enemy:
        assert table.refused(side, f"move {following} {town}").rule == "1.x-5.4"
