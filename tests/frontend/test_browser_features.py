"""What browsers may lack or forbid is used in few modules, which do without it; the others ask those."""

import re
from pathlib import Path

import frontend

SCRIPTS = Path(frontend.__file__).parent / "static" / "frontend" / "js"
TEXT = re.compile(r"""//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'""", re.DOTALL)
"""Comments and strings; templates with backquotes stay, since they hold code."""
ALLOWED = {
    "page/browser.js": r"localStorage|sessionStorage|\bIntl\.|\.toLocale\w*|\.localeCompare|matchMedia|\w+Observer\b"
    r"|\.checkVisibility|\.showModal"
    r"|\.(?:show|hide|toggle)Popover|getRandomValues|randomUUID|navigator\.\w+|history\.\w+|requestIdleCallback|BroadcastChannel"
    r"|structuredClone|startViewTransition|indexedDB|\bcaches\b|\bNotification\b|SharedWorker|toSorted|toReversed|toSpliced|\.groupBy\b"
    r"|AbortSignal\.\w+|cookieStore|requestFullscreen|wakeLock|screen\.\w+",
    "page/http.js": r"\bfetch\((?!s)|XMLHttpRequest|sendBeacon|document\.cookie|AbortController",
    "server/socket.js": r"new WebSocket|EventSource|WebSocket\.",
    "page/sound.js": r"new AudioContext|webkitAudioContext",
}
"""The module that may use what the pattern matches."""
ELSEWHERE = {
    # Asked for by a button that is shown where all of it is there.
    "account/alerts.js": r"\bNotification\b|navigator\.(?:serviceWorker|userAgent)",
    "account/user.js": r"\bNotification\b|navigator\.serviceWorker",
}
"""What a single other module may use, since it asks before."""


def code_of(module: Path) -> str:
    return TEXT.sub(lambda found: '""' if found[0][0] in "\"'" else "", module.read_text("utf-8"))


def test_what_browsers_may_lack_is_used_by_the_modules_that_do_without_it() -> None:
    modules = {str(path.relative_to(SCRIPTS)): code_of(path) for path in SCRIPTS.rglob("*.js")}
    modules.pop("account/worker.js")  # no page: the browser runs it where it has workers
    used = [
        f"{name} uses {found[0]}, which is for {owner}"
        for owner, pattern in ALLOWED.items()
        for name, code in modules.items()
        if name != owner
        for found in re.finditer(pattern, code)
        if not re.fullmatch(ELSEWHERE.get(name, "(?!)"), found[0])
    ]
    assert used == []
