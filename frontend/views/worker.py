"""The service worker script, and the health page."""

from django.contrib.staticfiles import finders
from django.db import connection
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.watching import alarms


@require_safe
def service_worker(request: HttpRequest) -> HttpResponse:
    """The script that shows push messages.

    Served at the root, since a service worker controls only paths below its own.
    """
    path = finders.find("frontend/js/account/worker.js")
    if not isinstance(path, str):
        raise Http404
    with open(path, encoding="utf-8") as file:
        response = HttpResponse(file.read(), content_type="text/javascript; charset=utf-8")
    response["Cache-Control"] = "no-cache"
    response["Service-Worker-Allowed"] = "/"
    return response


@never_cache
@require_safe
def health(request: HttpRequest) -> HttpResponse:
    """The health check for monitoring: 503 when the database is unreachable or an alarm is up, with the names of the
    alarms.
    """
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
        found = alarms.site_state()
    except Exception:
        return JsonResponse({"status": "down", "database": "down"}, status=503)
    up = [{"alarm": alarm.name, "since": alarm.since, "guide": alarm.guide} for alarm in alarms.watch(found)]
    answer = {
        "status": "alarm" if up else "ok",
        "database": "ok",
        "alerts": found.mail.state,
        "alerts-waiting": found.mail.waiting,
        "alarms": up,
    }
    return JsonResponse(answer, status=503 if up else 200)
