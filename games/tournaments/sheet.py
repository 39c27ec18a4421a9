"""Everything shown of one tournament, loaded with a fixed number of queries: for the page, the API and files."""

import csv
import io
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from django.db.models import F

from games.models import Challenge, Entrant, Pairing, Round, Tournament, TournamentAct
from games.services.rounds import ends
from games.shapes import JsonObject
from games.tournaments import scoring
from games.tournaments.pairing import double
from games.tournaments.pairing.standings import TableLine

LONGEST_LOG = 200
LONGEST_LADDER = 600
"""How many challenges a sheet has: those that go on, of which there are 500 at most, and the latest others."""


@dataclass
class Sheet:
    """A tournament with its entrants, rounds and pairings; a ladder with its challenges."""

    tournament: Tournament
    everybody: dict[int, Entrant]
    """All who are or were in it or wait for a place, by primary key."""
    entrants: dict[int, Entrant]
    """Those of the table: the best seed first; before the start in the order of sign-up, in a ladder by places."""
    rounds: list[Round]
    pairings: list[Pairing]
    challenges: list[Challenge]
    """Those that go on and the latest that are over, latest first."""

    @classmethod
    def of(cls, tournament: Tournament) -> "Sheet":
        """Loads a tournament: three statements, a ladder: four."""
        rows = tournament.entrants.select_related("user", "replaced").order_by("place", "seed", "pk")
        everybody = {entrant.pk: entrant for entrant in rows}
        challenges = _latest_challenges(tournament) if tournament.is_ladder else []
        shown = [challenge.played_id for challenge in challenges if challenge.played_id is not None]
        of_rounds = (
            tournament.played_rounds.filter(pk__in=shown) if tournament.is_ladder else tournament.played_rounds.all()
        )
        rounds = {made.pk: made for made in of_rounds.order_by("number")}
        rows_of_rounds = Pairing.objects.filter(round__in=rounds).select_related("game")
        pairings = list(rows_of_rounds.order_by("round__number", "board", "leg"))
        for pairing in pairings:
            pairing.round = rounds[pairing.round_id]
            pairing.frank = everybody[pairing.frank_id]
            pairing.saracen = everybody[pairing.saracen_id] if pairing.saracen_id is not None else None
        for challenge in challenges:
            challenge.challenger, challenge.challenged = (
                everybody[challenge.challenger_id],
                everybody[challenge.challenged_id],
            )
        entrants = {pk: entrant for pk, entrant in everybody.items() if _is_shown(tournament, entrant)}
        return cls(tournament, everybody, entrants, list(rounds.values()), pairings, challenges)

    @property
    def waiting(self) -> list[Entrant]:
        """The waiting list, in the order of its places."""
        rows = [
            entrant
            for entrant in self.everybody.values()
            if entrant.waits_since is not None and entrant.left_at is None
        ]
        return sorted(rows, key=lambda entrant: (entrant.waits_since, entrant.pk))

    @cached_property
    def table(self) -> list[TableLine]:
        """The standings, best first."""
        return scoring.table_of(self.tournament, self.entrants.values(), self.pairings)

    def name(self, number: int | None) -> str:
        """The name of an entrant; empty for none."""
        return self.everybody[number].user.get_username() if number is not None else ""

    def player(self, entrant: Entrant, number: int) -> str:
        """The name of who played for an entrant in this round: before a place was taken over, its former player."""
        former = entrant.replaced is not None and entrant.since_round is not None and number < entrant.since_round
        user = entrant.replaced if former and entrant.replaced is not None else entrant.user
        return user.get_username()

    def bracket(self, pairing: Pairing) -> str:
        """To which bracket of a double knock-out a game belongs; empty in other systems."""
        double_one = self.tournament.system == Tournament.System.DOUBLE
        return double.bracket_of(pairing.round.number, pairing.board, self.tournament.rounds) if double_one else ""

    def of_round(self, number: int) -> list[Pairing]:
        """The pairings of one round."""
        return [pairing for pairing in self.pairings if pairing.round.number == number]

    def acts(self) -> list[TournamentAct]:
        """The latest lines of the log, latest first."""
        return list(
            TournamentAct.objects.filter(tournament=self.tournament)
            .select_related("actor", "person")
            .order_by("-pk")[:LONGEST_LOG]
        )

    def to_json(self) -> JsonObject:
        """The tournament with standings and rounds, for the API and as a file."""
        return {
            **tournament_json(
                self.tournament, entered=sum(entrant.left_at is None for entrant in self.entrants.values())
            ),
            "standings": [self._line_json(line) for line in self.table],
            "waiting": [entrant.user.get_username() for entrant in self.waiting],
            "games": [self._pairing_json(pairing) for pairing in self.pairings],
            "challenges": [self._challenge_json(challenge) for challenge in self.challenges],
        }

    @cached_property
    def answers_due(self) -> dict[int, datetime]:
        """Until when each challenge is or was to be answered, by its primary key: vacations and outages counted."""
        return ends.answers_due_at(self.challenges)

    def _challenge_json(self, challenge: Challenge) -> JsonObject:
        """Returns a challenge as JSON."""
        rounds = {made.pk: made.number for made in self.rounds}
        return {
            "id": challenge.pk,
            "challenger": challenge.challenger.user.get_username(),
            "challenged": challenge.challenged.user.get_username(),
            "state": challenge.state,
            "made-at": challenge.made_at.isoformat(),
            "answer-until": self.answers_due[challenge.pk].isoformat(),
            "ended-at": challenge.ended_at.isoformat() if challenge.ended_at else None,
            "round": rounds.get(challenge.played_id or 0),
        }

    def _line_json(self, line: TableLine) -> JsonObject:
        """Returns a line of the standings as JSON."""
        entrant = self.entrants[line.entrant]
        return {
            "rank": line.rank,
            "name": entrant.user.get_username(),
            "seed": entrant.seed,
            "rating": entrant.rating,
            "points": line.points,
            "tie-breaks": line.tie_breaks,
            "left": entrant.left_why or None,
            "in-place-of": entrant.replaced.get_username() if entrant.replaced is not None else None,
            "since-round": entrant.since_round,
        }

    def _pairing_json(self, pairing: Pairing) -> JsonObject:
        """Returns a pairing as JSON, with game and result."""
        game = pairing.game
        return {
            "round": pairing.round.number,
            "board": pairing.board,
            "pairing": pairing.pk,
            "bracket": self.bracket(pairing) or None,
            "frank": self.player(pairing.frank, pairing.round.number),
            "saracen": self.player(pairing.saracen, pairing.round.number) if pairing.saracen is not None else None,
            "game": str(game.public_id) if game is not None else None,
            "year": game.year if game is not None else None,
            "turn": game.turn if game is not None else None,
            "result": pairing.result or None,
            "how": pairing.how or None,
            "cities": {"frank": pairing.frank_cities, "saracen": pairing.saracen_cities},
        }

    def games_to_csv(self) -> str:
        """The games and byes of every round as a table for spreadsheets."""
        out = io.StringIO()
        writer = csv.writer(out)
        writer.writerow(
            [
                "round",
                "board",
                "game",
                "bracket",
                "franks",
                "saracens",
                "result",
                "how",
                "cities franks",
                "cities saracens",
                "id",
            ]
        )
        for pairing in self.pairings:
            number = pairing.round.number
            names = [self.player(one, number) if one is not None else "" for one in (pairing.frank, pairing.saracen)]
            cities = (
                [pairing.frank_cities, pairing.saracen_cities]
                if pairing.result and pairing.saracen is not None
                else ["", ""]
            )
            shown = [
                number,
                pairing.board,
                pairing.leg,
                self.bracket(pairing),
                *map(_spreadsheet_cell, names),
                pairing.result,
                pairing.how,
                *cities,
            ]
            writer.writerow([*shown, pairing.game.public_id if pairing.game is not None else ""])
        return out.getvalue()

    def to_csv(self) -> str:
        """The standings as a table for spreadsheets."""
        out = io.StringIO()
        writer = csv.writer(out)
        writer.writerow(["rank", "name", "seed", "rating", "points", *self.tournament.tie_breaks, "left"])
        for line in self.table:
            entrant = self.entrants[line.entrant]
            breaks = [line.tie_breaks.get(name, "") for name in self.tournament.tie_breaks]
            name = _spreadsheet_cell(entrant.user.get_username())
            writer.writerow([line.rank, name, entrant.seed, entrant.rating, line.points, *breaks, entrant.left_why])
        return out.getvalue()


