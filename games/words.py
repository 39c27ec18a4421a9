"""Prompts, log lines and refusals in the reader's language.

`rules` gives keys, figures and ids, and they become text here.

Sentences come from templates with named gaps. An event of another side may lack the fields that only its owner sees.
Where that changes the sentence there are two templates. The fuller one is taken when every field it needs is there.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from string import Formatter
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from games import words_endings, words_time
from games.shapes import Ended, FaceJson, FactJson, JsonObject, JsonValue, StackJson, Text, View
from games.words_names import BLOCK_MARKS, BLOCK_NAMES, TOWN_NAMES, Name
from games.words_tables import EFFECTS, PROMPTS, SENTENCES, WAITING
from rules.atlas import Town
from rules.play import Gap, Sentence
from rules.roster import Block
from rules.ruleset import Ruleset

SIEGE_ROUNDS = Ruleset().siege_rounds
TURNS = Ruleset().turns
PLACES: dict[str, Text] = {
    "masyaf": pgettext_lazy("town", "Masyaf"),
    "england": pgettext_lazy("town", "England"),
    "france": pgettext_lazy("town", "France"),
    "germania": pgettext_lazy("town", "Germania"),
    # a nation, where its box is meant
    "english": pgettext_lazy("town", "England"),
    "french": pgettext_lazy("town", "France"),
    "german": pgettext_lazy("town", "Germania"),
    "sea": pgettext_lazy("town", "the sea"),
    "castle": pgettext_lazy("town", "castle"),
    "field": pgettext_lazy("town", "field"),
}
EDITIONS: dict[str, Text] = {
    "2.0": gettext_lazy("2.0, the rulebook of today"),
    "1.4": gettext_lazy("1.4 rules, 2.0 components"),
}
SIDES = {"frank": gettext_lazy("Franks"), "saracen": gettext_lazy("Saracens")}
# with forms, as the names of towns have
SIDES_IN_A_SENTENCE: dict[str, Text] = {
    "frank": pgettext_lazy("side", "the Franks"),
    "saracen": pgettext_lazy("side", "the Saracens"),
}
CARDS = {
    "assassins": gettext_lazy("Assassins"),
    "guide": gettext_lazy("Guide"),
    "intrigue": gettext_lazy("Intrigue"),
    "jihad": gettext_lazy("Jihad"),
    "manna": gettext_lazy("Manna"),
    "winter-campaign": gettext_lazy("Winter Campaign"),
    "move-3": gettext_lazy("Move 3"),
    "move-2": gettext_lazy("Move 2"),
    "move-1": gettext_lazy("Move 1"),
}
AREAS = {"field": gettext_lazy("in the field"), "castle": gettext_lazy("in the castle")}


def town_name(town: str) -> Name:
    """The name of a town, a staging box, Masyaf or the sea."""
    return Name(PLACES.get(town) or TOWN_NAMES.get(town, town))


def block_name(block: str) -> str:
    """The name of a block in the active language, with its mark where others bear the same name: "Templars G"."""
    return f"{BLOCK_NAMES.get(block, block)} {BLOCK_MARKS.get(block, '')}".rstrip()


def shared_name(block: str) -> str:
    """The name of a block without its mark, in the active language."""
    return str(BLOCK_NAMES.get(block, block))


def card_name(card: str) -> str:
    """The name of a card, in the active language."""
    return str(CARDS.get(card, card))


def rule_name(rule: str) -> str:
    """The number of a rule, or the name of the card that is the rule."""
    return card_name(rule.lower()) if rule.lower() in CARDS else rule


def side_name(side: str) -> str:
    """The name of a side, in the active language."""
    return str(SIDES.get(side, side))


def prompt(view: View) -> str:
    """Returns this viewer's task now, or whom the game waits for, in a sentence or two."""
    if ended := view.get("result"):
        return result(ended)
    asked = view["prompt"]
    awaited = view.get("awaited", [])
    facts = _gaps_of_prompt(view) | asked.get("params", {})
    surplus: Any = facts.get("surplus")
    if surplus:
        facts["too-many"] = sum(town["blocks"] - town["limit"] for town in surplus.values())
    if view.get("you") in awaited:
        return _ask(view, facts)
    names = _(" and ").join(_read_side(side) for side in awaited)
    # The enemy has not chosen, or both cards would be turned up (4.1).
    you = view.get("you")
    if asked["key"] == "card" and you and (lies := view["cards"][you].get("choice")):
        return capitalized(_fill(str(WAITING["card-lies"]), facts | {"card": lies}, sides=names))
    waiting = WAITING.get(asked["key"]) or WAITING.get(view["phase"]) or WAITING["turn"]
    return capitalized(_fill(str(waiting), facts, sides=names))


