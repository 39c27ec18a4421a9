"""Choosing the language of the pages."""

from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from frontend.language import CODES, remember, safe_way_back
from games.models import User


@require_POST
def choose(request: HttpRequest) -> HttpResponse:
    """Saves the language, in the account and in a cookie, and redirects back to the page."""
    code = request.POST.get("language", "")
    if code not in CODES:
        return HttpResponseBadRequest()
    if isinstance(request.user, User):
        User.objects.filter(pk=request.user.pk).update(language=code)
    response = redirect(safe_way_back(request, "home"))
    remember(response, code)
    return response