def _spreadsheet_cell(name: str) -> str:
    """Returns a name as a cell that a spreadsheet does not take for a formula."""
    return f"'{name}" if name[:1] in "=+-@" else name


def _is_shown(tournament: Tournament, entrant: Entrant) -> bool:
    """Whether an entrant stands in the table."""
    if tournament.is_ladder:
        return entrant.place is not None
    if tournament.started_at is not None:
        return entrant.seed is not None
    return entrant.left_at is None and entrant.waits_since is None


def _latest_challenges(tournament: Tournament) -> list[Challenge]:
    rows = tournament.challenges.select_related("played").order_by(F("ended_at").desc(nulls_first=True), "-pk")
    return list(rows[:LONGEST_LADDER])


def tournament_json(tournament: Tournament, *, entered: int) -> JsonObject:
    """A tournament as lists of the API show it."""
    return {
        "id": str(tournament.public_id),
        "name": tournament.name,
        "about": tournament.about,
        "organizer": tournament.organizer.get_username(),
        "state": tournament.state,
        "system": tournament.system,
        "sides": tournament.sides,
        "rounds": tournament.rounds,
        "round": tournament.round,
        "tie-breaks": tournament.tie_breaks,
        "ruleset": tournament.ruleset,
        "pace": tournament.pace,
        "size": tournament.size,
        "entered": entered,
        "visibility": tournament.visibility,
        "rating-from": tournament.rating_from,
        "rating-to": tournament.rating_to,
        "round-days": tournament.round_days,
        "grace-days": tournament.grace_days,
        "sign-up-until": None if tournament.is_ladder else tournament.sign_up_until.isoformat(),
        "ladder": _ladder_json(tournament) if tournament.is_ladder else None,
        "started-at": tournament.started_at.isoformat() if tournament.started_at else None,
        "ended-at": tournament.ended_at.isoformat() if tournament.ended_at else None,
    }


def _ladder_json(tournament: Tournament) -> JsonObject:
    """Returns a ladder's rules as JSON."""
    rules = tournament.ladder
    return {
        "reach": rules.reach,
        "answer-days": rules.answer_days,
        "rest-days": rules.rest_days,
        "idle-days": rules.idle_days,
    }
