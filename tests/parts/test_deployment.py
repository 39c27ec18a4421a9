"""The files that an operator copies say what the settings understand."""

import re
import secrets
from pathlib import Path
from typing import Any

import yaml
from cryptography.fernet import Fernet

from tests.parts.test_starting import run
from tests.processes import ROOT

DEPLOY = ROOT / "deploy"
NOT_SETTINGS = {"POSTGRES_PASSWORD", "SITE_NAME", "WEB", "POSTGRES_USER", "POSTGRES_DB"}


def test_the_example_filled_in_is_a_site_without_a_fault(tmp_path: Path) -> None:
    text = (DEPLOY / "environment.example").read_text()
    known = {"<secret-key>": secrets.token_urlsafe(60), "<dice-key>": Fernet.generate_key().decode(), "<metrics-token>": "m" * 24}
    for gap in set(re.findall(r"<[^>]+>", text)):
        text = text.replace(gap, known.get(gap, gap.strip("<>")))
    filled = dict(line.split("=", 1) for line in text.splitlines() if line and not line.startswith("#"))
    result = run(tmp_path, "manage.py", "check", "--deploy", "--fail-level", "WARNING", **filled | {"VAR_FOLDER": str(tmp_path)})
    assert result.returncode == 0, result.stderr


def test_every_setting_in_the_files_is_explained_in_the_manual() -> None:
    manual = (ROOT / "docs" / "operations.md").read_text()
    example = re.findall(r"^([A-Z_]+)=", (DEPLOY / "environment.example").read_text(), re.MULTILINE)
    settings = (ROOT / "crusader_site" / "settings.py").read_text()
    asked = re.findall(r"env\.\w+\(\s*\"([A-Z_]+)\"", settings)
    assert [name for name in {*example, *asked} - NOT_SETTINGS if f"`{name}`" not in manual] == []


def test_the_processes_of_compose_and_systemd_are_those_of_the_manual() -> None:
    compose: Any = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
    assert set(compose["services"]) == {"postgres", "redis", "prepare", "web", "worker", "beat", "proxy"}
    assert "replicas" not in compose["services"]["beat"].get("deploy", {})
    commands = [" ".join(compose["services"][name].get("command", [])) for name in ("worker", "beat")]
    units = [(DEPLOY / "systemd" / f"crusader-{name}.service").read_text() for name in ("worker@", "beat")]
    for command, unit, verb in zip(commands, units, ("worker", "beat"), strict=True):
        assert f"celery -A crusader_site {verb}" in command
        assert f"celery -A crusader_site {verb}" in unit
        assert "Restart=always" in unit


def test_alarms_are_raised_on_figures_that_there_are() -> None:
    given = set(re.findall(r'"(crusader_[a-z_]+)"', (ROOT / "crusader_site" / "metrics.py").read_text()))
    alarms: Any = yaml.safe_load((DEPLOY / "prometheus" / "alarms.yaml").read_text())
    asked = {name for rule in alarms["groups"][0]["rules"] for name in re.findall(r"crusader_[a-z_]+", rule["expr"])}
    assert asked
    assert {re.sub(r"_(total|bucket)$", "", name) for name in asked} <= given
