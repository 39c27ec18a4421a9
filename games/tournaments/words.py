"""Tournaments in words: tie-breaks, the rules stated beforehand, and the lines of the log."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from games.letters import isolated
from games.models import Pairing, Tournament, TournamentAct
from games.shapes import Text
from games.tournaments.sheet import Sheet
from games.words_time import read_moment

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
    "sonneborn-berger": gettext_lazy(
        "the points of beaten opponents, and half of those with whom the points were shared"
    ),
    "head-to-head": gettext_lazy("the points of the games among those who are equal"),
    "cities": gettext_lazy("the victory cities held at the end of one’s games, added up"),
    "wins": gettext_lazy("games won, without byes and forfeits"),
}
PAIRS: dict[str, Text] = {
    System.SWISS: gettext_lazy(
        "Nobody meets the same opponent twice. Players of equal points meet where that is possible, and sides even out."
        " With an odd number of players the lowest gets a bye, which counts as a win: nobody twice, nor who had a point"
        " for an opponent who was not there."
    ),
    System.ROUND_ROBIN: gettext_lazy(
        "Everybody meets everybody. With an odd number of players one rests in each round, without points. Who leaves"
        " before half of their games are played counts for nobody; who leaves later loses the rest."
    ),
    System.KNOCK_OUT: gettext_lazy(
        "Who loses is out. Seeds follow the ratings, and byes of the first round go to the best. A match without a"
        " winner goes to who holds more victory cities at its end, then to the better seed."
    ),
    System.DOUBLE: gettext_lazy(
        "Who loses twice is out. Who loses once goes on in the losers’ bracket. The winners of both brackets meet in"
        " the final; if the one who has not lost before loses it, a second final decides. Seeds follow the ratings, and"
        " byes of the first round go to the best. A match without a winner goes to who holds more victory cities at its"
        " end, then to the better seed; one that nobody has a point of takes both out."
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
    Kind.WAITING: gettext_lazy("{who} joined the waiting list."),
    Kind.MOVED_UP: gettext_lazy("{who} moved up from the waiting list."),
    Kind.REPLACED: gettext_lazy("{by} gave the place of {who} to {other}, from round {round}."),
    Kind.CHALLENGED: gettext_lazy("{by} challenged {who}."),
    Kind.PLACED: gettext_lazy("{by} put {who} at place {place}."),
    Kind.REMINDED: gettext_lazy("{who} was reminded."),
    Kind.AWAY: gettext_lazy("{who} will be on vacation when round {round} ends, until {until}."),
    Kind.PAUSED: gettext_lazy(
        "The players of board {board} paused their game of round {round}. If it still is when the round ends, {until}"
        " is its end."
    ),
    Kind.GRACE: gettext_lazy(
        "The game of board {board} stood still when round {round} ended: it has the grace, until {until}."
    ),
    Kind.OVERTIME: gettext_lazy(
        "Board {board} was not over when round {round} ended: whoever is asked there has a day in all."
    ),
    Kind.IDLE: gettext_lazy("{who} was idle and moved down to place {place}."),
}
LADDER_LOG: dict[str, Text] = {
    Kind.CREATED: gettext_lazy("{by} made the ladder."),
    Kind.SIGNED_UP: gettext_lazy("{who} entered the ladder."),
    Kind.CHANGED: gettext_lazy(
        "The result of the game of {who} (Franks) and {other} (Saracens) changed with the game: {result}."
    ),
    Kind.ENDED: gettext_lazy("The ladder was closed."),
    Kind.AWAY: gettext_lazy("{who} will be on vacation when the time of a game ends, until {until}."),
    Kind.PAUSED: gettext_lazy("A game was paused. If it still is when its time ends, {until} is its end."),
    Kind.GRACE: gettext_lazy("A game stood still when its time ended: it has the grace, until {until}."),
    Kind.OVERTIME: gettext_lazy("A game was not over when its time ended: whoever is asked there has a day in all."),
}
CHALLENGES: dict[str, Text] = {
    "accepted": gettext_lazy("{other} accepted the challenge of {who}."),
    "declined": gettext_lazy("{other} declined the challenge of {who}, who takes the place."),
    "unanswered": gettext_lazy("{other} did not answer {who} in time, who takes the place."),
    "withdrawn": gettext_lazy("{who} no longer challenges {other}."),
    "won": gettext_lazy("{who} challenged {other} and won."),
    "lost": gettext_lazy("{who} challenged {other} and lost."),
    "tie": gettext_lazy("{who} challenged {other}: nobody won, places stay."),
    "annulled": gettext_lazy("The challenge of {who} to {other} was annulled: places stay."),
}
LEFT: dict[str, Text] = {
    "withdrew": gettext_lazy("{who} withdrew."),
    "removed": gettext_lazy("{by} took {who} out."),
    "closed": gettext_lazy("{who} left the site."),
    "site": gettext_lazy("The site took {who} out."),
}
HAND: dict[int, Text] = {
    1: gettext_lazy("From now on rounds begin when {by} says so."),
    0: gettext_lazy("From now on rounds begin by themselves."),
}


def rules(tournament: Tournament) -> list[str]:
    """The rules of a tournament, in sentences, as they are stated before anybody signs up."""
    if tournament.is_ladder:
        return _rules_of_ladder(tournament)
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
        _(
            "Games begin by themselves; the clocks of their pace count, and who has no time left can lose by that at"
            " once."
        ),
        *_end_of_time(tournament),
        _("Both players are reminded three days before the round ends, or in the last quarter of a short one."),
        _("A game without a winner, or one that was annulled, gives half a point each."),
        _(
            "Who withdraws resigns the running games of the tournament, loses those that have not begun, and is paired"
            " no more. Who is taken out by the organizer or the site loses all of them in the tournament; a running"
            " game goes on without it."
        ),
        _(
            "A round waits for a dispute about one of its games, unless the organizer decides the game in the"
            " tournament."
        ),
        _(
            "The organizer may give the place of a player, with its points, to somebody of the waiting list, once for"
            " each place: a game that has not begun is played by who takes over, a running one is lost by forfeit."
        ),
        _("Who signs up plays everybody, blocked or not."),
    ]


def _end_of_time(tournament: Tournament) -> list[str]:
    """The rules' sentences about games that are not over in time."""
    grace = (
        ngettext(
            "A game that is paused, or whose player is away, when its time ends has {count} day more. Longer vacations"
            " are refused.",
            "A game that is paused, or whose player is away, when its time ends has {count} days more. Longer vacations"
            " are refused.",
            tournament.grace_days,
        ).format(count=tournament.grace_days)
        if tournament.grace_days
        else _("Games cannot be paused here, and a vacation that reaches past the end of a game’s time is refused.")
    )
    return [
        _(
            "Where a game is not over in time, the side loses in the tournament that used more time in it, by a day or"
            " more; else each has half a point. Pauses, vacations, and times in which the site was away or a reviewer"
            " stopped the clocks do not count."
        ),
        _(
            "Whoever is asked when the time ends, and was asked for less than a day, has the rest of that day, and the"
            " other side a day in all when it is asked after that. The game goes on meanwhile, and both are told."
        ),
        grace,
        _(
            "A game that a reviewer has stopped, or that waits for its dice or for the rules of the site, is not judged"
            " before it goes on."
        ),
    ]


