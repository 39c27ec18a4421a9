"""The page of a finished game's chronicle, the same as one HTML file, and as Markdown with pictures."""

import uuid
from collections.abc import Sequence
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from frontend import chronicle_markdown as markdown
from frontend import chronicle_pictures as pictures
from frontend.views.parts import unknown_games_as_404
from games import errors, words
from games.access import Access, find_game
from games.chronicle import battles, keeping, phrases
from games.chronicle import words as said
from games.chronicle.making import Chronicle
from games.letters import unbroken
from games.models import Game
from games.services.views import listing
from games.words_analysis import AnalysisJson, DecisionJson, actions_in_words, reason_in_words, when_in_words
from games.words_time import day_in_words
from rules.entries import BOARD

PERSPECTIVES = ("all", "frank", "saracen")
FORMS = ("html", "markdown")
LEAST_CHANGE = 0.03
"""A change of the chance to win by which a decision is told."""
PLAYED_OUT = "played-out"
"""The key of the reason that says no more than that the king tried it."""
AGAIN = 3
"""Seconds after which a page that waits for its chronicle asks again."""


@require_safe
@unknown_games_as_404
def of_game(request: HttpRequest, game_id: uuid.UUID) -> HttpResponse:
    """The chronicle: `side` says whose knowledge limits it, all without one; `as` gives it as a file.

    None while the game runs. The first who asks for it waits some seconds.
    """
    access = find_game(user=request.user, game_id=game_id)
    name = request.GET.get("side", "all")
    if name not in PERSPECTIVES:
        raise Http404
    try:
        row = keeping.find_or_ask(access, name)
        chronicle = keeping.chronicle_in(row)
    except (errors.NotOver, errors.NotStarted) as error:
        raise Http404 from error
    form = request.GET.get("as")
    if chronicle is None:
        return _waiting_page(request, access, row, form)
    context = _context(access, name, chronicle)
    if form not in FORMS:
        return render(request, "frontend/chronicle/page.html", context | {"linked": True})
    if form == "markdown":
        response = HttpResponse(markdown.archive(context), content_type="application/zip")
    else:
        styles = mark_safe(pictures.STYLES.read_text())
        response = render(request, "frontend/chronicle/file.html", context | {"styles": styles})
    ending = "zip" if form == "markdown" else "html"
    response["Content-Disposition"] = f'attachment; filename="crusader-rex-{game_id}-{name}.{ending}"'
    return response


def _waiting_page(request: HttpRequest, access: Access, row: Any, form: str | None) -> HttpResponse:
    """The page that waits for the chronicle, or says that there can be none."""
    if form in FORMS:
        return redirect(request.path + f"?side={row.perspective}")
    waits = row.state == keeping.State.WAITING
    response = render(request, "frontend/chronicle/waiting.html", {"game": access.game, "waits": waits})
    if waits:
        response["Refresh"] = str(AGAIN)
    return response


def _context(access: Access, name: str, chronicle: Chronicle) -> dict[str, Any]:
    """Returns the context of a chronicle's page."""
    analysis = keeping.analysis_of(access, keeping.perspective_named(name))
    game = access.game
    decisions = _decisions_of_note(analysis)
    curve, start_label = _chance_picture(analysis, decisions, chronicle), _("The board at the start")
    return {
        "game": game,
        "players": [(words.side_name(side), phrases.name_of(seat.user)) for side, seat in access.seats.items()],
        "result": words.result(listing.result_of(game) or {"how": game.ending}),
        "played": _days_played(game),
        "plays": bool(access.sides),
        "sentences": _text(*said.game_in_words([year for year, _board in chronicle.years])),
        "years": _years(game, chronicle),
        "perspective": name,
        "perspective_name": _perspective_name(name),
        "curve": curve,
        "start": "" if curve else pictures.board_picture(chronicle.start, start_label),
        "start_label": start_label,
        "decisions": _decisions(decisions),
        "sides": [(key, _perspective_name(key)) for key in PERSPECTIVES],
    }


