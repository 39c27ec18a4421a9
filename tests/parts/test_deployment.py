"""The files that an operator copies say what the settings understand."""

import os
import re
import secrets
import subprocess
from pathlib import Path
from typing import Any

import yaml
from cryptography.fernet import Fernet

from crusader_site.settings import LANGUAGES
from games.watching import alarms
from tests.parts.test_starting import run
from tests.processes import ROOT

DEPLOY = ROOT / "deploy"
NOT_SETTINGS = {"POSTGRES_PASSWORD", "SITE_NAME", "WEB", "POSTGRES_USER", "POSTGRES_DB"}


def filled_in() -> str:
    """The example as an operator fills it in: with a password that a shell would take for more than one word."""
    text = (DEPLOY / "environment.example").read_text()
    known = {
        "<secret-key>": secrets.token_urlsafe(60),
        "<dice-key>": Fernet.generate_key().decode(),
        "<metrics-token>": "m" * 24,
    }
    known |= {"<signing-key>": secrets.token_hex(32)}
    for gap in set(re.findall(r"<[^>@]+>", text)):
        text = text.replace(gap, known.get(gap, "a&b;c" if gap == "<password>" else gap.strip("<>")))
    return text


def test_the_example_filled_in_is_a_site_without_a_fault(tmp_path: Path) -> None:
    filled = read_by_shell(filled_in(), tmp_path)
    result = run(
        tmp_path, "manage.py", "check", "--deploy", "--fail-level", "WARNING", **filled | {"VAR_FOLDER": str(tmp_path)}
    )
    assert result.returncode == 0, result.stderr


def test_the_shell_reads_the_example_as_systemd_and_compose_do(tmp_path: Path) -> None:
    text = filled_in()
    lines = [line.split("=", 1) for line in text.splitlines() if line and not line.startswith("#")]
    read = read_by_shell(text, tmp_path)
    assert {name: read.get(name) for name, _ in lines} == {name: value.strip("'") for name, value in lines}


def read_by_shell(text: str, folder: Path) -> dict[str, str]:
    """What docs/operations.md has the operator do before `manage.py`."""
    (folder / "environment").write_text(text)
    said = subprocess.run(
        ["sh", "-ec", "set -a; . ./environment; env -0"],
        cwd=folder,
        env={"PATH": os.environ["PATH"]},
        capture_output=True,
        text=True,
        check=True,
    )
    read = dict(entry.split("=", 1) for entry in said.stdout.split("\0") if entry)
    return {name: value for name, value in read.items() if name not in ("PWD", "PATH", "OLDPWD", "_", "SHLVL")}


def test_every_setting_in_the_files_is_explained_in_the_manual() -> None:
    manual = (ROOT / "docs" / "operations.md").read_text()
    example = re.findall(r"^([A-Z_]+)=", (DEPLOY / "environment.example").read_text(), re.MULTILINE)
    settings = "".join(path.read_text() for path in (ROOT / "crusader_site").glob("*.py"))
    asked = re.findall(r"env\.\w+\(\s*\"([A-Z_]+)\"", settings)
    assert [name for name in {*example, *asked} - NOT_SETTINGS if f"`{name}`" not in manual] == []


def test_the_processes_of_compose_and_systemd_are_those_of_the_manual() -> None:
    compose: Any = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
    assert set(compose["services"]) == {
        "postgres",
        "redis",
        "prepare",
        "web",
        "worker",
        "computer",
        "beat",
        "backup",
        "proxy",
    }
    assert "replicas" not in compose["services"]["beat"].get("deploy", {})
    commands = [" ".join(compose["services"][name].get("command", [])) for name in ("worker", "beat")]
    units = [(DEPLOY / "systemd" / f"crusader-{name}.service").read_text() for name in ("worker@", "beat")]
    for command, unit, verb in zip(commands, units, ("worker", "beat"), strict=True):
        assert f"celery -A crusader_site {verb}" in command
        assert f"celery -A crusader_site {verb}" in unit
        assert "Restart=always" in unit


def test_the_proxy_is_given_every_page_it_shows_in_every_language_of_the_site() -> None:
    compose: Any = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
    mounted = " ".join(compose["services"]["proxy"]["volumes"])
    pages = re.findall(r"rewrite \* /(\S+)", (DEPLOY / "Caddyfile").read_text())
    assert pages == ["away.html"]
    assert f"./{pages[0]}:/etc/caddy/{pages[0]}" in mounted
    text = (DEPLOY / pages[0]).read_text()
    assert {"en", *dict(LANGUAGES)} == set(re.findall(r'lang="(\w+)"', text))


def test_a_request_that_fails_takes_no_process_out_of_service() -> None:
    """Anybody can make requests fail. Whether a process serves, it says itself."""
    text = (DEPLOY / "Caddyfile").read_text()
    assert "health_uri /health/ready" in text
    assert not re.search(r"\b(fail_duration|max_fails|unhealthy_status|unhealthy_latency)\b", text)


def alarm_rules() -> list[dict[str, Any]]:
    found: Any = yaml.safe_load((DEPLOY / "prometheus" / "crusader-alarms.yaml").read_text())
    return [rule for group in found["groups"] for rule in group["rules"]]


def test_alarms_are_raised_on_figures_that_there_are() -> None:
    given = set(re.findall(r'"(crusader_[a-z_]+)"', (ROOT / "crusader_site" / "metrics.py").read_text()))
    asked = {name for rule in alarm_rules() for name in re.findall(r"crusader_[a-z_]+", rule["expr"])}
    assert asked
    assert {re.sub(r"_(total|bucket)$", "", name) for name in asked} <= given


def test_each_alarm_names_the_place_in_the_guide_that_says_what_to_do() -> None:
    guide = (ROOT / "docs" / "operations.md").read_text().split("\n## Alarms\n", 1)[1].split("\n## ", 1)[0]
    said = {
        heading.lower(): words.strip()
        for heading, words in re.findall(r"^### (\w+)\n(.*?)(?=^### |\Z)", guide, re.MULTILINE | re.DOTALL)
    }
    rules = alarm_rules()
    assert [
        rule["alert"]
        for rule in rules
        if rule["annotations"].get("guide") != f"docs/operations.md#{rule['alert'].lower()}"
    ] == []
    assert {rule["alert"].lower() for rule in rules} | {name.lower() for name in alarms.ALARMS} == set(said)
    assert [name for name, words in said.items() if len(words) < 100] == []


def test_each_alarm_of_the_site_is_one_of_prometheus() -> None:
    asked = {
        name
        for rule in alarm_rules()
        for name in re.findall(r'crusader_alarm\{alarm="(\w+)"\}', rule["expr"])
        if name == rule["alert"]
    }
    assert asked == set(alarms.ALARMS)
