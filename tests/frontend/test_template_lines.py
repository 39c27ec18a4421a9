"""Templates can be read in an editor."""

from pathlib import Path

LONGEST = 160
FOLDERS = ("frontend", "games", "crusader_site")
ROOT = Path(__file__).resolve().parents[2]


def test_no_line_of_a_template_is_longer_than_160_characters() -> None:
    templates = [path for folder in FOLDERS for path in (ROOT / folder).rglob("templates/**/*.*")]
    assert len(templates) > 100
    long = [
        f"{path.relative_to(ROOT)}:{number}"
        for path in templates
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if len(line) > LONGEST
    ]
    assert long == []
