"""Positions and actions in words, for reviewers.

Nothing of it keeps the names that `rules.record` and `rules.actions` give to things: they are English, and for
programs.
"""

from collections.abc import Callable, Iterable, Mapping

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from games import words, words_time
from games.disputes.words import YES_NO
from games.models.game import SIDES
from games.shapes import Json, JsonObject, JsonValue, StackJson, Text
from games.words_actions import VERBS
from games.words_tables import PHASE_NAMES
from rules.atlas import ROADS, SEA, TOWN_IDS
from rules.position import Position

DASH = "–"
APART = " · "
AREAS: Mapping[str, Text] = words.AREAS | {"reserve": gettext_lazy("in reserve")}
OFF_THE_MAP: dict[str, Text] = {
    "pool": gettext_lazy("In the draw pool"),
    "dead": gettext_lazy("Lost this year"),
    "gone": gettext_lazy("Lost for good"),
}
ACTIONS: Json = VERBS | {
    "swap": gettext_lazy("Saladin changes places"),
    "play-card": gettext_lazy("Play a card"),
    "garrison": gettext_lazy("Into the castle"),
    "storm": gettext_lazy("Storm"),
    "sally": gettext_lazy("Sally out"),
}
FIELDS: dict[str, Text] = {
    "block": pgettext_lazy("field of an action", "block"),
    "blocks": pgettext_lazy("field of an action", "blocks"),
    "path": pgettext_lazy("field of an action", "way"),
    "to": pgettext_lazy("field of an action", "to"),
    "town": pgettext_lazy("field of an action", "town"),
    "card": pgettext_lazy("field of an action", "card"),
    "port": pgettext_lazy("field of an action", "port"),
    "area": pgettext_lazy("field of an action", "where"),
    "road": pgettext_lazy("field of an action", "road"),
    "start": pgettext_lazy("field of an action", "from"),
    "target": pgettext_lazy("field of an action", "target"),
}
OTHERS: dict[str, Text] = {"start-by-hand": gettext_lazy("The start is pressed by hand.")}
"""Events that the log of the game does not tell, by the type of what was sent."""
STEPS: dict[str, Text] = {
    "seats": pgettext_lazy("step", "blocks choose seats"),
    "family": pgettext_lazy("step", "Saladin’s family"),
    "card": pgettext_lazy("step", "cards are chosen"),
    "first-player": pgettext_lazy("step", "choice of who goes first"),
    "assassins": pgettext_lazy("step", "the Assassins strike"),
    "manna": pgettext_lazy("step", "Manna"),
    "jihad-site": pgettext_lazy("step", "where the Jihad is"),
    "move": pgettext_lazy("step", "moves"),
    "main-road": pgettext_lazy("step", "choice of main roads"),
    "marker": pgettext_lazy("step", "choice of the besieger that stays face-up"),
    "choose-battle": pgettext_lazy("step", "choice of the next battle"),
    "garrison": pgettext_lazy("step", "who takes the castle"),
    "fight": pgettext_lazy("step", "combat turn of a block"),
    "hits": pgettext_lazy("step", "hits are taken"),
    "must-retreat": pgettext_lazy("step", "the attackers retreat"),
    "regroup": pgettext_lazy("step", "regrouping"),
    "storm": pgettext_lazy("step", "storm or not"),
    "exchange": pgettext_lazy("step", "choice of who storms"),
    "sally": pgettext_lazy("step", "sally or not"),
    "leave-siege": pgettext_lazy("step", "leaving the siege"),
    "draw": pgettext_lazy("step", "the block drawn is placed"),
    "winter": pgettext_lazy("step", "winter"),
}
WINTER: dict[str, Text] = {
    "supply": pgettext_lazy("winter", "feeds its blocks"),
    "replace": pgettext_lazy("winter", "replaces steps"),
    "done": pgettext_lazy("winter", "has finished"),
}
FACTS: dict[str, Text] = {
    "year": gettext_lazy("Year"),
    "turn": gettext_lazy("Turn"),
    "phase": gettext_lazy("Phase"),
    "step": pgettext_lazy("of a phase", "Step"),
    "waiting": gettext_lazy("Whose turn it is"),
    "moved": gettext_lazy("Have moved"),
    "due2": gettext_lazy("In reserve until round 2"),
    "due3": gettext_lazy("In reserve until round 3"),
    "face-up": gettext_lazy("Face-up"),
    "strengthened": gettext_lazy("Have gained a step"),
    "opened": gettext_lazy("Groups that have begun to move"),
    "musters": gettext_lazy("Musters"),
    "shown": gettext_lazy("Sieges where another besieger was shown"),
    "fought": gettext_lazy("Battles fought"),
    "begun": gettext_lazy("Sieges begun this turn"),
    "sieges": gettext_lazy("Sieges"),
    "markers": gettext_lazy("Besiegers that stay face-up"),
    "arrivals": gettext_lazy("Who came by which road"),
    "mains": gettext_lazy("Main roads"),
    "main-starts": gettext_lazy("Where Main Attacks started"),
    "road-use": gettext_lazy("Blocks on the roads"),
    "disbanded": gettext_lazy("Disbanded, not told yet"),
    "gained": gettext_lazy("Steps regained"),
    "forced": gettext_lazy("Forced marches to be rolled for"),
    "hands": gettext_lazy("Cards in hand"),
    "spent": gettext_lazy("Cards played"),
    "chosen": gettext_lazy("Cards chosen"),
    "revealed": gettext_lazy("Cards on the table"),
    "played": gettext_lazy("What the cards count as"),
    "prior": gettext_lazy("Cards of the turn before"),
    "first": gettext_lazy("Who moves first"),
    "active": gettext_lazy("Who moves"),
    "moves": gettext_lazy("Moves left"),
    "jihad": gettext_lazy("Where the Jihad is"),
    "kept-siege": gettext_lazy("Siege kept through the winter"),
    "drawn": gettext_lazy("Block drawn"),
    "winter": gettext_lazy("Work of the winter"),
    "winner": gettext_lazy("Winner"),
    "battle town": gettext_lazy("Battle: where"),
    "battle round": gettext_lazy("Battle: round"),
    "battle attacker": gettext_lazy("Battle: attacker"),
    "battle keep": gettext_lazy("Battle: owner of the castle"),
    "battle fresh": gettext_lazy("Battle: a siege would be of this turn"),
    "battle storm": gettext_lazy("Battle: at the castle"),
    "battle acted": gettext_lazy("Battle: have acted"),
    "battle storming": gettext_lazy("Battle: storm the castle"),
    "battle sallying": gettext_lazy("Battle: sally out"),
    "battle came-out": gettext_lazy("Battle: sally since this round"),
    "battle withdrawn": gettext_lazy("Battle: fell back from the storm"),
    "battle half": gettext_lazy("Battle: has half a hit"),
    "battle hits": gettext_lazy("Battle: hits to be taken"),
    "battle harrier": gettext_lazy("Battle: retreats after its hits"),
    "battle retreats": gettext_lazy("Battle: retreats by road"),
}
"""Every fact of a position, as `rules.record` and `rules.position.Battle` write it, blocks and places aside."""


