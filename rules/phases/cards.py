"""Cards (rules 4.0): the year's deal, the secret choice, Player 1, and the end of turns."""

from rules.actions import Action, Offer
from rules.atlas import FRANK, SARACEN, SIDES, VICTORY_CITIES
from rules.deck import DECK, EVENTS, HAND, rank
from rules.kinds import Side
from rules.play import Play, Refusal, Step, refuse
from rules.position import Position

INTRIGUE = "intrigue"


def begin_year(play: Play) -> None:
    """Shuffle all cards and deal six to each side (4.0, 8.5)."""
    position = play.position
    play.say("year-begun", {"year": position.year})
    left = list(DECK)
    hands = []
    for side in (FRANK, SARACEN):
        hand = play.dice.choose(f"deal:{SIDES[side]}:{position.year}", left, HAND)
        for card in hand:
            left.remove(card)
        hands.append(tuple(sorted(hand)))
        play.say("cards-dealt", None, side, {"side": SIDES[side], "cards": sorted(hand)})
    position.hands = (hands[FRANK], hands[SARACEN])
    position.prior = (None, None)  # Intrigue remembers nothing of last year
    position.spent = ((), ())
    position.turn = 0
    begin_turn(play)


def begin_turn(play: Play) -> None:
    """Forget what the last turn left behind and ask both sides for a card."""
    position = play.position
    position.turn += 1
    position.phase = "cards"
    position.first = position.active = -1
    position.moves = 0
    position.moved = position.opened = position.musters = position.shown = position.fought = position.begun = (
        position.due2
    ) = position.due3 = 0
    position.arrivals, position.mains, position.main_starts = (), {}, {}
    position.road_use, position.forced = {}, {}
    position.jihad = position.kept_siege = -1
    position.strengthened = 0
    position.chosen = position.revealed = position.played = (None, None)
    play.say("turn-begun", {"year": position.year, "turn": position.turn})
    play.wait("card", FRANK, SARACEN)


def _playable_cards(position: Position, side: Side) -> tuple[str, ...]:
    """Returns the cards of a hand that may be played: not Intrigue in the first turn of a year (p. 3)."""
    return tuple(sorted({card for card in position.hands[side] if card != INTRIGUE or position.turn > 1}))


def card_offers(position: Position, side: Side) -> list[Offer]:
    """A card of the hand to play, or the chosen one to take back while the enemy has not chosen (4.1)."""
    if position.chosen[side] is not None:
        return [Offer("take-back-card")] if len(_playable_cards(position, side)) > 1 else []
    return [Offer("play-card", {}, (("card", _playable_cards(position, side)),))]


def card_explain(position: Position, side: Side, action: Action) -> Refusal:
    """Why this card cannot be played or taken back (4.1)."""
    if action.type != "play-card":
        return refuse("4.1", "Now both sides choose a card.")
    if position.chosen[side] is not None:
        return refuse("4.1", "You have chosen a card; take it back first to choose another.")
    if action.card == INTRIGUE and action.card in position.hands[side]:
        return refuse("4.2", "Intrigue cannot be played in the first turn of a year.")
    return refuse("4.1", "This card is not in your hand.")


def _with_card_of(pair: tuple[str | None, str | None], side: Side, card: str | None) -> tuple[str | None, str | None]:
    """Returns a pair of cards, the Franks' first, with this side's replaced."""
    return (card, pair[1]) if side == FRANK else (pair[0], card)


def card_take(play: Play, side: Side, action: Action) -> None:
    """Lays a card face-down; both are turned over when the other side has chosen (4.1)."""
    position = play.position
    if action.type == "take-back-card":
        position.chosen = _with_card_of(position.chosen, side, None)
        play.say("card-taken-back", {"side": SIDES[side]})
        play.wait("card", *[s for s in (FRANK, SARACEN) if position.chosen[s] is None])
        return
    position.chosen = _with_card_of(position.chosen, side, action.card)
    play.say("card-chosen", {"side": SIDES[side]}, side, {"card": action.card})
    waiting = [s for s in (FRANK, SARACEN) if position.chosen[s] is None]
    if waiting:
        play.wait("card", *waiting)
    else:
        _reveal(play)


