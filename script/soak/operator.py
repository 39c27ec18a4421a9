"""The operator of the site in the soak of alerts: looks whether the alarms say what the mail server does, by a watch of
their own.
"""

from collections import Counter
from datetime import datetime, timedelta
from typing import Any

HOUR = timedelta(hours=1)
LOOKS_EVERY = timedelta(minutes=10)
SLACK = timedelta(minutes=2)


class Operator:
    """Part of the world: asks for the alarms while the mail server takes nothing, and after it has taken mails
    again.
    """

    post: Any
    now: datetime
    figures: Counter[str]

    def plan(self, moment: datetime, what: str, about: Any = None) -> None:
        """Of the world."""
        raise NotImplementedError

    def operator_looks(self, since: datetime) -> None:
        """Counts an hour of failures of which no alarm tells; looks again for as long as they last."""
        from games.watching import alarms

        if self.post.failing_since is None or self.post.failing_since < since:
            if self.post.mood != "accepts":
                self.plan(self.now + LOOKS_EVERY, "operator_looks", since)
            return
        lasting = self.now - self.post.failing_since
        if lasting < HOUR + SLACK:
            self.plan(self.post.failing_since + HOUR + SLACK, "operator_looks", since)
            return
        alarmed = any(alarm.name.startswith("Alerts") for alarm in alarms.raised_alarms(alarms.site_state(self.now)))
        self.figures["hours of failures that the operator was told of" if alarmed else "operator untold"] += 1
        self.plan(self.now + HOUR, "operator_looks", since)

    def operator_is_at_ease(self, since: datetime) -> None:
        """Counts alarms still up after the mail server has recovered and taken a mail."""
        from games.watching import alarms

        if (
            self.post.mood == "accepts"
            and self.post.failing_since is None
            and self.post.taken_at is not None
            and self.post.taken_at > since
        ):
            up = [
                alarm.name
                for alarm in alarms.raised_alarms(alarms.site_state(self.now))
                if alarm.name in ("AlertsStuck", "AlertsRefused")
            ]
            self.figures["operator told without need"] += bool(up)
