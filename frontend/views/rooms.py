"""The page of a game before its start, with its forms; and rematches."""

import uuid
from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST, require_safe

from frontend.language import chosen_by
from frontend.views.guests import form_of, log_in, refuse_more_guests
from frontend.views.parts import contribution_of, key_of, perform, person, summaries, unknown_games_as_404
from games import errors
from games.access import Access, find_invitation
from games.accounts import guests
from games.api import lobby as api
from games.api.operations import Operation
from games.models import Game, Invitation, Tournament, User
from games.services.lobby import invitations, lobby, rematches, starting
from games.services.record import dice

Act = Callable[..., HttpResponse]


def waiting_room(request: HttpRequest, access: Access, token: str = "") -> HttpResponse:
    """The page of a game that has not begun: for its creator the link to send, for others a button to join."""
    (line,) = summaries(request, [access.game])
    own = access.game.creator_id == request.user.pk
    link = request.build_absolute_uri(reverse("invitation", args=[line["invitation"]])) if line["invitation"] else ""
    context: dict[str, Any] = {"line": line, "link": link, "token": token, "own": own, "key": uuid.uuid4()}
    context["seated"] = [(side, seat.user) for side, seat in sorted(access.seats.items()) if seat.user is not None]
    if access.game.dice_due_at is not None:
        context["tournament"] = Tournament.objects.filter(played_rounds__pairings__game=access.game).first()
        missing = dice.missing(access)
        others = [access.seats[side].user for side in missing if side not in access.sides]
        context |= {"own_missing": len(missing) > len(others), "others_missing": others}
    if own and access.game.status == Game.Status.OPEN:
        context |= {"invited": invitations.of_game(access.game), "known": invitations.past_opponents(person(request))}
    elif request.user.is_authenticated:
        mine = Invitation.objects.filter(game=access.game, user=request.user.pk).values_list("state", flat=True).first()
        context |= {"invited_by_name": mine == Invitation.State.OPEN, "taken_out": mine == Invitation.State.REMOVED}
    return render(request, "frontend/invitation.html", context)