def _reveal(play: Play) -> None:
    """Turns both chosen cards over, has Intrigue copy the enemy's prior card, and finds Player 1 or cancels the turn
    (4.1, 4.2).
    """
    position = play.position
    frank, saracen = position.chosen
    assert frank is not None
    assert saracen is not None
    hands, spent = [], []
    for side, card in enumerate((frank, saracen)):
        hand = list(position.hands[side])
        hand.remove(card)
        hands.append(tuple(hand))
        spent.append((*position.spent[side], card))
    position.hands, position.spent = (hands[0], hands[1]), (spent[0], spent[1])
    position.chosen, position.revealed = (None, None), (frank, saracen)
    play.say("cards-revealed", {"frank": frank, "saracen": saracen})
    both_events = frank in EVENTS and saracen in EVENTS
    if both_events and position.ruleset.both_events_first < 0:  # 4.2; Intrigue counts before it copies (R04)
        position.played = (frank, saracen)
        play.say("turn-cancelled", {})
        _after_cancelled(play)
        return
    played = [frank, saracen]
    for side in (FRANK, SARACEN):
        if played[side] == INTRIGUE:
            copied = position.prior[1 - side]
            assert copied is not None
            played[side] = copied
            play.say("card-copied", {"side": SIDES[side], "card": copied})
    position.played = (played[0], played[1])
    if both_events:
        _go_first(play, position.ruleset.both_events_first)
    else:
        _player_one(play, played)


def _player_one(play: Play, played: list[str]) -> None:
    """Finds Player 1: the side with the higher card.

    4.1: an event is above every Move card (R02). Ties are broken by 2d6 each, rerolled (R01), or by a player's choice.
    """
    ranks = rank(played[FRANK]), rank(played[SARACEN])
    tied = ranks[0] == ranks[1]
    if tied and play.position.ruleset.tie_chooser >= 0:
        play.wait("first-player", play.position.ruleset.tie_chooser)
        return
    while ranks[0] == ranks[1]:
        frank, saracen = play.dice.roll("tie:frank", 2), play.dice.roll("tie:saracen", 2)
        play.say("tie-rolled", {"frank": list(frank), "saracen": list(saracen)})
        ranks = sum(frank), sum(saracen)
    _go_first(play, FRANK if ranks[0] > ranks[1] else SARACEN, tied)


def _go_first(play: Play, first: Side, rolled: bool = False) -> None:
    """Makes a side Player 1, and begins the movement."""
    play.position.first = first
    play.say("player-one", {"side": SIDES[first], "rolled": rolled})
    play.follow("movement", first)


# Who goes first, where a player chooses (4.1 of the 1.x rules)


def first_player_offers(position: Position, side: Side) -> list[Offer]:
    """The choice of a side to be Player 1 or Player 2, after cards of equal value."""
    return [Offer("go-first"), Offer("go-second")]


def first_player_explain(position: Position, side: Side, action: Action) -> Refusal:
    """Why nothing else can be done between the cards and the movement."""
    return refuse("1.x-4.1", "The cards are equal: say whether you go first or second.")


def first_player_take(play: Play, side: Side, action: Action) -> None:
    """Makes the side Player 1 or Player 2."""
    _go_first(play, side if action.type == "go-first" else 1 - side)


def _after_cancelled(play: Play) -> None:
    """Ends a cancelled turn: nothing moves, fights, starves or is drawn, but the winter still comes (4.2, R03)."""
    position = play.position
    if position.turn == position.ruleset.turns:
        play.follow("winter")
    else:
        end_turn(play)


def sudden_death(play: Play) -> bool:
    """Ends the game if one side controls all seven Victory Cities (1.2). Returns whether it did."""
    position = play.position
    side = position.controller(VICTORY_CITIES[0])
    for town in VICTORY_CITIES:
        if position.controller(town) != side:
            return False
    win(play, side, "sudden-death")
    return True


def win(play: Play, side: Side, how: str) -> None:
    """Ends the game with a winner; nobody is awaited any more."""
    position = play.position
    frank, saracen = position.score()
    position.winner = (side, how)
    position.phase, position.step, position.waiting = "over", "over", 0
    play.say("game-won", {"side": SIDES[side], "how": how, "score": {"frank": frank, "saracen": saracen}})


def end_turn(play: Play) -> None:
    """T9: sudden death, then the next turn."""
    position = play.position
    if position.ruleset.attrition_at_turn_end:
        play.follow("starvation")
    play.say("turn-ended", {"year": position.year, "turn": position.turn})
    if sudden_death(play):
        return
    position.prior = position.played
    begin_turn(play)


STEPS = {
    "card": Step(card_offers, card_explain, card_take, "4.0", auto=True),
    "first-player": Step(first_player_offers, first_player_explain, first_player_take, "1.x-4.1", auto=False),
}
