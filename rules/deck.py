"""The 27 cards (rules 4.0). Cards of one kind are interchangeable, so an id names a kind."""

EVENTS = ("assassins", "guide", "intrigue", "jihad", "manna")
MOVES = {"move-1": 1, "move-2": 2, "move-3": 3, "winter-campaign": 1}
"""Moves that a Move card buys; Winter Campaign is a Move card worth 1 (8.2)."""
DECK = (*EVENTS, "winter-campaign", *["move-3"] * 6, *["move-2"] * 9, *["move-1"] * 6)
CARDS = frozenset(DECK)
HAND = 6
"""Cards dealt to each side every year."""
EVENT_RANK = 10
"""Above every Move card: the player of an event is Player 1 (ruling R02)."""


def moves_of(card: str) -> int:
    """Moves of the side that has played the card: an event that moves is one group move (4.2)."""
    return MOVES.get(card, 1)


def rank(card: str) -> int:
    """Returns the rank of a card in deciding Player 1 (4.1). Intrigue counts as the card it copies."""
    return MOVES.get(card, EVENT_RANK)
