"""The view of a game for one viewer: the position as the rules show it, with versions, names and time."""

from typing import cast

from django.utils.translation import gettext as _

from games import words, words_hints
from games.access import Access, Viewer
from games.models import ExerciseAttempt, Game, GameEvent
from games.models.game import player_names
from games.services.record.facts import facts_as_owners_see, visible_facts
from games.services.record.state import GameState
from games.services.views.clock_view import time_of
from games.services.views.listing import result_of
from games.services.views.telling import TELLS, explanation
from games.shapes import FactJson, View
from rules import game


def view_of(state: GameState, viewer: Viewer) -> View:
    """Returns the game as a viewer sees it (`docs/views.md`): the position, with version, players and time."""
    access = state.access
    can_undo = viewer in access.sides and bool(state.plans_of(viewer))
    waits_to_go_on = False
    view = cast(View, dict(game.observe(state.seen_by(viewer), viewer)))
    if access.game.status == Game.Status.OVER:
        view |= {"awaited": [], "actions": [], "result": result_of(access.game)}
    elif viewer not in access.sides:
        view["actions"] = []
    elif waits_to_go_on := is_exercise_decided(access.game):
        can_undo = False  # the decision is judged: it stands
        view |= {"awaited": [], "actions": []}
    shown = with_text(view)
    if waits_to_go_on:
        text = _("You have decided. To move on, press “Play on from here”.")
        shown["prompt"] = {**shown["prompt"], "mine": False, "text": text}
    return {
        **shown,
        "game": str(access.game.public_id),
        "version": access.version(viewer),
        "status": access.game.status,
        "solo": access.game.solo,
        "players": player_names(access.seats),
        "time": time_of(access, viewer),
        "can-undo": can_undo,
        "can-restart": can_undo,
        **_said_by_computer(access, viewer),
    }


def _said_by_computer(access: Access, viewer: Viewer) -> View:
    """Returns what a gentle computer says to its player of its movement, where there is one; "" if nothing."""
    if access.game.computer not in TELLS or viewer not in access.sides:
        return {}
    reason = explanation(access)
    return {"said": words_hints.reason_in_words(reason.key, reason.params) if reason is not None else ""}


def is_exercise_decided(game: Game) -> bool:
    """Whether the exercise of this game has been decided and its player has not gone on: it takes no acts."""
    return game.exercise_held and ExerciseAttempt.objects.filter(game=game).exists()


def with_text(view: View) -> View:
    """Adds the sentence of a prompt, in the reader's language."""
    prompt = view.get("prompt")
    return {**view, "prompt": {**prompt, "text": words.prompt(view)}} if prompt else view


def all_facts_of(event: GameEvent) -> list[FactJson]:
    """Returns all facts of an event, each with its sentence: for finished games."""
    facts = facts_as_owners_see(event)
    texts = words.sentences([cast(FactJson, {**fact, "open": True}) for fact in facts], None)
    return [{**fact, "text": text} for fact, text in zip(facts, texts, strict=True)]


def facts_of(event: GameEvent, viewer: Viewer, *, own: bool, solo: bool = False) -> list[FactJson]:
    """Returns the facts of an event that this viewer may see, each with its sentence.

    `own` says that the reader plays the viewer's side: only they are told what their standing orders did. In a `solo`
    game the reader is both sides, so the sentences name sides and say "you" of neither.
    """
    facts = words.with_sentences(visible_facts(event, viewer), None if solo else viewer)
    if own and event.by_orders and event.side == viewer:
        first = next((fact for fact in facts if fact["text"]), None)
        if first is not None:
            first["text"] = _("{sentence} (by your standing orders)").format(sentence=first["text"])
    return facts
