"""HTTP requests to addresses given by users: public hosts only, one try, with a deadline and a size limit on answers.

The name is looked up once, and the connection goes to the checked address. So a name cannot mean one machine when it is
checked and another when it is used. There are no redirects and no proxies from the environment. The whole exchange has
a time limit, since a server that sends a byte now and then would keep each single read alive for ever. We ask the name
servers ourselves: what the system offers for that takes as long as it likes.
"""

import contextlib
import ipaddress
import socket
import threading
import time
from io import BytesIO
from typing import NoReturn
from urllib.parse import urlsplit

import dns.exception
import dns.resolver
import requests
from requests.adapters import HTTPAdapter
from urllib3.connection import HTTPSConnection
from urllib3.connectionpool import HTTPSConnectionPool
from urllib3.exceptions import ConnectTimeoutError, HTTPError, NewConnectionError
from urllib3.poolmanager import PoolManager

from games.shapes import PassedOn

RESOLVE_SECONDS = 4.0
CONNECT_SECONDS = 4.0
READ_SECONDS = 6.0
WHOLE_SECONDS = 12.0
MOST_BYTES = 16 * 1024
PORTS = (443, 8443)

# Addresses that carry another one inside: a guard of the outer one alone would be walked around.
CARRIERS = (
    ipaddress.ip_network("64:ff9b::/96"),
    ipaddress.ip_network("64:ff9b:1::/48"),
    ipaddress.ip_network("2002::/16"),
)


class NotAllowed(OSError):
    """The address is not public, or not https."""


class NoSuchHost(OSError):
    """Name servers say that there is no such name, or that it has no address."""


def check_address(url: str) -> str:
    """Returns what is wrong with an address a user gives; empty if nothing is.

    Its host name is resolved only when it is used.
    """
    try:
        parts = urlsplit(url)
        port = parts.port or 443
    except ValueError:
        return "not an address"
    if parts.scheme != "https" or not parts.hostname:
        return "https only"
    if port not in PORTS:
        return "port"
    if parts.username is not None or parts.password is not None:
        return "no name or password"
    try:
        return "" if is_public(parts.hostname) else "internal"
    except ValueError:
        return "" if "." in parts.hostname.strip(".") else "internal"


def is_public(address: str) -> bool:
    """Whether an IP address is public. Raises ValueError for invalid ones."""
    ip = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(ip, ipaddress.IPv6Address):
        if ip.ipv4_mapped is not None:
            return is_public(str(ip.ipv4_mapped))
        if any(ip in carrier for carrier in CARRIERS):
            return False
    return ip.is_global and not ip.is_multicast and not ip.is_reserved


def resolve(host: str, seconds: float) -> list[str]:
    """Returns the IP addresses of a host name, IPv4 first.

    Raises TimeoutError after the deadline, NoSuchHost if there are none, and OSError if the name servers are in
    trouble.
    """
    try:
        return [str(ipaddress.ip_address(host))]
    except ValueError:
        pass  # a name
    try:
        found = dns.resolver.Resolver().resolve_name(host, lifetime=seconds, search=False)
    except dns.exception.Timeout as error:
        raise TimeoutError(f"no name server answered for {host}") from error
    except dns.resolver.NoNameservers as error:
        raise OSError(f"the name of {host} cannot be looked up") from error
    except dns.exception.DNSException as error:
        raise NoSuchHost(f"{host} has no address") from error
    return [
        address for address, _family in sorted(found.addresses_and_families(), key=lambda one: one[1] != socket.AF_INET)
    ]


def connect(host: str, port: int, seconds: float) -> socket.socket:
    """Connects to a host name within so many seconds.

    Raises NotAllowed if any of its IP addresses is not public: no honest name has both.
    """
    end = time.monotonic() + seconds
    found = resolve(host, min(RESOLVE_SECONDS, seconds))
    if not all(map(is_public, found)):
        raise NotAllowed(f"{host} is not on the open internet")
    error = OSError(f"{host} has no address")
    for address in found[:3]:
        sock = socket.socket(socket.AF_INET6 if ":" in address else socket.AF_INET, socket.SOCK_STREAM)
        sock.settimeout(max(0.01, min(CONNECT_SECONDS, end - time.monotonic())))
        try:
            sock.connect((address, port))
        except OSError as failure:
            sock.close()
            error = failure
        else:
            return sock
    raise error


class GuardedConnection(HTTPSConnection):
    """An HTTPS connection to public addresses only, closed at its deadline."""

    def _new_conn(self) -> socket.socket:
        """Connects to a public address only, within the request's time."""
        try:
            sock = connect(self.host, self.port or 443, _running.left)
        except TimeoutError as error:
            raise ConnectTimeoutError(self, str(error)) from error
        except OSError as error:
            raise NewConnectionError(self, str(error)) from error
        _running.watches.append(_Watch(sock, _running.left))
        return sock


class _Watch:
    """Closes a connection at its deadline."""

    def __init__(self, sock: socket.socket, seconds: float) -> None:
        self.handle = sock.dup()  # outlives the wrapping into TLS, and means the same connection
        self.timer = threading.Timer(seconds, self._cut)
        self.timer.daemon = True
        self.timer.start()

    def _cut(self) -> None:
        """Ends a connection that has lasted too long."""
        with contextlib.suppress(OSError):
            self.handle.shutdown(socket.SHUT_RDWR)

    def end(self) -> None:
        """Stops watching the connection."""
        self.timer.cancel()
        self.handle.close()


class _Running(threading.local):
    """The deadline and watches of this thread's request."""

    def __init__(self) -> None:
        self.watches: list[_Watch] = []
        self.end = 0.0

    @property
    def left(self) -> float:
        return max(0.0, self.end - time.monotonic())


_running = _Running()


class GuardedPool(HTTPSConnectionPool):
    ConnectionCls = GuardedConnection


class GuardedAdapter(HTTPAdapter):
    """A requests adapter with guarded connection pools, for https only."""

    def init_poolmanager(self, *args: PassedOn, **kwargs: PassedOn) -> None:
        self.poolmanager = PoolManager(*args, **kwargs)
        self.poolmanager.pool_classes_by_scheme = {"https": GuardedPool}

    def proxy_manager_for(self, *args: object, **kwargs: object) -> NoReturn:
        raise NotAllowed("no proxies")


class GuardedSession(requests.Session):
    """A requests session without redirects and cookies that reads only the beginning of an answer."""

    def __init__(self) -> None:
        super().__init__()
        self.trust_env = False
        self.adapters.clear()
        self.mount("https://", GuardedAdapter(max_retries=0))
        self.headers["User-Agent"] = "CrusaderRex-alerts"

    def request(self, method: str, url: str, **more: PassedOn) -> requests.Response:  # type: ignore[override]
        """Sends a request to a public address, without redirects, within a time and a size."""
        wrong = check_address(str(url))
        if wrong:
            raise NotAllowed(wrong)
        _running.end = time.monotonic() + WHOLE_SECONDS
        more |= {"allow_redirects": False, "timeout": (CONNECT_SECONDS, READ_SECONDS), "stream": True}
        try:
            response = super().request(method, url, **more)
            # Read here and now, and no more than this: nobody reads the rest.
            response.raw = BytesIO(response.raw.read(MOST_BYTES, decode_content=False) or b"")
        except HTTPError as error:
            raise requests.ConnectionError(error) from error
        finally:
            self.close()
            while _running.watches:
                _running.watches.pop().end()
        return response
