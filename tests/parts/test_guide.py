"""What docs/operations.md tells an operator to type, typed on a bare machine: the commands are read from the page.

`script/test --all` runs this in one process of its own beside the other tests, so that the machine is made once.
"""

import json
import os
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from script.parts import bare
from tests.processes import ROOT

PAGE = (ROOT / "docs" / "operations.md").read_text()
pytestmark = [pytest.mark.real_parts, pytest.mark.whole]


def commands_below(heading: str) -> list[str]:
    """The fenced blocks of a section of the page, in order."""
    section = PAGE.split(f"\n{heading}\n", 1)[1]
    section = re.split(r"\n##+ ", section, maxsplit=1)[0]
    return re.findall(r"^```sh\n(.*?)^```$", section, re.MULTILINE | re.DOTALL)


@pytest.fixture(scope="module")
def repository(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What is checked out here, the changes that nobody has committed included, as a repository that can be cloned."""
    folder = tmp_path_factory.mktemp("source") / "crusader.git"
    listed = subprocess.run(
        ["git", "ls-files", "-co", "--exclude-standard", "-z"], cwd=ROOT, capture_output=True, check=True
    ).stdout
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
    # the repository is another user's here
    trust = "export GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=safe.directory GIT_CONFIG_VALUE_0='*'\n"
    with bare.BareMachine() as new:
        further = [commands_below(heading)[0] for heading in ("## Alarms", "### Mails that come back")]
        folder = (
            new.install(f"{values}{trust}{{\n{install}{''.join(further)}}} >&2\npwd", bind=repository)
            .strip()
            .splitlines()[-1]
        )
        # PostgreSQL's package takes the next port where this machine's own server, which it meets while it is
        # installed, has 5432.
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


# --- alarms
# ------------------------------------------------------------------------------------------------------------------


def health(new: bare.BareMachine) -> dict[str, Any]:
    """What the site says of itself, through the proxy."""
    answer: dict[str, Any] = json.loads(
        new.ask("curl --silent --insecure --retry 10 --retry-all-errors https://localhost/health/")
    )
    return answer


def test_prometheus_reads_the_site_s_figures_and_raises_each_alarm(machine: tuple[bare.BareMachine, str]) -> None:
    new, _ = machine
    _install, setting_up = commands_below("## Alarms")
    assert "SUCCESS" in new.ask(setting_up, folder="/opt/crusader")
    new.ask(
        f"cat > /tmp/alarms.yaml <<'END'\n{yaml.safe_dump(prometheus_tests())}\nEND\npromtool test rules"
        " /tmp/alarms.yaml"
    )


def test_a_backup_that_dies_is_an_alarm_until_one_is_made(machine: tuple[bare.BareMachine, str]) -> None:
    new, _ = machine
    assert (health(new)["status"], health(new)["alarms"]) == (
        "ok",
        [],
    ), "scheduler, workers and the computer give signs of life"
    dying = "/run/systemd/system/crusader-backup.service.d"
    new.ask(
        f"mkdir -p {dying}; printf '[Service]\\nExecStart=\\nExecStart=/bin/false\\n' > {dying}/dying.conf; systemctl"
        " daemon-reload"
    )
    new.ask("systemctl start crusader-backup.service || true")
    told = "curl --silent --insecure https://localhost/health/ | grep -q BackupFailed"
    new.ask(f"for turn in $(seq 120); do {told} && exit 0; sleep 1; done; exit 1")
    assert "BackupFailed: the unit of the backup failed" in new.ask(
        "journalctl --no-pager -u crusader-backup-failed.service"
    )
    asked = (
        "curl --silent --data-urlencode 'query=max(crusader_alarm{alarm=\"BackupFailed\"}) > 0'"
        " http://127.0.0.1:9090/api/v1/query"
    )
    new.ask(f"for turn in $(seq 120); do {asked} | grep -q '\"value\"' && exit 0; sleep 1; done; exit 1")
    new.ask(f"rm -r {dying}; systemctl daemon-reload; systemctl start crusader-backup.service")
    assert health(new)["status"] == "ok"


# --- mails that come back
# ----------------------------------------------------------------------------------------------------


PEOPLE = """
from allauth.account.models import EmailAddress
from games.models import User
from games.services.lobby import lobby
for name, address in (("Richard", "richard@example.net"), ("Saladin", "saladin@example.org")):
    EmailAddress.objects.create(user=User.objects.create_user(name, address), email=address, verified=True,
      primary=True)
print(lobby.create_game(user=User.objects.get(username="Richard"), side="frank").game.pk)
"""
THREE_MAILS = """
import time
from datetime import datetime, timedelta
from django.utils import timezone
from django.test import Client
from games.alerts import outbox
from games.models import Game, Notice, User
from games.alerts import bounces
game = Game.objects.get()
def come_back(name, turn):
    now = timezone.now()
    notice = Notice.objects.create(user=User.objects.get(username=name), game=game, kind="message", turn=turn,
      due_at=now)
    outbox.deliver(notice.pk)
    end = time.monotonic() + 60
    while time.monotonic() < end and not notice.failure:
        time.sleep(0.2)
        notice.refresh_from_db()
    notice.delete()
    return notice
for turn in range(3):
    print("came back:", come_back("Saladin", turn).failure)
    person = User.objects.get(username="Saladin")
    hours_ago = datetime.fromisoformat(person.mail_trouble["at"]) - timedelta(hours=2)
    User.objects.filter(pk=person.pk).update(mail_trouble=person.mail_trouble | {"at": hours_ago.isoformat()})
print("refused:", come_back("Richard", 1).failure, User.objects.get(username="Richard").mail_trouble)
notice = Notice.objects.create(user=person, game=game, kind="message", turn=9, due_at=timezone.now())
outbox.deliver(notice.pk)
notice.refresh_from_db()
print("then:", notice.state, notice.why)
browser = Client(HTTP_HOST="localhost")
browser.force_login(person)
print("told:", "refuses them. Games can be lost by time" in browser.get("/settings/", secure=True).content.decode())
"""


def test_mails_that_the_relay_could_not_deliver_come_back_and_stop_and_their_owner_is_told(
    machine: tuple[bare.BareMachine, str],
) -> None:
    """The relay is a real Postfix, which takes every mail; the servers behind it refuse them, one its reader and one
    the site.
    """
    new, _ = machine
    _install, setting_up = commands_below("### Mails that come back")
    new.ask(f"SITE_NAME=localhost\n{setting_up}", folder="/opt/crusader")
    sinks = (
        ("example.org", 2526, "550 5.1.1 There is no saladin here", "rcpt"),
        ("example.net", 2527, "550 5.7.26 DMARC", "data"),
    )
    for domain, port, answer, command in sinks:
        new.ask(
            f"setsid smtp-sink -u nobody -B '{answer}' -f {command} 127.0.0.1:{port} 100 < /dev/null > /dev/null 2>&1 &"
        )
        route = f"{{ {domain} = smtp:[127.0.0.1]:{port} }}"
        new.ask(f"postconf -e \"transport_maps = $(postconf -h transport_maps | sed 's/ }}$//'), {route} }}\"")
    new.ask("systemctl reload postfix")
    new.ask(f"crusader shell -c '{PEOPLE}'")
    said = new.ask(f"crusader shell -c '{THREE_MAILS}' 2>/dev/null").splitlines()
    assert said[-6:] == ["came back: address"] * 3 + ["refused: policy {}", "then: dropped stopped", "told: True"]
    assert "status=sent (delivered via crusader-bounces service" in new.ask("journalctl --no-pager -u 'postfix@-'")


def prometheus_tests() -> dict[str, Any]:
    """Tests for promtool: with these series, as the site gives them, the alarm is raised, and with the figures of a
    site that is well it is not.
    """
    rules = yaml.safe_load((ROOT / "deploy" / "prometheus" / "crusader-alarms.yaml").read_text())["groups"][0]["rules"]
    here = 'job="crusader",instance="here"'
    slow = 'crusader_request_seconds_bucket{route="/api/v1/games/<uuid:game_id>/actions/",le='
    series: dict[str, dict[str, str]] = {
        "ProcessDown": {f"up{{{here}}}": "1x5 0x40"},
        "NoProcess": {f"up{{{here}}}": "0x40"},
        "DatabaseDown": {f"crusader_database_up{{{here}}}": "0x40"},
        "AlertsLate": {f"crusader_alerts_oldest_seconds{{{here}}}": "1000x40"},
        "Errors": {
            'crusader_requests_total{status="200"}': "0+97x40",
            'crusader_requests_total{status="503"}': "0+3x40",
        },
        "Slow": {f'{slow}"0.5"}}': "0+90x40", f'{slow}"1.0"}}': "0+100x40", f'{slow}"+Inf"}}': "0+100x40"},
        "PoolExhausted": {f'crusader_database_pool{{state="requests_waiting",{here}}}': "6x40"},
        "ThreadsUsedUp": {f"crusader_requests_waiting{{{here}}}": "1x40"},
    }
    tests = []
    for rule in rules:
        name = rule["alert"]
        judged_by_the_site = name not in series
        raising = series.get(name) or {f'crusader_alarm{{alarm="{name}",{here}}}': "1x40"}
        keeps_labels = (
            any(here in one for one in raising) and not judged_by_the_site and name not in ("NoProcess", "AlertsLate")
        )
        labels = rule["labels"] | ({"job": "crusader", "instance": "here"} if keeps_labels else {})
        labels |= {"state": "requests_waiting"} if name == "PoolExhausted" else {}
        annotations = {key: text.replace("{{ $labels.instance }}", "here") for key, text in rule["annotations"].items()}
        raised = [{"exp_labels": labels, "exp_annotations": annotations}]
        tests.append(
            {
                "interval": "1m",
                "input_series": [{"series": one, "values": values} for one, values in raising.items()],
                "alert_rule_test": [{"eval_time": "30m", "alertname": name, "exp_alerts": raised}],
            }
        )
        if judged_by_the_site:
            well = [{"series": f'crusader_alarm{{alarm="{name}",{here}}}', "values": "0x40"}]
            quiet = [{"eval_time": "30m", "alertname": name, "exp_alerts": []}]
            tests.append({"interval": "1m", "input_series": well, "alert_rule_test": quiet})
    return {"rule_files": ["/etc/prometheus/crusader-alarms.yaml"], "evaluation_interval": "1m", "tests": tests}
