"""The site as the lane of the engines serves it: each page writes down what goes wrong in it.

Of the errors in a console WebKit's driver tells nothing. A script that stands before all others of the page is the same
for every engine, and the page's policy allows it, as it comes from the site. Tests read what it wrote by
`Window.problems`.
"""

import os
from collections.abc import Callable

import django
from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase

PATH = "/engines-watch.js"
WATCH = """
(() => {
  const note = (text) => {
    const before = JSON.parse(sessionStorage.getItem("problems") ?? "[]");
    sessionStorage.setItem("problems", JSON.stringify([...before, `${location.pathname}: ${text}`]));
  };
  const failed = (event) => event.message ?? `${event.target.src ?? event.target.href} could not be loaded`;
  addEventListener("error", (event) => note(failed(event)), { capture: true });
  addEventListener("unhandledrejection", (event) => note(`nobody caught ${event.reason}`));
  document.addEventListener("securitypolicyviolation",
    (event) => note(`${event.violatedDirective} forbids ${event.blockedURI}`));
  const { error } = console;
  console.error = (...all) => {
    note(all.join(" "));
    error(...all);
  };
})();
"""


def watched(get_response: Callable[[HttpRequest], HttpResponseBase]) -> Callable[[HttpRequest], HttpResponseBase]:
    """Middleware that puts the script into the head of every page."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        if request.path_info == PATH:
            return HttpResponse(WATCH, content_type="text/javascript")
        response = get_response(request)
        if isinstance(response, HttpResponse) and response.headers.get("Content-Type", "").startswith("text/html"):
            response.content = response.content.replace(b"<head>", f'<head><script src="{PATH}"></script>'.encode(), 1)
        return response

    return middleware


os.environ.setdefault("DJANGO_SETTINGS_MODULE", "crusader_site.settings")
settings.MIDDLEWARE = [*settings.MIDDLEWARE, "tests.engines.serving.watched"]
django.setup(set_prefix=False)
settings.WHITENOISE_MAX_AGE = 3600

from crusader_site.asgi import application  # noqa: E402

__all__ = ["application"]
