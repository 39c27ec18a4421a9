"""One alert as it is read: its kind, its reader, and what clocks and results say of them."""

from datetime import datetime
from functools import cached_property

from django.utils import formats, timezone

from games.alerts import kinds, summary
from games.alerts.kinds.base import Alert, Reader
from games.alerts.preferences import zone_of
from games.models import Notice, Seat
from games.services.clocks import clocks
from games.timekeeping.seats import ALL


class Reading(Reader):
    """A row of the outbox with its kind. The reader's language and time zone have to be active where words are asked for."""

    def __init__(self, notice: Notice) -> None:
        super().__init__(notice)
        self.alert: Alert = kinds.read(notice)

    @cached_property
    def ends(self) -> datetime | None:
        """The alert's deadline; mostly the end of the reader's time."""
        return self.alert.ends(self)

    def until(self) -> str:
        """The deadline in a sentence, in the reader's time zone; "" if there is none."""
        if self.ends is None:
            return ""
        zone = zone_of(self.user)
        said = formats.date_format(timezone.localtime(self.ends, zone), "DATETIME_FORMAT")
        return str(self.alert.end_in_words).format(moment=f"{said} ({zone.key.replace('_', ' ')})")

    def title(self) -> str:
        """The alert in a sentence."""
        return self.alert.title(self)

    def about(self) -> str:
        """The names of the players or of the tournament."""
        return self.alert.about(self)

    def mark(self) -> str:
        """Four characters that tell games of the same players, or tournaments of the same name, apart."""
        return self.alert.mark_of_thread(self)

    def link(self) -> str:
        """The URL to which it leads."""
        return self.alert.link(self)

    def button(self) -> str:
        """The text of the button that leads there."""
        return self.alert.button(self)

    def dice(self) -> str:
        """What the mail quotes of the dice."""
        return self.alert.dice(self)

    # --- what kinds ask ---------------------------------------------------------------------------------------------------------

    def end_of_turn(self) -> datetime | None:
        seat = Seat.objects.filter(game=self.game, user=self.notice.user_id, awaited=True).first()
        if seat is None:
            return None
        calendar = clocks.calendars_of([(self.game, [seat])])[seat.pk]
        reading = clocks.read(self.game, seat, calendar, timezone.now(), own=True)
        return reading.until if reading is not None else None

    def other_is_late(self) -> bool:
        return self.game.seats.filter(awaited=True, rung=ALL).exclude(user=self.user).exists()

    def ending(self) -> str:
        return summary.ending(self.game)
