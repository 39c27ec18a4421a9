"""JSON Schemas of the facts in entries of the history: those of the rules (`rules/facts.py`) and of the site
(`rules/entries.py`).
"""

from games.api.schemas.base import (
    AREA,
    BLOCK,
    BOOLEAN,
    CARD,
    COUNT,
    INTEGER,
    MOMENT,
    SIDE,
    STRING,
    TOWN,
    Schema,
    array,
    by_type,
    choice,
    closed_object,
    component,
    const,
    mapping,
    nullable,
    ref,
    with_description,
)
from games.api.schemas.views import BLOCKS, SCORE
from games.models.game import Game
from rules.entries import FORMS, OFFERS
from rules.places import STAGING

DICE = array({"type": "integer", "minimum": 1, "maximum": 6})
FACES = array(ref("Face"))
BOX = choice(("england", "france", "germania"))

VALUES: dict[str, Schema] = {
    "area": AREA,
    "amount": with_description(COUNT, "Seconds."),
    "attack": BOOLEAN,
    "attacker": SIDE,
    "besieged": SIDE,
    "besieger": SIDE,
    "block": BLOCK,
    "blocks": BLOCKS,
    "box": choice(STAGING),
    "card": CARD,
    "cards": array(CARD),
    "castle": COUNT,
    "charge": BOOLEAN,
    "cost": COUNT,
    "count": COUNT,
    "defender": SIDE,
    "dice": DICE,
    "die": INTEGER,
    "field": COUNT,
    "firepower": COUNT,
    "forced": BOOLEAN,
    "from": TOWN,
    "harry": BOOLEAN,
    "hits": COUNT,
    "holder": with_description(SIDE, "Who holds the town then: the winner, or who is in its castle."),
    "how": choice(Game.Ending.values),
    "kind": with_description(choice(("moves", "guide", "jihad")), "How the card moves blocks."),
    "loser": SIDE,
    "losses": COUNT,
    "lost": BOOLEAN,
    "moves": COUNT,
    "path": array(TOWN),
    "permanent": BOOLEAN,
    "reason": STRING,
    "reported": const(True),
    "road": ref("Road"),
    "rolled": BOOLEAN,
    "round": COUNT,
    "ruleset": ref("Ruleset"),
    "sallied": with_description(const(True), "The castle fell since its whole garrison had sallied."),
    "score": SCORE,
    "side": SIDE,
    "siege": BOOLEAN,
    "since": MOMENT,
    "sixes": COUNT,
    "start": TOWN,
    "strength": COUNT,
    "to": TOWN,
    "town": TOWN,
    "towns": mapping(TOWN, COUNT),
    "turn": COUNT,
    "until": MOMENT,
    "version": STRING,
    "winner": nullable(SIDE),
    "winter": BOOLEAN,
    "year": COUNT,
}
"""What stands under each name, where a fact does not say otherwise."""

OF_RULES = """
practice-begun year turn?
game-begun ruleset | block-added side town? box? block? | seat-adjusted side from to block | deployment-ended side
nomads-drawn side? towns blocks? | saladin-swapped side block town | year-begun year | turn-begun year turn
cards-dealt side cards
turn-ended year turn | year-ended year | game-won side how score
card-chosen side card? | card-taken-back side | cards-revealed frank saracen | card-copied side card | turn-cancelled
tie-rolled frank saracen | player-one side rolled
assassins-struck side town area block strength dice hits | block-strengthened side town block? | event-ended side card
jihad-declared side town | jihad-lost side
movement-begun side moves kind | group-moved side path forced cost block? | muster-called side town
block-mustered side path forced block?
sea-moved side from to area attack block? | germans-entered side block to | main-road-chosen side town road start?
winter-campaign-declared side town | march-rolled side town die lost block? | march-halted side town block?
moves-forfeited side count
movement-ended side | marker-kept side town block
battle-begun town attacker defender siege | garrison-deployed town side castle field blocks? | round-begun town round
reserves-arrived town side count | field-revealed town side blocks | storm-declared town side blocks
storm-declined town side
storm-cancelled town | storm-ended town | castle-revealed town side blocks | sally-declared town side blocks
sally-declined town side
block-fired town side block dice firepower hits charge harry sixes | half-hit town side block
block-reduced town side block strength
block-eliminated side town block permanent | block-withdrew town side block to | block-passed town side block
block-retreated town side block to
control-switched town defender | siege-begun town besieger besieged | siege-lifted town
field-won town side holder?
town-taken town side sallied?
block-left town side to count block? | block-regrouped town side to count block? | retreat-impossible town side block
attrition-rolled town side dice losses winter blocks? | battle-ended town
draw-skipped side | block-drawn side block | block-staged side block box
block-deployed side town area block? strength?
draw-forfeited side block? | winter-begun year | siege-starved town side count blocks? | block-disbanded side town block
blocks-disbanded side town count blocks? | block-replaced side town block | winter-ended side
"""
"""Types and their names. A question mark: only who may know it is told, or it does not always apply."""

