"""The application configuration of the admin."""

from django.contrib.admin.apps import AdminConfig


class GuardedAdminConfig(AdminConfig):
    default_site = "games.admin_site.GuardedAdminSite"
