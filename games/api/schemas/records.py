"""JSON Schemas of a finished game's record: events with all hidden facts."""

from games.api.schemas.base import (
    BOOLEAN,
    COUNT,
    INTEGER,
    MOMENT,
    SIDE,
    STRING,
    UUID,
    Schema,
    array,
    choice,
    closed_object,
    const,
    either,
    nullable,
    ref,
    with_description,
)
from games.api.schemas.facts import AUTO, RULES, SITE, VALUES
from games.api.schemas.views import PLAYERS
from games.models import Game, PaceName
from games.models.game import SIDES
from games.shapes import Json
from rules.entries import FORMS, OFFERS
from rules.verify import FORMAT

HASH = with_description(STRING, "64 hexadecimal digits, or empty.")
KIND = choice(("action", "undo", "system", "staff"))


def _alternatives(schemas: list[Schema]) -> Schema:
    """One of these schemas, without duplicates."""
    different: list[Schema] = []
    for schema in schemas:
        bare = {name: value for name, value in schema.items() if name != "description"}
        if bare not in different:
            different.append(bare)
    return different[0] if len(different) == 1 else {"anyOf": different}


def _all_names(*tables: dict[str, dict[str, Schema]]) -> Schema:
    """An object that may have every name of these facts."""
    found: dict[str, list[Schema]] = {}
    for names in (names for table in tables for names in table.values()):
        for name, schema in names.items():
            found.setdefault(name.removesuffix("?"), []).append(schema)
    return closed_object({f"{name}?": _alternatives(schemas) for name, schemas in sorted(found.items())})


def _payload() -> Schema:
    """Returns the schema of an event's payload: its type, and every name that any form has."""
    names: set[str] = {
        name.removesuffix("?") for forms in FORMS.values() for form in forms for name in form.payload
    } - {"type"}
    return closed_object(
        {"type": choice(sorted({type_ for _kind, type_ in FORMS}))}
        | {f"{name}?": PAYLOAD[name] for name in sorted(names)}
    )


NUMBER_OR_VERSION: Schema = {"anyOf": [INTEGER, STRING]}
PAYLOAD = VALUES | {
    "agreement": choice(("pause", "computer")),
    "answer": choice(("accept", "decline", "withdraw")),
    "because": STRING,
    "by-hand": const(True),
    "choice": choice((*SIDES, "random", "both")),
    "claim": choice(("win", "annul", "computer")),
    "commitment": HASH,
    "contributions": ref("Contributions"),
    "ending": choice(Game.Ending.values),
    "from": NUMBER_OR_VERSION,
    "offer": choice(OFFERS),
    "pace": choice(PaceName.values),
    "position": {
        "type": "object",
        "additionalProperties": True,
        "description": "A position as `rules/record.py` writes it.",
    },
    "practice": with_description(
        {
            "anyOf": [
                closed_object({"game": UUID, "n": COUNT, "as": choice((*SIDES, "all"))}),
                closed_object({"exercise": STRING, "as": choice(SIDES)}),
            ]
        },
        "From which entry of which game's replay, or from which exercise, a practice game goes on.",
    ),
    "seat": SIDE,
    "take-over": const(True),
    "to": NUMBER_OR_VERSION,
    "undoes": array(COUNT),
    "visibility": choice(Game.Visibility.values),
    "weekend-zone": STRING,
    "winner": choice((*SIDES, "")),
}
"""What stands under each name of an event of the site."""

DRAW = {
    "purpose": STRING,
    "kind": choice(("d6", "choose", "shuffle")),
    "of": COUNT,
    "results": with_description(array({"anyOf": [INTEGER, STRING]}), "Faces, or what was drawn."),
    "n?": with_description(COUNT, "Its number in the game."),
    "picks?": with_description(array(COUNT), "Which of those left, in order of their names, each counted from 0."),
    "made-of?": with_description(
        closed_object({"commitment": HASH, "contributions": ref("Contributions")}),
        "Of the first draw: what the dice are made of.",
    ),
}
ENTRY = {
    "n": COUNT,
    "at": with_description(MOMENT, "For acts of the other side, when they became visible."),
    "side": nullable(SIDE),
    "kind": KIND,
    "undone": with_description(BOOLEAN, "It was taken back."),
}
EVENT = {
    "n": COUNT,
    "kind": KIND,
    "side": choice(("", *SIDES)),
    "person": with_description(nullable(INTEGER), "A number that stands for whoever did it."),
    "at": MOMENT,
    "payload": ref("Payload"),
    "draws": array(ref("Draw")),
    "events": array(ref("RecordedFact")),
    "wall": with_description(BOOLEAN, "It cannot be taken back."),
    "rules": with_description(STRING, "The version of the rules."),
    "state": HASH,
    "prev": HASH,
    "hash": HASH,
}
SECRET = closed_object({"commitment": STRING, "secret": STRING})
_FACT_FIELDS: Json = _all_names(RULES)["properties"]

