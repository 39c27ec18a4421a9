"""A clock that has run for days: `python -m tests.browser.late GAME SIDE DAYS`, in the database that the environment names."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent


def let_pass(environment: dict[str, str], game: str, side: str, days: float) -> None:
    """As if this side's clock had begun to run so long before."""
    command = [sys.executable, "-m", "tests.browser.late", game, side, str(days)]
    subprocess.run(command, cwd=ROOT, env=environment, check=True, timeout=60)


def main() -> None:
    import django

    django.setup()
    from datetime import timedelta

    from games.models import Seat

    for seat in Seat.objects.filter(game__public_id=sys.argv[1], side=sys.argv[2], runs_since__isnull=False):
        assert seat.runs_since is not None
        Seat.objects.filter(pk=seat.pk).update(runs_since=seat.runs_since - timedelta(days=float(sys.argv[3])), rings_at=seat.runs_since)


if __name__ == "__main__":
    main()
