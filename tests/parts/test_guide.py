"""What docs/operations.md tells an operator to type, typed on a bare machine: the commands are read from the page.

`script/test` runs this in one process of its own beside the other tests, so that the machine is made once.
"""

import os
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from script.parts import bare
from tests.processes import ROOT

PAGE = (ROOT / "docs" / "operations.md").read_text()
pytestmark = pytest.mark.real_parts


def commands_below(heading: str) -> list[str]:
    """The fenced blocks of a section of the page, in order."""
    section = PAGE.split(f"\n{heading}\n", 1)[1]
    section = re.split(r"\n##+ ", section, maxsplit=1)[0]
    return re.findall(r"^```sh\n(.*?)^```$", section, re.MULTILINE | re.DOTALL)


@pytest.fixture(scope="module")
def repository(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What is checked out here, the changes that nobody has committed included, as a repository that can be cloned."""
    folder = tmp_path_factory.mktemp("source") / "crusader.git"
    listed = subprocess.run(["git", "ls-files", "-co", "--exclude-standard", "-z"], cwd=ROOT, capture_output=True, check=True).stdout
    subprocess.run(["git", "init", "--quiet", str(folder)], check=True)
    present = b"\0".join(name for name in listed.split(b"\0") if name and (ROOT / os.fsdecode(name)).exists())
    subprocess.run(["rsync", "-a", "--from0", "--files-from=-", f"{ROOT}/", str(folder)], input=present, check=True)
    author = ["-c", "user.name=A test", "-c", "user.email=test@example.org"]
    subprocess.run(["git", "-C", str(folder), "add", "--all"], check=True)
    subprocess.run(["git", "-C", str(folder), *author, "commit", "--quiet", "--message", "As it is"], check=True)
    return folder


@pytest.fixture(scope="module")
def machine(repository: Path) -> Iterator[tuple[bare.BareMachine, str]]:
    """A machine set up by the guide, and what its commands printed."""
    if (why := bare.missing()) and os.environ.get("CI") != "true":
        pytest.skip(why)
    blank, install, *rest = commands_below("### With systemd")
    names = re.findall(r"^([A-Z_]+)=", blank, re.MULTILINE)
    own = {"SITE_NAME": "localhost", "EMAIL_URL": "smtp://127.0.0.1:2525", "REPOSITORY": str(repository)}
    assert names == list(own)
    values = "".join(f"{name}='{value}'\n" for name, value in own.items())
    trust = "export GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=safe.directory GIT_CONFIG_VALUE_0='*'\n"  # the repository is another user's here
    with bare.BareMachine() as new:
        folder = new.install(f"{values}{trust}{{\n{install}}} >&2\npwd", bind=repository).strip().splitlines()[-1]
        # PostgreSQL's package takes the next port where this machine's own server, which it meets while it is installed, has 5432.
        new.install("sed -i 's/^port = .*/port = 5432/' /etc/postgresql/*/main/postgresql.conf", bind=repository)
        with new.booted():
            yield new, new.ask(f"{values}{''.join(rest)}", folder=folder)


def test_the_guide_followed_to_the_letter_leaves_a_site_that_works(machine: tuple[bare.BareMachine, str]) -> None:
    new, said = machine
    assert "A first account was made. Name: admin" in said
    assert '"status": "ok"' in said.replace('":"', '": "')
    assert "0 loaded units listed" in said
    assert re.search(r"^/var/lib/crusader-backups/crusader-\d{8}-\d{6}$", said, re.MULTILINE)
    page = new.ask("curl --silent --insecure --retry 10 --retry-all-errors --fail https://localhost/")
    assert "Crusader Rex" in page
    assert new.ask("curl --silent --insecure -o /dev/null -w '%{http_code}' https://localhost/metrics") == "404"


def test_the_site_may_read_its_code_and_settings_and_change_neither(machine: tuple[bare.BareMachine, str]) -> None:
    new, _ = machine
    modes = new.ask("stat -c '%U %G %a' /etc/crusader/environment /var/lib/crusader").splitlines()
    assert modes == [
        "root crusader 640",
        "crusader crusader 700",
    ]
    assert new.ask("runuser -u crusader -- find /opt/crusader /etc/crusader -writable -not -type l | head -3") == ""


def test_a_third_web_process_is_one_command(machine: tuple[bare.BareMachine, str]) -> None:
    new, _ = machine
    (command,) = re.findall(r"up to eight: `(systemctl enable --now crusader-web@8003)`", PAGE)
    new.ask(f"{command}; curl --fail --silent --retry 10 --retry-all-errors http://127.0.0.1:8003/health/ready")
    new.ask("systemctl stop crusader-web@8001 crusader-web@8002")
    assert "Crusader Rex" in new.ask("curl --silent --insecure --retry 10 --retry-all-errors --fail https://localhost/")
    new.ask("systemctl start crusader.target")


def test_the_nightly_backup_is_planned_runs_and_can_be_restored(machine: tuple[bare.BareMachine, str]) -> None:
    new, _ = machine
    assert "crusader-backup.timer" in new.ask("systemctl --no-pager list-timers")
    new.ask("sleep 1; systemctl start crusader-backup.service")
    assert len(new.ask("ls /var/lib/crusader-backups").split()) == 2
    (restoring,) = commands_below("## Backup")
    assert "0 games" in new.ask(restoring)


def test_the_test_mail_says_in_a_sentence_that_nobody_takes_it(machine: tuple[bare.BareMachine, str]) -> None:
    new, _ = machine
    said = new.ask("crusader send_test_mail me@example.org 2>&1 || true")
    assert said.strip().splitlines()[-1].startswith("CommandError: The server 127.0.0.1:2525 did not take the mail")
    assert len(said.splitlines()) == 1