def _rules_of_ladder(tournament: Tournament) -> list[str]:
    """Returns the rules of a ladder, in sentences."""
    rules = tournament.ladder
    reach = ngettext(
        "One challenges who stands {count} place above.",
        "One challenges who stands at most {count} places above.",
        rules.reach,
    ).format(count=rules.reach)
    answer = ngettext(
        "Who is challenged accepts within {count} day. Who declines, or does not answer in time, loses the place as by"
        " a lost game.",
        "Who is challenged accepts within {count} days. Who declines, or does not answer in time, loses the place as by"
        " a lost game.",
        rules.answer_days,
    ).format(count=rules.answer_days)
    rest = ngettext(
        "The same two wait {count} day before they meet again.",
        "The same two wait {count} days before they meet again.",
        rules.rest_days,
    ).format(count=rules.rest_days)
    idle = ngettext(
        "Who is idle for {count} day moves down by one place.",
        "Who is idle for {count} days moves down by one place.",
        rules.idle_days,
    )
    late = ngettext(
        "A game lasts {count} day at most, and the organizer may extend it.",
        "A game lasts {count} days at most, and the organizer may extend it.",
        tournament.round_days,
    )
    return [
        _("Anybody enters at any time, at the last place, and leaves at any time; then all below move up."),
        reach,
        answer,
        _("Who has not answered is reminded a day before, and both players of a game three days before its time ends."),
        _(
            "The time for an answer, and to be idle, stands still while the one concerned is on vacation, or the site"
            " is away."
        ),
        _(
            "One challenge made and one received at a time. A challenge may be withdrawn until it is answered; places"
            " stay."
        ),
        tournament.get_sides_display() + ".",
        _(
            "The game begins by itself; the clocks of its pace count, and who has no time left can lose by that at"
            " once."
        ),
        late.format(count=tournament.round_days),
        *_end_of_time(tournament),
        _("Who wins from below takes the place of the loser, and those between move down by one. Else places stay."),
        _(
            "A game without a winner, one that was annulled, and two games with equal points leave the places as they"
            " are."
        ),
        _("A challenge waits for a dispute about its game. What a reviewer changes later moves nobody by itself."),
        _("The organizer may annul a challenge, and give somebody another place, with a reason that all see."),
        rest,
        idle.format(count=rules.idle_days),
        _(
            "That happens again each such time, past who is active. To make, answer or play a challenge is not to be"
            " idle."
        ),
        _(
            "Who leaves, is taken out, or deletes the account loses the open challenges, and resigns running games"
            " unless taken out."
        ),
        _("Who enters plays everybody, blocked or not."),
    ]


def act(line: TournamentAct, sheet: Sheet) -> str:
    """One line of the log as a sentence, with its reason."""
    data = line.data
    if line.kind == Kind.LEFT:
        template = LEFT[data["why"]]
    elif line.kind == Kind.HAND:
        template = HAND[data["by_hand"]]
    elif line.kind in (Kind.ANSWERED, Kind.SETTLED):
        template = CHALLENGES[data["outcome"]]
    elif line.kind == Kind.EXTENDED:
        template = ngettext("{by} gave {days} more day.", "{by} gave {days} more days.", data["days"])
    else:
        template = LADDER_LOG.get(line.kind, LOG[line.kind]) if sheet.tournament.is_ladder else LOG[line.kind]
    people = {entrant.user_id: entrant.user.get_username() for entrant in sheet.everybody.values()}
    by = line.actor.get_username() if line.actor is not None else ""
    who = line.person.get_username() if line.person is not None else ""
    names = {"by": isolated(by), "who": isolated(who), "other": isolated(people.get(data.get("other", 0), ""))}
    until = read_moment(data["until"]) if "until" in data else ""
    said = str(template).format(**{**data, **names, "until": until, "result": result(data.get("result", ""))})
    return f"{said} “{line.reason}”" if line.reason else said


def result(name: str) -> str:
    """A result in words."""
    return str({**dict(Pairing.Result.choices), Pairing.How.ANNULLED.value: Pairing.How.ANNULLED.label}.get(name, ""))
