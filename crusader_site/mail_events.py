"""The webhook of the mail provider: mails delivered, bounced, reported as spam."""

import logging

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest, HttpResponseNotFound
from django.urls import Resolver404, resolve
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

logger = logging.getLogger(__name__)


@csrf_exempt
@require_POST
def mail_events(request: HttpRequest) -> HttpResponse:
    """Passes the webhook to anymail's view for the configured provider, which checks its secret or signature.

    404 where mails go by SMTP, or where there is no WEBHOOK_SECRET in ANYMAIL: anybody could then stop another's mails.
    """
    module, _, sender = settings.EMAIL_BACKEND.removesuffix(".EmailBackend").rpartition(".")
    if module != "anymail.backends" or not getattr(settings, "ANYMAIL", {}).get("WEBHOOK_SECRET"):
        return HttpResponseNotFound()
    try:
        view = resolve(f"/{sender}/tracking/", urlconf="anymail.urls").func
    except Resolver404:
        return HttpResponseNotFound()
    try:
        answer: HttpResponse = view(request)
    except (ValueError, KeyError, TypeError, AttributeError):
        logger.warning("An event of %s could not be read.", sender, exc_info=True)
        return HttpResponseBadRequest()
    return answer
