"""The delays that the ledger allows."""

from datetime import timedelta

GRACE = timedelta(minutes=2)
TICK = timedelta(seconds=15)
LOOKING = timedelta(seconds=90)
TO_RECOVER = timedelta(hours=1, minutes=15)
"""After trouble: the longest pause between two tries, or a dead worker's lease, and a little."""
