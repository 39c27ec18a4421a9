"""All that is shown of one tournament, with the same few statements however large it is: for the page, the API, and files."""

import csv
import io
from dataclasses import dataclass
from functools import cached_property

from games.models import Entrant, Pairing, Round, Tournament, TournamentAct
from games.shapes import Json
from games.tournaments import scoring
from games.tournaments.pairing.standings import TableLine

LONGEST_LOG = 200


@dataclass
class Sheet:
    """A tournament with its entrants, rounds and pairings."""

    tournament: Tournament
    entrants: dict[int, Entrant]
    """By primary key, the best seed first; before the start in the order of sign-up."""
    rounds: list[Round]
    pairings: list[Pairing]

    @classmethod
    def of(cls, tournament: Tournament) -> "Sheet":
        """Loads a tournament: three statements."""
        started = tournament.started_at is not None
        entrants = tournament.entrants.select_related("user").order_by("seed", "pk")
        rows = entrants.filter(seed__isnull=False) if started else entrants.filter(left_at=None)
        found = {entrant.pk: entrant for entrant in rows}
        rounds = {made.pk: made for made in tournament.played_rounds.order_by("number")}
        rows_of_rounds = Pairing.objects.filter(round__tournament=tournament).select_related("game")
        pairings = list(rows_of_rounds.order_by("round__number", "board", "leg"))
        for pairing in pairings:
            pairing.round = rounds[pairing.round_id]
            pairing.frank = found[pairing.frank_id]
            pairing.saracen = found[pairing.saracen_id] if pairing.saracen_id is not None else None
        return cls(tournament, found, list(rounds.values()), pairings)

    @cached_property
    def table(self) -> list[TableLine]:
        """The standings, best first."""
        return scoring.table_of(self.tournament, self.entrants.values(), self.pairings)

    def name(self, number: int | None) -> str:
        """The name of an entrant; empty for none."""
        return self.entrants[number].user.get_username() if number is not None else ""

    def of_round(self, number: int) -> list[Pairing]:
        """The pairings of one round."""
        return [pairing for pairing in self.pairings if pairing.round.number == number]

    def acts(self) -> list[TournamentAct]:
        """The latest lines of the log, latest first."""
        return list(
            TournamentAct.objects.filter(tournament=self.tournament).select_related("actor", "person").order_by("-pk")[:LONGEST_LOG]
        )

    def to_json(self) -> Json:
        """The tournament with standings and rounds, for the API and as a file."""
        return {
            **tournament_json(self.tournament, entered=sum(entrant.left_at is None for entrant in self.entrants.values())),
            "standings": [self._line_json(line) for line in self.table],
            "games": [self._pairing_json(pairing) for pairing in self.pairings],
        }

    def _line_json(self, line: TableLine) -> Json:
        entrant = self.entrants[line.entrant]
        return {
            "rank": line.rank,
            "name": entrant.user.get_username(),
            "seed": entrant.seed,
            "rating": entrant.rating,
            "points": line.points,
            "tie-breaks": line.tie_breaks,
            "left": entrant.left_why or None,
        }

    def _pairing_json(self, pairing: Pairing) -> Json:
        game = pairing.game
        return {
            "round": pairing.round.number,
            "board": pairing.board,
            "frank": self.name(pairing.frank_id),
            "saracen": self.name(pairing.saracen_id) or None,
            "game": str(game.public_id) if game is not None else None,
            "year": game.year if game is not None else None,
            "turn": game.turn if game is not None else None,
            "result": pairing.result or None,
            "how": pairing.how or None,
            "cities": {"frank": pairing.frank_cities, "saracen": pairing.saracen_cities},
        }

    def to_csv(self) -> str:
        """The standings as a table for spreadsheets, which take no name for a formula."""
        out = io.StringIO()
        writer = csv.writer(out)
        writer.writerow(["rank", "name", "seed", "rating", "points", *self.tournament.tie_breaks, "left"])
        for line in self.table:
            entrant = self.entrants[line.entrant]
            breaks = [line.tie_breaks.get(name, "") for name in self.tournament.tie_breaks]
            name = entrant.user.get_username()
            harmless = f"'{name}" if name[:1] in "=+-@" else name
            writer.writerow([line.rank, harmless, entrant.seed, entrant.rating, line.points, *breaks, entrant.left_why])
        return out.getvalue()


def tournament_json(tournament: Tournament, *, entered: int) -> Json:
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
        "sign-up-until": tournament.sign_up_until.isoformat(),
        "started-at": tournament.started_at.isoformat() if tournament.started_at else None,
        "ended-at": tournament.ended_at.isoformat() if tournament.ended_at else None,
    }
