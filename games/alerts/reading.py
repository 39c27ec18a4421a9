"""One alert with its reader: its title, deadlines and link, as mails and messages show them."""

from datetime import datetime
from functools import cached_property

from django.utils import timezone

from games.alerts import summary
from games.alerts.preferences import SOONEST_FIRST, mode_of, zone_of
from games.models import Notice, Seat
from games.models.outgoing import UNSETTLED
from games.services.alerts import kinds
from games.services.alerts.kinds.base import YOUR_TIME, Alert, Reader
from games.services.alerts.kinds.turns import YOUR_TURN
from games.services.clocks import clocks
from games.timekeeping.seats import ALL
from games.words_time import date_and_time


class Reading(Reader):
    """A row of the outbox with its kind.

    The reader's language and time zone have to be active where words are asked for.
    """

    def __init__(self, notice: Notice) -> None:
        super().__init__(notice)
        self.alert: Alert = kinds.read(notice)

    @cached_property
    def asks_to_move(self) -> bool:
        """Whether an alert about something else also says that it is the reader's turn."""
        return self.alert.says_turn and self.is_awaited()

    @cached_property
    def ends(self) -> datetime | None:
        """The alert's deadline; mostly the end of the reader's time."""
        return self.end_of_turn() if self.asks_to_move else self.alert.ends(self)

    def until(self) -> str:
        """The deadlines of the alert in words, in the reader's time zone; "" if there is none."""
        deadlines = [
            (YOUR_TIME, self.ends if self.asks_to_move else None),
            (self.alert.end_in_words, self.alert.ends(self)),
        ]
        return " · ".join(
            str(template).format(moment=self._in_words(moment)) for template, moment in deadlines if moment is not None
        )

    def _in_words(self, moment: datetime) -> str:
        """Returns a moment in words, by the reader's clock, with its zone."""
        zone = zone_of(self.user)
        with timezone.override(zone):
            said = date_and_time(moment)
        return f"{said} ({zone.key.replace('_', ' ')})"

    def title(self) -> str:
        """The alert in a sentence or two."""
        said = self.alert.title(self)
        return f"{said} {YOUR_TURN}" if self.asks_to_move else said

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

    # --- what kinds ask
    # ---------------------------------------------------------------------------------------------------------

    def end_of_turn(self) -> datetime | None:
        """When the reader's time runs out; None if it does not run."""
        seat = Seat.objects.filter(game=self.game, user=self.notice.user_id, awaited=True).first()
        if seat is None:
            return None
        calendar = clocks.calendars_of([(self.game, [seat])])[seat.pk]
        reading = clocks.read(self.game, seat, calendar, timezone.now(), own=True)
        return reading.until if reading is not None else None

    def is_said_elsewhere(self) -> bool:
        """Whether another alert of the game that tells of the reader's turn goes to the same place as soon."""
        own, mine = self.notice, SOONEST_FIRST.index(mode_of(self.notice))
        others = Notice.objects.filter(
            user=own.user_id, game=own.game_id, target=own.target_id, created_at__gte=own.created_at
        )
        telling = others.filter(state__in=(*UNSETTLED, Notice.State.SENT)).exclude(kind__in=kinds.WAITING)
        return any(kinds.read(one).says_turn and SOONEST_FIRST.index(mode_of(one)) <= mine for one in telling)

    def other_is_late(self) -> bool:
        return self.game.seats.filter(awaited=True, rung=ALL).exclude(user=self.user).exists()

    def ending(self) -> str:
        return summary.ending(self.game)
