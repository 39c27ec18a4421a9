"""A device on which somebody has logged in before is not locked by others' guesses, and nobody guesses faster for
it.
"""

import time
from collections.abc import Callable
from http.cookies import Morsel

import pytest
from django.contrib.auth import get_user
from django.core import signing
from django.http import HttpRequest
from django.test import Client, override_settings
from django.urls import reverse

from games.models import User
from games.people import devices
from tests.people.conftest import NewPerson, log_in, prove_password
from tests.people.test_second_factor import code_of, with_app
from tests.people.test_signing_in import logged_in_as

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("within_one_code")]
TEN_MINUTES = 600


@pytest.fixture
def pass_time(monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
    passed = {"seconds": 0.0}
    real = time.time
    monkeypatch.setattr(time, "time", lambda: real() + passed["seconds"])

    def let(seconds: float) -> None:
        passed["seconds"] += seconds

    return let


def cookie_of(client: Client) -> Morsel[str]:
    (found,) = [morsel for name, morsel in client.cookies.items() if name.startswith(devices.COOKIE)]
    return found


def known_device(name: str = "Sibylla") -> Client:
    """A browser in which somebody has logged in, and out again."""
    client = log_in(name)
    assert logged_in_as(client) == name
    client.post(reverse("logout"))
    assert logged_in_as(client) is None
    assert cookie_of(client).value
    return client


def guess(client: Client, times: int = 1, name: str = "Sibylla") -> None:
    for i in range(times):
        log_in(name, f"not this one {i}", client)


def test_the_right_one_gets_in_at_once_though_a_stranger_guesses_all_the_time(
    sibylla: User, pass_time: Callable[[float], None]
) -> None:
    stranger, new, own = Client(REMOTE_ADDR="203.0.113.9"), 0, 0
    device = known_device()
    for _ in range(10):
        for _ in range(2):
            guess(stranger)
            pass_time(30)
        new += logged_in_as(log_in("Sibylla")) == "Sibylla"
        own += logged_in_as(log_in("Sibylla", client=device)) == "Sibylla"
        device.post(reverse("logout"))
    assert own == 10
    assert new < 6, "strangers are limited as before"


def test_guesses_of_a_stranger_at_the_same_address_lock_nobody_out_either(sibylla: User) -> None:
    device = known_device()
    for name in ("Melisende", "Isabella", "Sibylla"):
        guess(Client(), 6, name)
    assert logged_in_as(log_in("Sibylla")) is None
    assert logged_in_as(log_in("Sibylla", client=device)) == "Sibylla"


def test_a_known_device_has_but_a_few_guesses_itself(sibylla: User) -> None:
    device = known_device()
    guess(device, 5)
    assert logged_in_as(log_in("Sibylla", client=device)) is None
    device.cookies.clear()
    assert logged_in_as(log_in("Sibylla", client=device)) is None, "and none more without its cookie"


def test_all_ways_together_allow_ten_guesses_in_ten_minutes(sibylla: User, pass_time: Callable[[float], None]) -> None:
    """As many as before there were known devices: five in five minutes."""
    many = [known_device() for _ in range(3)]
    hashed = {"guesses": 0}
    checked = User.check_password

    def counting(self: User, password: str) -> bool:
        hashed["guesses"] += 1
        return bool(checked(self, password))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(User, "check_password", counting)
        for _ in range(2):
            hashed["guesses"] = 0
            for i in range(5):
                guess(Client(REMOTE_ADDR=f"203.0.113.{i}"), 2, ["Sibylla", "SIBYLLA", "Ｓibylla", " sibylla"][i % 4])
                for device in many:
                    guess(device, 2)
            assert 0 < hashed["guesses"] <= 10
            pass_time(TEN_MINUTES + 1)


def test_a_device_of_another_account_or_with_a_forged_cookie_is_a_stranger(
    sibylla: User, new_person: NewPerson
) -> None:
    new_person("Melisende")
    other = known_device("Melisende")
    name, stolen = devices.COOKIE + cookie_of(known_device()).key.removeprefix(devices.COOKIE), cookie_of(other).value
    forged = Client()
    guess(Client(REMOTE_ADDR="203.0.113.9"), 6)
    for value in (stolen, signing.TimestampSigner(salt="mine").sign("1"), "", "x" * 5000):
        forged.cookies[name] = value
        assert logged_in_as(log_in("Sibylla", client=forged)) is None
    assert logged_in_as(log_in("Sibylla", client=other)) is None


def test_what_is_right_gives_the_device_its_guesses_back(sibylla: User) -> None:
    device = known_device()
    guess(Client(REMOTE_ADDR="203.0.113.9"), 6)
    for _ in range(4):
        guess(device, 2)
        assert logged_in_as(log_in("Sibylla", client=device)) == "Sibylla"
        device.post(reverse("logout"))


def test_the_cookie_is_for_the_server_alone_names_nobody_and_stays_the_same(sibylla: User) -> None:
    with override_settings(SESSION_COOKIE_SECURE=True):
        client = log_in("Sibylla")
    cookie = cookie_of(client)
    assert (cookie["httponly"], cookie["secure"], cookie["samesite"], cookie["path"]) == (True, True, "Lax", "/")
    assert int(cookie["max-age"]) > 300 * 86_400
    assert "ibylla" not in cookie.OutputString()
    client.post(reverse("logout"))
    log_in("Sibylla", client=client)
    assert cookie_of(client).value == cookie.value


def test_who_is_logged_in_already_is_known_from_the_next_page_on_and_a_guest_is_not(
    sibylla: User, client: Client
) -> None:
    client.force_login(sibylla)
    client.get(reverse("my-games"))
    assert cookie_of(client).value
    guest = Client()
    guest.post(reverse("play-now"), {"side": "frank"})
    request = HttpRequest()
    request.session = guest.session
    assert get_user(request).is_authenticated
    assert not any(name.startswith(devices.COOKIE) for name in guest.cookies)


def test_a_known_device_gives_its_code_though_others_have_used_the_codes_up(
    sibylla: User, pass_time: Callable[[float], None]
) -> None:
    with_app(sibylla)
    device = log_in("Sibylla")
    device.post(reverse("mfa_authenticate"), {"code": code_of()})
    device.post(reverse("logout"))
    thief = Client(REMOTE_ADDR="203.0.113.9")  # has the password
    log_in("Sibylla", client=thief)
    for _ in range(6):
        thief.post(reverse("mfa_authenticate"), {"code": "000000"})
    log_in("Sibylla", client=device)
    device.post(reverse("mfa_authenticate"), {"code": "000000"})
    assert logged_in_as(device) is None
    pass_time(31)
    device.post(reverse("mfa_authenticate"), {"code": code_of()})
    assert logged_in_as(device) == "Sibylla"
    log_in("Sibylla", client=thief)
    pass_time(31)
    thief.post(reverse("mfa_authenticate"), {"code": code_of()})
    assert logged_in_as(thief) is None


def test_a_known_device_cannot_try_codes_at_will(sibylla: User, pass_time: Callable[[float], None]) -> None:
    with_app(sibylla)
    device = log_in("Sibylla")
    device.post(reverse("mfa_authenticate"), {"code": code_of()})
    device.post(reverse("logout"))
    log_in("Sibylla", client=device)
    for _ in range(10):
        device.post(reverse("mfa_authenticate"), {"code": "000000"})
    pass_time(31)
    device.post(reverse("mfa_authenticate"), {"code": code_of()})
    assert logged_in_as(device) is None


def test_the_password_is_proven_again_on_a_known_device_though_a_stranger_guesses(sibylla: User) -> None:
    device = log_in("Sibylla")
    guess(Client(REMOTE_ADDR="203.0.113.9"), 6)
    prove_password(device)
    assert device.get(reverse("mfa_index")).status_code == 200
