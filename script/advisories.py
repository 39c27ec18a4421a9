"""Compares pinned packages with lists of known vulnerabilities.

Called by `script/audit`, which documents the exit status.

The public lists are asked by pip-audit. Where none can be reached, the list that the package safety-db brings is read
instead: it has not been written on since July 2021, so it finds a package that was pinned very old, and nothing that
became known later.
"""

import json
import re
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from typing import Any

from packaging.specifiers import InvalidSpecifier, SpecifierSet
from packaging.utils import canonicalize_name

PIN = re.compile(r"^([A-Za-z0-9._-]+)(?:\[[^]]*\])?==([^\s;\\]+)", re.MULTILINE)
SERVICES = ("pypi", "osv")
SOUND, HOLES, NO_LIST, OLD_LIST_ALONE = range(4)
Pins = Mapping[str, str]
Ask = Callable[[str, Pins], list[str] | None]


def pins(text: str) -> dict[str, str]:
    """Returns the packages and versions of a list written by `script/pin`."""
    return {canonicalize_name(name): version for name, version in PIN.findall(text)}


def ask(service: str, packages: Pins) -> list[str] | None:
    """Queries a public list for vulnerabilities of these packages; None if it cannot be reached or lacks one."""
    wanted = "".join(f"{name}=={version}\n" for name, version in packages.items())
    command = [sys.executable, "-m", "pip_audit", "--vulnerability-service", service, "--no-deps", "--disable-pip"]
    command += ["--progress-spinner", "off", "--timeout", "15", "--format", "json", "--requirement", "/dev/stdin"]
    done = subprocess.run(command, input=wanted, capture_output=True, text=True, check=False)
    return vulnerabilities(done.stdout)


def vulnerabilities(answer: str) -> list[str] | None:
    """Returns what pip-audit found, from its JSON output."""
    try:
        found = json.loads(answer)["dependencies"]
    except (ValueError, KeyError):
        return None
    if not found or any("skip_reason" in package for package in found):
        return None
    return [f"{package['name']} {package['version']}: {hole['id']}" for package in found for hole in package["vulns"]]


def bundled_list() -> dict[str, Any] | None:
    """Returns the list of vulnerabilities in the package safety-db; None if that is not installed.

    Read as a file: it can no longer be imported.
    """
    try:
        path = distribution("safety-db").locate_file("safety_db/insecure_full.json")
    except PackageNotFoundError:
        return None
    found: dict[str, Any] = json.loads(Path(str(path)).read_text())
    return found


def holes(packages: Pins, database: Mapping[str, Any]) -> list[str]:
    """Returns the vulnerabilities of these packages in safety-db's list."""
    found = []
    for name, entries in database.items():
        version = packages.get(canonicalize_name(name))
        for entry in entries if version and isinstance(entries, list) else ():
            if any(_holds(spec, str(version)) for spec in entry["specs"]):
                found.append(f"{name} {version}: {entry['cve'] or entry['id']}")
    return found


def _holds(spec: str, version: str) -> bool:
    try:
        return SpecifierSet(spec).contains(version, prereleases=True)
    except InvalidSpecifier:
        return True  # what cannot be read is for people to look at


def last_written(database: Mapping[str, Any]) -> datetime:
    return datetime.fromtimestamp(database["$meta"]["timestamp"], tz=UTC)


def audit(
    packages: Pins, *, ask: Ask = ask, database: Mapping[str, Any] | None, now: datetime
) -> tuple[int, list[str]]:
    """Returns the exit status and the report."""
    first = dict([next(iter(packages.items()))])
    for service in SERVICES:
        # One package first: a service that is out of reach would be waited for a hundred times.
        if ask(service, first) is None or (found := ask(service, packages)) is None:
            continue
        said = [
            *found,
            f"{len(packages)} packages compared with the public list of {service}: {len(found)} known holes.",
        ]
        return (HOLES if found else SOUND), said
    if database is None:
        return NO_LIST, ["NOT AUDITED: neither a public list can be reached, nor is there one that a package brings."]
    written = last_written(database)
    known = {canonicalize_name(name) for name in database}
    found = holes(packages, database)
    return (HOLES if found else OLD_LIST_ALONE), [
        *found,
        (
            "NOT AUDITED against holes known today: no public list can be reached. The list of safety-db, last written"
            f" on {written:%Y-%m-%d}, {(now - written).days / 365.25:.1f} years ago, knows"
            f" {len(known & packages.keys())} of {len(packages)} packages and {len(found)} holes in the versions"
            " pinned. Of holes found since then it says nothing."
        ),
    ]


def main(requirements: Sequence[str]) -> int:
    packages = {name: version for path in requirements for name, version in pins(Path(path).read_text()).items()}
    status, said = audit(packages, database=bundled_list(), now=datetime.now(UTC))
    print("\n".join(said), file=sys.stderr if status else sys.stdout)
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
