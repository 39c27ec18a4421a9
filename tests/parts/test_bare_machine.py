"""Commands on a bare machine of the guide's test that do not end."""

import subprocess

import pytest

from script.parts import bare

pytestmark = pytest.mark.whole


def test_a_command_that_hangs_is_broken_off_and_tells_what_it_had_printed() -> None:
    with pytest.raises(subprocess.TimeoutExpired) as late:
        bare._run("bash", "-e", input="echo the package index is asked; exec sleep 60", seconds=1.0)
    assert "the package index is asked\n" in "".join(late.value.__notes__).split("sleep 60", 1)[1]
