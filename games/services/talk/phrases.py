"""Prepared phrases that each player reads in their own language."""

from django.utils.translation import gettext_lazy as _

from games.shapes import Text

# The keys stand in the database: what is no longer offered stays here as long as somebody may have said it.
PHRASES: dict[str, Text] = {
    "hello": _("Hello, and good luck!"),
    "your-turn": _("It is your turn."),
    "take-your-time": _("Take your time."),
    "soon": _("I will move soon."),
    "today": _("I will move today."),
    "tomorrow": _("I will move tomorrow."),
    "away": _("I am away for some days."),
    "back": _("I am back."),
    "sorry": _("Sorry to keep you waiting."),
    "well-played": _("Well played!"),
    "lucky": _("Lucky dice!"),
    "slip": _("That was a slip of mine."),
    "yes": _("Yes."),
    "no": _("No."),
    "thanks": _("Thank you."),
    "good-game": _("Thank you for the game!"),
    "again": _("Shall we play again?"),
}


def phrase(key: str) -> str:
    """Returns the phrase in the reader's language; an unknown key stands for itself."""
    return str(PHRASES.get(key, key))
