"""Addresses of the sockets."""

from django.urls import path, re_path

from games.closing import no_such_socket
from games.consumers import GameConsumer, UserConsumer

websocket_urlpatterns = [
    path("ws/games/<uuid:game_id>/", GameConsumer.as_asgi()),
    path("ws/user/", UserConsumer.as_asgi()),
    re_path("", no_such_socket),  # type: ignore[arg-type]  # an ASGI application, which Channels takes
]
