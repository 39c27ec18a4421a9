"""Tournaments in words: tie-breaks, the rules stated beforehand, and the lines of the log."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from games.letters import isolated
from games.models import Pairing, Tournament, TournamentAct
from games.shapes import Text
from games.tournaments.sheet import Sheet

Kind, System = TournamentAct.Kind, Tournament.System

TIE_BREAKS: dict[str, Text] = {
    "buchholz": gettext_lazy("Buchholz"),
    "sonneborn-berger": gettext_lazy("Sonneborn-Berger"),
    "head-to-head": gettext_lazy("Head-to-head"),
    "cities": gettext_lazy("Cities held"),
    "wins": pgettext_lazy("tie-break", "Wins"),
}
MEANINGS: dict[str, Text] = {
    "buchholz": gettext_lazy("the opponents’ points, added up"),
    "sonneborn-berger": gettext_lazy("the points of beaten opponents, and half of those with whom the points were shared"),
    "head-to-head": gettext_lazy("the points of the games among those who are equal"),
    "cities": gettext_lazy("the victory cities held at the end of one’s games, added up"),
    "wins": gettext_lazy("games won, without byes and forfeits"),
}
PAIRS: dict[str, Text] = {
    System.SWISS: gettext_lazy(
        "Nobody meets the same opponent twice. Players of equal points meet where that is possible, and sides even out. With an odd number "
        "of players the lowest who has not had it gets a bye, which counts as a win."
    ),
    System.ROUND_ROBIN: gettext_lazy("Everybody meets everybody. With an odd number of players one rests in each round, without points."),
    System.KNOCK_OUT: gettext_lazy(
        "Who loses is out. Seeds follow the ratings, and byes of the first round go to the best. A match without a winner goes to who "
        "holds more victory cities at its end, then to the better seed."
    ),
}
LOG: dict[str, Text] = {
    Kind.CREATED: gettext_lazy("{by} made the tournament."),
    Kind.SIGNED_UP: gettext_lazy("{who} signed up."),
    Kind.STARTED: gettext_lazy("The tournament started with {entrants} players. Rounds: {rounds}."),
    Kind.CANCELED: gettext_lazy("The tournament was canceled."),
    Kind.PAIRED: gettext_lazy("Round {round} was paired."),
    Kind.BEGUN: gettext_lazy("Round {round} began."),
    Kind.EXCHANGED: gettext_lazy("{by} exchanged {who} and {other} in round {round}."),
    Kind.DECIDED: gettext_lazy("{by} set the result of board {board} in round {round}: {result}."),
    Kind.CHANGED: gettext_lazy("The result of board {board} in round {round} changed with its game: {result}."),
    Kind.ENDED: gettext_lazy("The tournament ended."),
}
LEFT: dict[str, Text] = {
    "withdrew": gettext_lazy("{who} withdrew."),
    "removed": gettext_lazy("{by} took {who} out."),
    "closed": gettext_lazy("{who} left the site."),
}
HAND: dict[int, Text] = {
    1: gettext_lazy("From now on rounds begin when {by} says so."),
    0: gettext_lazy("From now on rounds begin by themselves."),
}


def rules(tournament: Tournament) -> list[str]:
    """The rules of a tournament, in sentences, as they are stated before anybody signs up."""
    days = tournament.round_days
    round_ends = ngettext(
        "A round lasts {count} day at most, and the organizer may extend it. It ends sooner when its games are over.",
        "A round lasts {count} days at most, and the organizer may extend it. It ends sooner when its games are over.",
        days,
    ).format(count=days)
    return [
        str(PAIRS[tournament.system]),
        tournament.get_sides_display() + ".",
        round_ends,
        _("Games begin by themselves; the clocks of their pace count, and who has no time left can lose by that at once."),
        _(
            "Where a game is not over when the round ends, whoever it waits for loses in the tournament; if it waits for both or has not "
            "begun, each has half a point."
        ),
        _("A game without a winner, or one that was annulled, gives half a point each."),
        _("Who withdraws resigns the running games of the tournament, loses those that have not begun, and is paired no more."),
        _("A round waits for a dispute about one of its games, unless the organizer decides the game in the tournament."),
        _("Who signs up plays everybody, blocked or not."),
    ]


def act(line: TournamentAct, sheet: Sheet) -> str:
    """One line of the log as a sentence, with its reason."""
    data = line.data
    if line.kind == Kind.LEFT:
        template = LEFT[data["why"]]
    elif line.kind == Kind.HAND:
        template = HAND[data["by_hand"]]
    elif line.kind == Kind.EXTENDED:
        template = ngettext("{by} gave {days} more day.", "{by} gave {days} more days.", data["days"])
    else:
        template = LOG[line.kind]
    people = {entrant.user_id: entrant.user.get_username() for entrant in sheet.entrants.values()}
    by = line.actor.get_username() if line.actor is not None else ""
    who = line.person.get_username() if line.person is not None else ""
    names = {"by": isolated(by), "who": isolated(who), "other": isolated(people.get(data.get("other", 0), ""))}
    said = str(template).format(**{**data, **names, "result": result(data.get("result", ""))})
    return f"{said} “{line.reason}”" if line.reason else said


def result(name: str) -> str:
    """A result in words."""
    return str({**dict(Pairing.Result.choices), Pairing.How.ANNULLED.value: Pairing.How.ANNULLED.label}.get(name, ""))
