"""Draws (rules 7.0 to 7.3)."""

import pytest

from rules import game
from tests.rules.scene import Table, moving


def drawing(
    places: str, frank: str | None = None, saracen: str | None = None, *, first: str = "frank", turn: str = "1188.2"
) -> Table:
    """The end of Player 2's movement in a turn in which nobody fights, and who is drawn then."""
    second = "saracen" if first == "frank" else "frank"
    dice = {f"draw:{side}": [block] for side, block in (("frank", frank), ("saracen", saracen)) if block}
    table = Table(moving(places, first=first, mover=second, turn=turn), {"attrition": [6, 6], **dice})
    return table.do(second, "done").sit_out_battles()


def test_there_are_no_draws_in_the_first_year() -> None:
    """T120 (7.0): 1187 has no draw phase."""
    table = drawing("acre: king-guy", turn="1187.2")
    assert not table.happened("block-drawn")
    assert (table.position.phase, table.position.turn) == ("cards", 3)


@pytest.mark.parametrize(("first", "second"), [("frank", "saracen"), ("saracen", "frank")])
def test_player_1_draws_and_deploys_before_player_2(first: str, second: str) -> None:
    """T120 (7.0): from 1188 each side draws one block, Player 1 first."""
    table = drawing("acre: king-guy\ndamascus: saladin", "balian", "kurds-1", first=first, turn="1188.1")
    block, town = {"frank": ("balian", "nablus"), "saracen": ("kurds-1", "damascus")}[first]
    assert table.awaited == {first}
    assert [event["owner"] for event in table.happened("block-drawn")] == [first]
    table.do(first, f"deploy {block} {town}")
    assert table.awaited == {second}
    assert [event["owner"] for event in table.happened("block-drawn")] == [second]


def test_there_are_no_draws_in_the_winter_turn() -> None:
    """T120 (7.0, 8.1): no draw phase in turn 6."""
    table = drawing("acre: king-guy\ndamascus: saladin", turn="1188.6")
    assert table.happened("winter-begun")
    assert not table.happened("block-drawn")


def test_a_crusader_goes_to_its_staging_box_by_itself() -> None:
    """T121 (7.21): Leopold is placed face-up in Germania; there is nothing to decide."""
    table = drawing("acre: king-guy", "leopold", "kurds-1")
    assert table.where("leopold") == "germania"
    assert table.happened("block-staged") == [
        {"type": "block-staged", "side": "frank", "block": "leopold", "box": "german"}
    ]
    assert table.awaited == {"saracen"}


@pytest.mark.parametrize("viewer", ["frank", "saracen", None])
def test_staged_crusaders_lie_face_up_for_everybody(viewer: str | None) -> None:
    """R84 (7.21), H14: who waits in a staging box is open."""
    table = drawing("acre: king-guy", "leopold", "kurds-1")
    assert game.observe(table.position, viewer)["staging"]["germania"] == ["leopold"]


# Pilgrims (7.24)

FRANK_PORTS = (
    "st-simeon: taqi-al-din\nlatakia: shirkuh\nmargat: tuman\ntartus: zangi\ntripoli: sanjar\nbeirut: yazkuj\nsidon:"
    " sulaiman\n"
)
FRANK_PORTS += "acre: keukburi\ncaesarea: bahram\njaffa: jurdik\nascalon: qaimaz\n"
"""Saracens in every Frank port but Tyre."""


def test_pilgrims_come_to_any_friendly_port_at_full_strength() -> None:
    """T122 (7.24): a port of one's own kingdom, or a conquered one."""
    table = drawing("egypt: king-guy\nacre: saladin", "genoa-pilgrims")
    ports = table.options("frank", "deploy", "town")
    assert {"egypt", "tyre", "jaffa"} <= ports
    assert not {"acre", "jerusalem", "gaza"} & ports
    table.do("frank", "deploy genoa-pilgrims egypt")
    assert (table.where("genoa-pilgrims"), table.strength("genoa-pilgrims")) == ("egypt", 4)


