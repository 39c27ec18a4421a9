"""The events of a game as a reviewer reads them: the filtered list, and one event in detail.

While the game runs and the reviewer has not opened what is hidden, they read what every spectator may. Events are
numbered as recorded either way, so that two reviewers speak of the same ones.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from operator import itemgetter

from games import words
from games.access import Access, Perspective
from games.disputes import wording
from games.models import GameEvent
from games.services.record.facts import visible_facts
from games.services.record.numbering import Line, TakenBack
from games.services.record.state import actions_not_undone, fold
from games.services.views import history, replay
from games.services.views.view import all_facts_of
from games.shapes import Json, View
from rules import actions, game
from rules.position import Position

A_PAGE = 40
PUBLIC = Perspective(None)
ALL = Perspective(None, everything=True)
PERSPECTIVES = {"frank": Perspective("frank"), "saracen": Perspective("saracen"), "all": ALL, "public": PUBLIC}


@dataclass(frozen=True, slots=True)
class Filters:
    """The filters of the list of events. `turn` is year and turn with a hyphen, `1188-3`."""

    turn: str = ""
    side: str = ""
    kind: str = ""
    not_undone: bool = False
    """Only what was not taken back."""


@dataclass(frozen=True, slots=True)
class EventRow:
    """An event in the list."""

    seq: int
    at: datetime
    kind: str
    side: str
    actor: str
    turn: str
    wall: bool
    by_orders: bool
    undone: bool
    event: GameEvent


@dataclass(frozen=True, slots=True)
class Timeline:
    """A page of the events that pass the filters; `turns` are all turns of the game, for the filter's choices."""

    rows: list[EventRow]
    page: int
    pages: int
    count: int
    turns: list[str]


def rows(access: Access, *, sealed: bool) -> list[EventRow]:
    """Returns every event of the game, or with `sealed` only those that every spectator may know of."""
    events = list(access.game.events.order_by("seq").select_related("actor"))
    times = {event.seq: event.created_at for event in events}
    # What is behind a wall bears the time of that wall, as for every spectator.
    shown = {line.seq: times[line.visible_at] for line in history.history_lines(access, None)} if sealed else times
    taken_back = TakenBack.of_game(access.game)
    found, turn = [], ""
    for event in events:
        # The last one: a year and its first turn begin by the same event.
        turn = next(
            (_turn_of(fact) for fact in reversed(event.events) if fact["type"] in ("year-begun", "turn-begun")), turn
        )
        if event.seq not in shown:
            continue
        actor = event.actor.get_username() if event.actor is not None else ""
        by_orders = event.by_orders and not sealed
        undone = event.seq in taken_back
        found.append(
            EventRow(
                event.seq, shown[event.seq], event.kind, event.side, actor, turn, event.wall, by_orders, undone, event
            )
        )
    return found


