"""The years of a finished game, gathered from the facts that one reader may see: battles, the fallen, winter.

Only these facts go in, so a chronicle knows no more than its reader. Shapes of the facts: `rules/facts.py`.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from games.shapes import FactJson
from opponent.odds import Fighter, odds
from rules.atlas import SIDES, TOWN, TOWNS
from rules.roster import BLOCKS

MOST_BATTLES = 4
"""Battles of a year that are told."""
LEAST_WEIGHT = 4
"""What a battle has to weigh to be told: steps lost, and more for a town that fell."""
ROLLS = 2_000
"""Fights rolled for odds that cannot be followed exactly."""
ON_FOOT = ("group-moved", "block-mustered")
ENEMY = {"frank": "saracen", "saracen": "frank"}
KINDS = {block.id: block for block in BLOCKS}


@dataclass(slots=True)
class Battle:
    """A battle or a turn of a siege.

    `faces`: strength by block of those who were shown in its first round, for each side.
    """

    town: str
    turn: int
    attacker: str
    siege: bool
    came: int = 0
    """Blocks that the attacker had moved there this turn."""
    origins: list[str] = field(default_factory=list)
    faces: dict[str, dict[str, int]] = field(default_factory=lambda: {side: {} for side in SIDES})
    entered: dict[str, int] = field(default_factory=dict)
    """The round in which each block was first shown."""
    rounds: int = 0
    lost: Counter[str] = field(default_factory=Counter)
    """Steps by side."""
    fallen: dict[str, list[str]] = field(default_factory=lambda: {side: [] for side in SIDES})
    outcome: str = "open"
    """taken, besieged, field, lifted, or open where none of these came."""
    winner: str = ""
    stormed: bool = False

    @property
    def defender(self) -> str:
        """The side attacked."""
        return ENEMY[self.attacker]

    @property
    def weight(self) -> int:
        """The weight of the battle in the story of its year."""
        taken = self.outcome == "taken" and (12 if TOWNS[TOWN[self.town]].victory else 2)
        return sum(self.lost.values()) + 2 * sum(map(len, self.fallen.values())) + taken

    def chance(self, edition: str) -> int | None:
        """The attackers' chance to win the field, in percent, had everybody fought on; None where it was no fight in
        the field.
        """
        if self.siege or self.stormed or not all(self.faces.values()):
            return None
        sides = [[self._fighter(*face) for face in self.faces[side].items()] for side in (self.attacker, self.defender)]
        return round(100 * odds(*sides, leaving=3 if edition == "1.4" else 0, rolls=ROLLS).win)

    def _fighter(self, block: str, strength: int) -> Fighter:
        kind = KINDS[block]
        return Fighter(kind.firepower, kind.letter, strength, self.entered[block])


@dataclass(slots=True)
class Year:
    """The events of one year. `last` is the number of the entry it ended with."""

    year: int
    battles: list[Battle] = field(default_factory=list)
    fallen: dict[str, list[str]] = field(default_factory=lambda: {side: [] for side in SIDES})
    hungry: Counter[str] = field(default_factory=Counter)
    """Blocks that winter took, by side."""
    fed: Counter[str] = field(default_factory=Counter)
    """Steps replaced in winter, by side."""
    cancelled: int = 0
    last: int = 0

    def of_note(self) -> list[Battle]:
        """The battles that are told, in their order."""
        heaviest = sorted(
            (battle for battle in self.battles if battle.weight >= LEAST_WEIGHT), key=lambda battle: -battle.weight
        )
        return [battle for battle in self.battles if any(battle is one for one in heaviest[:MOST_BATTLES])]


class Reader:
    """Gathers years from entries, each a number and its facts, in order."""

    def __init__(self, first: int) -> None:
        self.years = [Year(first)]
        self.turn = 1
        self.marches: list[tuple[str, str, str]] = []
        """Side, origin and end of what moved this turn."""
        self.battle: Battle | None = None
        self.round = 0

    def read(self, entries: Iterable[tuple[int, Sequence[FactJson]]]) -> list[Year]:
        """Returns the years of all entries."""
        for number, facts in entries:
            for fact in facts:
                self._take(fact)
            self.years[-1].last = number
        return self.years

    def _take(self, fact: FactJson) -> None:
        year = self.years[-1]
        match fact["type"]:
            case "year-begun" if fact["year"] != year.year:
                self.years.append(Year(fact["year"]))
            case "turn-begun":
                self.turn, self.marches = fact["turn"], []
            case "turn-cancelled":
                year.cancelled += 1
            case kind if kind in ON_FOOT:
                self.marches.append((fact["side"], fact["path"][0], fact["path"][-1]))
            case "sea-moved":
                self.marches.append((fact["side"], fact["from"], fact["to"]))
            case "germans-entered":
                self.marches.append((fact["side"], "germania", fact["to"]))
            case "siege-starved" | "blocks-disbanded":
                year.hungry[fact["side"]] += fact["count"]
            case "block-replaced":
                year.fed[fact["side"]] += 1
            case "battle-begun":
                self._begin(fact)
            case _:
                self._fight(fact)

    def _begin(self, fact: FactJson) -> None:
        town, attacker = fact["town"], fact["attacker"]
        self.battle = Battle(town, self.turn, attacker, fact["siege"])
        came = [origin for side, origin, end in self.marches if side == attacker and end == town]
        self.battle.came, self.battle.origins = len(came), list(dict.fromkeys(came))
        self.years[-1].battles.append(self.battle)

    def _fight(self, fact: FactJson) -> None:
        battle, year = self.battle, self.years[-1]
        if fact["type"] == "block-eliminated":
            year.fallen[fact["side"]].append(fact["block"])
        if battle is None or fact.get("town") != battle.town:
            return
        match fact["type"]:
            case "round-begun":
                battle.rounds = max(battle.rounds, fact["round"])
            case "field-revealed" | "castle-revealed" | "storm-declared" | "sally-declared":
                battle.stormed = battle.stormed or fact["type"] != "field-revealed"
                for face in fact["blocks"]:
                    battle.faces[fact["side"]].setdefault(face["id"], face["strength"])
                    battle.entered.setdefault(face["id"], max(battle.rounds, 1))
            case "block-reduced":
                battle.lost[fact["side"]] += 1
            case "block-eliminated":
                battle.lost[fact["side"]] += 1
                battle.fallen[fact["side"]].append(fact["block"])
            case "battle-ended":
                self.battle = None
            case _:
                _end(battle, fact)


def _end(battle: Battle, fact: FactJson) -> None:
    """How a battle ends; a town taken or besieged says more than the field won before it."""
    match fact["type"]:
        case "town-taken":
            battle.outcome, battle.winner = "taken", fact["side"]
        case "siege-begun":
            battle.outcome, battle.winner = "besieged", fact["besieger"]
        case "siege-lifted" if battle.outcome == "open":
            battle.outcome = "lifted"
        case "field-won" if battle.outcome in ("open", "lifted"):
            battle.outcome, battle.winner = "field", fact["side"]
