"""Subjects of alert mails: occasion, side, year and turn, deadline, opponent, the most important first.

An inbox on a phone shows some forty characters of it. Everything in them is public but for the end of the reader's own
time: a subject is read on locked screens.
"""

from django.utils import formats, timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games.alerts.preferences import zone_of
from games.alerts.reading import Reading
from games.letters import unbroken

SHOWN = 40
"""So many characters of a subject an inbox shows on a phone."""


def subject(reading: Reading) -> str:
    """Returns the subject of the mail of one alert, such as "Your turn, until 2 p.m.: Franks, 1188 turn 3 (k3f9)": what
    it is and until when, which side and turn, and four characters that tell its game from others.

    The reader's language and time zone have to be active.
    """
    alert = reading.alert
    head = alert.head(reading)
    what, details = _foremost(head, _until(reading), alert.which(reading))
    # Translators: a mail's subject: "Your turn, until 2 p.m.: Franks, 1188 turn 3"
    said = _("{what}: {details}").format(what=what, details=details) if details else what
    return " – ".join(filter(None, (said, alert.ending_of_subject(reading, head)))) + f" ({reading.mark()})"


def _foremost(head: str, until: str, which: str) -> tuple[str, str]:
    """Splits the head of a subject at its colon.

    A deadline is where an inbox shows it, before the occasion if need be.
    """
    if not until:
        return head, which
    both = f"{head}, {until}"
    if len(both) <= SHOWN:
        return both, which
    return until[0].upper() + until[1:], ", ".join(filter(None, (head, which)))


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
    if get_language() == "pl":
        day = day.lower()  # Django has them with capitals
    return unbroken(_("until {day}, {time}").format(day=day, time=time))
