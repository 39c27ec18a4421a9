"""Cards (rules 4.0 to 4.2): the deal, the choice, Player 1, cancelled turns, Intrigue. Test positions T16 to T24."""

import pytest

from rules import game
from rules.deck import DECK
from rules.dice import SeededDice
from rules.ruleset import Ruleset
from tests.rules.scene import Table, choosing, reveal


def player_one(table: Table) -> str:
    return str(game.SIDES[table.position.first])


def test_six_cards_are_dealt_to_each_side() -> None:
    """4.0: fifteen stay unseen, and no card is in two places."""
    table = Table(game.new_game(Ruleset(), SeededDice(1)).position).do("frank", "done").do("saracen", "done")
    frank, saracen = table.position.hands
    assert (len(frank), len(saracen)) == (6, 6)
    assert all([*frank, *saracen].count(card) <= DECK.count(card) for card in DECK)
    view = game.observe(table.position, "frank")
    assert sorted(view["hand"]) == sorted(frank)
    assert view["cards"]["saracen"] == {
        "hand": 6,
        "chosen": False,
        "played": None,
        "counts-as": None,
        "prior": None,
        "spent": [],
    }


def test_the_first_choice_stays_secret_until_the_second() -> None:
    """4.1: played face-down; only that a card was chosen is seen."""
    table = Table(
        choosing("", frank="move-3 move-1 move-1 move-1 move-1", saracen="move-2 move-2 move-2 move-2 move-2")
    )
    table.do("frank", "play-card move-3")
    assert table.awaited == {"saracen"}
    assert table.happened("card-chosen") == [
        {"type": "card-chosen", "side": "frank", "secret": {"card": "move-3"}, "owner": "frank"}
    ]
    assert "choice" not in game.observe(table.position, "saracen")["cards"]["frank"]
    assert game.observe(table.position, "saracen")["cards"]["frank"]["chosen"] is True
    assert game.observe(table.position, "frank")["cards"]["frank"]["choice"] == "move-3"


def test_a_chosen_card_may_be_taken_back_until_both_have_chosen() -> None:
    """4.1."""
    table = Table(
        choosing("", frank="move-3 move-1 move-1 move-1 move-1", saracen="move-2 move-2 move-2 move-2 move-2")
    )
    table.do("frank", "play-card move-3")
    assert table.refused("frank", "play-card move-1").rule == "1.0"
    table.do("frank", "take-back-card", "play-card move-1").do("saracen", "play-card move-2")
    assert table.position.revealed == ("move-1", "move-2")
    assert table.position.spent == (("move-1",), ("move-2",))
    assert [len(hand) for hand in table.position.hands] == [4, 4]


def test_a_card_that_is_not_in_hand_is_refused() -> None:
    """4.1."""
    table = Table(
        choosing("", frank="move-3 move-1 move-1 move-1 move-1", saracen="move-2 move-2 move-2 move-2 move-2")
    )
    assert table.refused("frank", "play-card guide").rule == "4.1"
    assert table.refused("frank", "move balian jerusalem").rule == "4.1"
    assert table.refused("frank", "done").rule == "4.1"


def test_the_higher_card_is_player_one() -> None:
    """T16 (4.1)."""
    table = reveal("move-3", "move-2")
    assert player_one(table) == "frank"
    assert table.happened("player-one") == [{"type": "player-one", "side": "frank", "rolled": False}]
    assert (table.awaited, table.position.moves) == ({"frank"}, 3)
    assert player_one(reveal("move-1", "move-2")) == "saracen"


def test_equal_cards_are_decided_by_two_dice_each_and_ties_rolled_again() -> None:
    """T16 (4.1, R01): seven against seven, then five against nine; both rolls are logged."""
    table = reveal("move-2", "move-2", dice={"tie:frank": [3, 4, 2, 3], "tie:saracen": [5, 2, 6, 3]})
    assert player_one(table) == "saracen"
    assert table.happened("tie-rolled") == [
        {"type": "tie-rolled", "frank": [3, 4], "saracen": [5, 2]},
        {"type": "tie-rolled", "frank": [2, 3], "saracen": [6, 3]},
    ]
    assert table.happened("player-one") == [{"type": "player-one", "side": "saracen", "rolled": True}]
    assert table.dice.left == {}


