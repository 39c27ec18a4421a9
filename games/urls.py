"""Addresses of the API."""

from typing import Any

urlpatterns: list[Any] = []
