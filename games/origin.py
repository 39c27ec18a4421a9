"""Refuses sockets opened by pages of other origins, since browsers send cookies along."""

from urllib.parse import urlsplit

from channels.security.websocket import WebsocketDenier
from django.conf import settings

from games.shapes import Application, Receive, Scope, Send


class SameOriginOnly:
    """Passes a connection on when the page that opened it came from the host it connects to, or from a trusted
    origin.
    """

    def __init__(self, application: Application) -> None:
        self.application = application

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        application = self.application if is_same_origin(scope) else WebsocketDenier()
        await application(scope, receive, send)


def is_same_origin(scope: Scope) -> bool:
    """Whether a socket's `Origin` is this site's own, or one of `CSRF_TRUSTED_ORIGINS`; one without is refused."""
    headers = {name: value.decode("latin1") for name, value in scope.get("headers", [])}
    origin, host = headers.get(b"origin", ""), headers.get(b"host", "")
    if origin in settings.CSRF_TRUSTED_ORIGINS:
        return True
    page = urlsplit(origin)
    # Where the site speaks https only, a page that came without it was written by somebody on the way.
    scheme = ("https",) if settings.SECURE_SSL_REDIRECT else ("http", "https")
    return bool(host) and page.netloc.lower() == host.lower() and page.scheme in scheme
