"""The page of blocked people, and of one's visibility."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from frontend.views.parts import person, redirect_back, showing_refusals
from games.people import presence, relations
from games.services.lobby import blocking, invitations
from games.services.talk import talk


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def blocked(request: HttpRequest) -> HttpResponse:
    """The page of blocked people, with the setting of visibility."""
    user = person(request)
    if request.method == "POST":
        presence.save_wish(user=user, shows_last_seen="shown" in request.POST)
        messages.success(request, _("Saved."))
        return redirect("blocked")
    context = {
        "blocked": relations.blocked_by(user),
        "known": invitations.past_opponents(user),
        "shown": presence.shows_last_seen(user),
    }
    context["muted"] = talk.muted_by(user)
    return render(request, "frontend/settings/blocked.html", context)


@require_POST
@login_required
def block(request: HttpRequest) -> HttpResponse:
    """Blocks the player of the name given."""
    with showing_refusals(request):
        other = relations.find_person(request.POST.get("name", ""))
        blocking.block(user=person(request), other=other)
        messages.success(request, _("{name} is blocked.").format(name=other.get_username()))
    return redirect_back(request, "blocked")


@require_POST
@login_required
def unblock(request: HttpRequest) -> HttpResponse:
    """Unblocks the player of the name given."""
    with showing_refusals(request):
        other = relations.find_person(request.POST.get("name", ""))
        blocking.unblock(user=person(request), other=other)
        messages.success(request, _("{name} is no longer blocked.").format(name=other.get_username()))
    return redirect_back(request, "blocked")
