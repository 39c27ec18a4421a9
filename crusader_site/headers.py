"""Security and cache headers of every answer, besides those of Django's middleware."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponseBase

# What no page of ours asks for, so that nothing that got into one can ask for it either. Passkeys, sounds and the
# clipboard stay.
REFUSED_FEATURES = [
    *(
        "accelerometer",
        "browsing-topics",
        "camera",
        "display-capture",
        "geolocation",
        "gyroscope",
        "hid",
        "idle-detection",
    ),
    *(
        "local-fonts",
        "magnetometer",
        "microphone",
        "midi",
        "payment",
        "screen-wake-lock",
        "serial",
        "usb",
        "xr-spatial-tracking",
    ),
]
ALWAYS = {
    "Permissions-Policy": ", ".join(f"{feature}=()" for feature in REFUSED_FEATURES),
    "Cross-Origin-Resource-Policy": "same-origin",
    "X-Permitted-Cross-Domain-Policies": "none",
}
# What a player's page or the API said stays with that player: in no shared cache, and of the API in none at all.
PAGES = "private, no-cache"
API = "no-store"


def privacy_headers(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Middleware that sets these headers unless the view has set its own."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        for name, value in ALWAYS.items():
            response.headers.setdefault(name, value)
        response.headers.setdefault("Cache-Control", API if request.path.startswith("/api/") else PAGES)
        return response

    return middleware
