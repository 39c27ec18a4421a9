"""The two looks of the pages, by day and by night."""

import re
from pathlib import Path

import frontend

FOLDER = Path(frontend.__file__).parent / "static" / "frontend"
SHEETS = sorted((FOLDER / "css").glob("*.css"))
PROPERTY = re.compile(r"^  --[a-z-]+: light-dark\(#[0-9a-f]{3,8}, #[0-9a-f]{3,8}\);$")


def other_uses(sheet: str) -> list[str]:
    """The lines of a style sheet by which day and night would differ in more than the values of custom properties."""
    lines = [
        line
        for line in sheet.splitlines()
        if "light-dark" in line or "prefers-color-scheme" in line or "data-theme" in line
    ]
    return [line for line in lines if not PROPERTY.match(line) and "{ color-scheme: " not in line]


def test_day_and_night_differ_in_nothing_but_the_values_of_colors() -> None:
    """So what a page is and where it lies need be looked at by day alone, and who chooses a theme gets all of
    it.
    """
    sheets = [sheet.read_text() for sheet in SHEETS]
    assert [line for sheet in sheets for line in other_uses(sheet)] == []
    assert sum(sheet.count("light-dark(") for sheet in sheets) > 40


def test_no_script_asks_which_look_it_is() -> None:
    scripts = (FOLDER / "js").rglob("*.js")
    assert [script.name for script in scripts if re.search(r"prefers-color-scheme|\.theme\b", script.read_text())] == []


def test_a_rule_that_hides_something_by_night_is_found() -> None:
    rules = [
        "@media (prefers-color-scheme: dark) {",
        ':root[data-theme="dark"] .seat { display: none; }',
        "  width: light-dark(1px, 2px);",
    ]
    assert other_uses("\n".join(["  --ink: light-dark(#000, #fff);", *rules])) == rules
