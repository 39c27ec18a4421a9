"""Addresses of the site as they stand in mails: made from `SITE_URL`, never from what a request claims to have asked
for.
"""

from urllib.parse import urlsplit

from django.conf import settings


def absolute(path: str) -> str:
    """A path of the site with protocol and host."""
    return f"{settings.SITE_URL}{path}"


def domain() -> str:
    """The name of the site."""
    return urlsplit(settings.SITE_URL).hostname or "localhost"


def at_our_address(url: str) -> str:
    """Returns the page's address at the site's own host, whatever host it names."""
    return absolute(urlsplit(url)._replace(scheme="", netloc="").geturl())
