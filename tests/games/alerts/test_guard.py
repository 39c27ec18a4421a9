"""Requests to addresses that people gave: to the open internet, once, briefly, and with little to read."""

import contextlib
import http.server
import ssl
import threading
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
import requests
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from games.alerts import guard
from tests.games.alerts.conftest import NameServer

INSIDE = (
    *("127.0.0.1", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1", "0.0.0.0", "224.0.0.1"),
    *("255.255.255.255", "::1", "::", "fe80::1%eth0", "fc00::1", "ff02::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1"),
    *("64:ff9b::7f00:1", "2002:7f00:1::"),
)
OUTSIDE = ("8.8.8.8", "151.101.1.69", "2606:4700::6810:84e5")


def test_addresses_of_the_internet_are_public_and_internal_ones_are_not() -> None:
    assert [address for address in INSIDE if guard.is_public(address)] == []
    assert [address for address in OUTSIDE if not guard.is_public(address)] == []


def test_an_address_is_looked_at_when_it_is_given() -> None:
    for url, wrong in (
        ("https://discord.com/api/webhooks/1/abc", ""),
        ("https://hooks.slack.com:443/x", ""),
        ("http://discord.com/x", "https only"),
        ("ftp://discord.com/x", "https only"),
        ("https://", "https only"),
        ("https://localhost/x", "internal"),
        ("https://127.0.0.1/x", "internal"),
        ("https://[::1]/x", "internal"),
        ("https://intranet/x", "internal"),
        ("https://discord.com:22/x", "port"),
        ("https://discord.com:99999/x", "not an address"),
        ("https://me:secret@discord.com/x", "no name or password"),
    ):
        assert guard.check_address(url) == wrong


def test_a_name_that_leads_inside_is_not_connected_to(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    monkeypatch.setattr(guard.socket, "socket", lambda *args: pytest.fail("connected"))
    for found in (["127.0.0.1"], ["8.8.8.8", "10.0.0.7"], ["::1"]):
        monkeypatch.setattr(guard, "resolve", lambda host, seconds, found=found: asked.append(host) or found)
        with pytest.raises(requests.RequestException):
            guard.GuardedSession().post("https://innocent.example.org/hook", json={})
    assert set(asked) == {"innocent.example.org"}


def test_name_servers_are_asked_for_the_addresses_of_a_name_and_an_address_is_none(name_server: NameServer) -> None:
    for address in ("8.8.8.8", "2606:4700::6810:84e5"):
        assert guard.resolve(address, 5) == [address]
    assert name_server.asked == []
    assert guard.resolve("chat.example.org", 5) == ["8.8.8.8"]
    assert guard.resolve("six.example.org", 5) == ["2606:4700::6810:84e5"]
    assert sorted(set(name_server.asked[:2])) == ["chat.example.org. A", "chat.example.org. AAAA"]
    for host in ("a..example.org", f"{'x' * 70}.example.org", "inside.example.org"):
        with pytest.raises(OSError, match=r"no address|not on the open internet"):
            guard.connect(host, 443, 5)


def test_a_name_server_that_never_answers_is_waited_for_no_longer_than_stated(
    name_server: NameServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The library that asks measures the time. That it is given one, and says so at its end, is ours to show."""
    monkeypatch.setattr(guard, "RESOLVE_SECONDS", 0.2)
    with pytest.raises(requests.ConnectTimeout):
        guard.GuardedSession().post("https://silent.example.org/hook", json={})
    assert set(name_server.asked) == {"silent.example.org. AAAA"}


def test_proxies_of_the_environment_are_not_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HTTPS_PROXY", "http://127.0.0.1:9")
    monkeypatch.setattr(
        guard, "connect", lambda host, port, seconds: (_ for _ in ()).throw(guard.NotAllowed(f"asked {host}"))
    )
    with pytest.raises(requests.RequestException, match=r"asked innocent\.example\.org"):
        guard.GuardedSession().post("https://innocent.example.org/hook", json={})


class Chat(http.server.BaseHTTPRequestHandler):
    """A chat's server that does as the path says."""

    got: list[bytes] = []
    cut_off = threading.Event()

    def do_POST(self) -> None:
        Chat.got.append(self.rfile.read(int(self.headers["Content-Length"])))
        if self.path == "/elsewhere":
            self.send_response(302)
            self.send_header("Location", "https://127.0.0.1/secret")
            self.end_headers()
            return
        self.send_response(200)
        self.end_headers()
        try:
            if self.path == "/endless":
                while True:
                    self.wfile.write(b"x" * 65536)
            while self.path == "/slow":
                self.wfile.write(b".")
                time.sleep(0.1)
        except OSError:
            Chat.cut_off.set()  # the other side has had enough

    def log_message(self, *args: Any) -> None:
        pass


def write_certificate(folder: Path, name: str) -> None:
    key = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
    now = datetime.now(UTC)
    certificate = (
        x509.CertificateBuilder(
            subject, subject, key.public_key(), x509.random_serial_number(), now, now + timedelta(days=2)
        )
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(name)]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    form = serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    (folder / "key.pem").write_bytes(key.private_bytes(*form))
    (folder / "cert.pem").write_bytes(certificate.public_bytes(serialization.Encoding.PEM))


@pytest.fixture
def chat(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Its address. The guard is told to take this machine for the internet, and nothing else changes."""
    write_certificate(tmp_path, "chat.example.org")
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Chat)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(tmp_path / "cert.pem", tmp_path / "key.pem")
    server.socket = context.wrap_socket(server.socket, server_side=True)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    port = server.server_address[1]
    Chat.got = []
    monkeypatch.setattr(guard, "PORTS", (port,))
    monkeypatch.setattr(guard, "is_public", lambda address: True)
    monkeypatch.setattr(guard, "resolve", lambda host, seconds: ["127.0.0.1"])
    requested = requests.Session.request

    def trusting(session: Any, method: Any, url: Any, **more: Any) -> Any:
        return requested(session, method, url, verify=str(tmp_path / "cert.pem"), **more)

    monkeypatch.setattr(requests.Session, "request", trusting)
    yield f"https://chat.example.org:{port}"
    server.shutdown()
    server.server_close()


def test_a_server_is_asked_once_briefly_and_by_its_name(chat: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The name is proved by its certificate though the address is connected to."""
    session = guard.GuardedSession()
    assert session.post(f"{chat}/hook", json={"a": 1}).status_code == 200
    assert Chat.got == [b'{"a": 1}']
    with pytest.raises(requests.exceptions.SSLError):
        session.post(chat.replace("chat.", "other.") + "/hook", json={})
    assert session.post(f"{chat}/elsewhere", json={}).status_code == 302
    assert len(Chat.got) == 2, "a redirect is not followed"
    assert len(session.post(f"{chat}/endless", json={}).content) == guard.MOST_BYTES, "no more is read than need be"
    monkeypatch.setattr(guard, "WHOLE_SECONDS", 0.5)
    Chat.cut_off.clear()
    with contextlib.suppress(requests.RequestException):
        session.post(f"{chat}/slow", json={})
    assert Chat.cut_off.wait(60), "an answer that drips is cut off"
