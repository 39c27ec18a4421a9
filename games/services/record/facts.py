"""The facts of an event: what it tells each viewer, and what it tells whoever may know everything."""

from typing import Any

from games.access import Viewer
from games.models import GameEvent
from rules.events import Event


def seen(event: GameEvent, viewer: Viewer) -> list[dict[str, Any]]:
    """What this viewer may see of an event, as the rules say it."""
    if event.kind != GameEvent.Kind.ACTION and event.payload.get("type") != "start":
        return list(event.events)
    facts = (Event.from_json(fact).seen_by(viewer) for fact in event.events)
    return [_in_order(fact) for fact in facts if fact is not None]


def disclosed(event: GameEvent) -> list[dict[str, Any]]:
    """What an event tells whoever may know everything: each fact as its owner sees it, with the owner as its side if it names none."""
    if event.kind != GameEvent.Kind.ACTION and event.payload.get("type") != "start":
        return list(event.events)
    facts = ((fact.get("owner"), Event.from_json(fact).seen_by(fact.get("owner"))) for fact in event.events)
    return [({"side": owner} if owner else {}) | _in_order(fact) for owner, fact in facts if fact is not None]


def _in_order(fact: dict[str, Any]) -> dict[str, Any]:
    """PostgreSQL keeps the names of an object in an order of its own; sentences that list them should not depend on the database."""
    return {name: dict(sorted(value.items())) if isinstance(value, dict) else value for name, value in fact.items()}
