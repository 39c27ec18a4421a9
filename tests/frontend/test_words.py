"""Every fact of the rules has a sentence, and says no more than its viewer may know."""

import re
from typing import Any

import pytest

import rules.facts
from games import words
from games.words_tables import PROMPTS, SENTENCES

# One plausible value for each field that an event may have.
VALUES: dict[str, Any] = {
    "side": "frank",
    "winner": "saracen",
    "attacker": "saracen",
    "defender": "frank",
    "holder": "frank",
    "besieger": "saracen",
    "besieged": "frank",
    "town": "acre",
    "from": "tyre",
    "to": "sidon",
    "road": "tiberias",
    "box": "england",
    "path": ["jerusalem", "ramallah", "jaffa"],
    "block": "king-guy",
    "blocks": [{"id": "king-guy", "strength": 3}],
    "towns": {"damascus": 2, "egypt": 2},
    "cards": ["move-3", "manna"],
    "card": "winter-campaign",
    "dice": [1, 4, 6],
    "frank": "move-2",
    "saracen": "guide",
    "area": "castle",
    "score": {"frank": 4, "saracen": 3},
    "ruleset": {},
    "how": "victory-cities",
    "kind": "moves",
    "start": "jerusalem",
    "year": 1188,
    "turn": 3,
}
SPECIAL = {
    ("tie-rolled", "frank"): [3, 4],
    ("tie-rolled", "saracen"): [6, 1],
    ("block-withdrew", "to"): "castle",
    ("garrison-deployed", "blocks"): ["king-guy", "walter"],
    ("nomads-drawn", "blocks"): {"damascus": ["kurds-1"], "egypt": ["arabs-2"]},
}
FLAGS = {
    "permanent",
    "forced",
    "attack",
    "charge",
    "harry",
    "siege",
    "winter",
    "added",
    "rolled",
    "auto",
    "lost",
    "sallied",
}
NUMBERS = {
    "count",
    "moves",
    "hits",
    "losses",
    "strength",
    "round",
    "castle",
    "field",
    "die",
    "cost",
    "firepower",
    "sixes",
}


def declared() -> dict[str, tuple[list[str], list[str]]]:
    """The event types of `rules.facts`, as its docstring declares them: fields for everybody, and for the owner
    alone.
    """
    found = {}
    for private, name, inside in re.findall(
        r"(\[?)\b([a-z]+(?:-[a-z]+)+)\{((?:[^{}]|\{[^{}]*\})*)\}", rules.facts.__doc__ or ""
    ):
        # In shapes such as `towns: {town: count}` only the field's own name matters.
        flat = re.sub(r": *(\{[^}]*\}|\[(?:face|2 faces)\]|[a-z]+(?: \| [a-z]+)*)", "", inside)
        flat = re.sub(r"\bpath: *\[[^\]]*\]", "path", flat).replace("?", "")
        flat = re.sub(r"(\w+) \| \w+", r"\1", flat)
        own = [field.strip() for group in re.findall(r"\[([^\]]*)\]", flat) for field in group.split(",")]
        open_to_all = [field.strip() for field in re.sub(r"\[[^\]]*\]", "", flat).split(",") if field.strip()]
        found[name] = (open_to_all + own, []) if private else (open_to_all, own)
    return found


def example(name: str, fields: list[str]) -> dict[str, Any]:
    event: dict[str, Any] = {"type": name}
    for field in fields:
        if (name, field) in SPECIAL:
            event[field] = SPECIAL[name, field]
        elif field in FLAGS:
            event[field] = False
        elif field in NUMBERS:
            event[field] = 2
        else:
            assert field in VALUES, f"{name} has a field {field!r} that this test does not know"
            event[field] = VALUES[field]
    return event


def test_the_docstring_of_events_is_read_whole() -> None:
    types = declared()
    assert len(types) > 60
    assert types["group-moved"] == (["side", "path", "cost", "forced"], ["block"])
    assert types["cards-dealt"] == (["cards"], [])
    assert types["field-revealed"] == (["town", "side", "blocks"], [])


@pytest.mark.parametrize("name", sorted(declared()))
def test_an_event_has_a_sentence_for_everybody_and_for_its_owner(name: str) -> None:
    everybody, owner = declared()[name]
    for fields in (everybody, everybody + owner):
        sentence = words.sentence(example(name, fields), "frank")
        assert sentence, f"no sentence for {name} with {fields}"
        assert not re.search(r"[{}]|None|king-guy|winter-campaign|tiberias\b", sentence), sentence
        assert sentence[0].isupper() or sentence[0].isdigit()