def sentences(facts: Sequence[FactJson], viewer: str | None) -> list[str | None]:
    """A line of the log for each fact of an entry as its viewer may see them; None for those that have none.

    How a battle or siege ended is told to those who gained or lost by it as theirs.
    """
    sentences = []
    for fact, ending in zip(facts, words_endings.endings(facts), strict=True):
        if ending is None:
            sentences.append(_first_filled(_templates(fact), fact))
        elif not ending.how:
            sentences.append(None)
        else:
            gaps = {**fact, "winner": ending.winner, "loser": words_endings.ENEMY.get(ending.winner, "")}
            sentences.append(capitalized(_fill(str(ending.template(viewer)), gaps)))
    return sentences


def sentence(event: FactJson, viewer: str | None) -> str | None:
    """The line of one fact, told alone."""
    return sentences([event], viewer)[0]


def with_sentences(facts: Sequence[FactJson], viewer: str | None) -> list[FactJson]:
    """The facts of an entry, each with its sentence as `text`."""
    return [{**fact, "text": text} for fact, text in zip(facts, sentences(facts, viewer), strict=True)]


def reason(sentence: str) -> str:
    """Why the rules refuse an action."""
    if not isinstance(sentence, Sentence):
        return _(sentence)
    return _(sentence.template).format_map({name: _read_gap(value) for name, value in sentence.gaps.items()})


def _prompt_key(view: View) -> str:
    """The key of the prompt, more exactly where its parameters tell two decisions apart."""
    key: str = view["prompt"]["key"]
    if key == "winter":
        key = _winter_key(view["prompt"].get("params", {}))
    elif key == "manna" and view["prompt"].get("params", {}).get("left") == 0:
        key = "manna-done"
    elif key == "move" and view.get("moves-left") == 0:
        key = "move-on"
    elif key == "hits" and view["prompt"].get("params", {}).get("hits") == 1:
        key = "hits-last"
    elif key == "marker" and view["phase"] == "event":
        key = "marker-killed"
    else:
        key = _battle_key(view, key)
    return key if key in PROMPTS else view["phase"]


def _ask(view: View, facts: JsonObject) -> str:
    """What this viewer has to decide."""
    asked = _first_filled(PROMPTS.get(_prompt_key(view), PROMPTS["battle"]), facts) or ""
    return " ".join(part for part in (asked, _effect_of_card(view)) if part)


def _effect_of_card(view: View) -> str:
    """What the card of this movement does besides its Move; "" where it does no more, or not in the last turn."""
    you = view.get("you")
    if view["prompt"]["key"] != "move" or not you or "cards" not in view:
        return ""
    card = view["cards"][you].get("counts-as")
    if card == "jihad" and view["turn"] >= TURNS:  # no battles follow the movement before winter (8.0)
        return ""
    sites: Any = view["prompt"].get("params", {}).get("jihad")
    if card != "jihad" or sites is None:
        return str(EFFECTS[card]) if card in EFFECTS else ""
    if not any(sites.values()):
        return str(EFFECTS["jihad-none"])
    # A single place is taken by itself.
    return _fill(str(EFFECTS["jihad-one"]), {"town": next(iter(sites))}) if len(sites) == 1 else str(EFFECTS["jihad"])


