"""Signing up, in and out."""

from typing import Any

from django.contrib.auth import login
from django.contrib.auth.views import LoginView, LogoutView
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render, resolve_url
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_http_methods

from frontend.forms import SignUpForm
from frontend.language import chosen_by
from games.services import lobby


class LogIn(LoginView):
    template_name = "frontend/login.html"
    redirect_authenticated_user = True

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return super().get_context_data(**kwargs) | {"next": self.get_redirect_url()}


class LogOut(LogoutView):
    next_page = "home"


@require_http_methods(["GET", "HEAD", "POST"])
def sign_up(request: HttpRequest) -> HttpResponse:
    """Makes an account and logs in. Came the visitor to try the game alone, a solo game is ready at once."""
    after = request.POST.get("next") or request.GET.get("next") or ""
    alone = "alone" in request.POST or "alone" in request.GET
    if request.user.is_authenticated:
        return redirect("my-games")
    form = SignUpForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        user = form.save(commit=False)
        user.language = chosen_by(request)
        user.save()
        login(request, user)
        if alone:
            return redirect("game", game_id=lobby.create_game(user=user, solo=True).game.public_id)
        safe = url_has_allowed_host_and_scheme(after, allowed_hosts={request.get_host()}, require_https=request.is_secure())
        return redirect(after if safe else resolve_url("my-games"))
    return render(request, "frontend/signup.html", {"form": form, "next": after, "alone": alone})
