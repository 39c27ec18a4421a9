"""The admin: people can be managed; games and their record can only be looked at."""

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.db import models
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from games import admin_alerts, admin_disputes  # noqa: F401 - their pages register themselves
from games.admin_base import ReadOnly
from games.models import Challenge, Entrant, Game, GameEvent, Offer, Seat, Tournament, TournamentAct, User, Vacation


@admin.register(User)
class PersonAdmin(UserAdmin):  # type: ignore[type-arg]
    fieldsets = (*(UserAdmin.fieldsets or ()), (_("Preferences"), {"fields": ("time_zone", "language")}))

    # The address stands with its confirmation under "email addresses": changed here alone, the two would differ.
    readonly_fields = ("email",)

    def has_delete_permission(self, request: HttpRequest, obj: models.Model | None = None) -> bool:
        return False  # the record names people for good: an account is made inactive instead

    def has_change_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        """Accounts that were closed cannot be changed."""
        return bool(super().has_change_permission(request, obj)) and (obj is None or obj.left_at is None)


class SeatInline(ReadOnly, admin.TabularInline):  # type: ignore[type-arg]
    """Seats as at the last wall: plans are left out."""

    model = Seat
    fields = ("side", "user", "awaited_at_wall", "time_left", "runs_since")


@admin.register(Game)
class GameAdmin(ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    list_display = (
        "public_id",
        "status",
        "visibility",
        "solo",
        "pace",
        "year",
        "turn",
        "winner",
        "ending",
        "created_at",
    )
    list_filter = ("status", "visibility", "solo", "pace", "ending")
    search_fields = ("public_id", "seats__user__username")
    inlines = (SeatInline,)
    exclude = ("invitation_token", "version", "sealed_secret", "head", "stamp")
    date_hierarchy = "created_at"


@admin.register(Offer)
class OfferAdmin(ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    list_display = ("game", "kind", "side", "state", "made_at", "settled_at")
    list_filter = ("kind", "state")
    list_select_related = ("game",)
    search_fields = ("game__public_id",)
    exclude = ("event",)  # a number that tells how much was planned and taken back before


class EntrantInline(ReadOnly, admin.TabularInline):  # type: ignore[type-arg]
    """The entrants of a tournament."""

    model = Entrant
    fields = ("user", "seed", "rating", "left_at", "left_why")


@admin.register(Tournament)
class TournamentAdmin(ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    """Tournaments, to look at. Organizers are people with the permission "Can organize tournaments"."""

    list_display = ("name", "organizer", "state", "system", "round", "rounds", "created_at")
    list_filter = ("state", "system", "visibility")
    list_select_related = ("organizer",)
    search_fields = ("name", "public_id")
    inlines = (EntrantInline,)
    exclude = ("invitation_token",)


@admin.register(TournamentAct)
class TournamentActAdmin(ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    list_display = ("tournament", "kind", "actor", "person", "reason", "created_at")
    list_filter = ("kind",)
    list_select_related = ("tournament", "actor", "person")
    search_fields = ("tournament__public_id", "tournament__name")


@admin.register(Challenge)
class ChallengeAdmin(ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    """Challenges in ladders, to look at."""

    list_display = ("tournament", "challenger", "challenged", "state", "made_at", "answer_due_at", "ended_at")
    list_filter = ("state",)
    list_select_related = ("tournament", "challenger__user", "challenged__user")
    search_fields = (
        "tournament__public_id",
        "tournament__name",
        "challenger__user__username",
        "challenged__user__username",
    )


@admin.register(Vacation)
class VacationAdmin(ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    list_display = ("user", "starts_at", "ends_at", "planned_at")
    list_select_related = ("user",)
    search_fields = ("user__username",)


@admin.register(GameEvent)
class GameEventAdmin(ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    """The record of games that do not run, and of those somebody plays alone.

    That of a running game is opened on the page of a dispute alone, where that is recorded: even the number and the
    times of its events tell what a side has planned and taken back."""

    list_display = ("game", "seq", "kind", "side", "actor", "wall", "created_at")
    list_filter = ("kind", "side", "wall")
    list_select_related = ("game", "actor")
    search_fields = ("game__public_id",)
    search_help_text = _("Events of running games are not here. The reviewer of a dispute can see them on its page.")
    show_full_result_count = False
    fields = (*list_display, "rules_version", "payload", "draws", "events")
    readonly_fields = fields

    def get_queryset(self, request: HttpRequest) -> QuerySet[GameEvent]:
        return super().get_queryset(request).exclude(game__status=Game.Status.ACTIVE, game__solo=False)
