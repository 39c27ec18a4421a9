"""The ASGI entry point: pages and API over HTTP, announcements and acts over WebSocket."""

import gc
import os

import django
from channels.auth import AuthMiddlewareStack
from channels.routing import ProtocolTypeRouter, URLRouter

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "crusader_site.settings")

# Loads the applications, so it comes before anything that imports models.
django.setup(set_prefix=False)

from django.conf import settings  # noqa: E402
from django.core.handlers.asgi import ASGIHandler  # noqa: E402
from django.urls import get_resolver  # noqa: E402

from crusader_site import metrics  # noqa: E402
from crusader_site.background import Lifespan  # noqa: E402
from crusader_site.runtime.handler import OneThreadHandler  # noqa: E402
from crusader_site.watch import Monitored  # noqa: E402
from games.closing import ClosedOnFailure  # noqa: E402
from games.origin import SameOriginOnly  # noqa: E402
from games.people.tokens import ByToken  # noqa: E402
from games.sockets import websocket_urlpatterns  # noqa: E402

metrics.connect()
sockets = URLRouter(websocket_urlpatterns)
application = Monitored(
    ProtocolTypeRouter(
        {
            "lifespan": Lifespan(),
            "http": OneThreadHandler() if settings.OWN_RUNTIME else ASGIHandler(),
            "websocket": ClosedOnFailure(ByToken(sockets, otherwise=SameOriginOnly(AuthMiddlewareStack(sockets)))),
        }
    )
)

# So that the first request does not wait for every page's module to be loaded.
assert get_resolver().url_patterns
# What is loaded by now stays: looking through it again and again for garbage is time taken from requests.
gc.collect()
gc.freeze()
gc.set_threshold(5_000, 10, 10)
