"""Counts the files of ours that a call passes through, and the calls between them.

    with Hops() as hops:
        client.get(address)
    print(hops.files, hops.calls, hops.pairs)

`tests/disputes/test_hops.py` counts an act, a view and the case page; `-s` shows the figures.
"""

import sys
from pathlib import Path
from types import FrameType, TracebackType
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
OURS = tuple(f"{ROOT / package}/" for package in ("rules", "games", "frontend", "crusader_site"))


class Hops:
    """A context in which calls of this thread are counted by `sys.setprofile`.

    `files` is the number of our files in which a function ran. `calls` counts the calls of one of our files to another,
    whatever library lies between; `pairs` each pair of functions of which one calls the other only once.
    """

    def __init__(self) -> None:
        self.calls = 0
        self._files: set[str] = set()
        self._pairs: set[tuple[str, str, str, str]] = set()

    @property
    def files(self) -> int:
        return len(self._files)

    @property
    def pairs(self) -> int:
        return len(self._pairs)

    def __enter__(self) -> "Hops":
        sys.setprofile(self._note)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        sys.setprofile(None)

    def _note(self, frame: FrameType, event: str, _argument: Any) -> None:
        file = frame.f_code.co_filename
        if event != "call" or not file.startswith(OURS):
            return
        self._files.add(file)
        caller = frame.f_back
        while caller is not None and not caller.f_code.co_filename.startswith(OURS):
            caller = caller.f_back
        if caller is not None and caller.f_code.co_filename != file:
            self.calls += 1
            self._pairs.add((caller.f_code.co_filename, caller.f_code.co_qualname, file, frame.f_code.co_qualname))
