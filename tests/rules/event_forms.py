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

This page lists every event of a game's record. The players' actions on the board are the exception: they are in
[views.md](views.md). [dice.md](dice.md) says how events are hashed, [glossary.md](glossary.md) what a wall is.
`rules/entries.py` holds this list. `rules/course.py` holds when each event can happen.
`python -m tests.rules.event_forms --write` writes this page, and a test compares it with the code.

The column "tells" is the list `events` of an event: the facts that the players read.

**Actions**

- An **action** has the `kind` `action`, a side, and as payload an action of [views.md](views.md) without any
  further key. `forced` is `true` or missing, a `path` has one to four towns, and a `target` names the `area` `field`,
  `castle` or `reserve`.
- Its `person` sits on its side. The computer has a number like a person.
- An action is a wall where the rules say so, and always where it ends the game. Such an action tells `game-won` once,
  with `side` (always one of the two), `how` (`victory-cities` or `sudden-death`) and `score`, the victory cities as
  `{"frank", "saracen"}`. No other event tells it.
- The facts of an action follow from the rules. Each is an object `{"type", "data"}`; `data` has what both sides may
  know, and may be empty. Where the side `owner` alone knows more, the fact has `owner` and `secret` as well. `data`
  is missing where the other side learns nothing at all.
- Only actions and `start` can have draws.

**All other events**

- Every other event is one of the table below. Its payload has `type` and exactly the names in its row. Its facts
  are exactly those in the row, with exactly these names. A name with `?` may be missing. A fact may leave `reason`
  out although the payload has it; it never has a `reason` that the payload lacks.
- The facts of all other events have their names beside `type`, without `data`. The facts of `start` alone are like
  those of an action: they follow from the rules.

**The start**

- The game starts when both sides have a player. The computer counts as a player: it joins as people do.
- `part-missing` stands right before `start`, for one side or for both, one after the other. So both seats are taken
  there.
- `contributions` of `start` is `{"frank", "saracen"}`, each 32 digits or `""`. It is missing only under `rules`
  before 1.2.0. Draw 0 has the same contributions, also where the `start` is an earlier event.
- The payload of `start` has a `position` exactly if that of `create` has `practice`: the game goes on from it. It
  has the form in which positions are hashed. Its `ruleset` is that of the game. It has no `winner`: that name, with
  side and way, stands only in positions in which somebody has won. It is sound; the rules alone can tell that.
  Then the `state` of `start` is its hash, and `start` tells the fact `practice-begun`, whose `data` has `year` and
  mostly `turn`. Every other `start` tells `game-begun` instead, once, whose `data` has the `ruleset`.

**What changes the position**

- These events change the position: `start`, actions, `undo`, `restart-turn`, `rewind`, and `rules-moved` with a
  `position`. After `rules-moved` the game goes on from its `position`.
- A **plan** is an action after the last wall that is no wall and has not been taken back.
- An action `take-back-card` takes away the last plan of its side, a `play-card`, and is no plan itself. Its `state`
  follows as that of `undo` does. Where its side has no plan, `take-back-card` is a plan.
- `undoes` of `undo` are the last plans of its side, one or several. `undoes` of `restart-turn` are all plans of its
  side. To find the position after either, take that of the last wall and play the remaining plans in order.
- The `state` after `undo` and `restart-turn` is that of the wall where no plan is left. Where exactly the remaining
  plans stood once before after the same wall, it is the `state` of then. The same acts of the same sides in the
  same order count as the same plans, also where they were done anew. Otherwise only the rules can tell the `state`.
- A `restart-turn` with `person` `null` can stand in two places. Among earlier events `null` says nothing: there such a
  `restart-turn` is taken for a player's.
    - Right after `replace` or a claim `computer` it takes back what the player who left had planned. Where its side is
      the one that was left, it has the version of the rules in force, whatever comes next. It may be missing: `replace`
      and the claim change no position, so the plans then stay, and who acts for the side next may take them back.
    - Before a `rules-moved` with a `position` it takes back the plans of a side. It has the new version of the
      rules. Only other such events stand between it and the `rules-moved`. It may be missing: plans that nobody took
      back are gone with the `position` of `rules-moved`.
- `rewind` leads to the event with the number `to`, and the game goes on after that event. The event is a wall, the
  start or later; an earlier `rewind` may have passed over it. Nobody had won there on the board. No `rules-moved`
  with a `position` lies between, but `to` may be such an event. The version of the rules stays the one in force. A
  `rewind` of a running game leaves open offers and agreements as they are.
- `game-restored` takes back every end but a win on the board. It cannot stand while the position is a won one, even
  if staff had set another end over that win.
- `rewind` and `game-restored` have a `commitment` exactly if the game was over, among earlier events too.

**Offers, claims and agreements**

- An `offer` stands until it is answered, lapses, or the game ends. A new offer of the same kind, by either side,
  takes its place. `replace` and a claim `computer` leave it standing.
- `accept` and `decline` answer the other side's offer. `withdraw` and `lapse` end the offer of the event's side.
  `give-time` ends the other side's offer `more-time`. `brought-here` ends every offer.
- A claim needs a game with a clock: `create` has a `pace`, and it is not `"friendly"`. It also needs that only the
  other side has to decide; the rules alone tell that.
- With `take-over` in `create` the players agreed that the computer may be called. While that agreement holds,
  `computer` can be claimed; while it does not, `win` can be claimed. `annul` can be claimed at any time.
- The first claim `computer`, or a `lapse-agreed` of the agreement, ends that agreement for good. Both need that it
  still holds.
- No other event needs an earlier event before it. A pause, a vacation or frozen clocks can end without their
  beginning. A game `by-hand` can start without `start-by-hand`, and `start-by-hand` can stand in a game that is not
  `by-hand`, and more than once.

**Seats**

- `join` needs a free seat, `leave` and `remove` one that is taken. A seat that was left before the start can be
  taken again, by any person. Nothing is asked of the person who joins: it may even be the one on the other seat. The
  creator may remove the player of either seat, the own one too.
- In a game that one person plays alone (`choice` `"both"`) some events cannot happen: `offer`, `answer` of a
  player, `lapse`, `lapse-agreed`, `claim`, `give-time`, `end-pause` and `annulled-untouched`. Such games alone have
  `game-closed`.
- After `replace` and a claim `computer` the seat is open: the next `person` who acts for it has it from then on. In
  earlier records `replace` has `from` and `to`: `to` has the seat then, and `from` is not checked.
- After `brought-here` both seats are open in the same way: the next `person` who acts for a side has its seat.

| word | what it stands for |
| --- | --- |
| time | in UTC, as `2026-01-01T00:00:01.000000+00:00`; the microseconds may be missing, but for the `at` of events |
| text | at most 10,000 code points; it may be empty |
| number, seconds | a whole number above 0; seconds at most 316,224,000 |
| numbers | whole numbers, ascending, at least one |
| version | three numbers of one to four digits with points between, as `1.2.0` |
| zone | the name of a time zone, at most 64 letters, digits and `_+/-` |
| a moment | `{"game", "n", "as"}`: entry `n`, a number, of that game as the side `as` knew it, or with `"all"` \
open; or `{"exercise", "as"}`: that exercise of the site, by its name of 1 to 64 code points, and `as` the side that \
decides in it |
| game id | 32 small hexadecimal digits in groups of 8, 4, 4, 4 and 12 with hyphens between |
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
