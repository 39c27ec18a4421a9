"""Scripts joined into few files do what the modules do."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.contrib.staticfiles import finders

from frontend import joining
from frontend.templatetags.modules import addresses, preload_modules

TEMPLATES = joining.SCRIPTS.parents[2] / "templates"
CHANGED = re.compile('(?:im|ex)port |} from "')


@pytest.fixture
def a_few_modules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> Iterator[None]:
    for name, text in request.param.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    monkeypatch.setattr(joining, "SCRIPTS", tmp_path)
    forget()
    yield
    forget()


def forget() -> None:
    for kept in (joining.imports, joining.files, joining.needed_by):
        kept.cache_clear()


def test_each_module_is_in_one_file_behind_those_it_imports_with_each_of_its_lines() -> None:
    files = joining.files()
    assert sorted(module for modules in files.values() for module in modules) == sorted(joining.imports())
    for name, modules in files.items():
        text = joining.bundle_text(name)
        begins = [text.index(f"=> {{ // {module}\n") for module in modules]
        assert begins == sorted(begins)
        for at, module in enumerate(modules):
            assert not set(joining.imports()[module]) & set(modules[at:])
            body = text[begins[at] :].split("\n", 1)[1]
            lines = joining.slimmed((joining.SCRIPTS / module).read_text()).splitlines()
            assert [
                line
                for line, own in zip(body.splitlines(), lines, strict=False)
                if line != own and not CHANGED.match(own)
            ] == []


def test_comments_are_left_out_of_what_is_served_and_every_line_keeps_its_number() -> None:
    text = (
        '/**\n * Why.\n * @param {string} a\n */\nconst b = /** @type {X} */ (a); // kept\n  // gone\nreturn "/* b";\n'
    )
    assert joining.slimmed(text) == ('\n\n\n\nconst b = (a); // kept\n\nreturn "/* b";\n')
    assert joining.slimmed("if (a) {\n  // gone\n  b();\n}\n") == "if (a) {\n\nb();\n}\n"
    served = "".join(joining.bundle_text(name) for name in joining.files())
    assert not re.findall(r"^ +\* ", served, re.MULTILINE)


QUOTED = {"talk/links.js"}
"""One quotes the sign that begins a text."""
CODE_INSIDE = {"dice/checker.js"}
"""Its text goes over several lines only by code within it."""


def test_no_text_goes_over_several_lines() -> None:
    """Lines that look like comments, or are indented, would be changed in it."""
    odd = {
        module
        for module in joining.imports()
        for line in joining.slimmed((joining.SCRIPTS / module).read_text()).splitlines()
        if line.count("`") % 2
    }
    assert odd == QUOTED | CODE_INSIDE


def test_every_script_that_a_template_names_is_a_file_of_its_own_name() -> None:
    named = {
        name
        for page in TEMPLATES.rglob("*.html")
        for name in re.findall(r'{% (?:script|preload_modules) "([^"]+)"', page.read_text())
    }
    assert len(named) == 15
    for name in named:
        assert addresses(name)[-1] == f"frontend/joined/{Path(name).name}"
        assert all(finders.find(path) for path in addresses(name))


def test_with_debug_pages_name_the_modules_themselves(settings: Any) -> None:
    settings.DEBUG = True
    links = preload_modules("game/game.js")
    assert "frontend/js/page/dom.js" in links
    assert "frontend/js/game/game.js" not in links
    assert addresses("game/game.js")[-1] == "frontend/js/game/game.js"
    assert all(finders.find(path) for path in addresses("game/game.js"))


def test_the_game_page_and_the_page_of_a_case_share_what_both_need() -> None:
    shared = set(joining.needed_by("game/game.js")) & set(joining.needed_by("review/review.js"))
    assert [name for name in shared if "map/camera.js" in joining.files()[name]] != []
    assert joining.needed_by("review/review.js")[-1] == "review.js"
    assert "game/game.js" not in [
        module for name in joining.needed_by("review/review.js") for module in joining.files()[name]
    ]


SMALL = {
    "a/first.js": (
        'import { two as deux } from "../b/second.js";\nimport * as all from "../b/second.js";\n\nall.two() ==='
        " deux();\n"
    ),
    "a/other.js": 'import { two } from "../b/second.js";\ntwo();\n',
    "b/second.js": "const hidden = 2;\n\nexport function two() {\n  return hidden;\n}\n",
}


@pytest.mark.parametrize("a_few_modules", [SMALL], indirect=True)
def test_a_module_becomes_a_function_that_returns_its_exports(a_few_modules: None) -> None:
    assert joining.files() == {
        "shared-first-other.js": ("b/second.js",),
        "first.js": ("a/first.js",),
        "other.js": ("a/other.js",),
    }
    assert joining.bundle_text("shared-first-other.js").splitlines()[1:] == [
        *[
            "export const $b_second = (() => { // b/second.js",
            "const hidden = 2;",
            "",
            "function two() {",
            "return hidden;",
            "}",
        ],
        *["return { two };", "})();"],
    ]
    assert joining.bundle_text("first.js").splitlines()[1:] == [
        *['import { $b_second } from "./shared-first-other.js";', "const $a_first = (() => { // a/first.js"],
        *["const { two: deux } = $b_second;", "const all = $b_second;", "", "all.two() === deux();", "})();"],
    ]


ODD = [
    *("export let changing = 1;", "export default 3;", "const x = 1;\nexport { x };", 'export * from "./b.js";'),
    *('import "./b.js";', 'import x from "./b.js";'),
]


@pytest.mark.parametrize("a_few_modules", [{"a/one.js": f"{text}\n"} for text in ODD], indirect=True)
def test_a_form_that_joining_does_not_understand_is_refused(a_few_modules: None) -> None:
    with pytest.raises(ValueError, match=r"^a/one\.js: .*not understood"):
        joining.bundle_text("one.js")
