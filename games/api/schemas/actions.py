"""JSON Schemas of the rules' actions and of the offers in a view, built from the table by which actions are read."""

from games.api.schemas.base import (
    AREA,
    BLOCK,
    CARD,
    COUNT,
    INTEGER,
    TOWN,
    Schema,
    array,
    by_type,
    choice,
    closed_object,
    component,
    const,
    either,
    ref,
    with_description,
)
from rules.actions import FIELDS

BLOCKS = array(BLOCK, uniqueItems=True)
LANDING = choice(("field", "castle"))
PATH = array(TOWN, minItems=1, maxItems=4)
FORCED = const(True)

VALUES: dict[str, Schema] = {
    "block": BLOCK,
    "path": with_description(PATH, "The towns after the start."),
    "to": TOWN,
    "town": TOWN,
    "card": CARD,
    "port": TOWN,
    "area": LANDING,
    "road": ref("Road"),
    "target": ref("Target"),
    "blocks": BLOCKS,
    "forced": with_description(FORCED, "A forced march."),
    "start": with_description(TOWN, "Where the blocks began, in an edition in which the Main Attack is of one town."),
}
"""What stands under each name of an action."""


def any_of(schema: Schema) -> Schema:
    """The schema of a choice in an offer: one of several values."""
    return closed_object({"any": array(schema, minItems=1)}, "Choose one.")


CHOICES: dict[str, Schema] = {
    "AnyBlock": any_of(BLOCK),
    "AnyTown": any_of(TOWN),
    "AnyCard": any_of(CARD),
    "AnyPath": any_of(PATH),
    "AnyLanding": any_of(LANDING),
    "AnyRoad": any_of(ref("Road")),
    "AnyTarget": any_of(ref("Target")),
    "SomeBlocks": closed_object(
        {"some": array(BLOCK), "least": COUNT, "most": COUNT}, "Choose from `least` to `most` of them."
    ),
}

OFFERED: dict[str, Schema] = {
    "block": either(BLOCK, ref("AnyBlock")),
    "path": ref("AnyPath"),
    "to": either(TOWN, ref("AnyTown")),
    "town": either(TOWN, ref("AnyTown")),
    "card": either(CARD, ref("AnyCard")),
    "port": either(TOWN, ref("AnyTown")),
    "area": either(LANDING, ref("AnyLanding")),
    "road": either(ref("Road"), ref("AnyRoad")),
    "target": either(ref("Target"), ref("AnyTarget")),
    "blocks": ref("SomeBlocks"),
    "forced": FORCED,
    "start": TOWN,
}
"""What stands under each name of an offer: its value, or what it may be chosen from."""


def _form(type_: str, values: dict[str, Schema]) -> dict[str, Schema]:
    """Returns the fields of an action's schema, optional ones with a question mark."""
    required, optional = FIELDS[type_]
    return {
        "type": const(type_),
        **{name: values[name] for name in required},
        **{f"{name}?": values[name] for name in optional},
    }


ABOUT = closed_object(
    {
        "cost?": with_description(INTEGER, "In Moves."),
        "town?": with_description(TOWN, "Mustered to, or besieged."),
        "strength?": with_description(COUNT, "The block's there."),
    },
    "What is told of the action, and no part of it.",
)

COMPONENTS: dict[str, Schema] = {
    "HiddenTarget": closed_object({"town": TOWN, "area": AREA}, "A hidden block, which is drawn by lot."),
    "Target": either(BLOCK, ref("HiddenTarget")),
    **CHOICES,
    "About": ABOUT,
    **{component("Action", type_): closed_object(_form(type_, VALUES)) for type_ in FIELDS},
    "Action": by_type("Action", FIELDS, "One decision, whole."),
    **{component("Offer", type_): closed_object(_form(type_, OFFERED) | {"about?": ref("About")}) for type_ in FIELDS},
    "Offer": by_type(
        "Offer",
        FIELDS,
        "Actions that are legal: each name has its value, or what it may be chosen from. `about` is no part of the"
        " action.",
    ),
}
