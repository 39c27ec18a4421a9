"""One action being carried out: the position being changed, the chance it may use, and what has happened so far."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from rules.actions import Action, Offer
from rules.atlas import SIDES, TOWN_IDS, Town, bits
from rules.dice import Dice
from rules.facts import Fact
from rules.kinds import BlockNumber, BlockSet, PlaceNumber, Side, TownNumber
from rules.places import DEAD, GONE, POOL, TOWN_COUNT
from rules.position import Position
from rules.roster import ASSASSINS, BLOCK, BLOCK_IDS, BLOCKS, Block, ids

JAMES, PHILIP = BLOCK["james"], BLOCK["philip"]
Gap = Town | Block | int | list[Town] | Mapping[Town, int]
"""What a refusal names: a place, a block, a number, several places, or places with a number each."""


class Sentence(str):
    """An English sentence that remembers how it was made: ``template`` with gaps in braces, and ``gaps``, what fills
    them. So it can be said in other languages by somebody who does not know the rules."""

    template: str
    gaps: dict[str, Gap]

    def __new__(cls, template: str, gaps: dict[str, Gap]) -> "Sentence":
        sentence = super().__new__(cls, template.format_map({name: _in_english(value) for name, value in gaps.items()}))
        sentence.template, sentence.gaps = template, gaps
        return sentence


def _in_english(value: Gap) -> str:
    """Returns a gap of an English sentence as text: names of towns and blocks, lists with commas."""
    if isinstance(value, Town | Block):
        return value.name
    if isinstance(value, Mapping):
        return ", ".join(f"{town.name} ({count})" for town, count in value.items())
    if isinstance(value, list):
        return ", ".join(town.name for town in value)
    return str(value)


class Refusal(NamedTuple):
    """Why an action is not legal, for the player who sent it, with the rule's number.

    Depends on nothing the player may not know.
    """

    reason: str
    rule: str


class IllegalAction(ValueError):
    """An action that the rules do not allow; ``refusal`` says why."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(f"{refusal.reason} ({refusal.rule})")
        self.refusal = refusal


class Step(NamedTuple):
    """A decision that the game waits for: the actions offered, why another is refused, and what a chosen one does."""

    offers: Callable[[Position, Side], list[Offer]]
    explain: Callable[[Position, Side, Action], Refusal]
    take: Callable[["Play", Side, Action], None]
    rule: str
    auto: bool
    """Whether a single legal answer is taken at once (catalogue 6.1)."""


Transitions = Mapping[str, Callable[..., None]]
"""By name what a phase does next: functions that take the Play, and some a side."""


