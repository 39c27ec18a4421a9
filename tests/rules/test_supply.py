"""Winter supply (rules 8.3)."""

import pytest

from rules import game
from rules.notation import parse_action
from tests.rules.scene import Table, moving


def winter(places: str, turn: str = "1188.6") -> Table:
    """The end of Player 2's movement in the Winter Turn."""
    return Table(moving(places, first="frank", mover="saracen", turn=turn)).do("saracen", "done")


def test_besiegers_starve_and_their_sieges_end() -> None:
    """T129 (8.3): four Saracens before Acre without Winter Campaign."""
    table = winter("acre: [king-guy@3] [walter] saladin zangi kurds-1 turks-1")
    assert table.sieges() == {}
    assert [table.where(block) for block in ("saladin", "zangi", "kurds-1", "turks-1")] == [
        "gone",
        "pool",
        "pool",
        "pool",
    ]
    assert table.happened("siege-starved")[0]["count"] == 4
    assert table.where("king-guy") == table.where("walter") == "acre"


def test_a_besieger_whose_siege_starved_has_freed_the_town() -> None:
    """T129 (8.3, 8.4): Acre, no longer under siege, supplies and provides replacements."""
    table = winter("acre: [king-guy@3] [walter] saladin")
    assert table.strength("king-guy") == 4


def test_a_town_feeds_as_many_blocks_as_its_rating() -> None:
    """T130 (8.3 ex): five in Acre, and their owner names two to go."""
    table = winter("acre: king-guy walter conrad balian josselin")
    table.do("frank", "disband walter")
    assert table.awaited == {"frank"}
    table.do("frank", "disband king-guy")
    assert (table.where("walter"), table.where("king-guy")) == ("pool", "pool")
    assert table.position.year == 1189


def test_a_minor_town_feeds_one_block() -> None:
    """T130 (8.3 ex): two in Legio."""
    table = winter("legio: king-guy walter").do("frank", "disband walter")
    assert table.where("king-guy") == "legio"
    assert table.position.year == 1189


def test_the_rating_is_the_same_for_conquerors() -> None:
    """8.3: Saracens in Jerusalem (3) are fed like Franks."""
    table = winter("jerusalem: saladin kurds-1 turks-1 arabs-1")
    assert table.options("saracen", "disband", "block") == {"saladin", "kurds-1", "turks-1", "arabs-1"}


def test_the_owner_always_chooses_who_starves() -> None:
    """R92 (8.3): even among blocks of one kind."""
    table = winter("legio: kurds-1 kurds-2")
    assert table.awaited == {"saracen"}
    assert table.refused("saracen", "done").rule == "8.3"
    assert table.refused("frank", "disband kurds-1").rule == "1.0"


def test_both_sides_choose_at_once() -> None:
    """R94 (8.3): supply, too, is each side's own affair."""
    table = winter("legio: king-guy walter\nlacum: kurds-1 kurds-2")
    assert table.awaited == {"frank", "saracen"}
    table.do("saracen", "disband kurds-2").do("frank", "disband walter")
    assert table.position.year == 1189


def test_a_block_lost_in_winter_may_be_drawn_next_year() -> None:
    """T133 (8.3, 8.5): Zangi starves in 1188 and comes back in turn 1 of 1189."""
    table = winter("lacum: zangi kurds-1\nacre: king-guy")
    table.do("saracen", "disband zangi")
    assert (table.position.year, table.where("zangi")) == (1189, "pool")
    drawn = Table(
        moving("acre: king-guy\ndamascus: saladin\npool: zangi", first="saracen", mover="frank", turn="1189.1")
    )
    drawn.dice.script["draw:saracen"] = ["zangi"]
    drawn.do("frank", "done")
    assert drawn.position.to_json()["drawn"] == "zangi"


def test_winter_losses_are_hidden_from_the_enemy() -> None:
    """R91 (8.3): they lie face-down; the enemy counts them and no more."""
    position = winter("lacum: zangi kurds-1\nacre: king-guy").position
    outcome = game.apply(position, "saracen", parse_action("disband zangi"), Table(position).dice)
    seen = [event.seen_by("frank") for event in outcome.events if event.type.endswith("disbanded")]
    assert seen == [None, {"type": "blocks-disbanded", "side": "saracen", "town": "lacum", "count": 1}]
    assert game.observe(outcome.position, "frank")["pools"]["saracen"]["face-up"] == []


@pytest.mark.parametrize("block", ["saladin", "al-adil"])
def test_permanent_losses_in_winter_are_open(block: str) -> None:
    """R91 (6.34): a block of Saladin's family is removed in everybody's sight."""
    table = winter(f"lacum: {block} kurds-1\nacre: king-guy").do("saracen", f"disband {block}")
    assert table.where(block) == "gone"
    assert table.happened("block-eliminated")[0]["block"] == block
    assert block in game.observe(table.position, "frank")["pools"]["saracen"]["gone"]


def test_staging_boxes_need_no_supply() -> None:
    """8.3: three Crusaders wait in England through the winter."""
    table = winter("england: richard robert crossbows\nacre: king-guy")
    assert table.position.year == 1189
    assert table.where("richard") == "england"
