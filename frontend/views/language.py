"""Choosing the language of the pages."""

from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_POST

from frontend.language import CODES, remember
from games.models import User


@require_POST
def choose(request: HttpRequest) -> HttpResponse:
    """Saves the language, in the account and in a cookie, and redirects back to the page."""
    code = request.POST.get("language", "")
    if code not in CODES:
        return HttpResponseBadRequest()
    if isinstance(request.user, User):
        User.objects.filter(pk=request.user.pk).update(language=code)
    back = request.POST.get("next", "")
    safe = url_has_allowed_host_and_scheme(back, allowed_hosts={request.get_host()}, require_https=request.is_secure())
    response = redirect(back if safe else reverse("home"))
    remember(response, code)
    return response