def _winter_key(params: JsonObject) -> str:
    """The key of a prompt in winter: by what is to be done, and whether any town still gives a step back."""
    steps: Any = params.get("steps")
    if steps and not any(town["left"] for town in steps.values()):
        return "winter-replaced"
    return f"winter-{params.get('work')}"


def _battle_key(view: View, key: str) -> str:
    """The key of a prompt in a battle or siege, more exactly where its course tells two decisions apart."""
    if key == "regroup":
        return _regroup_key(view)
    if key == "fight":
        return f"fight-{kind}" if (kind := battle_kind(view)) in ("storm", "sally", "relief") else key
    if key == "leave-siege" and _has_rounds_left(view):
        return "leave-siege-quiet"  # a siege ends before its last round when nobody storms or sallies (6.53)
    return _siege_key(view, key) if key in ("storm", "sally") else key


def _regroup_key(view: View) -> str:
    """The key of a question where to regroup (6.7): by whether a siege follows, and who held the town before."""
    if _enemy_is_there(view):
        # The enemy still holds the castle; the siege has the rounds that are left (6.54).
        return "regroup-storm" if _has_rounds_left(view) else "regroup-siege"
    battle = view.get("battle")
    if battle is None:
        return "regroup"
    return "regroup-held" if (battle["castle-of"] or battle["defender"]) == view["you"] else "regroup"


def _enemy_is_there(view: View) -> bool:
    """Whether blocks of the other side stand in the battle's town."""
    return any(stack["side"] != view["you"] for stack in _stacks_of_battle(view))


def _has_rounds_left(view: View) -> bool:
    """Whether the siege fought over has not come to its last round."""
    battle = view.get("battle")
    return battle is not None and battle["round"] < SIEGE_ROUNDS


def battle_kind(view: View) -> str:
    """What is fought now: a "storm", a "sally" or a "relief" (6.54 to 6.56), a "siege" before these, or a "battle".

    Outside battles it is empty.
    """
    battle = view["battle"]
    if battle is None:
        return ""
    if battle["storm"]:
        return "storm"
    siege = view["sieges"].get(battle["town"])
    if siege is None:
        return "battle"
    stacks = view["map"][battle["town"]]["stacks"]
    out = [stack for stack in stacks if (stack["side"], stack["area"]) == (siege["besieged"], "field")]
    if battle["attacker"] == siege["besieger"] or not out:
        return "siege"
    # Hidden blocks have not sallied: who sallies lies open.
    relief = any(stack["hidden"] or not all(block.get("sallying") for block in stack["blocks"]) for stack in out)
    return "relief" if relief else "sally"


def _siege_key(view: View, key: str) -> str:
    """The key of a question whether to storm or to sally: by whether it goes on, or joins a fight of one's own side."""
    field = [stack for stack in _stacks_of_battle(view) if stack["area"] == "field"]
    blocks = [block for stack in field for block in stack["blocks"]]
    if any(block.get("storming") if key == "storm" else block.get("sallying") for block in blocks):
        return f"{key}-on"
    joins = key == "sally" and any(stack["side"] == view["you"] for stack in field)
    return "sally-join" if joins else key


def _stacks_of_battle(view: View) -> Sequence[StackJson]:
    """The stacks at the town fought over."""
    battle = view.get("battle")
    here = view.get("map", {}).get(battle["town"]) if battle else None
    return here["stacks"] if here else ()


def _gaps_of_prompt(view: View) -> JsonObject:
    """Returns the gaps of a prompt that its viewer knows: the battle, the Moves left, and whose Move was paid."""
    battle = view.get("battle")
    fought = {"town": battle["town"], "round": battle["round"]} if battle else {"town": None, "round": None}
    return {**fought, "moves": view.get("moves-left"), **_paid(view)}