def labeled(name: Text, value: str) -> str:
    """A text after its label, "Franks: Move 1", with the space before the colon where the language has one."""
    return _("{name}: {value}").format(name=name, value=value or DASH)


# --- what changed
# ------------------------------------------------------------------------------------------------------------


def differences(before: Position | None, after: Position | None) -> Iterable[tuple[str, str, str]]:
    """Returns the differences of two positions: name, value before, value after."""
    old = _flat(before.to_json()) if before else {}
    new = _flat(after.to_json()) if after else {}
    for name in sorted({*old, *new}):
        if old.get(name) != new.get(name):
            yield _fact_name(name), _field_value(name, old.get(name)), _field_value(name, new.get(name))


def _flat(position: Json) -> JsonObject:
    """Returns the values of a position by name; each block as its place, strength and whether it is in a castle."""
    found = {name: value for name, value in position.items() if name not in ("places", "schema", "ruleset", "battle")}
    found |= {f"battle {name}": value for name, value in (position.get("battle") or {}).items()}
    for place, text in position["places"].items():
        for word in text.split():
            name, _at, steps = word.strip("[]").partition("@")
            found[f"block {name}"] = (place, steps, word.startswith("["))
    return found


def _fact_name(name: str) -> str:
    kind, _space, block = name.partition(" ")
    return words.block_name(block) if kind == "block" and block else str(FACTS.get(name, name))


def _field_value(name: str, value: object) -> str:
    """Returns the value of a position's field in words."""
    if value is None:
        return DASH
    if isinstance(value, tuple):  # a block's
        place, steps, inside = value
        strength = _("strength {count}").format(count=steps) if steps else ""
        return ", ".join(filter(None, [_place_name(place), str(AREAS["castle"]) if inside else "", strength]))
    return READERS.get(name, _value)(value) or DASH


def _value(value: object) -> str:
    """A value of a position in words: sides, blocks, towns and cards by name, nested lists in brackets."""
    if value is None:
        return DASH
    if isinstance(value, list):
        return ", ".join(f"({_value(one)})" if isinstance(one, list) else _value(one) for one in value)
    if isinstance(value, dict):
        return ", ".join(labeled(_value(key), _value(one)) for key, one in value.items())
    return words.side_name(value) if value in SIDES else _word(value)


