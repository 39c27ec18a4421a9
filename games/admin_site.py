"""The admin site, behind the site's own login and a second factor."""

from functools import wraps

from allauth.account.decorators import secure_admin_login
from allauth.mfa.models import Authenticator
from django.contrib import admin, messages
from django.contrib.auth import REDIRECT_FIELD_NAME
from django.db import transaction
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.decorators import method_decorator
from django.utils.http import url_has_allowed_host_and_scheme, urlencode
from django.utils.translation import gettext as _

from games import admin_changes as changes
from games.disputes import audit
from games.models import StaffAction, User
from games.people import second_factor
from games.shapes import JsonObject, Untyped


class GuardedAdminSite(admin.AdminSite):
    """An admin site that requires a second factor: staff without one are redirected to its setup."""

    def has_permission(self, request: HttpRequest) -> bool:
        return super().has_permission(request) and second_factor.was_proved(request)

    def admin_view(self, view: Untyped, cacheable: bool = False) -> Untyped:
        """Records in the audit log what staff open and change: a change and its row are committed together."""
        guarded = super().admin_view(view, cacheable)

        @wraps(guarded)
        def recorded(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponseBase:
            """Performs the view, and writes into the audit log what it changed or showed."""
            if request.method == "POST":
                with transaction.atomic(), changes.watched(request) as watched:
                    response: HttpResponseBase = guarded(request, *args, **kwargs)
                    if isinstance(request.user, User) and self.has_permission(request):
                        _record_post(request, request.user, response, watched)
                return response
            response = guarded(request, *args, **kwargs)
            if (
                isinstance(request.user, User)
                and self.has_permission(request)
                and request.method == "GET"
                and response.status_code == 200
            ):
                audit.record(actor=request.user, kind=StaffAction.Kind.LOOKED, address=request.get_full_path())
            return response

        return recorded

    @method_decorator(secure_admin_login)
    def login(self, request: HttpRequest, extra_context: JsonObject | None = None) -> HttpResponse:
        """Redirects visitors to the site's login; answers 403 to people who are not staff."""
        assert isinstance(request.user, User)
        if self.has_permission(request):
            return redirect("admin:index")
        if not second_factor.has_second_factor(request.user):
            messages.warning(request, _("The admin needs a second factor. Set one up here, then open the admin again."))
            return redirect("mfa_index")
        wanted = request.GET.get(REDIRECT_FIELD_NAME, "")
        if not url_has_allowed_host_and_scheme(
            wanted, allowed_hosts={request.get_host()}, require_https=request.is_secure()
        ):
            wanted = reverse("admin:index")
        kind = "mfa_reauthenticate" if _has_codes(request.user) else "mfa_reauthenticate_webauthn"
        return redirect(f"{reverse(kind)}?{urlencode({REDIRECT_FIELD_NAME: wanted})}")


def _record_post(request: HttpRequest, user: User, response: HttpResponseBase, watched: changes.Changes) -> None:
    """Writes a POST into the audit log, with the fields that it changed."""
    before, after = watched.found()
    audit.record(
        actor=user,
        kind=StaffAction.Kind.DID,
        address=request.get_full_path(),
        person=watched.person() if before or after else None,
        before=before,
        after={"status": response.status_code} | after,
    )


def _has_codes(user: User) -> bool:
    """Whether this person has a second factor that asks for codes."""
    return bool(Authenticator.objects.filter(user=user, type__in=["totp", "recovery_codes"]).exists())
