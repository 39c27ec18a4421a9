"""The events of the site as a page for those who write a checker: docs/record-events.md.

python -m tests.rules.event_forms           compares the page with what the code holds
python -m tests.rules.event_forms --write   writes it anew
"""

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from rules import entry_values
from rules.entries import FORMS, Form, Template
from rules.entry_values import WINNERS, OfferAs, OneOf, Repeated

FILE = Path(__file__).parents[2] / "docs" / "record-events.md"
WORDS = {
    entry_values.same_side: "the event's side",
    entry_values.other_side: "the other side",
    entry_values.text: "text",
    entry_values.moment: "time",
    entry_values.version: "version",
    entry_values.number: "number",
    entry_values.turn: "number or 0",
    entry_values.zone: "zone",
    entry_values.seconds: "seconds",
    entry_values.json_object: "object",
    entry_values.numbers: "numbers",
    entry_values.sha256: "64 digits",
    entry_values.creator: "creator's side",
    entry_values.practice: "a moment",
    entry_values.count: "how many `undoes` has",
    entry_values.winner: "a winner of `ending`",
    entry_values.named_winner: '`winner`; `null` for `""`',
}
"""What a check asks for, in the words that the page explains."""
STATUSES = {"": "not yet made", "open": "before the start", "active": "running", "over": "over"}
TOP = """# The events of a record

Every event beside the players' actions on the board. `rules/entries.py` holds this list, `rules/course.py`
when each can stand where it stands; `python -m tests.rules.event_forms --write` writes this page, and a
test compares the two. [dice.md](dice.md) says how events are hashed.

- An **action** has the `kind` `action`, a side, and as payload an action of [views.md](views.md) with no
  other names. `forced` is `true` where it is there, a `path` has one to four towns, and a `target` names the
  `area` `field`, `castle` or `reserve`. It is a wall where the rules say so, and always where it ends the game.
- What an action tells follows from the rules: objects `{"type", "data"}`, where `data` has what all may know
  and may be empty. Where the side `owner` alone knows more, `owner` and `secret` are there; `data` is missing
  where the other side learns nothing at all. What other events tell, but for `start`, has its names beside
  `type`.
- Every other event is one of those below. Its payload has exactly these names and `type`, what it tells
  exactly these objects with exactly these names; a name with `?` may be missing. What `start` tells follows
  from the rules.
- Only actions and `start` can have draws.
- The game starts when both sides have a player. The computer is one: it joins as people do. `part-missing`
  stands right before `start`, for one side or for both, one after the other.
- The payload of `start` has a `position`, as positions are hashed, exactly if that of `create` has `practice`:
  the game goes on from it. It is sound, by the options of the game, and nobody has won in it. The `state` of
  `start` is its hash, and `start` tells `practice-begun`, with `year` and mostly `turn`.
- `contributions` of `start` is `{"frank", "saracen"}`, each 32 digits or `""`; it is missing only under
  `rules` before 1.2.0. Before the start a seat that was left can be taken anew.
- What changes the position: `start`, actions, `undo` and `restart-turn`, `rewind`, and `rules-moved` with a
  `position` (the game goes on from that one).
- A **plan** is an action behind the last wall that is no wall and has not been taken back. An action
  `take-back-card` takes the last plan of its side away, which is its `play-card`, and is no plan itself; where
  its side has no plan it is one. `undoes` of `undo` are the last plans of its side, one or several, of
  `restart-turn` all of its side. The position after it is that of the last wall with the plans left done
  again in their order. Where exactly these plans stood once before, behind the same wall, its `state` is the
  one of then, or the wall's where none is left; else only the rules can tell.
- A `restart-turn` of nobody stands in two places. Right behind `replace` or a claim `computer` it takes back
  what the player who went had planned. Before a `rules-moved` with a `position` it takes back the plans of a
  side, and bears the new version of the rules; nothing but such events stands between it and that move. It may
  be missing in both places: plans that nobody takes back are gone with the move.
- `rewind` leads to an event with the number `to`, behind which the game goes on. It is a wall, the start or
  after it, also one that an earlier `rewind` had passed over; nobody had won there on the board, and no
  `rules-moved` with a `position` lies between. The version of the rules stays the one in force.
- `game-restored` takes back any end but a win on the board, also where another end was set over that. It and
  `rewind` have a `commitment` exactly where the game was over.
- An `offer` stands until it is answered, lapses, or the game ends; a new one of the same kind, by either side,
  takes its place. `accept` and `decline` answer the other side's offer; `withdraw` and `lapse` end
  that of the event's side. `give-time` ends the other side's offer `more-time`, `brought-here` every offer.
- A claim asks for a game with a clock (`create` has a `pace` other than `"friendly"`), in which the other side
  alone has to decide: only the rules know that. With `take-over` in `create` the players agreed that the
  computer may be called: `computer` is claimed while that holds, `win` while it does not, `annul` at any time.
  The first claim `computer` and a `lapse-agreed` of it end the agreement for good; each wants that it holds. No
  other event asks for one before it: a pause, a vacation or frozen clocks can end without their beginning, and
  a game `by-hand` starts without `start-by-hand`.
- `join` wants a free seat, `leave` and `remove` one that is taken. A seat belongs to any person.
- In a game that one person plays alone (`choice` `"both"`) nothing happens between two: no `offer`, `answer` of
  a player, `lapse`, `lapse-agreed`, `claim`, `give-time`, `end-pause` or `annulled-untouched`. `game-closed`
  is of such games alone.
- After `replace` and a claim `computer` the seat is anybody's: the next `person` who acts for it sits there.
  `from` and `to` stand in earlier records: `to` sits there then, and `from` is not compared. After
  `brought-here` nobody is known.

| word | what it stands for |
| --- | --- |
| time | in UTC, as `2026-01-01T00:00:01.000000+00:00`; the microseconds may be missing, but for the `at` of events |
| text | at most 10,000 code points |
| number, seconds | a whole number above 0; seconds at most 316,224,000 |
| numbers | whole numbers, ascending, at least one |
| version | three numbers with points between, as `1.2.0` |
| zone | the name of a time zone, at most 64 letters, digits and `_+/-` |
| a moment | `{"game", "n", "as"}`: entry `n`, a number, of that game as the side `as` knew it, or with `"all"` \
open; or `{"exercise", "as"}`: that exercise of the site, by its name of 1 to 64 code points |
| creator's side | the `choice` of the payload; either side for `random`, `null` for `both` |
| = `name` | what stands under that name in the payload |
| of the side, of the creator | `person` sits on the event's side, or made the game; of `create`, any person |
| of nobody, of anybody | `person` is `null`; it is a number or `null` |

| `kind` | `type` | game | side | wall | person | payload | tells |
| --- | --- | --- | --- | --- | --- | --- | --- |
"""
PERSONS = {
    "player": "of the side",
    "creator": "of the creator",
    "site": "of nobody",
    "player-or-site": "of the side or nobody",
    "anybody": "of anybody",
}


