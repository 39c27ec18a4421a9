"""The pages of the player's aid. Without scripts the table of blocks lacks its pictures and nothing else."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.html import json_script
from django.views.decorators.http import require_safe

from frontend import facts
from frontend.aid import tables
from frontend.aid.sequence import CHAPTERS
from games.words import SIDES

LETTERS = ("A", "B", "C")


@require_safe
def sequence(request: HttpRequest) -> HttpResponse:
    """The sequence of play, with an anchor for every rule that the game cites."""
    return render(request, "frontend/aid/sequence.html", {"chapters": CHAPTERS, "here": "sequence"})


@require_safe
def cards(request: HttpRequest) -> HttpResponse:
    """The page of cards."""
    return render(request, "frontend/aid/cards.html", {"cards": tables.cards(), "here": "cards"})


@require_safe
def blocks(request: HttpRequest) -> HttpResponse:
    """The page of the roster, filtered by side, kind and letter."""
    sides = [*SIDES.items(), ("assassin", tables.KINDS["assassin"])]
    chosen = {name: request.GET.get(name, "") for name in ("side", "kind", "letter")}
    known = {"side": dict(sides), "kind": tables.KINDS, "letter": LETTERS}
    chosen = {name: value if value in known[name] else "" for name, value in chosen.items()}
    context = {
        "blocks": tables.blocks(**chosen),
        "sides": sides,
        "kinds": tables.KINDS.items(),
        "letters": LETTERS,
        "here": "blocks",
    }
    pictured = {
        "game": "",
        "sides": [],
        "solo": False,
        "urls": {},
        "blocks": facts.blocks(),
        "towns": {},
        "cards": {},
        "texts": {},
    }
    return render(request, "frontend/aid/blocks.html", context | chosen | {"data": json_script(pictured, "page-data")})


@require_safe
def towns(request: HttpRequest) -> HttpResponse:
    """The page of towns."""
    return render(request, "frontend/aid/towns.html", {"towns": tables.towns(), "here": "towns"})


@require_safe
def glossary(request: HttpRequest) -> HttpResponse:
    """The page of terms, in the reader's alphabetical order."""
    terms = sorted(tables.TERMS, key=lambda term: str(term[0]).casefold())
    return render(request, "frontend/aid/glossary.html", {"terms": terms, "here": "glossary"})
