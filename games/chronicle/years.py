"""The years of a finished game, gathered from the facts that one reader may see: marches, battles, the fallen, winter.

Only these facts go in, so a chronicle knows no more than its reader. Shapes of the facts: `rules/facts.py`.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

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
BEYOND_THE_SEA = ("england", "france", "germania", "english", "french", "german")
ON_FOOT = ("group-moved", "block-mustered")
MOST_MARCHES = 4
"""Marches of a year that are told."""
LEAST_GATHERED = 3
"""Blocks that have to come to a town before an attack from there to be told."""
WITHIN = 2
"""Turns between a march and the battle that makes it worth telling."""
ENEMY = {"frank": "saracen", "saracen": "frank"}
KINDS = {block.id: block for block in BLOCKS}


def _none_by_side() -> dict[str, int]:
    return dict.fromkeys(SIDES, 0)


def _nobody_by_side() -> dict[str, list[str]]:
    return {side: [] for side in SIDES}


@dataclass(slots=True)
class March:
    """Blocks of a side that went to a town in one turn, and why that mattered."""

    side: str
    town: str
    turn: int
    origins: list[str] = field(default_factory=list)
    count: int = 0
    blocks: list[str] = field(default_factory=list)
    """Those named to everybody: who came from beyond the sea."""
    why: str = ""
    """landed, met: the enemy attacked there later; gathered: an attack went out from there later."""
    then: int = 0
    """The turn of that attack."""
    target: str = ""
    """The town attacked from there."""


@dataclass(slots=True)
class Change:
    """A victory city that changed hands in a turn; `side` holds it now."""

    town: str
    side: str
    turn: int
    how: str = ""
    """battle, siege, or empty where nobody fought for it."""
    count: int = 0
    """Blocks of that side that marched there in that turn."""
    origins: list[str] = field(default_factory=list)
    blocks: list[str] = field(default_factory=list)
    """Those of them who came from beyond the sea."""


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
    lost: dict[str, int] = field(default_factory=_none_by_side)
    """Steps by side."""
    reduced: dict[str, int] = field(default_factory=dict)
    """Steps lost by block."""
    fallen: dict[str, list[str]] = field(default_factory=_nobody_by_side)
    chance: int | None = None
    """The attackers' chance beforehand, in percent: `forecast`."""
    decided: int = 0
    """The round in which the outcome came."""
    outcome: str = "open"
    """How it ended: taken, besieged, broken (a siege that began in it), field, lifted, or open (none of these)."""
    field_won: tuple[str, int] | None = None
    """The side that won the field, and the round in which it did."""
    way: str = ""
    """How a castle was taken: stormed, sallied-out or starved-out."""
    winner: str = ""
    stormed: bool = False
    sallied: bool = False
    starved: bool = False
    """Whether its hunger has been rolled for: nobody fights after that."""
    hunger: int = 0
    """Steps that hunger took from its garrison."""
    switched: int = 0
    """The round after which the attackers had the town, until reserves of the defender came; 0 if that never was."""
    relief: bool = False
    """Whether the attackers came to free a besieged castle of theirs."""

    @property
    def defender(self) -> str:
        """The side attacked."""
        return ENEMY[self.attacker]

    @property
    def idle(self) -> int:
        """How many of those who came did not fight; 0 where it cannot be told apart from who was there before."""
        fought = len(self.faces[self.attacker])
        return max(0, self.came - fought) if fought and not self.siege and not self.sallied else 0

    @property
    def won_in_the_field(self) -> bool:
        """Whether the attackers got the town by the field alone: nobody was left to hold it."""
        return self.outcome == "field" and self.winner == self.attacker and not self.siege

    @property
    def weight(self) -> int:
        """The weight of the battle in the story of its year."""
        taken = (self.outcome == "taken" or self.won_in_the_field) and (12 if TOWNS[TOWN[self.town]].victory else 2)
        return sum(self.lost.values()) + 2 * sum(map(len, self.fallen.values())) + taken

    def forecast(self, edition: str) -> int | None:
        """The attackers' chance to win the field, in percent, had everybody fought on; None where it was no fight in
        the field.
        """
        if self.siege or self.stormed or self.sallied or not all(self.faces.values()):
            return None
        sides = [[self._fighter(*face) for face in self.faces[side].items()] for side in (self.attacker, self.defender)]
        win = 100 * odds(*sides, leaving=3 if edition == "1.4" else 0, rolls=ROLLS).win
        return min(99, max(1, round(win)))

    def lose(self, side: str, block: str) -> None:
        """Takes a step lost by a block."""
        self.lost[side] += 1
        if block:
            self.reduced[block] = self.reduced.get(block, 0) + 1

    def show(self, fact: FactJson) -> None:
        """Adds the blocks that were shown, and notes what for."""
        self.stormed = self.stormed or fact["type"] in ("storm-declared", "castle-revealed")
        self.sallied = self.sallied or fact["type"] == "sally-declared"
        for face in fact["blocks"]:
            self.faces[fact["side"]].setdefault(face["id"], face["strength"])
            self.entered.setdefault(face["id"], max(self.rounds, 1))

    def starve(self, side: str, steps: int, blocks: Iterable[str]) -> None:
        """Takes the steps that hunger took from a garrison, from these blocks of it where they are known."""
        self.starved = True
        self.hunger += steps
        self.lost[side] += steps
        for block in blocks:
            self.reduced[block] = self.reduced.get(block, 0) + 1

    def _fighter(self, block: str, strength: int) -> Fighter:
        """Returns a block of the battle as a fighter, for its odds."""
        kind = KINDS[block]
        return Fighter(kind.firepower, kind.letter, strength, self.entered[block])