COMPONENTS: dict[str, Schema] = {
    "HistoryEntry": closed_object(
        ENTRY
        | {
            "events": array(ref("Fact")),
            "action?": with_description(ref("Action"), "Of own acts."),
            "by-orders?": with_description(const(True), "Own standing orders decided it."),
        }
    ),
    "News": closed_object(
        {
            "anew": with_description(
                BOOLEAN, "Entries that were known before may have changed: these are the last ones of all."
            ),
            "entries": with_description(
                array(ref("HistoryEntry")), "Those that are new, or have been taken back since."
            ),
        },
        "What is new in the history.",
    ),
    "RecordedEntry": closed_object(
        ENTRY
        | {
            "events": array(ref("RecordedFact")),
            "action": ref("Payload"),
            "draws": array(ref("Draw")),
            "rules-version": STRING,
            "by-orders?": with_description(const(True), "Own standing orders decided it."),
        },
        "An entry as recorded, with everything hidden.",
    ),
    "Entry": either(ref("HistoryEntry"), ref("RecordedEntry")),
    "ReplayedEntry": either(
        closed_object(
            {
                "entry": ref("HistoryEntry"),
                "view": with_description(nullable(ref("PastView")), "Null before there was a position."),
            }
        ),
        closed_object({"entry": ref("HistoryEntry"), "changes": ref("Changes")}),
        description="An entry with the view after it: the first whole, then what changes.",
    ),
    "Draw": closed_object(DRAW),
    "FactFields": _all_names(RULES, {"": {"auto?": AUTO}})
    | {"description": "The names of a fact of the rules; which has which, `Fact` says."},
    "FactOfRules": closed_object(
        {
            "type": choice(RULES),
            "data?": with_description(ref("FactFields"), "What everybody is told; none where only the owner is."),
            "owner?": SIDE,
            "secret?": with_description(ref("FactFields"), "What the owner is told besides."),
        }
    ),
    "FactOfSite": {**_all_names(SITE), "required": ["type"]},
    "RecordedFact": either(ref("FactOfRules"), ref("FactOfSite"), description="A fact with everything hidden."),
    "SitePayload": _payload() | {"description": "An event of the site: `rules/entries.py` says which has which names."},
    "Payload": {"anyOf": [ref("Action"), ref("SitePayload")]},
    "RecordedEvent": closed_object(EVENT),
    "SecretOfDice": SECRET,
    "RecordedSignature": closed_object({"key": STRING, "value": STRING}),
    "Record": closed_object(
        {
            "format": const(FORMAT),
            "complete": BOOLEAN,
            "game": UUID,
            "players": PLAYERS,
            "ruleset": ref("Ruleset"),
            "result": nullable(ref("GameResult")),
            "dice": array(ref("SecretOfDice")),
            "head": HASH,
            "events": array(ref("RecordedEvent")),
            "signature": nullable(ref("RecordedSignature")),
            "seal": HASH,
        },
        "The whole record of a game that is over, as `python -m rules verify` checks it.",
    ),
    "OwnRecord": closed_object(
        {
            "format": const(FORMAT),
            "complete": const(False),
            "game": UUID,
            "about": ref("Summary"),
            "viewer": nullable(SIDE),
            "history": array(ref("HistoryEntry")),
        },
        "What one may know of a game that runs.",
    ),
    "Export": either(ref("Record"), ref("OwnRecord")),
}
COMPONENTS["FactOfSite"]["properties"] = {"type": choice(SITE), **COMPONENTS["FactOfSite"]["properties"]}
