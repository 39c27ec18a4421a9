"""URLs of alerts: settings, sent alerts, and unsubscribing without a login."""

from django.urls import path

from frontend.views import alerts, worker

urlpatterns = [
    path("settings/alerts/", alerts.choose, name="alerts"),
    path("settings/alerts/mail/", alerts.mail_again, name="mail-again"),
    path("settings/alerts/browser/", alerts.add_browser, name="add-browser"),
    path("settings/alerts/browser/here/", alerts.browser_here, name="browser-here"),
    path("settings/alerts/read/", alerts.failures_read, name="alerts-read"),
    path("settings/alerts/chat/", alerts.add_chat, name="add-chat"),
    path("settings/alerts/<int:number>/try/", alerts.try_target, name="try-target"),
    path("settings/alerts/<int:number>/remove/", alerts.remove_target, name="remove-target"),
    path("alerts/", alerts.sent, name="my-alerts"),
    path("alerts/stop/<str:token>/", alerts.stop, name="stop-alerts"),
    path("games/<uuid:game_id>/alerts/", alerts.for_game, name="game-alerts"),
    path("worker.js", worker.service_worker, name="service-worker"),
    path("health/", worker.health, name="health"),
]
