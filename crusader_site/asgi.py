"""The one entry point of the server: pages and API over HTTP, announcements over WebSocket."""

import os

from channels.auth import AuthMiddlewareStack
from channels.routing import ProtocolTypeRouter, URLRouter
from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "crusader_site.settings")

# Loads the applications, so it comes before anything that imports models.
http_application = get_asgi_application()

from games.origin import SameOriginOnly  # noqa: E402
from games.sockets import websocket_urlpatterns  # noqa: E402

application = ProtocolTypeRouter(
    {
        "http": http_application,
        "websocket": SameOriginOnly(AuthMiddlewareStack(URLRouter(websocket_urlpatterns))),
    }
)
