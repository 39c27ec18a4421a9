"""Alerts in the admin, read-only: the state of each, and which targets rest after repeated failure."""

from django.contrib import admin
from django.db.models import Exists, OuterRef, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from games.admin_base import ReadOnly
from games.alerts import words
from games.models import AccountMail, Game, Notice, Seat, Target
from games.services.alerts.kinds import WAITING


@admin.register(Notice)
class NoticeAdmin(ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    list_display = ("created_at", "user", "kind", "game", "way", "state", "why", "attempts", "due_at", "sent_at")
    list_filter = ("state", "kind", ("target", admin.EmptyFieldListFilter))
    list_select_related = ("user", "game", "target")
    search_fields = ("user__username", "game__public_id")
    date_hierarchy = "created_at"
    show_full_result_count = False
    # Numbers of hand-overs would tell how many events lie between them, those that were taken back included.
    exclude = ("claim", "data", "turn")

    @admin.display(description=_("way"))
    def way(self, notice: Notice) -> str:
        return words.way(notice)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Notice]:
        """Leaves out alerts of the reader's own running games, and turn alerts of present turns in others: that one was
        dropped tells that its player has begun to decide.
        """
        own = Game.objects.filter(seats__user=request.user.pk, status=Game.Status.ACTIVE)
        present = Seat.objects.filter(
            game=OuterRef("game"), user=OuterRef("user"), handover=OuterRef("turn"), game__status=Game.Status.ACTIVE
        )
        shown = super().get_queryset(request).exclude(game__in=own)
        return shown.exclude(Exists(present), kind__in=WAITING)


@admin.register(AccountMail)
class AccountMailAdmin(ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    """Account mails without address and text: their links open accounts."""

    list_display = ("created_at", "user", "kind", "state", "why", "attempts", "due_at", "sent_at")
    list_filter = ("state", "kind")
    list_select_related = ("user",)
    search_fields = ("user__username",)
    date_hierarchy = "created_at"
    exclude = ("claim", "sealed")


@admin.register(Target)
class TargetAdmin(ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    """Targets without addresses and keys, which let anybody write there."""

    list_display = ("user", "kind", "name", "failures", "resting", "last_error", "last_error_at", "last_sent_at")
    list_filter = ("kind", "resting")
    search_fields = ("user__username",)
    exclude = ("address", "keys")