def one_page_for_void_links(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Decorator: shows one page for links of no game and links of games closed to this person."""

    @wraps(view)
    def guarded(request: HttpRequest, token: str) -> HttpResponse:
        try:
            return view(request, token)
        except errors.GameNotFound:
            return render(request, "frontend/invitation_void.html", status=404)

    return guarded


@require_safe
@one_page_for_void_links
def invitation(request: HttpRequest, token: str) -> HttpResponse:
    """The page of an invitation link: the game, and the button that joins it; or why nobody can join by it any more."""
    access = find_invitation(user=request.user, token=token)
    begun = access.game.status in (Game.Status.ACTIVE, Game.Status.OVER)
    own = (
        access.game.creator_id == request.user.pk
    )  # who made it may have lost the seat since: the game's own page answers them
    if access.sides or (begun and (own or access.game.visibility == Game.Visibility.PUBLIC)):
        return redirect("game", game_id=access.game.public_id)
    return waiting_room(request, access, token)


@require_POST
@one_page_for_void_links
def sit_down(request: HttpRequest, token: str) -> HttpResponse:
    """Takes the free seat by an invitation link: a visitor does it as a guest."""
    game_id = find_invitation(user=request.user, token=token).game.public_id
    try:
        part, key = contribution_of(request), key_of(request)
        if isinstance(request.user, User):
            lobby.join_game(
                user=request.user, game_id=game_id, invitation=token, contribution=part, idempotency_key=key
            )
            return redirect("game", game_id=game_id)
        form = form_of(request)
        refused = refuse_more_guests(request, form)
        if refused is not None:
            return refused
        access = guests.sit_down(
            game_id=game_id,
            invitation=token,
            language=chosen_by(request),
            form=form,
            contribution=part,
            idempotency_key=key,
        )
    except errors.GameNotFound:
        raise
    except errors.AlreadySeated:
        return redirect("game", game_id=game_id)
    except errors.Refused as refusal:
        messages.error(request, str(refusal.detail))
        return redirect("invitation", token=token)
    assert isinstance(access.user, User)
    log_in(request, access.user)
    return redirect("game", game_id=game_id)


def lobby_form(view: Act) -> Any:
    """Decorator of the forms: for logged-in people and by POST only. A refusal is shown on the page the form is on."""

    @require_POST
    @login_required
    @unknown_games_as_404
    def guarded(request: HttpRequest, game_id: uuid.UUID) -> HttpResponse:
        try:
            return view(request, game_id)
        except errors.GameNotFound:
            raise
        except errors.Refused as refused:
            messages.error(request, str(refused.detail))
            token = request.POST.get("invitation", "")
            return redirect("invitation", token=token) if token else redirect("game", game_id=game_id)

    return guarded


def form_of_game(operation: Operation[Any], said: Promise | None = None, to: str = "game") -> Any:
    """Returns the view of a form that performs an act in a game, shows `said`, and goes to the game or to the list of
    one's games.
    """

    def act(request: HttpRequest, game_id: uuid.UUID) -> HttpResponse:
        """Performs the operation, shows `said`, and redirects."""
        perform(request, operation, game_id=game_id)
        if said is not None:
            messages.success(request, str(said))
        return redirect(to, game_id=game_id) if to == "game" else redirect(to)

    return lobby_form(act)


@lobby_form
def join(request: HttpRequest, game_id: uuid.UUID) -> HttpResponse:
    """Takes the free seat of a game."""
    token = request.POST.get("invitation") or None
    part, key = contribution_of(request), key_of(request)
    lobby.join_game(user=person(request), game_id=game_id, invitation=token, contribution=part, idempotency_key=key)
    return redirect("game", game_id=game_id)


leave = form_of_game(api.LEAVE, gettext_lazy("You left the game."), to="my-games")
start = form_of_game(api.START)
remove = form_of_game(api.REMOVE, gettext_lazy("The seat is free again."))
uninvite = form_of_game(api.UNINVITE, gettext_lazy("The invitation was withdrawn."))


@lobby_form
def cancel(request: HttpRequest, game_id: uuid.UUID) -> HttpResponse:
    """Withdraws a game."""
    perform(request, api.CANCEL, game_id=game_id, idempotency_key=key_of(request))
    messages.success(request, _("The game was withdrawn."))
    return redirect("my-games")


@lobby_form
def invite(request: HttpRequest, game_id: uuid.UUID) -> HttpResponse:
    """Invites a player by name."""
    asked = perform(request, api.INVITE, game_id=game_id)
    messages.success(request, _("{name} is invited.").format(name=asked.user.get_username()))
    return redirect("game", game_id=game_id)


@lobby_form
def decline(request: HttpRequest, game_id: uuid.UUID) -> HttpResponse:
    """Declines an invitation by name."""
    try:
        perform(request, api.DECLINE, game_id=game_id)
    except errors.NotInvited as refused:
        messages.error(request, str(refused.detail))  # the game may not be there for them at all
    else:
        messages.success(request, _("You declined the invitation."))
    return redirect("my-games")


@lobby_form
def rematch(request: HttpRequest, game_id: uuid.UUID) -> HttpResponse:
    """Offers a rematch with sides swapped, or accepts the one offered."""
    offered = rematches.rematch(user=person(request), game_id=game_id, contribution=contribution_of(request))
    return redirect("game", game_id=offered.game.public_id)


@lobby_form
def add_part(request: HttpRequest, game_id: uuid.UUID) -> HttpResponse:
    """Adds a contribution to the dice that was typed in, for browsers without scripts."""
    starting.contribute(
        user=person(request), game_id=game_id, randomness=request.POST.get("randomness", "").strip().lower()
    )
    messages.success(request, _("Your part of the dice is added."))
    return redirect("game", game_id=game_id)
