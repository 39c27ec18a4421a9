"""Authentication of the API: sessions and personal tokens."""

from drf_spectacular.authentication import SessionScheme
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework.authentication import BaseAuthentication, SessionAuthentication
from rest_framework.exceptions import PermissionDenied
from rest_framework.request import Request

from games.errors import PageOutdated, TokenReadsOnly, TokenUnknown
from games.limits import SAFE
from games.models import PersonalToken, User
from games.people import tokens


class ByToken(BaseAuthentication):
    """Authentication by a personal token, which `games.people.tokens.middleware` has looked up. Needs no CSRF token."""

    def authenticate(self, request: Request) -> tuple[User, PersonalToken] | None:
        """Returns the person of a token. Raises TokenUnknown, and TokenReadsOnly for an act with a
        token for reading.
        """
        if not tokens.has_token(request.headers.get("Authorization", "")):
            return None
        token: PersonalToken | None = tokens.token_of_request(request)
        if token is None:
            raise TokenUnknown
        if token.scope != PersonalToken.Scope.PLAY and request.method not in SAFE:
            raise TokenReadsOnly
        return token.user, token

    def authenticate_header(self, request: Request) -> str:
        return "Bearer"


class ByTokenScheme(OpenApiAuthenticationExtension):
    """The OpenAPI security scheme of personal tokens."""

    target_class = "games.api.authentication.ByToken"
    name = "token"

    def get_security_definition(self, auto_schema: object) -> dict[str, str]:
        return {"type": "http", "scheme": "bearer", "description": "A personal token, made on the settings page."}


class SessionOrUnauthorized(SessionAuthentication):
    """Authentication by the site's session. Without one the answer is 401, not 403: logging in would help."""

    def authenticate_header(self, request: Request) -> str:
        return "Session"

    def enforce_csrf(self, request: Request) -> None:
        """Checks the token of the page.

        Raises PageOutdated, which says what to do, in place of Django's word for programmers.
        """
        try:
            super().enforce_csrf(request)
        except PermissionDenied as error:
            raise PageOutdated from error


class SessionOrUnauthorizedScheme(SessionScheme):
    """The OpenAPI security scheme of sessions."""

    target_class = "games.api.authentication.SessionOrUnauthorized"