@dataclass(slots=True)
class Year:
    """The events of one year. `last` is the number of the entry it ended with."""

    year: int
    battles: list[Battle] = field(default_factory=list)
    fallen: dict[str, list[str]] = field(default_factory=_nobody_by_side)
    """Those who fell, but for those whom winter took."""
    marches: list[March] = field(default_factory=list)
    """Those that are told."""
    changes: list[Change] = field(default_factory=list)
    hungry: dict[str, int] = field(default_factory=_none_by_side)
    """Blocks that winter took, by side."""
    gone: dict[str, list[str]] = field(default_factory=_nobody_by_side)
    """Those of them who never return."""
    fed: dict[str, int] = field(default_factory=_none_by_side)
    """Steps replaced in winter, by side."""
    last: int = 0
    number: int = 0
    """The number of that entry in the reader's replay."""
    turn: int = 0
    """The turn in which it ended; 0 for none yet."""
    winter: bool = False
    """Whether its winter began."""

    def of_note(self) -> list[Battle]:
        """The battles worth telling, in their order."""
        heaviest = sorted(
            (battle for battle in self.battles if battle.weight >= LEAST_WEIGHT), key=lambda battle: -battle.weight
        )
        return [battle for battle in self.battles if any(battle is one for one in heaviest[:MOST_BATTLES])]


