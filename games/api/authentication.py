"""Who asks."""

from drf_spectacular.authentication import SessionScheme
from rest_framework.authentication import SessionAuthentication
from rest_framework.request import Request


class SessionOrUnauthorized(SessionAuthentication):
    """The session of the site. A visitor without one gets 401, not 403: logging in would help."""

    def authenticate_header(self, request: Request) -> str:
        return "Session"


class SessionOrUnauthorizedScheme(SessionScheme):
    """The same in the words of OpenAPI."""

    target_class = "games.api.authentication.SessionOrUnauthorized"
