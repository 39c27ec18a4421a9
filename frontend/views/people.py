"""The page of a player."""

from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from games.models import Game, User


@require_safe
def profile(request: HttpRequest, name: str) -> HttpResponse:
    """What everybody may know of a player. Who has left has no page."""
    player = get_object_or_404(User.objects.filter(is_active=True), username__iexact=name)
    finished = Game.objects.filter(Q(seats__user=player), status=Game.Status.OVER, solo=False).distinct()
    return render(request, "frontend/people/profile.html", {"player": player, "finished": finished.count(), "own": player == request.user})
