"""What happened, as typed facts in the past tense, each knowing what each viewer may see of it.

No prose: words are made elsewhere.

``data`` is what everybody sees, None if others see nothing. ``owner`` and ``secret`` add what only one side sees. Every
event may carry ``auto: true``: a decision with one legal answer that the rules took. Sides, towns, blocks and
cards are ids; "face" stands for ``{"id", "strength"}`` of a face-up block. Fields in [brackets] are the owner's alone;
a type in [brackets] is seen by its owner alone.

Deployment and years
    practice-begun{year, turn?} (a game that goes on from the middle of another)
    game-begun{ruleset} block-added{side, town | box, [block]} seat-adjusted{side, from, to, [block]}
    deployment-ended{side} nomads-drawn{towns: {town: count}, [blocks: {town: ids}]} [saladin-swapped{block}]
    year-begun{year} turn-begun{year, turn} [cards-dealt{cards}] turn-ended{year, turn} year-ended{year} game-won{side,
    how, score: {frank, saracen}}
Cards and events
    card-chosen{side, [card]} card-taken-back{side} cards-revealed{frank, saracen} card-copied{side, card}
    turn-cancelled{} tie-rolled{frank: [2 faces], saracen: [2 faces]} player-one{side, rolled: bool}
    assassins-struck{side, town, area, block, strength, dice, hits} block-strengthened{side, town, [block]}
    event-ended{side, card} jihad-declared{side, town} jihad-lost{side}
Movement
    movement-begun{side, moves, kind: moves | guide | jihad} group-moved{side, path: [from, ..., to], cost, forced,
    [block]} muster-called{side, town} block-mustered{side, path, forced, [block]} sea-moved{side, from, to, area,
    attack, [block]} (from a staging box ``block`` is open to all) germans-entered{side, block, to}
    main-road-chosen{side, town, road, start?} winter-campaign-declared{side, town} march-rolled{side, town, die, lost,
    [block]} march-halted{side, town, [block]} moves-forfeited{side, count} movement-ended{side} marker-kept{side, town,
    block}
Battle
    battle-begun{town, attacker, defender, siege} garrison-deployed{town, side, castle, field, [blocks]}
    round-begun{town, round} reserves-arrived{town, side, count} field-revealed{town, side, blocks: [face]}
    storm-declared{town, side, blocks: [face], added} storm-declined{town, side} storm-cancelled{town} storm-ended{town}
    castle-revealed{town, side, blocks: [face]} sally-declared{town, side, blocks: [face]} sally-declined{town, side}
    block-fired{town, side, block, dice, firepower, hits, charge, harry, sixes} half-hit{town, side, block}
    block-reduced{town, side, block, strength} block-eliminated{side, town, block, permanent} block-withdrew{town, side,
    block, to: castle | field} block-passed{town, side, block} block-retreated{town, side, block, to}
    control-switched{town, defender} siege-begun{town, besieger, besieged} siege-lifted{town} field-won{town, side,
    holder?} town-taken{town, side, sallied?: true} block-left{town, side, to, count, [block]} block-regrouped{town,
    side, to, count, [block]}
    retreat-impossible{town, side, block} attrition-rolled{town, side, dice, losses, winter, [blocks]}
    battle-ended{town}
Draws and winter
    draw-skipped{side} [block-drawn{block}] block-staged{side, block, box} block-deployed{side, town, area, [block],
    [strength]} draw-forfeited{side, [block]} winter-begun{year} siege-starved{town, side, count, [blocks]}
    [block-disbanded{side, town, block}] blocks-disbanded{side, town, count, [blocks]} block-replaced{side, town,
    [block]} winter-ended{side}
Undoing and resigning are the site's events, not the rules'.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

from rules.atlas import SIDES


class Fact(NamedTuple):
    """One fact. ``data`` is public, None when only ``owner`` (a side's index, or None) may know of it; ``secret`` is
    added for him.
    """

    type: str
    data: dict[str, Any] | None
    owner: int | None = None
    secret: dict[str, Any] | None = None

    def seen_by(self, side: str | None) -> dict[str, Any] | None:
        """The event as a side, or a spectator (None), may see it; None when it is not for them."""
        if self.owner is not None and side == SIDES[self.owner]:
            return {"type": self.type, **(self.data or {}), **(self.secret or {})}
        return None if self.data is None else {"type": self.type, **self.data}

    def to_json(self) -> dict[str, Any]:
        """Everything, for the record: not to be shown to players while the game lasts."""
        stored: dict[str, Any] = {"type": self.type}
        if self.data is not None:
            stored["data"] = self.data
        if self.owner is not None:
            stored["owner"] = SIDES[self.owner]
        if self.secret:
            stored["secret"] = self.secret
        return stored

    @classmethod
    def from_json(cls, stored: Mapping[str, Any]) -> "Fact":
        """Reads a fact as a record holds it, secrets included.

        Raises KeyError, and ValueError for an owner that is no side.
        """
        owner = stored.get("owner")
        return cls(
            stored["type"], stored.get("data"), None if owner is None else SIDES.index(owner), stored.get("secret")
        )