ELSE: dict[tuple[str, str], Schema] = {
    ("nomads-drawn", "blocks"): mapping(TOWN, BLOCKS),
    ("cards-revealed", "frank"): CARD,
    ("cards-revealed", "saracen"): CARD,
    ("tie-rolled", "frank"): DICE,
    ("tie-rolled", "saracen"): DICE,
    ("sea-moved", "from"): with_description({"oneOf": [TOWN, BOX]}, "A port, or a staging box."),
    ("block-withdrew", "to"): choice(("castle", "field")),
    ("game-created", "side"): with_description(nullable(SIDE), "The creator's; null for both."),
    **{(type_, "blocks"): FACES for type_ in ("field-revealed", "castle-revealed", "storm-declared", "sally-declared")},
}

RULES: dict[str, dict[str, Schema]] = {}
for _line in OF_RULES.replace("\n", "|").split("|"):
    if _line.strip():
        _type, *_names = _line.split()
        RULES[_type] = {
            _name: ELSE.get((_type, _name.removesuffix("?")), VALUES.get(_name.removesuffix("?"), {}))
            for _name in _names
        }


def _of_site() -> dict[str, dict[str, Schema]]:
    """The facts of the site's own events. Names that some forms of a fact lack are optional."""
    found: dict[str, dict[str, Schema]] = {}
    for type_, forms in _names_by_type().items():
        names = sorted({name.removesuffix("?") for form in forms for name in form})
        found[type_] = {
            name if all(name in form for form in forms) else f"{name}?": ELSE.get((type_, name), VALUES[name])
            for name in names
        }
    return found


def _names_by_type() -> dict[str, list[set[str]]]:
    """By type of fact, the names that each of its forms has."""
    found: dict[str, list[set[str]]] = {}
    for form in (form for listed in FORMS.values() for form in listed):
        for fact in form.facts or ():
            types = (
                [fact["type"]]
                if isinstance(fact["type"], str)
                else [f"{offer}-{verb}" for offer in OFFERS for verb in VERBS]
            )
            for type_ in types:
                found.setdefault(type_, []).append(set(fact) - {"type"})
    return found


VERBS = ("offered", "declined", "withdrawn", "lapsed")
SITE = _of_site()
HISTORY: dict[str, dict[str, Schema]] = {kind: {"town": TOWN, "side": SIDE} for kind in ("town-entered", "town-left")}
"""Facts that histories alone tell: `games/services/views/holdings.py`."""
TEXT = with_description(nullable(STRING), "The fact in the reader's language; null where there is nothing to say.")
AUTO = with_description(const(True), "The only legal answer, taken by itself.")

COMPONENTS: dict[str, Schema] = {
    **{
        component("Fact", type_): closed_object({"type": const(type_), **names, "auto?": AUTO, "text": TEXT})
        for type_, names in RULES.items()
    },
    **{
        component("Fact", type_): closed_object({"type": const(type_), **names, "text": TEXT})
        for type_, names in (SITE | HISTORY).items()
    },
    "Fact": by_type("Fact", (*RULES, *SITE, *HISTORY), "What happened, as far as this viewer may know it."),
}