@pytest.mark.parametrize("name", sorted(name for name, (_, owner) in declared().items() if "block" in owner))
def test_only_the_owner_reads_the_name_of_a_hidden_block(name: str) -> None:
    everybody, owner = declared()[name]
    public, own = (
        words.sentence(example(name, everybody), "saracen"),
        words.sentence(example(name, everybody + owner), "frank"),
    )
    assert "King Guy" not in (public or "")
    assert "King Guy" in (own or "")


def test_reports_stop_the_clocks_in_words_of_their_own() -> None:
    stopped = {"type": "clocks-frozen", "reason": ""}
    assert words.sentence(stopped, None) == "A reviewer stopped the clocks."
    assert words.sentence(stopped | {"side": "frank"}, None) == "The Franks reported a problem. The clocks stand still."
    assert words.sentence(stopped | {"reported": True}, None) == "A problem was reported. The clocks stand still."


@pytest.mark.parametrize(
    "flagged", sorted(name for name in SENTENCES if ":" in name and name.split(":")[0] in declared())
)
def test_a_flag_changes_the_sentence(flagged: str) -> None:
    name, flag = flagged.split(":")
    everybody, owner = declared()[name]
    event = example(name, everybody + owner)
    plain, special = words.sentence(event, "frank"), words.sentence({"side": "frank"} | event | {flag: True}, "frank")
    assert special
    assert special != plain


def test_unknown_events_have_no_line() -> None:
    assert words.sentence({"type": "comet-seen"}, None) is None


def test_numbers_are_counted_in_words() -> None:
    fired = {
        "type": "block-fired",
        "side": "frank",
        "town": "acre",
        "block": "king-guy",
        "dice": [2],
        "charge": False,
        "harry": False,
    }
    assert words.sentence(fired | {"hits": 1}, None) == "King Guy fired at Acre and rolled 2: 1 hit."
    assert words.sentence(fired | {"hits": 0}, None) == "King Guy fired at Acre and rolled 2: 0 hits."


def view(**changes: Any) -> dict[str, Any]:
    plain: dict[str, Any] = {
        "phase": "move",
        "awaited": ["frank"],
        "you": "frank",
        "result": None,
        "battle": None,
        "moves-left": 2,
    }
    return plain | {"prompt": {"key": "move", "params": {}, "rule": "5.0"}} | changes


@pytest.mark.parametrize("key", sorted(PROMPTS))
def test_each_prompt_speaks_to_the_one_awaited(key: str) -> None:
    battle = {"town": "acre", "round": 2, "castle-of": None, "defender": "frank", "storm": []}
    text = words.prompt(view(prompt={"key": key, "params": {}, "rule": "1.0"}, battle=battle, sieges={}))
    assert text
    assert not re.search(r"[{}]|None", text), text


def test_the_prompt_counts_the_moves_left() -> None:
    assert "2 Moves left" in words.prompt(view())
    assert "1 Move left" in words.prompt(view(**{"moves-left": 1}))
    assert words.prompt(view(**{"moves-left": 0})) == "No Moves left. Press Done when you are ready."


def test_of_one_hit_no_next_one_is_spoken_of() -> None:
    asked = {"key": "hits", "params": {"hits": 1}}
    battle = {"town": "acre", "round": 1}
    assert words.prompt(view(prompt=asked, battle=battle)) == "Acre: 1 hit to take. Choose the block that takes it."
    assert "2 hits to take. Choose the block that takes the next." in words.prompt(
        view(prompt=asked | {"params": {"hits": 2}}, battle=battle)
    )


def test_a_card_whose_effect_comes_later_is_spoken_of_while_blocks_move() -> None:
    cards = {"frank": {"counts-as": "jihad"}, "saracen": {"counts-as": "guide"}}
    later = " Jihad: after Done you choose the battle or siege in which your blocks fire first."
    assert words.prompt(view(cards=cards, turn=2)).endswith(later)
    assert "Jihad" not in words.prompt(view(cards=cards, turn=6)), "no battle follows"
    asked = words.prompt(view(cards=cards, turn=2, you="saracen", awaited=["saracen"]))
    assert asked.endswith(" Guide: each road takes twice as many of your blocks.")


