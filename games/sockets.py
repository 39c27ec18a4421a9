"""Addresses of the sockets."""

from django.urls import path

from games.consumers import GameConsumer, UserConsumer

websocket_urlpatterns = [
    path("ws/games/<uuid:game_id>/", GameConsumer.as_asgi()),
    path("ws/user/", UserConsumer.as_asgi()),
]