class YearsBuilder:
    """Builds the years of a chronicle from numbered entries, in order."""

    def __init__(self, first: int) -> None:
        self.years = [Year(first)]
        self.turn = 1
        self.marches: dict[int, list[March]] = {}
        """All of each year."""
        self.battle: Battle | None = None
        self.besiegers: dict[str, str] = {}
        """The side that besieges each town."""
        self.starved: set[tuple[int, int, str]] = set()
        """Year, turn and town of castles that a winter's hunger opened."""
        self.turns: list[tuple[Year, int, int]] = []
        """For each turn that ended: its year, its number, and the entry with which it ended."""

    def read(self, entries: Iterable[tuple[int, Sequence[FactJson]]]) -> list[Year]:
        """Returns the years of all entries."""
        for number, facts in entries:
            for fact in facts:
                self._add_fact(fact, number)
            self.years[-1].last = number
        self.years[-1].turn = self.turn
        self._end_turn(self.years[-1].last)
        for year in self.years:
            year.marches = marches_of_note(year, self.marches.get(year.year, []))
        return self.years

    def note_cities(self, cities: Sequence[tuple[Year, int, dict[str, str]]], before: dict[str, str]) -> None:
        """Notes the cities that changed hands, from the holders of cities at the end of each turn."""
        for year, turn, held in cities:
            for town, side in held.items():
                if side and side != before.get(town):
                    year.changes.append(self._change(year, turn, town, side))
            before = held

    def _change(self, year: Year, turn: int, town: str, side: str) -> Change:
        """Returns how a city changed hands: after a battle or not, and by whose marches."""
        battles = _fought_for(year, turn, town, side)
        besieged = (year.year, turn, town) in self.starved or any(battle.siege for battle in battles)
        how = "siege" if besieged else "battle" if battles else ""
        came = [
            march
            for march in self.marches.get(year.year, [])
            if (march.side, march.town, march.turn) == (side, town, turn)
        ]
        origins = list(dict.fromkeys(origin for march in came for origin in march.origins))
        blocks = [block for march in came for block in march.blocks]
        return Change(town, side, turn, how, sum(march.count for march in came), origins, blocks)

    def _add_fact(self, fact: FactJson, number: int) -> None:
        """Adds a fact to the present year."""
        year = self.years[-1]
        match fact["type"]:
            case "year-begun" if fact["year"] != year.year:
                self.years.append(Year(fact["year"]))
                self.turn = 0
            case "turn-begun":
                self.turn = fact["turn"]
            case "turn-ended" | "year-ended":
                self._end_turn(number)
            case kind if kind in ON_FOOT:
                self._add_march(fact["side"], fact["path"][0], fact["path"][-1])
            case "sea-moved":
                self._add_march(fact["side"], fact["from"], fact["to"], fact.get("block", ""))
            case "germans-entered":
                self._add_march(fact["side"], "germania", fact["to"], fact["block"])
            case _:
                self._add_loss(fact)

    def _end_turn(self, number: int) -> None:
        """Notes the last event of a turn."""
        self.turns.append((self.years[-1], self.turn, number))

    def _add_march(self, side: str, origin: str, town: str, block: str = "") -> None:
        """Adds a block's march to those of its side to the same town in this turn."""
        if origin == town:
            return
        of_year = self.marches.setdefault(self.years[-1].year, [])
        landed = origin in BEYOND_THE_SEA
        for march in of_year:
            if (march.side, march.town, march.turn) == (side, town, self.turn) and (march.why == "landed") == landed:
                break
        else:
            march = March(side, town, self.turn, why="landed" if landed else "")
            of_year.append(march)
        march.count += 1
        if origin not in march.origins:
            march.origins.append(origin)
        if landed and block:
            march.blocks.append(block)

    def _add_loss(self, fact: FactJson) -> None:
        """Counts the losses of a winter or a battle."""
        year = self.years[-1]
        match fact["type"]:
            case "blocks-disbanded":  # what besiegers lost as well: "siege-starved" before it counts the same blocks
                year.hungry[fact["side"]] += fact["count"]
            case "block-replaced":
                year.fed[fact["side"]] += 1
            case "winter-begun":
                year.winter = True
            case "block-eliminated" if year.winter and self.battle is None:
                year.hungry[fact["side"]] += 1
                year.gone[fact["side"]].append(fact["block"])
            case "battle-begun":
                self._begin_battle(fact)
            case _:
                self._add_to_battle(fact)

    def _begin_battle(self, fact: FactJson) -> None:
        """Begins a battle, with the attackers who came this turn."""
        town, attacker = fact["town"], fact["attacker"]
        relief = fact["siege"] and self.besiegers.get(town, attacker) != attacker
        self.battle = Battle(town, self.turn, attacker, fact["siege"], relief=relief)
        for march in self.marches.get(self.years[-1].year, []):
            if (march.side, march.town, march.turn) == (attacker, town, self.turn):
                self.battle.came += march.count
                self.battle.origins += [origin for origin in march.origins if origin not in self.battle.origins]
        self.years[-1].battles.append(self.battle)

    def _note(self, fact: FactJson) -> None:
        """Notes who fell, who besieges what, and what fell to hunger in winter."""
        year = self.years[-1]
        match fact["type"]:
            case "block-eliminated":
                year.fallen[fact["side"]].append(fact["block"])
            case "siege-begun":
                self.besiegers[fact["town"]] = fact["besieger"]
            case "siege-lifted":
                self.besiegers.pop(fact["town"], None)
            case "town-taken" if self.battle is None:
                self.starved.add((year.year, self.turn, fact["town"]))

    def _add_to_battle(self, fact: FactJson) -> None:
        """Adds a fact to the battle: rounds, blocks that were seen, losses, its end."""
        battle = self.battle
        self._note(fact)
        if battle is None or fact.get("town") != battle.town:
            return
        match fact["type"]:
            case "round-begun":
                battle.rounds = max(battle.rounds, fact["round"])
            case "field-revealed" | "castle-revealed" | "storm-declared" | "sally-declared":
                battle.show(fact)
            case "block-reduced":
                battle.lose(fact["side"], fact["block"])
            case "control-switched" if fact["defender"] == battle.attacker:
                battle.switched = battle.rounds
            case "attrition-rolled":
                battle.starve(fact["side"], fact["losses"], fact.get("blocks", ()))
            case "block-eliminated":
                if not battle.starved:
                    battle.lose(fact["side"], fact["block"])
                battle.fallen[fact["side"]].append(fact["block"])
            case "battle-ended":
                self.battle = None
            case _:
                _note_end(battle, fact)


