"""Disputes in the admin: lists, and the way to the case pages. Nothing is changed here."""

from django.contrib import admin
from django.db import models
from django.db.models import Q, QuerySet
from django.http import HttpRequest

from games.admin_base import ReadOnly
from games.disputes import audit, reviewing
from games.models import DisputeCase, Sanction, StaffAction, User


class ForReviewers(ReadOnly):
    """Admin of rows that reviewers of disputes may see, and other staff may not."""

    def has_view_permission(self, request: HttpRequest, obj: models.Model | None = None) -> bool:
        """Only reviewers may look."""
        return reviewing.is_reviewer(request.user)

    def has_module_permission(self, request: HttpRequest) -> bool:
        """Only reviewers may look."""
        return reviewing.is_reviewer(request.user)


@admin.register(DisputeCase)
class DisputeCaseAdmin(ForReviewers, admin.ModelAdmin):  # type: ignore[type-arg]
    """Each with the link to its case page ("view on site"). Not those of the reader's own games."""

    list_display = ("pk", "category", "state", "round", "opener", "other", "reviewer", "opened_at", "changed_at")
    list_filter = ("state", "category", "round")
    list_select_related = ("opener", "other", "reviewer")
    search_fields = ("opener__username", "other__username", "game__public_id")
    date_hierarchy = "opened_at"

    def get_queryset(self, request: HttpRequest) -> QuerySet[DisputeCase]:
        return super().get_queryset(request).exclude(Q(opener=request.user.pk) | Q(other=request.user.pk))


@admin.register(StaffAction)
class StaffActionAdmin(ForReviewers, admin.ModelAdmin):  # type: ignore[type-arg]
    list_display = ("created_at", "actor", "kind", "case", "game", "person", "address")
    list_filter = ("kind",)
    list_select_related = ("actor", "case", "game", "person")
    search_fields = ("actor__username", "person__username", "game__public_id")
    date_hierarchy = "created_at"
    show_full_result_count = False

    def get_queryset(self, request: HttpRequest) -> QuerySet[StaffAction]:
        assert isinstance(request.user, User)
        return audit.find(request.user)


@admin.register(Sanction)
class SanctionAdmin(ForReviewers, admin.ModelAdmin):  # type: ignore[type-arg]
    list_display = ("person", "kind", "until", "action")
    list_filter = ("kind",)
    list_select_related = ("person", "action")
    search_fields = ("person__username",)