def test_a_jihad_says_where_it_would_be_used_as_things_stand_and_that_it_would_be_lost() -> None:
    cards = {"frank": {"counts-as": "jihad"}, "saracen": {"counts-as": "move-1"}}

    def asked(jihad: dict[str, bool]) -> str:
        prompt = {"key": "move", "params": {"moves": 1, "jihad": jihad}, "rule": "5.0"}
        return words.prompt(view(cards=cards, turn=2, prompt=prompt)).partition(" Jihad: ")[2]

    lost = "you have no battle or siege yet in which you could attack: Jihad would be lost."
    assert asked({}) == lost
    assert asked({"acre": False}) == lost
    assert asked({"acre": True}) == "as things stand your blocks fire first at Acre, in the first round there."
    assert asked({"acre": True, "tyre": False}).startswith("after Done you choose")


def test_with_no_moves_left_the_prompt_names_the_towns_whose_move_was_paid_and_the_muster() -> None:
    stacks = [{"side": "saracen", "area": "field", "blocks": [{"id": "saladin", "strength": 4}]}]
    spent = {"moves-left": 0, "map": {"damascus": {"control": "saracen", "stacks": stacks}}}
    path = {"any": [["ashtera"]]}
    march = {"type": "move", "block": {"any": ["saladin"]}, "path": path, "about": {"cost": 0}}
    text = words.prompt(view(**spent, actions=[march]))
    assert text == "You may still move other blocks of Damascus without another Move. Press Done when you are ready."
    joins = {"type": "muster", "block": {"any": ["saladin"]}, "path": path, "about": {"town": "ashtera"}}
    assert words.prompt(view(**spent, actions=[joins])).startswith("Blocks may still come to the muster (Ashtera)")


def test_winter_says_which_of_its_two_decisions_is_open() -> None:
    asked = [
        words.prompt(view(phase="winter", prompt={"key": "winter", "params": {"work": work}}))
        for work in ("supply", "replace")
    ]
    assert "disband" in asked[0]
    assert "replace" in asked[1]


def test_winter_counts_who_must_disband_and_the_steps_that_are_left() -> None:
    def asked(**params: Any) -> str:
        return words.prompt(view(phase="winter", prompt={"key": "winter", "params": params}))

    surplus = {"acre": {"blocks": 5, "limit": 3}, "aleppo": {"blocks": 4, "limit": 3}}
    assert "Winter: disband 3 blocks (Acre feeds 3 of 5; Aleppo feeds 3 of 4)" in asked(work="supply", surplus=surplus)
    assert "(Acre: 1 of 3 left)" in asked(work="replace", steps={"acre": {"left": 1, "most": 3}})
    assert "no town has a step left" in asked(work="replace", steps={"acre": {"left": 0, "most": 3}})


def test_others_read_whom_the_game_waits_for() -> None:
    assert words.prompt(view(you="saracen")) == "Waiting for the Franks to move."
    assert words.prompt(view(you=None)) == "Waiting for the Franks to move."


def test_an_unknown_prompt_still_says_something() -> None:
    assert words.prompt(view(prompt={"key": "comet", "params": {}, "rule": "1.0"}))


@pytest.mark.parametrize("how", ["victory-cities", "sudden-death", "resignation"])
def test_the_end_names_the_winner(how: str) -> None:
    assert "the Saracens" in words.prompt(view(result={"winner": "saracen", "how": how}, awaited=[]))


def test_moves_are_told_by_their_number_and_blocks_with_their_word() -> None:
    assert (
        words.sentence({"type": "moves-forfeited", "side": "frank", "count": 3}, None)
        == "The Franks left Moves unused: 3."
    )


def test_an_event_says_that_it_takes_the_place_of_moves_and_no_title_offers_none_more() -> None:
    def title(left: int) -> str:
        asked = {"key": "manna", "params": {"left": left}}
        return words.prompt({"you": "frank", "awaited": ["frank"], "phase": "event", "prompt": asked})  # type: ignore[typeddict-item]

    assert title(2) == "Manna, instead of Moves: choose blocks that gain a step each. You may choose 2 more."
    assert title(0) == "Manna, instead of Moves: no further block gains a step. Press Done."
    assert str(PROMPTS["assassins"][0]).startswith("Assassins, instead of Moves: ")
