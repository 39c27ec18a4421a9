"""What `docs/api.md` names is what the site sends: codes of errors with their statuses, closing codes of sockets."""

import re
from pathlib import Path

from django.test import Client

from frontend.views.problems import status_and_text
from games import closing

PAGE = Path("docs/api.md").read_text()
ERRORS = PAGE.partition("## Errors")[2].partition("## Sockets")[0]
MEMBERS = {
    "fields",
    "languages",
    "limit",
    "news",
    "reason",
    "request",
    "retry-after",
    "rule",
    "text",
    "used-up",
    "version",
    "view",
}
"""What else the table names: members of problems that some codes bear."""
OF_PAGES_ALONE = {
    "bad-act",
    "bad-reply",
    "cannot-act",
    "case-is-open",
    "last-of-staff",
    "merged",
    "name-taken",
    "no-appeal",
    "no-guest",
    "no-such-reply",
    "not-a-reviewer",
    "not-banned",
    "not-for-this-game",
    "not-mergeable",
    "not-now",
    "not-restorable",
    "not-together",
    "not-your-case",
    "nothing-written",
    "reply-changed",
    "tied",
    "too-long",
    "too-many-entries",
    "too-many-replies",
    "too-many-reports",
    "too-many-tokens",
}
"""Refusals of accounts, of reviewers and of disputes, for which the API has no address."""


def table() -> dict[str, set[int]]:
    """The statuses of the row in which each code stands."""
    found: dict[str, set[int]] = {}
    for row in re.findall(r"^\| ([\d, ]+) \| (.*) \|$", ERRORS, re.MULTILINE):
        for code in re.findall(r"`([a-z]+(?:-[a-z]+)*)`", row[1]):
            found[code] = {int(status) for status in row[0].split(",")}
    return found


def test_the_page_names_every_code_that_the_api_sends_with_its_status_and_no_other() -> None:
    named = {code: statuses for code, statuses in table().items() if code not in MEMBERS}
    assert set(named) == set(status_and_text()) - OF_PAGES_ALONE
    assert [code for code, statuses in named.items() if status_and_text()[code][0] not in statuses] == []


def test_every_code_has_its_page(client: Client, db: None) -> None:
    every = client.get("/problems/").content.decode()
    for code, (status, said) in status_and_text().items():
        page = client.get(f"/problems/{code}")
        assert page.status_code == 200, code
        assert f'id="{code}"' in every
        assert str(status) in page.content.decode()
        assert "{" not in said
    assert client.get("/problems/no-such-problem").status_code == 404


def test_the_page_names_every_closing_code_of_sockets_and_no_other() -> None:
    said = PAGE.partition("Closing codes:")[2].partition("\n## ")[0]
    codes = {value for name, value in vars(closing).items() if name.isupper() and isinstance(value, int)}
    assert {int(code) for code in re.findall(r"\b[14]\d{3}\b", said)} == codes
