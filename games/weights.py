"""How much each kind of fact counts among what happened: the one table for the narrator, the headline and mails.

The scripts of the game page read it from the page's data (`frontend/facts.py`), mails from here.
"""

from enum import StrEnum


class Weight(StrEnum):
    """The weight of a fact in short accounts of what happened."""

    STRONG = "strong"
    """A sentence of its own, emphasized."""
    TOLD = "told"
    """A sentence of its own."""
    MOVE = "move"
    """A block that goes somewhere: such facts are counted together."""
    PLAIN = "plain"
    """A sentence where nothing weightier happened."""
    PART = "part"
    """Nothing: it is a part of what other facts tell, or the page says it elsewhere."""


_KINDS = {
    Weight.STRONG: (
        """
        game-rewound game-restored game-won town-taken town-entered siege-begun field-won block-eliminated siege-starved
        jihad-declared battle-begun
    """
    ),
    Weight.TOLD: (
        """
        siege-lifted town-left storm-declared assassins-struck cards-revealed winter-begun attrition-rolled
        blocks-disbanded muster-called
        block-retreated block-left block-regrouped
    """
    ),
    Weight.MOVE: "group-moved block-mustered sea-moved germans-entered",
    Weight.PLAIN: "turn-cancelled event-ended winter-ended movement-ended",
    Weight.PART: (
        """
        practice-begun
        game-begun block-added seat-adjusted deployment-ended nomads-drawn saladin-swapped year-begun turn-begun
        cards-dealt turn-ended
        year-ended
        card-chosen card-taken-back card-copied tie-rolled player-one block-strengthened jihad-lost
        movement-begun main-road-chosen winter-campaign-declared march-rolled march-halted moves-forfeited marker-kept
        garrison-deployed round-begun reserves-arrived field-revealed storm-declined storm-cancelled storm-ended
        castle-revealed
        sally-declared sally-declined block-fired half-hit block-reduced block-withdrew block-passed
        control-switched
        retreat-impossible battle-ended
        draw-skipped block-drawn block-staged block-deployed draw-forfeited block-disbanded block-replaced
        game-created player-joined player-left player-removed part-missing game-canceled taken-back player-resigned
        pause-offered pause-declined pause-withdrawn pause-lapsed end-offered end-declined end-withdrawn end-lapsed
        annul-offered annul-declined annul-withdrawn annul-lapsed more-time-offered more-time-declined
        more-time-withdrawn
        more-time-lapsed resign-offered resign-declined resign-withdrawn resign-lapsed
        pause-begun pause-ended pause-over time-given time-granted time-claimed time-ran-out taken-over
        game-agreed resignation-accepted annulled-by-consent annulled-late annulled-untouched annulled-by-staff
        agreed-pause-lapsed agreed-computer-lapsed
        vacation-begun vacation-announced vacation-canceled vacation-ended close-announced game-closed clocks-frozen
        clocks-resumed
        site-away game-held game-released player-replaced reviewer-spoke dispute-settled result-ruled result-set
        rules-moved
        rules-moved-on brought-here
    """
    ),
}
WEIGHTS: dict[str, Weight] = {kind: weight for weight, kinds in _KINDS.items() for kind in kinds.split()}
"""By type of fact, the weightiest first.

An end of the game on the board alone is among them: of any other the result tells.
"""
TOLD = [kind for kind, weight in WEIGHTS.items() if weight in (Weight.STRONG, Weight.TOLD)]
MOVES = frozenset(kind for kind, weight in WEIGHTS.items() if weight == Weight.MOVE)
FOR_SCRIPTS = {kind: weight.value for kind, weight in WEIGHTS.items() if kind in MOVES or kind in TOLD}
