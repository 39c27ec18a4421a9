"""Exports a game as one JSON document: the whole record once it is over, as `rules.verify` checks it; before that one
viewer's history.
"""

from django.db.models import Exists, OuterRef, QuerySet

from games.access import Access, Viewer
from games.errors import NoNotation, NotOver
from games.models import Game, GameEvent, Seat
from games.models.game import SIDES, player_names
from games.services.archive import signatures
from games.services.record import dice
from games.services.views import history, listing
from games.shapes import Json, JsonObject
from rules import actions, signed
from rules.dice import Draw
from rules.notation import Entry, print_game
from rules.ruleset import Ruleset
from rules.verify import FORMAT, seal


def export(access: Access, viewer: Viewer) -> JsonObject:
    """Returns the whole record of a finished game, or of a running one the viewer's history."""
    if access.game.status == Game.Status.OVER:
        return export_record(access.game)
    return {
        "format": FORMAT,
        "complete": False,
        "game": str(access.game.public_id),
        "about": listing.summary_of(access) | {"invitation": None},
        "viewer": viewer,
        "history": history.entries(access, viewer, history.history_lines(access, viewer)),
    }


def export_record(game: Game) -> JsonObject:
    """Returns the whole record with its secrets: for finished games, and for operators of the site."""
    over = game.status == Game.Status.OVER
    found: Json = {
        "format": FORMAT,
        "complete": over,
        "game": str(game.public_id),
        "players": player_names({seat.side: seat for seat in game.seats.select_related("user")}),
        "ruleset": game.ruleset,
        "result": {"winner": game.winner, "how": game.ending} if over else None,
        "dice": dice.all_of(game),
        "head": game.head,
        "events": [event.content() for event in GameEvent.record_of(game)],
    }
    found["signature"] = signatures.sign(signed.of_record(found)) if over else None
    return found | {"seal": seal(found)}


def for_exercises() -> QuerySet[Game]:
    """The finished public games of two people who both allow that positions of theirs become exercises."""
    unwilling = Seat.objects.filter(game=OuterRef("pk")).exclude(
        user__games_as_exercises=True, user__is_active=True, user__computer=""
    )
    games = Game.objects.filter(
        status=Game.Status.OVER, visibility=Game.Visibility.PUBLIC, solo=False, practice="", computer="", taken_over=""
    )
    return games.filter(~Exists(unwilling)).exclude(ending=Game.Ending.ANNULLED).order_by("pk")


def export_unnamed(game: Game) -> JsonObject:
    """Returns the record of a finished game without the names of its players, and so without a signature."""
    record = {name: value for name, value in export_record(game).items() if name != "seal"}
    record |= {"players": dict.fromkeys(SIDES), "signature": None}
    return record | {"seal": seal(record)}


def as_notation(access: Access) -> str:
    """Returns the game in the notation of `rules.notation`, without what was taken back.

    Raises NotOver while it runs, and NoNotation for a practice game.
    """
    if access.game.status != Game.Status.OVER:
        raise NotOver
    if access.game.practice:
        raise NoNotation
    kept: dict[int, Entry] = {}
    for event in access.game.events.order_by("seq"):
        entry = _entry_of(event)
        if entry is not None:
            kept[event.seq] = entry
        elif event.kind == GameEvent.Kind.UNDO:
            kept = {seq: entry for seq, entry in kept.items() if seq not in event.payload["undoes"]}
        elif event.kind == GameEvent.Kind.STAFF and event.payload.get("type") == "rewind":
            kept = {seq: entry for seq, entry in kept.items() if seq <= event.payload["to"]}
    return print_game(Ruleset.from_json(access.game.ruleset), kept.values())


def _entry_of(event: GameEvent) -> Entry | None:
    """An action, or the start, with its draws; None for any other event."""
    draws = tuple(Draw.from_json(draw) for draw in event.draws)
    if event.kind == GameEvent.Kind.ACTION:
        return Entry(event.side, actions.from_json(event.payload), draws)
    is_start = event.kind == GameEvent.Kind.SYSTEM and event.payload.get("type") == "start"
    return Entry(None, None, draws) if is_start else None