def worded(value: Any) -> str:
    """What a name must have: a check in words, or the value itself."""
    if isinstance(value, OneOf):
        return " or ".join(f"`{json.dumps(one)}`" for one in value.values)
    if isinstance(value, Repeated):
        return f"= `{value.name}`"
    if isinstance(value, OfferAs):
        return f"the offer with `-{value.verb}`"
    return WORDS[value] if callable(value) else f"`{json.dumps(value)}`"


def names(template: Template, type_: str | None = None) -> str:
    """The names of an object with what each must have, but for the type that the row has."""
    return ", ".join(
        f"`{name}` {worded(value)}" for name, value in template.items() if (name, value) != ("type", type_)
    )


def row(kind: str, type_: str, form: Form) -> str:
    """The line of one form of an event."""
    tells = "by the rules" if form.facts is None else "; ".join(names(fact) for fact in form.facts)
    return " | ".join(
        (
            f"| `{kind}`",
            f"`{type_}`",
            ", ".join(STATUSES[status] for status in form.when),
            "yes" if form.side else "no",
            "yes" if form.wall else "no",
            PERSONS[form.by],
            names(form.payload, type_) or "-",
            f"{tells or '-'} |",
        )
    )


def lines() -> Iterator[str]:
    """The rows of both tables, with what stands between them."""
    for (kind, type_), forms in FORMS.items():
        yield from (row(kind, type_, form) for form in forms)
    yield ""
    yield 'How a game can end otherwise than on the board, and who can win it so (`""`: nobody):'
    yield ""
    yield "| `ending` | `winner` |"
    yield "| --- | --- |"
    for ending, winners in WINNERS.items():
        yield f"| `{ending}` | {', '.join(f'`{json.dumps(one)}`' for one in winners)} |"


def text() -> str:
    """The page as it has to be."""
    return TOP + "\n".join(lines()) + "\n"


def main(arguments: list[str]) -> int:
    if arguments == ["--write"]:
        FILE.write_text(text())
    return int(FILE.read_text() != text())


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