def _paid(view: View) -> JsonObject:
    """Returns the places whose Move was paid, so that other blocks of theirs may still go (5.2)."""
    if view.get("moves-left") != 0:
        return {}
    places = _places_of_blocks(view)
    begun: set[str] = set()
    mustered: set[str] = set()
    for offer in view.get("actions", []):
        about: Any = offer.get("about") or {}
        if offer["type"] == "muster":
            mustered.add(about["town"])
        elif about.get("cost") == 0:
            block = offer["block"]
            begun |= {places[one] for one in (block["any"] if isinstance(block, dict) else [block]) if one in places}
    return {"begun": sorted(begun), "mustered": sorted(mustered)}


def _places_of_blocks(view: View) -> dict[str, str]:
    """Block -> its town or the box where it waits, of all blocks whose names the viewer sees."""
    places = {
        block["id"]: town
        for town, here in view.get("map", {}).items()
        for stack in here["stacks"]
        for block in stack["blocks"]
    }
    return places | {block: box for box, blocks in view.get("staging", {}).items() for block in blocks}


def _first_filled(templates: Iterable[Text], fields: Mapping[str, object]) -> str | None:
    """Returns the first of the templates all of whose gaps are given, filled; None if there is none."""
    given = set(_given(fields))
    for template in map(str, templates):
        if _gaps_of(template) <= given:
            return capitalized(_fill(template, fields))
    return None


def _templates(event: FactJson) -> Sequence[Text]:
    """Returns the sentences for an event: those for its flags (`block-fired:charge`) before the plain ones."""
    special = [name for name, value in event.items() if value is True and f"{event['type']}:{name}" in SENTENCES]
    return [template for name in special for template in SENTENCES[f"{event['type']}:{name}"]] + list(
        SENTENCES.get(event["type"], ())
    )


def result(ended: Ended) -> str:
    """Returns the result in words: how the game ended, who ended it and why. `by` and `why` count where the ending
    alone does not say it.
    """
    how = ended["how"]
    template = words_time.ending_template(how, ended.get("why") or "") or gettext_lazy(
        "The game is over: {winner} win."
    )
    winner, loser = ended.get("winner"), words_time.loser_of(ended)
    gaps: JsonObject = {"winner": _read_side(winner) if winner else "", "loser": _read_side(loser) if loser else ""}
    gaps |= {"name": ended.get("by") or "?", "reason": ended.get("why") or ""}
    return capitalized(str(template).format(**gaps))


def result_in_short(result: Ended) -> str:
    """Returns the result for a list: who won, and how it ended."""
    how = str(words_time.SHORT.get(result["how"], result["how"]))
    winner = result.get("winner")
    if not winner:
        return how
    return _("won by the {side} ({how})").format(side=side_name(winner), how=how)


def in_a_list(parts: Iterable[str]) -> str:
    """Parts with semicolons between them, spaced as the reader's language does."""
    listed = ""
    for part in parts:
        listed = _("{some}; {last}").format(some=listed, last=part) if listed else part
    return listed


def _fill(template: str, fields: Mapping[str, object], **more: str) -> str:
    """Returns the template with its gaps filled; a field is put into words only if the sentence names it."""
    given = _given(fields)
    words = {gap: _in_words(given[gap], fields[given[gap]]) for gap in _gaps_of(template) if gap in given}
    words |= ({"number": str(fields["count"])} if "count" in fields else {}) | more
    return template.format_map({gap: words.get(gap, "") for gap in _gaps_of(template)})


@lru_cache(maxsize=2000)
def _gaps_of(template: str) -> frozenset[str]:
    return frozenset(name for _text, name, _spec, _conversion in Formatter().parse(template) if name)


def _given(fields: Mapping[str, object]) -> dict[str, str]:
    """Returns for each gap of a sentence the name of its field.

    What is None or names nobody counts as missing.
    """
    given = {
        name.replace("-", "_"): name for name, value in fields.items() if value is not None and value not in ([], {})
    }
    return given | ({"number": "count"} if "count" in fields else {})


