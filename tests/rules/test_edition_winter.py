"""The Winter Campaign of edition 1.4; letters are those of ``docs/editions.md``, numbers those of the 1.x rules."""

from typing import Any

import pytest

from tests.rules.old_edition import moves
from tests.rules.scene import Table


def campaign(places: str, dice: dict[str, list[Any]] | None = None, by: str = "saracen", **more: Any) -> Table:
    """A side, the Saracens unless another is named, plays Winter Campaign in the sixth turn, and moves first."""
    cards = {"saracen": "move-1", "frank": "move-1"} | {by: "winter-campaign"}
    table = moves(places, first=by, **cards, turn="1188.6", **more)
    table.dice.script.update({"fire": [5] * 99} | (dice or {}))
    return table


def quiet(table: Table) -> Table:
    """Nobody storms, sallies or leaves until the battles are over."""
    answers = {"storm": "storm -", "sally": "sally -", "leave-siege": "done"}
    while table.step in answers or table.step == "choose-battle":
        (side,) = table.awaited
        table.do(side, answers.get(table.step) or f"choose-battle {min(table.options(side, 'choose-battle', 'town'))}")
    return table


def test_the_winter_campaigner_attacks_in_winter() -> None:
    """I4 (9.11): a new battle, fought before the winter; he moves at his full rating. His enemy does not."""
    table = campaign("nablus: king-guy\njerusalem: saladin\nacre: walter\ntyre: zangi")
    assert table.legal("saracen", "move saladin nablus")
    table.do("saracen", "move saladin nablus", "done")
    assert table.refused("frank", "move walter tyre").rule == "1.x-9.02"
    table.do("frank", "done")
    assert (table.position.phase, table.position.combat.town) == ("battle", table.position.arrivals[0].town)
    table.do("frank", "garrison king-guy")
    quiet(table)
    assert table.where("saladin") == "nablus", "besiegers of a campaign do not starve"
    assert table.sieges() == {"nablus": "saracen"}


def test_all_sieges_of_the_campaigner_go_on() -> None:
    """I4 (9.12): any or all; siege combat is allowed. One of the enemy's does not."""
    table = campaign(
        "nablus: [king-guy] saladin\nacre: [walter] zangi\ndamascus: [kurds-1] balian", {"attrition": [6] * 9}
    )
    table.do("saracen", "done").do("frank", "done")
    assert table.position.phase == "battle"
    assert table.options("saracen", "choose-battle", "town") == {"nablus", "acre"}
    quiet(table)
    assert table.sieges() == {"nablus": "saracen", "acre": "saracen"}
    assert table.where("balian") == "pool"
    assert (table.where("saladin"), table.where("zangi")) == ("nablus", "acre")


def test_both_sides_of_a_winter_siege_starve_the_besieger_first() -> None:
    """I5 (9.12, 9.3): 1 to 3 costs a step."""
    table = campaign("nablus: [king-guy] saladin", {"attrition:nablus:saladin": [3], "attrition:nablus:king-guy": [1]})
    quiet(table.do("saracen", "done").do("frank", "done"))
    rolled = [event for event in table.log if event["type"] == "attrition-rolled"]
    assert [(event["side"], event["losses"]) for event in rolled] == [("saracen", 1), ("frank", 1)]
    assert (table.strength("saladin"), table.strength("king-guy")) == (3, 3)


@pytest.mark.parametrize(
    ("by", "other", "places", "besieger", "besieged", "town"),
    [
        (
            "saracen",
            "frank",
            "nablus: [king-guy] saladin\ndamascus: [kurds-1@1] balian",
            "balian",
            "kurds-1",
            "damascus",
        ),
        ("frank", "saracen", "damascus: [kurds-1] balian\nnablus: [king-guy@1] zangi", "zangi", "king-guy", "nablus"),
    ],
)
def test_only_the_campaigners_own_sieges_starve_by_his_winter_campaign(
    by: str, other: str, places: str, besieger: str, besieged: str, town: str
) -> None:
    """I5, I3 (9.12, 9.03): the enemy's siege cannot go on, so nobody rolls there, the town is not taken and its
    besiegers are lost.
    """
    table = campaign(places, {f"attrition:{town}": [1] * 9, "attrition": [6] * 9}, by=by)
    quiet(table.do(by, "done").do(other, "done"))
    assert {event["town"] for event in table.log if event["type"] == "attrition-rolled"} == {"nablus", "damascus"} - {
        town
    }
    assert table.where(besieger) in ("pool", "gone")
    assert table.where(besieged) == town
    assert town not in table.sieges()
    assert [event for event in table.log if event["type"] == "town-taken"] == []


def test_a_besieger_who_starves_in_a_campaign_lifts_the_siege() -> None:
    """I5 (9.12)."""
    table = campaign("nablus: [king-guy] zangi@1", {"attrition:nablus:zangi": [3]})
    quiet(table.do("saracen", "done").do("frank", "done"))
    assert table.where("zangi") == "gone"
    assert table.sieges() == {}
    assert len([event for event in table.log if event["type"] == "attrition-rolled"]) == 1


def test_no_siege_is_declared_kept() -> None:
    """I4 (9.1): the action of 2.0 does not exist."""
    table = campaign("nablus: [king-guy] saladin")
    assert table.actions("saracen", "winter-campaign") == []
