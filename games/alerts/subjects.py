"""Subjects of alert mails: occasion, side, year and turn, deadline, opponent, the most important first.

An inbox on a phone shows some forty characters of it. Everything in them is public but for the end of the reader's own time: a subject
is read on locked screens.
"""

from django.utils import formats, timezone
from django.utils.translation import gettext as _

from games.alerts.preferences import zone_of
from games.alerts.reading import Reading
from games.letters import unbroken


def subject(reading: Reading) -> str:
    """Returns the subject of the mail of one alert. The reader's language and time zone have to be active."""
    alert = reading.alert
    head = alert.head(reading)
    details = ", ".join(filter(None, (alert.which(reading), _until(reading))))
    # Translators: a mail's subject: "Your turn: Franks, 1188 turn 3, until 2 p.m."
    said = _("{what}: {details}").format(what=head, details=details) if details else head
    return " – ".join(filter(None, (said, alert.ending_of_subject(reading, head)))) + f" ({reading.mark()})"


def _until(reading: Reading) -> str:
    """The alert's deadline in short: "until 2 p.m." today, else with its day."""
    if reading.ends is None or not (reading.alert.subject_tells_end or reading.asks_to_move):
        return ""
    zone = zone_of(reading.user)
    local = timezone.localtime(reading.ends, zone)
    time = formats.time_format(local, "TIME_FORMAT")
    if local.date() == timezone.localdate(timezone=zone):
        # Translators: in a mail's subject, behind "Your turn": until 2 p.m. of this day
        return unbroken(_("until {time}").format(time=time))
    # Translators: a day in a mail's subject, in Django's letters: Mon 23 Nov
    day = formats.date_format(local, _("D j M"))
    return unbroken(_("until {day}, {time}").format(day=day, time=time))