@pytest.mark.parametrize("event", ["assassins", "guide", "jihad", "manna"])
def test_the_player_of_an_event_is_player_one(event: str) -> None:
    """T17 (4.1, R02): before a 3."""
    assert player_one(reveal(event, "move-3", "nablus: balian@2\nhama: saladin")) == "frank"
    assert player_one(reveal("move-3", event, "nablus: balian@2\nhama: saladin@2")) == "saracen"


def test_an_event_takes_effect_before_the_other_side_moves() -> None:
    """T17 (4.1)."""
    table = reveal("manna", "move-3", "nablus: balian@2\nhama: saladin")
    assert (table.step, table.awaited) == ("manna", {"frank"})
    table.do("frank", "strengthen balian", "done")
    assert table.strength("balian") == 3
    assert (table.step, table.awaited, table.position.moves) == ("move", {"saracen"}, 3)


def test_two_events_cancel_the_turn() -> None:
    """T18 (4.2): nothing moves, fights, starves or is drawn."""
    table = reveal("guide", "jihad", "tyre: [conrad] saladin\nhama: turks-1", turn="1188.3")
    assert len(table.happened("turn-cancelled")) == 1
    assert (table.position.turn, table.step, table.awaited) == (4, "card", {"frank", "saracen"})
    assert table.dice.draws == []
    assert table.strength("conrad") == 4
    assert table.sieges() == {"tyre": "saracen"}
    assert not table.happened("draw-skipped")
    assert not table.happened("block-deployed")


def test_winter_comes_after_a_cancelled_sixth_turn() -> None:
    """T19 (4.2, R03): supply and replacements."""
    table = reveal("guide", "jihad", "legio: walter balian\nnablus: josselin@1\nacre: king-guy", turn="1188.6")
    assert table.step == "winter"
    assert table.options("frank", "disband", "block") == {"walter", "balian"}
    table.do("frank", "disband balian")
    assert table.strength("josselin") == 2
    assert (table.position.year, table.position.turn) == (1189, 1)


def test_besiegers_starve_after_a_cancelled_sixth_turn() -> None:
    """R03 (8.3): the winter is the ordinary one."""
    table = reveal("guide", "jihad", "tyre: [conrad] turks-1", turn="1188.6")
    assert table.where("turks-1") == "pool"
    assert table.where("conrad") == "tyre"
    assert table.sieges() == {}


def test_all_seven_cities_win_in_a_cancelled_turn() -> None:
    """R03 (1.2): the turn ends like any other."""
    places = "aleppo: zangi\nantioch: sanjar\ntripoli: bahram\nacre: keukburi\njerusalem: al-adil"
    table = reveal("guide", "jihad", places, turn="1188.3")
    assert table.position.result == {"winner": "saracen", "how": "sudden-death"}


def test_intrigue_is_not_played_in_the_first_turn_of_a_year() -> None:
    """T20 (card)."""
    hand = "intrigue move-1 move-1 move-1 move-1 move-2"
    table = Table(choosing("", frank=hand, saracen="move-3 move-3 move-3 move-2 move-2 move-2", turn="1188.1"))
    assert table.options("frank", "play-card", "card") == {"move-1", "move-2"}
    assert table.refused("frank", "play-card intrigue").rule == "4.2"


def test_intrigue_copies_the_opponents_last_event() -> None:
    """T21 (card): the Franks are Player 1 and resolve a Jihad."""
    table = reveal("intrigue", "move-3", "nablus: balian [turks-1]", turn="1188.4", facts="prior move-1 | jihad")
    assert player_one(table) == "frank"
    assert table.happened("card-copied") == [{"type": "card-copied", "side": "frank", "card": "jihad"}]
    assert table.happened("movement-begun") == [
        {"type": "movement-begun", "side": "frank", "moves": 1, "kind": "jihad"}
    ]
    table.do("frank", "done")
    assert [event["town"] for event in table.happened("jihad-declared")] == ["nablus"]


