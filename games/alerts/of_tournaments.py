"""Alerts of tournaments and ladders that are about no game: their subjects, titles and links, and whether they are still worth sending."""

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.letters import isolated
from games.links import absolute
from games.models import Challenge, Notice, Pairing
from games.shapes import Text

# By `what` of the data; the reader of "challenged" has until `until` to answer.
SUBJECTS: dict[str, Text] = {
    "challenged": gettext_lazy("{from} challenges you"),
    "answer-soon": gettext_lazy("Reminder: {from} challenges you"),
    "late": gettext_lazy("Reminder: your game waits for you"),
    "declined": gettext_lazy("{from} declined your challenge"),
    "unanswered": gettext_lazy("{from} did not answer your challenge"),
    "place-lost": gettext_lazy("Your time to answer {from} is over"),
    "bye": gettext_lazy("You have a bye in round {round}"),
    "rest": gettext_lazy("You rest in round {round}"),
    "end": gettext_lazy("Tournament over, your rank: {rank}"),
    "canceled": gettext_lazy("Tournament canceled"),
    "closed": gettext_lazy("Ladder closed"),
    "moved-up": gettext_lazy("You have a place"),
    "replaced": gettext_lazy("Your place went to another player"),
    "took-over": gettext_lazy("You have taken over a place"),
    "result-changed": gettext_lazy("A result that counted was changed"),
}
TITLES: dict[str, Text] = {
    "challenged": gettext_lazy("{from} challenges you to a game about your place in the ladder. Accept it, or your place is lost."),
    "answer-soon": gettext_lazy("{from} has challenged you and still waits for your answer. Without one your place is lost."),
    "late": gettext_lazy("Your game waits for you, and its time in the tournament ends soon. Whoever it waits for then loses it there."),
    "declined": gettext_lazy("{from} has declined your challenge. You take their place in the ladder."),
    "unanswered": gettext_lazy("{from} has not answered your challenge in time. You take their place in the ladder."),
    "place-lost": gettext_lazy("You have not answered the challenge of {from} in time. They take your place in the ladder."),
    "bye": gettext_lazy("Round {round} has begun. You have a bye in it, which counts as a win."),
    "rest": gettext_lazy("Round {round} has begun. You rest in it, without points."),
    "end": gettext_lazy("The tournament is over. Your rank: {rank} of {players}."),
    "canceled": gettext_lazy("The tournament was canceled by its organizer."),
    "closed": gettext_lazy("The ladder was closed by its organizer. Places stay as they are."),
    "moved-up": gettext_lazy("A place has become free: you have moved up from the waiting list and are in the tournament."),
    "replaced": gettext_lazy("The organizer has given your place to a player of the waiting list. The log says why."),
    "took-over": gettext_lazy("You have taken over a place in the tournament, with its points. You play from round {round}."),
    "result-changed": gettext_lazy(
        "A reviewer has changed the result of the game of {from} and {other} after it had counted in your ladder. Places stay as they are. "
        "If they should be others, give the players other places on the page of the ladder."
    ),
}


def subject(notice: Notice) -> str:
    """The head of a mail's subject, before the tournament's name."""
    return _filled(SUBJECTS, notice)


def title(notice: Notice) -> str:
    """The alert in a sentence."""
    return _filled(TITLES, notice)


def name(notice: Notice) -> str:
    """The name of the tournament."""
    assert notice.tournament is not None
    return isolated(notice.tournament.name)


def link(notice: Notice) -> str:
    """The URL of the tournament's page, or of the game that an alert is about."""
    if "game" in notice.data:
        return absolute(reverse("game", args=[notice.data["game"]]))
    assert notice.tournament is not None
    return absolute(reverse("tournament", args=[notice.tournament.public_id]))


def button(notice: Notice) -> str:
    """The text of the button that leads there."""
    if "challenge" in notice.data:
        return _("See the challenge")
    if "game" in notice.data:
        return _("To the board")
    return _("To the ladder") if notice.tournament is not None and notice.tournament.is_ladder else _("To the tournament")


def why_not(notice: Notice) -> str:
    """Returns the key of `words.REASONS` why the alert is not to be sent any more; empty if it is."""
    if "pairing" in notice.data:
        return "" if Pairing.objects.filter(pk=notice.data["pairing"], result="").exists() else "over"
    if "challenge" not in notice.data:
        return ""
    still_open = Challenge.objects.filter(pk=notice.data.get("challenge"), state=Challenge.State.OPEN).exists()
    return "" if still_open else "answered"


def _filled(texts: dict[str, Text], notice: Notice) -> str:
    told = notice.data
    what = "rest" if told["what"] == "bye" and told.get("rests") else told["what"]
    return str(texts[what]).format(**{**told, "from": isolated(told.get("from", "")), "other": isolated(told.get("other", ""))})
