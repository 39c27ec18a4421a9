"""The base class of read-only admin pages."""

from django.db import models
from django.http import HttpRequest


class ReadOnly:
    """Admin without adding, changing or deleting: a game changes by its events only, and events never."""

    def has_add_permission(self, request: HttpRequest, obj: models.Model | None = None) -> bool:
        """Nobody adds rows here."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: models.Model | None = None) -> bool:
        """Nobody changes rows here."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: models.Model | None = None) -> bool:
        """Nobody deletes rows here."""
        return False

    def has_view_permission(self, request: HttpRequest, obj: models.Model | None = None) -> bool:
        """All staff may look."""
        return bool(request.user.is_staff)

    def has_module_permission(self, request: HttpRequest) -> bool:
        """All staff may look."""
        return bool(request.user.is_staff)
