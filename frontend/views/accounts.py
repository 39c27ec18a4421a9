"""Sign-up, login and logout: django-allauth's views, adapted to this site."""

from typing import Any

from allauth.account import views as allauth
from allauth.account.models import EmailAddress
from django.http import HttpResponse
from django.shortcuts import redirect

from games.models import User
from games.services.lobby import lobby


class SignUp(allauth.SignupView):
    """Creates an account and logs in. If the visitor came to try the solo game, one is started at once."""

    http_method_names = ["get", "head", "post"]

    def form_valid(self, form: Any) -> HttpResponse:
        """Creates the account; for somebody who came to play alone also a solo game."""
        response: HttpResponse = super().form_valid(form)
        if self._alone and isinstance(self.request.user, User):
            return redirect("game", game_id=lobby.create_game(user=self.request.user, solo=True).game.public_id)
        return response

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return {**super().get_context_data(**kwargs), "next": self.get_next_url(), "alone": self._alone}

    @property
    def _alone(self) -> bool:
        return "alone" in self.request.POST or "alone" in self.request.GET


class LogIn(allauth.LoginView):
    http_method_names = ["get", "head", "post"]

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return {**super().get_context_data(**kwargs), "next": self.get_next_url()}


class LogOut(allauth.LogoutView):
    """Logs out, by POST only: a link must not log anybody out."""

    http_method_names = ["post"]


class ConfirmAddress(allauth.ConfirmEmailView):
    """Shows a button; the address is confirmed by pressing it, since mail scanners follow links."""

    http_method_names = ["get", "head", "post"]

    def logout_other_user(self, confirmation: Any) -> None:
        """Keeps the user of the session logged in: the link proves who owns the address, and a GET changes nothing."""

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        found: EmailAddress | None = self.object.email_address if self.object else None
        return {**super().get_context_data(**kwargs), "person": found.user if found else None}