class Play:
    """The working state of one :func:`rules.game.apply`. ``position`` is a copy of its own, free to be changed."""

    __slots__ = ("_transitions", "auto", "dice", "events", "fresh", "position")

    def __init__(self, position: Position, dice: Dice, transitions: "Transitions") -> None:
        self.position = position
        self._transitions = transitions
        self.dice = dice
        self.events: list[Fact] = []
        self.auto = False
        self.fresh = False

    def say(
        self,
        type: str,
        data: dict[str, Any] | None = None,
        owner: Side | None = None,
        secret: dict[str, Any] | None = None,
    ) -> None:
        """Record an event; see :mod:`rules.facts` for the types."""
        if self.auto and data is not None:
            data["auto"] = True
        self.events.append(Fact(type, data, owner, secret))

    def wait(self, step: str, *sides: Side) -> None:
        """Wait for a decision of these sides."""
        position = self.position
        position.step = step
        position.waiting = sum(1 << side for side in sides)
        position._offers = [None, None]
        self.fresh = True

    def follow(self, transition: str, *sides: Side) -> None:
        """Goes on where :data:`rules.game.TRANSITIONS` says for this name.

        A phase need not import the one that called it.
        """
        self._transitions[transition](self, *sides)

    def eliminate(self, block: BlockNumber, town: TownNumber) -> None:
        """Take a block off the map in everybody's sight (6.34)."""
        self._take_off(block, POOL if self.position.ruleset.losses_to_pool else DEAD)
        self._say_eliminated(block, town)

    def take_off_in_winter(self, block: BlockNumber) -> None:
        """Takes a block off the map, face-down into the draw pool (8.3); :meth:`tell_winter_losses` records it."""
        self._take_off(block, POOL)

    def tell_winter_losses(self, blocks: BlockSet, town: TownNumber) -> None:
        """Records the blocks of one side that winter took in a town (8.3, R91).

        Those lost for good lie open and are named, first of all. The others lie face-down and are one number: told one
        by one among the named ones, their places would tell who they are (H39).
        """
        permanent = self.position.ruleset.permanent
        for block in bits(blocks & permanent):
            self._say_eliminated(block, town)
        hidden = ids(blocks & ~permanent)
        if hidden:
            side = BLOCKS[BLOCK[hidden[0]]].side
            data = {"side": SIDES[side], "town": TOWN_IDS[town], "count": len(hidden)}
            self.say("blocks-disbanded", data, side, {"blocks": list(hidden)})

    def _take_off(self, block: BlockNumber, place: PlaceNumber) -> None:
        """Takes a block off the map to a place, or out of the game if it is lost for good."""
        position = self.position
        town = position.where[block]
        self.clear_marks(block)
        position.put(block, GONE if position.ruleset.permanent >> block & 1 else place)
        position.steps[block] = BLOCKS[block].steps
        if block == JAMES and position.ruleset.fickle_philip:
            self._send_philip_home(town)

    def _send_philip_home(self, lost_at: TownNumber) -> None:
        """King Philip goes home to take Flanders when its count is lost (an option of the 1.x rules)."""
        position = self.position
        town = position.where[PHILIP]
        if town == GONE:
            return
        self._take_off(PHILIP, GONE)
        if town >= TOWN_COUNT:
            self._say_eliminated(PHILIP, lost_at)
            return
        self._say_eliminated(PHILIP, town)
        if position.battle is None or position.battle.town != town:
            self.check_siege(town)

    def _say_eliminated(self, block: BlockNumber, town: TownNumber) -> None:
        """Records that a block was eliminated, in everybody's sight."""
        side, permanent = SIDES[BLOCKS[block].side], bool(self.position.ruleset.permanent >> block & 1)
        self.say(
            "block-eliminated",
            {"side": side, "town": TOWN_IDS[town], "block": BLOCK_IDS[block], "permanent": permanent},
        )

    def clear_marks(self, block: BlockNumber) -> None:
        """Forget what a block was doing at the town it leaves: reserve, storm, sally, face-up."""
        position, bit = self.position, 1 << block
        town = position.where[block]
        if position.markers.get(town) == block:
            del position.markers[town]
        position.due2 &= ~bit
        position.due3 &= ~bit
        position.face_up &= ~bit
        battle = position.battle
        if battle is not None:
            battle.storming &= ~bit
            battle.sallying &= ~bit
            if battle.half == block:
                battle.half = -1

    def check_siege(self, town: TownNumber) -> None:
        """End the siege of a town as soon as nobody is left to besiege or to be besieged (1.12, R10).

        Not asked during its own battle.
        """
        position = self.position
        besieger = position.sieges.get(town)
        if besieger is None or (position.field(besieger, town) and position.garrison(town)):
            return
        self.lift_siege(town)

    def lift_siege(self, town: TownNumber) -> None:
        """The siege is over: the castle's blocks are ordinary occupants again, the besieger's marker stands up."""
        position = self.position
        del position.sieges[town]
        if position.battle is not None and position.battle.town == town:
            position.battle.half = -1  # nobody stands in a castle under siege any more
        if position.kept_siege == town:
            position.kept_siege = -1  # R87: nothing left to keep over the winter
        if town in position.markers:
            position.face_up &= ~(1 << position.markers.pop(town))
        position.castle &= ~position.at[town]
        position.refresh(town)
        if position.ruleset.besiegers_face_up and (position.battle is None or position.battle.town != town):
            position.face_up &= ~position.at[town]
        self.say("siege-lifted", {"town": TOWN_IDS[town]})

    def begin_siege(self, town: TownNumber, besieger: Side) -> None:
        """One side holds the castle, the other the field (6.5)."""
        position = self.position
        position.sieges[town] = besieger
        self.say("siege-begun", {"town": TOWN_IDS[town], "besieger": SIDES[besieger], "besieged": SIDES[1 - besieger]})
        if position.ruleset.attrition_at_turn_end:
            position.begun |= 1 << town
        if position.ruleset.besiegers_face_up:
            self._show_besiegers(town, besieger)

    def _show_besiegers(self, town: TownNumber, besieger: Side) -> None:
        """Turn the besiegers face-up for the time of the siege; who joins them later stays hidden (7.2 of the 1.x
        rules).
        """
        position = self.position
        hidden = position.arrived(besieger, town) & ~position.face_up
        if hidden:
            position.face_up |= hidden
            faces = [{"id": name, "strength": position.steps[BLOCK[name]]} for name in ids(hidden)]
            self.say("field-revealed", {"town": TOWN_IDS[town], "side": SIDES[besieger], "blocks": faces})


def on_map(position: Position, block: BlockNumber) -> bool:
    """Whether a block stands in a town; the Assassins in Masyaf do not."""
    return position.where[block] < TOWN_COUNT and block != ASSASSINS


def refuse(rule: str, template: str, **gaps: Gap) -> Refusal:
    """Returns a refusal: the rule, and a sentence with its gaps."""
    return Refusal(Sentence(template, gaps), rule)
