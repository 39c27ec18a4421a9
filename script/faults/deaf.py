"""A web process whose name servers never answer, as an application for uvicorn. Loopback names resolve as ever."""

import contextlib
import socket
import time
from typing import Any

SECONDS = 20.0
"""What the C library takes for a name: two name servers, each asked twice, for five seconds each time."""
SILENT = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
SILENT.bind(("127.0.0.1", 0))

_found = socket.getaddrinfo


def getaddrinfo(host: Any, *args: Any, **more: Any) -> Any:
    if host not in (None, "", "localhost", "127.0.0.1", "::1"):
        time.sleep(SECONDS)
    return _found(host, *args, **more)


socket.getaddrinfo = getaddrinfo
# The site asks name servers itself; before it did, there was no such package.
with contextlib.suppress(ImportError):
    import dns.resolver

    resolver = dns.resolver.Resolver(configure=False)
    resolver.nameservers, resolver.port = ["127.0.0.1"], SILENT.getsockname()[1]
    dns.resolver.Resolver = lambda: resolver  # type: ignore


def __getattr__(name: str) -> Any:
    if name == "application":
        from crusader_site.asgi import application

        return application
    raise AttributeError(name)
