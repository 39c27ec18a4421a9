"""JSON Schemas of sides, blocks, towns and cards, and functions that build larger ones."""

from collections.abc import Iterable, Mapping

from games.shapes import Json
from rules.atlas import SIDES, TOWN_IDS
from rules.deck import CARDS
from rules.editions import FIGURES
from rules.places import PHASES
from rules.roster import BLOCK_IDS

Schema = Json

STRING: Schema = {"type": "string"}
INTEGER: Schema = {"type": "integer"}
COUNT: Schema = {"type": "integer", "minimum": 0}
BOOLEAN: Schema = {"type": "boolean"}
MOMENT: Schema = {"type": "string", "format": "date-time"}
UUID: Schema = {"type": "string", "format": "uuid"}
NULL: Schema = {"type": "null"}


def ref(name: str) -> Schema:
    """A reference to a component of the description."""
    return {"$ref": f"#/components/schemas/{name}"}


def with_description(schema: Schema, text: str) -> Schema:
    """The schema with a description added."""
    return {**schema, "description": text}


def nullable(schema: Schema) -> Schema:
    """The schema, or null."""
    return {"oneOf": [schema, NULL]} if "type" not in schema else {**schema, "type": [schema["type"], "null"]}


def const(value: object) -> Schema:
    """One value and no other."""
    return {"const": value, "type": {bool: "boolean", int: "integer", str: "string"}[type(value)]}


def choice(values: Iterable[str]) -> Schema:
    """One of these strings."""
    return {"type": "string", "enum": list(values)}


def array(items: Schema, **more: object) -> Schema:
    """A list of such items."""
    return {"type": "array", "items": items, **more}


def either(*schemas: Schema, **more: object) -> Schema:
    """Exactly one of these schemas."""
    return {"oneOf": list(schemas), **more}


def closed_object(fields: Mapping[str, Schema], text: str = "") -> Schema:
    """A closed object with these names; one with a question mark may be missing."""
    found: Schema = {
        "type": "object",
        "properties": {name.removesuffix("?"): schema for name, schema in fields.items()},
    }
    required = [name for name in fields if not name.endswith("?")]
    return (
        found
        | ({"required": required} if required else {})
        | {"additionalProperties": False}
        | ({"description": text} if text else {})
    )


def mapping(names: Schema, values: Schema, text: str = "") -> Schema:
    """An object that maps ids to values."""
    return {"type": "object", "propertyNames": names, "additionalProperties": values} | (
        {"description": text} if text else {}
    )


def by_type(prefix: str, types: Iterable[str], text: str) -> Schema:
    """One of several objects, told apart by their `type`; each is a component of its own."""
    refs = {type_: ref(component(prefix, type_)) for type_ in types}
    mapping = {type_: found["$ref"] for type_, found in refs.items()}
    return {
        "oneOf": list(refs.values()),
        "discriminator": {"propertyName": "type", "mapping": mapping},
        "description": text,
    }


def component(prefix: str, type_: str) -> str:
    """The name of a component in CamelCase: `OfferSeaMove`."""
    return prefix + "".join(word.capitalize() for word in type_.split("-"))


SIDE, BLOCK, TOWN, CARD = ref("Side"), ref("Block"), ref("Town"), ref("Card")
AREA = ref("Area")

COMPONENTS: dict[str, Schema] = {
    "Side": choice(SIDES),
    "Block": with_description(choice(BLOCK_IDS), "A block's id."),
    "Town": with_description(choice(TOWN_IDS), "A town's id."),
    "Card": with_description(choice(CARDS), "A kind of card; cards of one kind are interchangeable."),
    "Area": choice(("field", "castle", "reserve")),
    "Phase": choice(PHASES),
    "Road": with_description(
        choice((*TOWN_IDS, "sea", "germania")),
        "How a block comes into a town: the neighbor at the road, `sea` or `germania`.",
    ),
    "Faults": mapping(
        STRING,
        either(array(STRING), mapping(STRING, array(STRING))),
        "What is wrong with which name; where a list is meant, with which of its places, counted from 0.",
    ),
    "Face": closed_object({"id": BLOCK, "strength": COUNT}, "A face-up block."),
    "Ruleset": closed_object(
        {
            "edition": with_description(
                choice(FIGURES), "The rules played: 2.0, or 1.4 on the map, with the blocks and cards of 2.0."
            ),
            "iron-bridge": with_description(BOOLEAN, "The road Antioch - Harim takes 3 blocks."),
            "forced-marches": with_description(BOOLEAN, "One more step, at the risk of a loss."),
            "handicap": with_description({"type": "integer", "minimum": 0, "maximum": 3}, "Extra Frank blocks."),
            "besieger-marker": with_description(BOOLEAN, "The besieger keeps one block face-up."),
            "richard-by-sea?": with_description(BOOLEAN, "1.4: Richard relieves besieged ports by sea."),
            "fickle-philip?": with_description(BOOLEAN, "1.4: King Philip goes home when James is lost."),
        },
        "The options of a game.",
    ),
}
COMPONENTS["Options"] = closed_object(
    {f"{name}?": schema for name, schema in COMPONENTS["Ruleset"]["properties"].items()},
    "Those left out are as usual.",
)
