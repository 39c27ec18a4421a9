"""Disputes in a word or two: what they are about and what is asked for."""

from django.utils.translation import pgettext_lazy

from games.shapes import Text

# For subjects and lists, where there is room for a word or two.
CATEGORIES: dict[str, Text] = {
    "rules": pgettext_lazy("dispute about", "rules"),
    "dice": pgettext_lazy("dispute about", "dice"),
    "clock": pgettext_lazy("dispute about", "clock"),
    "stalling": pgettext_lazy("dispute about", "stalling"),
    "conduct": pgettext_lazy("dispute about", "conduct"),
    "unfair": pgettext_lazy("dispute about", "unfair play"),
    "fault": pgettext_lazy("dispute about", "a fault of the site"),
    "other": pgettext_lazy("dispute about", "something else"),
}
WISHES: dict[str, Text] = {
    "explain": pgettext_lazy("asked for in a dispute", "explanation"),
    "rewind": pgettext_lazy("asked for in a dispute", "rewind"),
    "time": pgettext_lazy("asked for in a dispute", "time"),
    "result": pgettext_lazy("asked for in a dispute", "another result"),
    "annul": pgettext_lazy("asked for in a dispute", "annulment"),
    "person": pgettext_lazy("asked for in a dispute", "a word to the player"),
    "replace": pgettext_lazy("asked for in a dispute", "another opponent"),
    "other": pgettext_lazy("asked for in a dispute", "something else"),
}