def timeline(found: Sequence[EventRow], filters: Filters, *, page: int | None, at: int | None) -> Timeline:
    """Returns the page asked for; without a number the page with the event `at`, else the last."""
    passing = [row for row in found if _passes_filters(row, filters)]
    pages = max(1, -(-len(passing) // A_PAGE))
    if page is None:
        index = next(
            (number for number, row in enumerate(passing) if at is not None and row.seq >= at), len(passing) - 1
        )
        page = max(index, 0) // A_PAGE + 1
    page = min(max(page, 1), pages)
    turns = list(dict.fromkeys(row.turn for row in found if row.turn))
    return Timeline(passing[(page - 1) * A_PAGE : page * A_PAGE], page, pages, len(passing), turns)


def sentences(row: EventRow, *, sealed: bool) -> str:
    """Returns the facts of an event in sentences."""
    facts = visible_facts(row.event, None) if sealed else all_facts_of(row.event)
    sentences = [fact.get("text") or text for fact, text in zip(facts, words.sentences(facts, None), strict=True)]
    return " ".join(_as_sentence(text) for text in sentences if text) or (
        "" if sealed else _payload_in_short(row.event)
    )


@dataclass(frozen=True, slots=True)
class EventDetail:
    """One event in detail: what was asked, what it did, the legal alternatives, and the board after it."""

    seq: int
    before: Position | None
    payload: Json
    draws: list[Json]
    rule: str
    legal: str
    """Why the rules refuse the action, or empty where they allow it."""
    offers: list[str]
    differences: list[tuple[str, str, str]]
    views: Mapping[str, View | None]


def event_detail(access: Access, event: GameEvent, *, sealed: bool) -> EventDetail:
    """Returns an event in detail; with `sealed` only the spectators' view at the wall before it."""
    views = _views_after(access, event, sealed=sealed)
    if sealed:
        return EventDetail(event.seq, None, {}, [], "", "", [], [], views)
    before, after = position_at(access, event.seq - 1), position_at(access, event.seq)
    is_action = event.kind == GameEvent.Kind.ACTION
    deciding = [event.side] if is_action else sorted(before.awaited) if before else []
    return EventDetail(
        seq=event.seq,
        before=before,
        payload=event.payload,
        draws=event.draws,
        rule=words.rule_name(before.ruleset.number(game.STEPS[before.step].rule))
        if before is not None and before.winner is None
        else "",
        legal=_refusal_in_words(before, event) if is_action and before else "",
        offers=[text for side in deciding for text in _offers(before, side)] if before else [],
        differences=list(wording.differences(before, after)),
        views=views,
    )


def position_at(access: Access, seq: int) -> Position | None:
    """Returns the position after an event, with both sides' plans at that moment; None before the start."""
    base = access.game.snapshots.wall_at(seq)
    if base is None:
        return None
    since = list(access.game.events.filter(seq__gt=base[0], seq__lte=seq).order_by("seq"))
    return fold(Position.from_json(base[1]), actions_not_undone(since))


def board_lines(view: View) -> list[tuple[str, list[str]]]:
    """Returns a view as text: each town with the blocks in it."""
    found = (
        (str(words.town_name(town)), [wording.stack(stack) for stack in here["stacks"]])
        for town, here in view["map"].items()
    )
    return sorted(found, key=itemgetter(0))


# --- inside
# ------------------------------------------------------------------------------------------------------------------


def _turn_of(fact: Json) -> str:
    """Returns year and turn of a fact, as filters name them."""
    data = fact["data"]
    return f"{data['year']}-{data.get('turn', 0)}"


def _as_sentence(text: str) -> str:
    """Returns a heading of the log as a sentence with a full stop."""
    return text if text.endswith((".", "!", "?", "…")) else f"{text}."


def _passes_filters(row: EventRow, filters: Filters) -> bool:
    """Whether an event passes the filters."""
    return (
        filters.turn in ("", row.turn)
        and filters.side in ("", row.side)
        and filters.kind in ("", row.kind)
        and not (filters.not_undone and row.undone)
    )


def _payload_in_short(event: GameEvent) -> str:
    """Returns what an event did, in words that its facts do not say."""
    if event.kind == GameEvent.Kind.ACTION:
        return _as_sentence(wording.offer(event.payload))
    return wording.other(event.payload.get("type", ""))


def _views_after(access: Access, event: GameEvent, *, sealed: bool) -> dict[str, View | None]:
    """Returns the views of both sides and of everything after an event; if sealed, the spectators' alone."""
    line = Line(event.seq, event.seq, event.seq, False)
    names = ("public",) if sealed else ("frank", "saracen", "all")
    return {name: next(replay.views(access, PERSPECTIVES[name], [line])) for name in names}


def _refusal_in_words(before: Position, event: GameEvent) -> str:
    """Returns why the present rules refuse a recorded action; "" if they do not."""
    refusal = game.is_legal(before, event.side, actions.from_json(event.payload))
    return "" if refusal is None else f"{words.reason(refusal.reason)} ({refusal.rule})"


def _offers(position: Position, side: str) -> list[str]:
    """Returns the legal actions of a side in words, one line an offer."""
    return [
        wording.labeled(words.side_name(side), wording.offer(offer.to_json())) for offer in game.offers(position, side)
    ]
