"""The two looks of the pages, by day and by night."""

import re
from pathlib import Path

import frontend

SHEETS = sorted((Path(frontend.__file__).parent / "static" / "frontend" / "css").glob("*.css"))
PROPERTY = re.compile(r"--[a-z-]+: #[0-9a-f]{3,8};")


def by_night(sheet: str) -> list[str]:
    """The lines of a style sheet that count by night alone, but for braces."""
    found: list[str] = []
    for rule in sheet.split("@media ")[1:]:
        if "prefers-color-scheme" in rule[: rule.index("{")]:
            body = rule[rule.index("{") + 1 :]
            end = re.search(r"^\}", body, re.MULTILINE)
            found += [line.strip() for line in body[: end.start() if end else None].splitlines()]
    return [line for line in found if line not in ("", "}")]


def test_day_and_night_differ_in_nothing_but_the_values_of_colors() -> None:
    """So what a page is and where it lies need be looked at by day alone."""
    lines = [line for sheet in SHEETS for line in by_night(sheet.read_text())]
    assert lines.count(":root {") == 3
    assert [line for line in lines if line != ":root {" and not PROPERTY.fullmatch(line)] == []
    assert len(lines) > 40


def test_no_script_asks_which_look_it_is() -> None:
    scripts = (SHEETS[0].parent.parent / "js").rglob("*.js")
    assert [script.name for script in scripts if "prefers-color-scheme" in script.read_text()] == []


def test_a_rule_that_hides_something_by_night_is_found() -> None:
    assert by_night("@media (prefers-color-scheme: dark) {\n  :root {\n    --ink: #fff;\n  }\n  .seat { display: none; }\n}\na { }") == [
        ":root {",
        "--ink: #fff;",
        ".seat { display: none; }",
    ]