def test_pilgrims_enter_the_castle_of_a_besieged_fortified_port() -> None:
    """T122 (7.24), R80: only Tyre is friendly, besieged with one of two castle places taken."""
    table = drawing(FRANK_PORTS + "tyre: [conrad] saladin", "genoa-pilgrims")
    assert table.options("frank", "deploy", "town") == {"tyre"}
    table.do("frank", "deploy genoa-pilgrims tyre")
    assert (table.where("genoa-pilgrims"), table.strength("genoa-pilgrims")) == ("[tyre]", 4)
    assert table.sieges() == {"tyre": "saracen"}


def test_pilgrims_without_a_port_go_back_and_the_draw_is_lost() -> None:
    """T122 (7.24), R82: the castle of the only port is full."""
    table = drawing(FRANK_PORTS + "tyre: [conrad] [walter] saladin", "genoa-pilgrims", "kurds-1")
    assert table.happened("draw-forfeited")[0]["side"] == "frank"
    assert table.where("genoa-pilgrims") == "pool"
    assert table.awaited == {"saracen"}


def test_pilgrims_do_not_land_in_the_field_of_an_ordinary_port_under_siege() -> None:
    """R80 (7.24, 6.51): the besieger controls the port of Acre."""
    table = drawing("acre: [king-guy] saladin", "genoa-pilgrims")
    assert "acre" not in table.options("frank", "deploy", "town")


def test_pilgrims_may_join_the_siege_of_an_ordinary_port() -> None:
    """R79 (6.51): the field and the port of a town that one besieges are one's own."""
    table = drawing("acre: [saladin] king-guy", "genoa-pilgrims").do("frank", "deploy genoa-pilgrims acre")
    assert table.where("genoa-pilgrims") == "acre"


@pytest.mark.parametrize("port", ["tyre", "tripoli"])
def test_pilgrims_cannot_land_at_a_fortified_port_their_own_side_besieges(port: str) -> None:
    """R81 (6.51): that port belongs to the besieged."""
    table = drawing(f"{port}: [saladin] king-guy", "genoa-pilgrims")
    assert port not in table.options("frank", "deploy", "town")
    assert table.refused("frank", f"deploy genoa-pilgrims {port}").rule == "7.24"


# Lords and nomads (7.25, 7.3)


def test_an_outremer_comes_at_full_strength_to_a_seat() -> None:
    """T123 (7.25): Balian to vacant Nablus."""
    table = drawing("acre: king-guy", "balian").do("frank", "deploy balian nablus")
    assert (table.where("balian"), table.strength("balian")) == ("nablus", 3)


def test_an_outremer_whose_home_is_taken_comes_to_its_other_seat() -> None:
    """T123 (7.25): Saracens in Nablus, so Balian has Ascalon at full strength."""
    table = drawing("acre: king-guy\nnablus: saladin", "balian")
    assert table.refused("frank", "deploy balian nablus").rule == "7.25"
    table.do("frank", "deploy balian ascalon")
    assert table.strength("balian") == 3


def test_an_outremer_comes_to_any_friendly_town_at_strength_1() -> None:
    """T123 (7.25): Balian to Jaffa, which is none of his seats."""
    table = drawing("acre: king-guy", "balian").do("frank", "deploy balian jaffa")
    assert (table.where("balian"), table.strength("balian")) == ("jaffa", 1)


def test_turcopoles_are_drawn_like_outremers() -> None:
    """7.25: full strength at Beirut, Antioch, Acre or Tiberias, 1 elsewhere."""
    table = drawing("jerusalem: king-guy", "beirut-turcopoles")
    full = {"beirut", "antioch", "acre", "tiberias"}
    given = {offer.about["strength"]: offer for offer in game.offers(table.position, "frank") if offer.about}
    assert set(dict(given[3].open)["town"]) == full
    assert not set(dict(given[1].open)["town"]) & full


def test_nomads_do_not_come_home_to_a_town_the_enemy_occupies() -> None:
    """T124 (7.3): Turks 3, Franks in Aleppo: Homs at strength 1."""
    table = drawing("aleppo: king-guy", "balian", "turks-3", first="saracen")
    assert table.refused("saracen", "deploy turks-3 aleppo").rule == "7.3"
    table.do("saracen", "deploy turks-3 homs")
    assert (table.where("turks-3"), table.strength("turks-3")) == ("homs", 1)