def _word(value: object) -> str:
    """Returns the name of a block, card, town or side; other values as they are."""
    if isinstance(value, bool):
        return str(YES_NO[value])
    if isinstance(value, str):
        for reader in (words.block_name, words.card_name):
            if (said := reader(value)) != value:
                return said
        return _place_name(value)
    return str(value)


def _place_name(place: str) -> str:
    return str(OFF_THE_MAP.get(place) or words.town_name(place))


def _reader_of(table: Mapping[str, Text]) -> Callable[[str], str]:
    return lambda value: str(table.get(value, value))


def _of_each_side(read: Callable[[JsonValue], str]) -> Callable[[JsonValue], str]:
    """The two values of a pair, the Franks' first."""
    return lambda pair: APART.join(
        labeled(words.side_name(side), read(one)) for side, one in zip(SIDES, pair, strict=True)
    )


def _roads_in_words(uses: list[list[int]]) -> str:
    return ", ".join(labeled(_road_name(road), str(count)) for road, count in uses)


def _road_name(number: int) -> str:
    """Returns a road as its two ends; of the sea its name."""
    if number == SEA:
        return _place_name("sea")
    road = ROADS[number]
    end = TOWN_IDS[road.b] if road.b >= 0 else "germania"
    return f"{_place_name(TOWN_IDS[road.a])}{DASH}{_place_name(end)}"


def _forced_marches(marches: list[tuple[str, int, str]]) -> str:
    return ", ".join(
        f"{words.block_name(block)} ({_road_name(road)}, {_place_name(town)})" for block, road, town, *_ in marches
    )


def _winner_in_words(value: list[str]) -> str:
    side, how = value
    return f"{words.side_name(side)} ({words_time.SHORT.get(how, how)})"


READERS: dict[str, Callable[[JsonValue], str]] = {
    "phase": _reader_of(PHASE_NAMES),
    "step": _reader_of(STEPS),
    "winter": _of_each_side(_reader_of(WINTER)),
    "road-use": _roads_in_words,
    "forced": _forced_marches,
    "winner": _winner_in_words,
    **dict.fromkeys(("hands", "spent", "chosen", "revealed", "played", "prior"), _of_each_side(_value)),
}


# --- what was done, and could have been
# --------------------------------------------------------------------------------------


def offer(offered: Mapping[str, object]) -> str:
    """An offered action, or several alike of one type, in words."""
    fields = [_field_in_words(name, value) for name, value in offered.items() if name not in ("type", "about")]
    return APART.join([str(ACTIONS.get(str(offered["type"]), offered["type"])), *fields])


def _field_in_words(name: str, value: object) -> str:
    if name == "forced":
        return _("forced march")
    return labeled(FIELDS.get(name, name), _choice(name, value))


def _choice(name: str, value: object) -> str:
    """Returns the value of an offer's field in words, with all its alternatives."""
    if isinstance(value, dict) and "any" in value:
        return ", ".join(_single(name, one) for one in value["any"])
    if isinstance(value, dict) and "some" in value:
        some = ", ".join(_single(name, one) for one in value["some"])
        return _("{least} to {most} of: {some}").format(least=value["least"], most=value["most"], some=some)
    return _single(name, value)


def _single(name: str, value: object) -> str:
    """Returns a single value of an action's field in words."""
    if name == "area":
        return _reader_of(AREAS)(str(value))
    if name == "target" and isinstance(value, dict):
        # A hidden one: there is no more to it than where it stands.
        return f"{words.town_name(value['town'])} ({AREAS[value['area']]})"
    if isinstance(value, list | tuple):
        return (DASH if name == "path" else ", ").join(map(_word, value))
    return words.card_name(str(value)) if name == "card" else _word(value)


def other(kind: str) -> str:
    """The facts of an event that the log does not tell, in words. Empty where the event's kind says it all."""
    return str(OTHERS.get(kind, ""))


# --- who stands where
# --------------------------------------------------------------------------------------------------------


def stack(found: StackJson) -> str:
    """A side's blocks at one place in words: names with strengths, and the number of hidden ones."""
    blocks = [f"{words.block_name(block['id'])} {block['strength']}" for block in found["blocks"]]
    if found.get("hidden"):
        blocks.append(ngettext("{count} hidden", "{count} hidden", found["hidden"]).format(count=found["hidden"]))
    where = AREAS[found["area"]] if found["area"] in ("castle", "reserve") else ""
    return labeled(words.side_name(found["side"]) + (f" ({where})" if where else ""), ", ".join(blocks))
