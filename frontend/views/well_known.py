"""What programs ask every site for: robots.txt, sitemap.xml, favicon.ico, security.txt."""

from datetime import timedelta

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from games.links import absolute

OPEN_TO_ALL = ("home", "help", "dice", "aid", "aid-cards", "aid-blocks", "aid-towns", "aid-glossary", "results")
"""Pages that a search engine may show."""
EXPIRES_AFTER = timedelta(days=180)


@require_safe
def robots(request: HttpRequest) -> HttpResponse:
    """Search engines read the pages that everybody may, and no game: those are many, and change with each act."""
    lines = ["User-agent: *", *(f"Disallow: {path}" for path in ("/admin/", "/api/", "/games/", "/invitations/"))]
    lines.append(f"Sitemap: {absolute(reverse('sitemap'))}")
    return HttpResponse("\n".join(lines) + "\n", content_type="text/plain; charset=utf-8")


@require_safe
def sitemap(request: HttpRequest) -> HttpResponse:
    addresses = [absolute(reverse(name)) for name in OPEN_TO_ALL]
    return render(request, "frontend/sitemap.xml", {"addresses": addresses}, content_type="application/xml")


@require_safe
def favicon(request: HttpRequest) -> HttpResponse:
    """For what asks without having read a page; pages name the icon themselves."""
    return HttpResponseRedirect(static("frontend/icon.svg"))


@require_safe
def security(request: HttpRequest) -> HttpResponse:
    """Where to report a security hole (RFC 9116)."""
    expires = (timezone.now() + EXPIRES_AFTER).strftime("%Y-%m-%dT00:00:00Z")
    lines = [f"Contact: mailto:{settings.CONTACT_MAIL}", f"Expires: {expires}", "Preferred-Languages: en, fr, pl"]
    return HttpResponse("\n".join(lines) + "\n", content_type="text/plain; charset=utf-8")
