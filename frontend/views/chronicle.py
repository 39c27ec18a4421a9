"""The page of a finished game's chronicle, and the same as one file."""

import uuid
from pathlib import Path
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from frontend import chronicle_pictures as pictures
from frontend.views.parts import hiding_what_is_not_there
from games import errors, words
from games.access import Access, find_game
from games.chronicle import making
from games.chronicle import words as said
from games.services.views import listing
from games.words_analysis import actions_in_words, reason_in_words, when_in_words
from rules.entries import BOARD

STYLES = Path(__file__).parents[1] / "static/frontend/css/chronicle.css"
PERSPECTIVES = ("all", "frank", "saracen")


@require_safe
@hiding_what_is_not_there
def of_game(request: HttpRequest, game_id: uuid.UUID) -> HttpResponse:
    """The chronicle: `side` says whose knowledge limits it, all without one; `as=html` gives it as one file.

    None while the game runs.
    """
    access = find_game(user=request.user, game_id=game_id)
    name = request.GET.get("side", "all")
    if name not in PERSPECTIVES:
        raise Http404
    try:
        context = _context(access, name)
    except (errors.NotOver, errors.NotStarted, errors.NotYourSide) as error:
        raise Http404 from error
    if request.GET.get("as") != "html":
        return render(request, "frontend/chronicle/page.html", context | {"linked": True})
    response = render(request, "frontend/chronicle/file.html", context | {"styles": mark_safe(STYLES.read_text())})
    response["Content-Disposition"] = f'attachment; filename="crusader-rex-{game_id}.html"'
    return response


def _context(access: Access, name: str) -> dict[str, Any]:
    perspective = access.perspective(name)
    chronicle = making.chronicle_of(access, perspective)
    analysis = making.analysis_of(access, perspective)
    game = access.game
    years, before = [], chronicle.start
    for year, board in chronicle.years:
        battles = [_battle(battle, chronicle.edition) for battle in year.of_note()]
        label = _("The board at the end of {year}").format(year=year.year)
        years.append(
            {
                "year": year.year,
                "last": year.last,
                "playable": year is not chronicle.years[-1][0] or game.ending not in BOARD,
                "sentences": said.year_in_words(year, before, board),
                "winter": said.winter_in_words(year),
                "battles": battles,
                "map": pictures.board_picture(board, label),
                "label": label,
            }
        )
        before = board
    return {
        "game": game,
        "players": [(side, seat.user) for side, seat in access.seats.items()],
        "result": words.result(listing.result_of(game) or {"how": game.ending}),
        "years": years,
        "perspective": name,
        "curve": _curve(analysis, chronicle),
        "decisions": [_decision(decision) for decision in analysis["decisions"]] if analysis else [],
        "sides": [(key, _perspective_name(key)) for key in PERSPECTIVES],
    }


def _battle(battle: Any, edition: str) -> dict[str, Any]:
    sides = [
        {"side": side, "faces": [(words.block_name(block), strength) for block, strength in battle.faces[side].items()],
         "losses": said.losses(battle, side)}
        for side in (battle.attacker, battle.defender)
    ]  # fmt: skip
    sentences = said.battle_in_words(battle, battle.chance(edition))
    return {"title": said.battle_title(battle), "sentences": sentences, "sides": sides, "rounds": battle.rounds}


def _curve(analysis: Any, chronicle: making.Chronicle) -> str:
    if not analysis or len(analysis["curve"]) < 2:
        return ""
    return pictures.curve_picture(
        analysis["curve"], [year.last for year, _board in chronicle.years], _("Chance of the Franks to win")
    )


def _decision(decision: Any) -> dict[str, Any]:
    why = reason_in_words(decision["why"])
    return {
        "side": decision["side"],
        "when": when_in_words(decision),
        "played": actions_in_words(decision["played"]),
        "why": why,
        "before": decision["n"] - 1,
    }


def _perspective_name(key: str) -> str:
    return _("Everything open") if key == "all" else _("As {side} knew it").format(side=said.side_in_a_sentence(key))
