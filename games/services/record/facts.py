"""The facts of an event, for each viewer and for a finished game's full record."""

from typing import cast

from games.access import Viewer
from games.models import GameEvent
from games.shapes import FactJson, JsonObject
from rules.facts import Fact


def visible_facts(event: GameEvent, viewer: Viewer) -> list[FactJson]:
    """Returns the facts of an event that this viewer may see."""
    if event.kind != GameEvent.Kind.ACTION and event.payload.get("type") != "start":
        return list(event.events)
    facts = (Fact.from_json(fact).seen_by(viewer) for fact in event.events)
    return [cast(FactJson, _in_order(fact)) for fact in facts if fact is not None]


def facts_as_owners_see(event: GameEvent) -> list[FactJson]:
    """Returns all facts of an event, each as its owner sees it, with the owner as its side if it names none."""
    if event.kind != GameEvent.Kind.ACTION and event.payload.get("type") != "start":
        return list(event.events)
    facts = ((fact.get("owner"), Fact.from_json(fact).seen_by(fact.get("owner"))) for fact in event.events)
    return [
        cast(FactJson, ({"side": owner} if owner else {}) | _in_order(fact))
        for owner, fact in facts
        if fact is not None
    ]


def _in_order(fact: JsonObject) -> JsonObject:
    """Restores the order of names in JSON that PostgreSQL changes, so that sentences listing them do not depend on the
    database.
    """
    return {name: dict(sorted(value.items())) if isinstance(value, dict) else value for name, value in fact.items()}
