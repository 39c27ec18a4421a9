"""The page on which a player leaves standing orders."""

import uuid
from dataclasses import replace

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from frontend.order_forms import OrdersForm
from frontend.views.parts import person, unknown_games_as_404
from games import errors
from games.access import find_game
from games.models import Game
from games.services.play import standing_orders
from rules.orders import BLOCK_LISTS, CAREFUL, TOWN_LISTS, Orders


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@unknown_games_as_404
def standing_orders_page(request: HttpRequest, game_id: uuid.UUID) -> HttpResponse:
    """The page of one's standing orders of a game, with a form. `?careful` proposes a set that suits most players."""
    access = find_game(user=person(request), game_id=game_id)
    try:
        left = standing_orders.own_orders(access, request.GET.get("side") or None)
    except (errors.NotAPlayer, errors.NotYourSide) as error:
        raise PermissionDenied(error.detail) from error
    if access.game.status != Game.Status.ACTIVE:
        raise Http404
    here = reverse("standing-orders", args=[game_id]) + (f"?side={left.side}" if access.game.solo else "")
    proposed = "careful" in request.GET
    form = OrdersForm(request.POST or None, side=left.side, orders=_careful(left.orders) if proposed else left.orders)
    withdraws = "withdraw" in request.POST
    if request.method == "POST" and (withdraws or form.is_valid()):
        orders = {} if withdraws else form.as_orders()
        standing_orders.leave_orders(user=person(request), game_id=game_id, orders=orders, side=left.side)
        messages.success(request, _("Your orders were withdrawn.") if withdraws else _("Your orders were saved."))
        return redirect(here)
    context = {"game": access.game, "form": form, "left": left, "proposed": proposed, "here": here}
    return render(request, "frontend/orders.html", context)


def _careful(orders: Orders) -> Orders:
    """Careful orders with the lists of towns and blocks that these have."""
    names = [name.replace("-", "_") for name in (*TOWN_LISTS, *BLOCK_LISTS)]
    return replace(CAREFUL, **{name: getattr(orders, name) for name in names})
