"""What only a browser can do with an account: passkeys, under the strict policy for scripts, and telling its time
zone.
"""

import uuid
from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.playing import Player

AUTHENTICATOR = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


def test_a_passkey_lets_in_without_the_password_and_beside_it(new_player: Callable[..., Player], base_url: str) -> None:
    """Passkeys belong to a name, so the browser goes to the same server as "localhost"."""
    site, name = base_url.replace("127.0.0.1", "localhost"), f"Melisende-{uuid.uuid4().hex[:8]}"
    player = new_player(timezone_id="Asia/Jerusalem", width=360, height=740)
    page = player.page
    player.sign_up(name, f"{site}/signup/")
    expect(page.get_by_role("heading", name="My games")).to_be_visible()
    devices = page.context.new_cdp_session(page)
    devices.send("WebAuthn.enable")
    devices.send("WebAuthn.addVirtualAuthenticator", {"options": AUTHENTICATOR})

    page.goto(f"{site}/account/second-factor/webauthn/add/")
    page.fill("[name=password]", "a-long-way-to-acre")
    page.get_by_role("button", name="Go on").click()
    page.get_by_role("button", name="Add it").click()
    expect(page.locator(".recovery-codes li")).to_have_count(10)

    def log_out() -> None:
        page.goto(f"{site}/settings/")
        page.locator("main").get_by_role("button", name="Log out").click()
        page.goto(f"{site}/login/")

    log_out()
    page.get_by_role("button", name="Log in with a passkey").click()
    expect(page.get_by_role("heading", name="My games")).to_be_visible()
    log_out()
    page.fill("[name=login]", name)
    page.fill("[name=password]", "a-long-way-to-acre")
    page.get_by_role("button", name="Log in", exact=True).click()
    page.get_by_role("button", name="Use a passkey or key").click()
    expect(page.get_by_role("heading", name="My games")).to_be_visible()

    # The time zone of the browser was taken; a device in another one than that of the account offers its own.
    page.goto(f"{site}/settings/preferences/")
    zone = page.locator("[name=time_zone]")
    expect(zone).to_have_value("Asia/Jerusalem")
    page.select_option("[name=time_zone]", "UTC")
    page.get_by_role("button", name="Asia/Jerusalem").click()
    expect(zone).to_have_value("Asia/Jerusalem")
    expect(page.locator("#zone-offer")).to_be_hidden()
    assert player.problems == []
