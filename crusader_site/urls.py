"""Root URLs: the API, the admin, and the pages."""

from django.contrib import admin
from django.urls import include, path

from crusader_site.mail_events import mail_events

urlpatterns = [
    path("admin/", admin.site.urls),
    path("api/v1/", include("games.urls")),
    path("mail/events/", mail_events, name="mail-events"),
    path("", include("frontend.urls")),
]

handler400 = "crusader_site.errors.bad_request"
handler404 = "crusader_site.errors.not_found"
handler429 = "crusader_site.errors.too_many_tries"  # asked for by allauth
handler500 = "crusader_site.errors.server_error"