def _years(game: Game, chronicle: Chronicle) -> list[dict[str, Any]]:
    """The years in words, each with its battles and its map."""
    years, last = [], chronicle.years[-1][0]
    again = False
    for year, board in chronicle.years:
        ending = game.ending if year is last else ""
        label = (
            _("The board at the end of the game")
            if year is last
            else _("The board at the end of {year}").format(year=year.year)
        )
        years.append(
            {
                "year": year.year,
                "number": year.number,
                "last": year is last,
                "playable": year is not last or game.ending not in BOARD,
                "sentences": _text(*said.year_in_words(year, board, ending=ending, again=again)),
                "landings": _text(*said.landings_in_words(year)),
                "winter": _text(*said.winter_in_words(year)),
                "end": _text(said.end_in_words(year, game.ending, game.winner)) if year is last else "",
                "battles": [_battle_context(battle, year) for battle in year.of_note()],
                "map": pictures.board_picture(board, label),
                "label": label,
            }
        )
        again = not year.changes
    return years


def _battle_context(battle: Any, year: Any) -> dict[str, Any]:
    """Returns a battle for the template: title, sentences, and each side's blocks with their fates."""
    sides = []
    for side in (battle.attacker, battle.defender):
        forces = [
            {
                "name": words.block_name(block),
                "fate": battles.fate(battle, side, block, strength),
                "fell": block in battle.fallen[side],
                "left": "●" * max(0, strength - battle.reduced.get(block, 0)),
                "gone": "○" * min(strength, battle.reduced.get(block, 0)),
            }
            for block, strength in battle.faces[side].items()
        ]
        fates = ", ".join(f"{force['name']} ({force['fate']})" for force in forces)
        losses = _text(words.capitalized(battles.losses(battle, side)))
        in_a_line = f"{fates}. {losses}" if fates else losses
        sides.append({"side": side, "forces": forces, "losses": losses, "in_a_line": in_a_line})
    sentences = _text(*battles.battle_in_words(battle, year))
    return {"title": battles.battle_title(battle), "sentences": sentences, "sides": sides}


def _chance_picture(analysis: AnalysisJson | None, decisions: Sequence[DecisionJson], chronicle: Chronicle) -> str:
    """Returns the picture of the Franks' chance over the game; "" without an analysis."""
    if not analysis or len(analysis["curve"]) < 2:
        return ""
    ends = [(year.year, year.last) for year, _board in chronicle.years]
    marks = [
        (decision["n"], decision["before"] if decision["side"] == "frank" else 1 - decision["before"])
        for decision in decisions
    ]
    return pictures.curve_picture(analysis["curve"], ends, marks, _("Chance of the Franks to win"))


def _decisions_of_note(analysis: AnalysisJson | None) -> list[DecisionJson]:
    """The decisions of an analysis that changed the chance to win enough to be told."""
    return [one for one in analysis["decisions"] if abs(one["gain"]) >= LEAST_CHANGE] if analysis else []


def _decisions(decisions: Sequence[DecisionJson]) -> list[dict[str, Any]]:
    """Returns for the template what is said of each decision.

    The reason `PLAYED_OUT`, which tells only that the king's choice did better when both were tried, is said the first
    time alone.
    """
    entries: list[dict[str, Any]] = []
    played_out = False
    for decision in decisions:
        king, is_played_out = decision["king"], decision["why"]["key"] == PLAYED_OUT
        entries.append(
            {
                "side": decision["side"],
                "played": phrases.with_label(
                    _text(when_in_words(decision)), phrases.with_full_stop(actions_in_words(decision["played"]))
                ),
                "change": _text(phrases.change_of_chance(decision["before"], decision["gain"])),
                "king": phrases.with_full_stop(actions_in_words(king)) if king is not None else "",
                "why": "" if is_played_out and played_out else _text(reason_in_words(decision["why"])),
                "before": decision["n"] - 1,
            }
        )
        played_out = played_out or is_played_out
    return entries


def _text(*sentences: str) -> str:
    """Returns sentences one after the other, no number of which begins a line."""
    return unbroken(" ".join(sentences))


def _days_played(game: Game) -> str:
    """The days on which a game began and ended, as a sentence; empty for one that does not say."""
    if game.started_at is None or game.ended_at is None:
        return ""
    begun, ended = (day_in_words(timezone.localtime(at)) for at in (game.started_at, game.ended_at))
    if begun == ended:
        return _text(_("Played on {day}.").format(day=begun))
    return _text(_("Played from {begun} to {ended}.").format(begun=begun, ended=ended))


def _perspective_name(key: str) -> str:
    return _("Everything open") if key == "all" else _("As {side} knew it").format(side=phrases.side_in_a_sentence(key))
