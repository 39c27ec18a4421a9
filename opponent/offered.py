"""Choices from offers of the rules."""

from rules.actions import Action, Offer


def values(offer: Offer, name: str) -> tuple[str, ...]:
    """The values a field of an offer may have."""
    for key, values in offer.open:
        if key == name:
            return tuple(values)
    value = offer.given.get(name)
    return () if value is None else (value,)


def first(offers: list[Offer]) -> Action:
    """The first choice of the first offer: as few of a set as may be."""
    offer = offers[0]
    return offer.set.choose(offer.set.candidates[: offer.set.least]) if offer.set is not None else offer.at(0)  # type: ignore[return-value]
