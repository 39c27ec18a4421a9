"""Alerts in the admin: how it stands with each, and which ways rest. Nothing is changed here."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from games.admin_base import ReadOnly
from games.alerts import words
from games.models import AccountMail, Game, Notice, Target


@admin.register(Notice)
class NoticeAdmin(ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    list_display = ("created_at", "user", "kind", "game", "way", "state", "why", "attempts", "due_at", "sent_at")
    list_filter = ("state", "kind", ("target", admin.EmptyFieldListFilter))
    list_select_related = ("user", "game", "target")
    search_fields = ("user__username", "game__public_id")
    date_hierarchy = "created_at"
    show_full_result_count = False
    exclude = ("claim", "data")

    @admin.display(description=_("way"))
    def way(self, notice: Notice) -> str:
        return words.way(notice)

    def get_queryset(self, request: HttpRequest) -> Any:
        """Not of running games of one's own: that an alert was dropped tells that the opponent has decided."""
        own = Game.objects.filter(seats__user=request.user.pk, status=Game.Status.ACTIVE)
        return super().get_queryset(request).exclude(game__in=own)


@admin.register(AccountMail)
class AccountMailAdmin(ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    """Without address and words: the links in these mails open accounts."""

    list_display = ("created_at", "user", "kind", "state", "why", "attempts", "due_at", "sent_at")
    list_filter = ("state", "kind")
    list_select_related = ("user",)
    search_fields = ("user__username",)
    date_hierarchy = "created_at"
    exclude = ("claim", "sealed")


@admin.register(Target)
class TargetAdmin(ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    """Without addresses and keys: whoever has one can write there."""

    list_display = ("user", "kind", "name", "failures", "resting", "last_error", "last_error_at", "last_sent_at")
    list_filter = ("kind", "resting")
    search_fields = ("user__username",)
    exclude = ("address", "keys")