def test_intrigue_counts_as_the_card_it_copies() -> None:
    """T22 (card): a copied 2 loses to a 3 and ties with a 2."""
    table = reveal("intrigue", "move-3", "nablus: balian", facts="prior move-1 | move-2")
    assert player_one(table) == "saracen"
    assert table.do("saracen", "done").position.moves == 2
    tied = reveal(
        "intrigue", "move-2", facts="prior move-1 | move-2", dice={"tie:frank": [4, 4], "tie:saracen": [4, 3]}
    )
    assert player_one(tied) == "frank"
    assert tied.position.moves == 2


@pytest.mark.parametrize("prior", ["move-2", "guide"])
def test_intrigue_against_an_event_cancels_the_turn(prior: str) -> None:
    """T23 (4.2, R04): whatever it would have copied."""
    table = reveal("intrigue", "manna", "hama: saladin@2", facts=f"prior move-1 | {prior}")
    assert len(table.happened("turn-cancelled")) == 1
    assert not table.happened("card-copied")
    assert table.position.turn == 3


def test_intrigue_copies_the_winter_campaign_in_the_winter_turn() -> None:
    """T24 (card, 8.2, R06): value 1, so a tie with a 1, and the option of a siege kept."""
    table = reveal(
        "intrigue",
        "move-1",
        "nablus: balian [turks-1]",
        turn="1188.6",
        facts="prior move-2 | winter-campaign",
        dice={"tie:frank": [6, 6], "tie:saracen": [1, 1]},
    )
    assert len(table.happened("tie-rolled")) == 1
    assert table.position.moves == 1
    assert table.options("frank", "winter-campaign", "town") == {"nablus"}


def test_the_cards_of_a_cancelled_turn_are_spent_and_may_be_copied() -> None:
    """R03, R05: Intrigue copies the event of the cancelled turn."""
    table = Table(
        choosing("", frank="guide intrigue move-1 move-1", saracen="manna move-3 move-2 move-2", turn="1188.3"),
    )
    table.do("frank", "play-card guide").do("saracen", "play-card manna")
    assert table.position.prior == ("guide", "manna")
    assert table.position.spent == (("guide",), ("manna",))
    table.do("frank", "play-card intrigue").do("saracen", "play-card move-3")
    assert table.position.played == ("manna", "move-3")
    assert table.step == "manna"


def test_a_copied_card_is_what_the_opponent_remembers() -> None:
    """R05: the effective card is last turn's card."""
    table = reveal("intrigue", "move-1", facts="prior move-1 | move-3", turn="1187.2")
    table.do("frank", "done").do("saracen", "done")
    assert table.position.prior == ("move-3", "move-1")


def test_a_winter_campaign_is_no_event() -> None:
    """R07 (8.2): against an event the turn is not cancelled, and the card still acts."""
    table = reveal("guide", "winter-campaign", "nablus: [balian] saladin", turn="1188.6")
    assert player_one(table) == "frank"
    table.do("frank", "done")
    assert table.awaited == {"saracen"}
    assert table.options("saracen", "winter-campaign", "town") == {"nablus"}


def test_the_last_card_of_the_year_is_played_by_itself() -> None:
    """4.1: one card each leaves nothing to choose."""
    table = Table(choosing("", frank="move-3 move-1", saracen="move-2 move-1", turn="1187.5"))
    table.do("frank", "play-card move-3").do("saracen", "play-card move-2").do("frank", "done").do("saracen", "done")
    assert table.position.turn == 6
    assert table.position.revealed == ("move-1", "move-1")
    assert table.step == "move"


def test_intrigue_remembers_nothing_of_last_year() -> None:
    """8.5: neither the cards played last nor those spent."""
    table = (
        reveal("move-2", "move-1", "acre: walter", turn="1188.6", facts="prior guide | jihad")
        .do("frank", "done")
        .do("saracen", "done")
    )
    assert (table.position.year, table.position.turn) == (1189, 1)
    assert table.position.prior == (None, None)
    assert table.position.spent == ((), ())
    assert [len(hand) for hand in table.position.hands] == [6, 6]
