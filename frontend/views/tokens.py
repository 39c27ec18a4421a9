"""The page of one's personal tokens: list, creation, and the secret of a new one."""

from allauth.account.decorators import reauthentication_required
from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST

from frontend.views.parts import person
from games.errors import TooManyTokens
from games.models import PersonalToken
from games.people import tokens


class TokenForm(forms.Form):
    """A new token: its purpose, and its scope."""

    name = forms.CharField(
        label=gettext_lazy("What is it for?"),
        max_length=60,
        help_text=gettext_lazy("For example the name of the program."),
    )
    scope = forms.ChoiceField(
        label=gettext_lazy("What may it do?"), choices=PersonalToken.Scope.choices, initial=PersonalToken.Scope.READ
    )


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@reauthentication_required(allow_get=True)  # type: ignore[untyped-decorator]
def show(request: HttpRequest) -> HttpResponse:
    """The page of tokens. The answer to the form shows the new secret, on no other page, and is not cached."""
    user = person(request)
    form, word = TokenForm(request.POST or None), ""
    if request.method == "POST" and form.is_valid():
        try:
            _token, word = tokens.make(user=user, **form.cleaned_data)
        except TooManyTokens as refused:
            form.add_error(None, str(refused.detail))
        else:
            form = TokenForm()
    response = render(
        request,
        "frontend/settings/tokens.html",
        {"form": form, "word": word, "tokens": tokens.valid_tokens(user), "most": tokens.MOST},
    )
    response.headers["Cache-Control"] = "no-store"
    return response


@require_POST
@login_required
def revoke(request: HttpRequest, number: int) -> HttpResponse:
    """Revokes a token of one's own, or says that there is none."""
    if tokens.revoke(user=person(request), number=number):
        messages.success(request, _("The token is revoked."))
    else:
        messages.error(request, _("You have no such token."))
    return redirect("tokens")