def test_nobody_is_drawn_into_a_town_whose_own_castle_is_besieged() -> None:
    """T124 (7.3): Aleppo with its Saracen garrison under siege takes no Turks."""
    table = drawing("aleppo: [zangi] king-guy", "balian", "turks-3", first="saracen")
    assert "aleppo" not in table.options("saracen", "deploy", "town")


def test_a_seat_besieged_by_its_own_lord_counts_as_free() -> None:
    """R79 (7.25): the besieger controls the field, so Balian joins the siege of Nablus at full strength."""
    table = drawing("nablus: [saladin] king-guy", "balian").do("frank", "deploy balian nablus")
    assert (table.where("balian"), table.strength("balian")) == ("nablus", 3)
    assert table.sieges() == {"nablus": "frank"}


def test_a_conquered_town_is_friendly_for_a_draw() -> None:
    """7.3, 1.12: Saracens who hold Jerusalem may reinforce it at strength 1, but not vacant Nablus."""
    towns = drawing("jerusalem: saladin", "balian", "kurds-1", first="saracen").options("saracen", "deploy", "town")
    assert "jerusalem" in towns
    assert "nablus" not in towns


def test_a_lord_without_any_friendly_town_stays_in_the_pool() -> None:
    """R83 (7.3): every Saracen town has Franks in it and no Saracen holds any other."""
    towns = ["aleppo", "artah", "zerdana", "hama", "homs", "lacum", "qaddas"]
    towns += ["baalbek", "anjar", "damascus", "banyas", "ashtera", "ajlun", "egypt"]
    franks = ["king-guy", "conrad", "balian", "walter", "bohemond", "josselin", "raymond-tripoli", "raymond-tiberias"]
    franks += ["reynald-kerak", "reynald-sidon"]
    franks += ["gaza-templars", "tartus-templars", "acre-hospitallers", "krak-hospitallers"]
    places = "\n".join(f"{town}: {block}" for town, block in zip(towns, franks, strict=True))
    table = drawing(places + "\nacre: [saladin] richard", "beirut-turcopoles", "zangi", first="saracen")
    assert [event["side"] for event in table.happened("draw-forfeited")] == ["saracen"]
    assert table.where("zangi") == "pool"
    assert table.awaited == {"frank"}


def test_blocks_eliminated_this_year_are_not_drawn() -> None:
    """7.1, 6.34: those lying face-up stay there; an empty pool skips the draw."""
    alive = (
        "saladin al-adil al-aziz al-afdal al-zahir zangi sanjar yazkuj sulaiman keukburi shirkuh jurdik bahram tuman"
        " taqi-al-din"
    )
    alive += " al-mashtub qara-qush yuzpah qaimaz"
    nomads = " ".join(f"{tribe}-{n}" for tribe in ("kurds", "turks", "arabs") for n in range(1, 5))
    table = drawing(f"damascus: {alive}\ndead: {nomads}", "balian", first="saracen")
    assert table.happened("draw-skipped") == [{"type": "draw-skipped", "side": "saracen"}]
    assert table.awaited == {"frank"}


def test_a_block_comes_back_at_the_strength_of_its_placement() -> None:
    """R99 (6.34, 7.25): what it was when it died is forgotten."""
    table = drawing("acre: king-guy", "balian")
    assert table.strength("balian") == 3
    assert table.do("frank", "deploy balian jaffa").strength("balian") == 1


def test_a_draw_with_one_place_is_still_placed_by_its_owner() -> None:
    """N3 (7.1): placed without a decision it would tell the enemy that it is of a kind with so few places."""
    table = drawing(FRANK_PORTS + "tyre: [conrad] saladin", "genoa-pilgrims")
    assert len(table.actions("frank")) == 1
    assert table.awaited == {"frank"}


def test_only_the_drawn_block_is_deployed() -> None:
    """7.0: the refusal says so."""
    table = drawing("acre: king-guy", "balian")
    assert table.refused("frank", "deploy walter caesarea").reason == "Only the drawn block is deployed now."
    assert table.refused("frank", "done").rule == "7.0"