def _fought_for(year: Year, turn: int, town: str, side: str) -> list[Battle]:
    """The battles by which a side won a town in a turn: not those that it fought there having entered it."""
    here = [battle for battle in year.battles if (battle.town, battle.turn) == (town, turn)]
    return [one for one in here if one.attacker == side or (one.outcome, one.winner) == ("taken", side)]


def marches_of_note(year: Year, marches: Sequence[March]) -> list[March]:
    """The marches of a year worth telling, in their order: landings from beyond the sea, and those before the battles
    that are told.
    """
    candidates = [march for march in marches if march.why == "landed"]
    for battle in sorted(year.of_note(), key=lambda battle: -battle.weight):
        candidates += [linked for march in marches if (linked := _linked(march, battle)) is not None]
    once: dict[tuple[str, str, int, bool], March] = {}
    for march in candidates:
        once.setdefault((march.side, march.town, march.turn, march.why == "landed"), march)
    chosen = list(once.values())[:MOST_MARCHES]
    return sorted(chosen, key=lambda march: march.turn)


def _linked(march: March, battle: Battle) -> March | None:
    """Returns the march with the reason why it mattered for this battle, or None if it did not matter."""
    if march.why == "landed" or not battle.turn - WITHIN <= march.turn < battle.turn or battle.siege:
        return None
    if march.side == battle.defender and march.town == battle.town:
        return replace(march, why="met", then=battle.turn)
    gathered = march.side == battle.attacker and march.town in battle.origins and march.count >= LEAST_GATHERED
    return replace(march, why="gathered", then=battle.turn, target=battle.town) if gathered else None


def _note_end(battle: Battle, fact: FactJson) -> None:
    """Notes how a battle ended; a town taken or besieged says more than the field won before it."""
    if fact["type"] == "field-won":
        battle.field_won = fact["side"], battle.rounds
    match fact["type"]:
        case "town-taken":
            battle.outcome, battle.winner, battle.way = "taken", fact["side"], _way_of_taking(battle, fact)
        case "siege-begun":
            battle.outcome, battle.winner = "besieged", fact["besieger"]
        case "siege-lifted" if battle.outcome == "open":
            battle.outcome = "lifted"
        case "siege-lifted" if battle.outcome == "besieged":
            battle.outcome, battle.winner = "broken", ENEMY[battle.winner]
        case "field-won" if battle.siege and not battle.relief and fact["side"] == battle.attacker:
            return  # the besiegers threw back a sally, or relief: the siege goes on
        case "field-won" if battle.outcome in ("open", "lifted"):
            battle.outcome, battle.winner = "field", fact["side"]
        case _:
            return
    battle.decided = battle.rounds


def _way_of_taking(battle: Battle, fact: FactJson) -> str:
    if battle.starved:
        return "starved-out"
    if fact.get("sallied"):
        return "sallied-out"
    return "stormed" if battle.stormed else ""