def _in_words(name: str, value: object) -> str:
    """Returns the value of a field in words, by the field's name."""
    if name in READERS:
        return READERS[name](value)
    if isinstance(value, list):
        return ", ".join(str(item) for item in value)
    return str(value)


def _read_side(side: str) -> Name:
    return Name(SIDES_IN_A_SENTENCE.get(side, side))


def _read_gap(value: Gap) -> str:
    """Returns the gap of a refusal in words."""
    if isinstance(value, Town):
        return town_name(value.id)
    if isinstance(value, Block):
        return block_name(value.id)
    if isinstance(value, Mapping):
        return ", ".join(f"{town_name(town.id)} ({count})" for town, count in value.items())
    if isinstance(value, list):
        return ", ".join(town_name(town.id) for town in value)
    return str(value)


def _read_path(path: list[str]) -> str:
    return " – ".join(town_name(town) for town in path)


def _read_blocks(blocks: Mapping[str, list[str]] | list[str] | list[FaceJson]) -> str:
    """Returns blocks in words: ids, faces with a strength, or ids by town."""
    if isinstance(blocks, Mapping):
        return in_a_list(
            _("{name}: {value}").format(name=town_name(town), value=_read_blocks(ids)) for town, ids in blocks.items()
        )
    return ", ".join(
        block_name(item) if isinstance(item, str) else f"{block_name(item['id'])} ({item['strength']})"
        for item in blocks
    )


def _read_surplus(surplus: Mapping[str, Mapping[str, int]]) -> str:
    return in_a_list(
        _("{town} feeds {limit} of {blocks}").format(town=town_name(town), **counts) for town, counts in surplus.items()
    )


def _read_steps(steps: Mapping[str, Mapping[str, int]]) -> str:
    return in_a_list(
        _("{town}: {left} of {most} left").format(town=town_name(town), left=counts["left"], most=counts["most"])
        for town, counts in steps.items()
    )


def _read_towns(towns: dict[str, int]) -> str:
    return ", ".join(f"{town_name(town)} {count}" for town, count in towns.items())


def _read_places(towns: list[str]) -> str:
    return ", ".join(town_name(town) for town in towns)


def _read_target(target: str | Mapping[str, str]) -> str:
    return block_name(target) if isinstance(target, str) else town_name(target["town"])


READERS: dict[str, Callable[[JsonValue], str]] = {
    "side": _read_side,
    "loser": _read_side,
    "since": words_time.read_moment,
    "until": words_time.read_moment,
    "amount": words_time.read_amount,
    "attacker": _read_side,
    "defender": _read_side,
    "winner": _read_side,
    "besieger": _read_side,
    "besieged": _read_side,
    "town": town_name,
    "from": town_name,
    "to": town_name,
    "port": town_name,
    "start": town_name,
    "road": town_name,
    "block": block_name,
    "card": card_name,
    "frank": lambda value: card_name(value) if isinstance(value, str) else _in_words("", value),
    "saracen": lambda value: card_name(value) if isinstance(value, str) else _in_words("", value),
    "path": _read_path,
    "begun": _read_places,
    "mustered": _read_places,
    "blocks": _read_blocks,
    "towns": _read_towns,
    "surplus": _read_surplus,
    "steps": _read_steps,
    "too-many": lambda value: ngettext("{count} block", "{count} blocks", value).format(count=value),
    "cards": lambda value: ", ".join(card_name(card) for card in value),
    "box": town_name,
    "dice": lambda value: " ".join(str(die) for die in value),
    "area": lambda value: str(AREAS.get(value, value)),
    "target": _read_target,
    "hits": lambda value: ngettext("{count} hit", "{count} hits", value).format(count=value),
    "losses": lambda value: ngettext("{count} step", "{count} steps", value).format(count=value),
    "count": lambda value: ngettext("{count} block", "{count} blocks", value).format(count=value),
    "moves": lambda value: ngettext("{count} Move", "{count} Moves", value).format(count=value),
}


def capitalized(text: str) -> str:
    """The text with a capital first letter."""
    return text[:1].upper() + text[1:]
