"""What each side and a spectator may see of battles, sieges and storms (catalogue section 5)."""

import pytest

from rules import game
from rules.notation import parse_action
from rules.roster import BLOCK
from tests.rules.hiding import named
from tests.rules.looking import STRANGERS, act, ids_in, shown, stack, view
from tests.rules.scene import Table, moving


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
    assert ids_in(stack(outcome.position, "frank", "acre", "saracen")) == [
        "kurds-1",
        "saladin",
    ]  # Saladin is the marker
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


@pytest.mark.parametrize("viewer", ["frank", "saracen", None])
@pytest.mark.parametrize("coming", [2, 3])
def test_reserves_are_shown_with_the_round_in_which_they_come(viewer: str | None, coming: int) -> None:
    """6.31: those of rounds 2 and 3 lie apart, and everybody sees which is which."""
    position = at_nablus().position
    position.due2, position.due3 = (1 << BLOCK["zangi"], 0) if coming == 2 else (0, 1 << BLOCK["zangi"])
    stacks = game.observe(position, viewer)["map"]["nablus"]["stacks"]
    assert [(one["round"], one["count"]) for one in stacks if one["area"] == "reserve"] == [(coming, 1)]
