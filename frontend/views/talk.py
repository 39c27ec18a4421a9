"""Messages and notebook of a game as pages of their own, without scripts. The game page has both beside the map."""

import uuid
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from frontend.views.parts import person, unknown_games_as_404
from games import errors
from games.access import find_game
from games.services.talk import notebook, talk
from games.services.talk.errors import BadNote, StaleNote
from games.services.talk.phrases import PHRASES


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@unknown_games_as_404
def talk_page(request: HttpRequest, game_id: uuid.UUID) -> HttpResponse:
    """The messages of a game, and a form to write. Only the button, and every reply, marks them as read."""
    try:
        if request.method == "POST":
            return _talk_act(request, game_id)
        return _show_talk(request, game_id)
    except errors.NotAPlayer as error:
        raise PermissionDenied(error.detail) from error


def _talk_act(request: HttpRequest, game_id: uuid.UUID) -> HttpResponse:
    """Performs what a form of the messages asks for: withdraw, mark as read, mute, or send."""
    user, form = person(request), request.POST
    common: dict[str, Any] = {"user": user, "game_id": game_id}
    try:
        if "withdraw" in form:
            talk.withdraw(**common, number=_number_or_none_such(form["withdraw"]))
        elif "read" in form:
            talk.mark_read(**common, number=_number_or_none_such(form["read"]))
        elif "muted" in form:
            talk.mute_in_game(**common, muted=form["muted"] == "yes")
        else:
            talk.post(
                **common, text=form.get("text", ""), phrase=form.get("phrase", ""), key=_key_or_new(form.get("key", ""))
            )
    except errors.NotAPlayer:
        raise
    except errors.GameNotFound:
        raise
    except errors.Refused as refused:
        return _show_talk(request, game_id, problem=str(refused.detail), status=refused.status)
    return redirect("talk", game_id=game_id)


def _show_talk(request: HttpRequest, game_id: uuid.UUID, *, problem: str = "", status: int = 200) -> HttpResponse:
    """Renders the page of messages."""
    access = find_game(user=person(request), game_id=game_id)
    before = request.GET.get("before", "")
    found = talk.read(access, before=int(before) if before.isdecimal() and len(before) < 10 else None)
    context = {
        "game": access.game,
        "talk": found,
        "last": found.lines[-1].number if found.lines else 0,
        "phrases": PHRASES,
        "longest": talk.LONGEST,
        "problem": problem,
        "text": request.POST.get("text", "") if problem else "",
        "key": uuid.uuid4(),
    }
    return render(request, "frontend/talk/talk.html", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@unknown_games_as_404
def notebook_page(request: HttpRequest, game_id: uuid.UUID) -> HttpResponse:
    """One's own notebook. If it was changed elsewhere meanwhile, both texts are shown, and nothing is lost."""
    access = find_game(user=person(request), game_id=game_id)
    other, problem, status = "", "", 200
    try:
        written = notebook.read(access)
        if request.method == "POST":
            text = request.POST.get("text", "")
            try:
                notebook.save(
                    user=person(request),
                    game_id=game_id,
                    text=text,
                    version=_number_or_none_such(request.POST.get("version", "")),
                )
            except StaleNote as stale:
                written = notebook.SavedText(text, stale.version)
                other, problem, status = stale.text, str(stale.detail), stale.status
            except BadNote as refused:
                written = notebook.SavedText(text, written.version)
                problem, status = str(refused.detail), refused.status
            else:
                messages.success(request, _("Saved."))
                return redirect("notebook", game_id=game_id)
    except errors.NotAPlayer as error:
        raise PermissionDenied(error.detail) from error
    context = {"game": access.game, "written": written, "other": other, "problem": problem, "longest": notebook.LONGEST}
    return render(request, "frontend/talk/notebook.html", context, status=status)


def _number_or_none_such(text: str) -> int:
    """Returns the number in a form; for other text one that no message has."""
    return int(text) if text.isdecimal() and len(text) < 10 else 0


def _key_or_new(text: str) -> uuid.UUID:
    """Returns the form's key; a new one for text that is none."""
    try:
        return uuid.UUID(text)
    except ValueError:
        return uuid.uuid4()
