"""The admin's place among the applications."""

from django.contrib.admin.apps import AdminConfig


class GuardedAdminConfig(AdminConfig):
    default_site = "games.people.admin_site.GuardedAdminSite"
