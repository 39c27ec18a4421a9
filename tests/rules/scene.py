"""Positions for tests: some blocks on the map, whose turn it is, and a table on which actions are carried out in
notation.
"""

from typing import Any

from rules import game
from rules.actions import Action
from rules.atlas import SIDES
from rules.deck import DECK
from rules.dice import Dice, ScriptedDice, SeededDice
from rules.notation import parse_action, parse_position, print_ruleset
from rules.position import Position
from rules.ruleset import Ruleset


def moving(
    places: str,
    *,
    first: str = "frank",
    mover: str | None = None,
    frank: str = "move-3",
    saracen: str = "move-3",
    turn: str = "1188.2",
    facts: str = "",
    ruleset: Ruleset | None = None,
) -> Position:
    """The start of a side's movement (of Player 1's unless ``mover`` says otherwise), with these cards played.

    ``places`` are lines such as ``acre: [king-guy@3] saladin``; a castle with enemies in the field gets its siege.
    ``facts`` are further lines of notation, such as ``prior guide | -``. Blocks named nowhere lie in the Draw Pool.
    """
    mover = mover or first
    moves = {"move-1": 1, "move-2": 2, "move-3": 3, "winter-campaign": 1}
    card = {"frank": frank, "saracen": saracen}[mover]
    left = 6 - int(turn.partition(".")[2])
    filler = list(DECK)
    for played in (frank, saracen):
        if played in filler:
            filler.remove(played)
    filler = [c for c in filler if c.startswith("move")]
    hands = f"hands {' '.join(filler[:left]) or '-'} | {' '.join(filler[left : 2 * left]) or '-'}"
    lines = [
        print_ruleset(ruleset or Ruleset()),
        f"{turn} move move {mover}",
        f"first {first}",
        f"active {mover}",
        f"moves {moves.get(card, 1)}",
        hands,
        f"revealed {frank} | {saracen}",
        f"played {frank} | {saracen}",
        facts,
        places,
    ]
    return _with_sieges(parse_position("\n".join(lines)))


def choosing(
    places: str, *, frank: str, saracen: str, turn: str = "1188.2", facts: str = "", ruleset: Ruleset | None = None
) -> Position:
    """Both sides choose a card; ``frank`` and ``saracen`` are their hands (at least the first 7 - turn cards
    matter).
    """
    lines = [
        print_ruleset(ruleset or Ruleset()),
        f"{turn} cards card frank,saracen",
        f"hands {frank} | {saracen}",
        facts,
        places,
    ]
    return _with_sieges(parse_position("\n".join(lines)))


def _with_sieges(position: Position) -> Position:
    from rules.atlas import bits
    from rules.roster import OF_SIDE

    for town in range(len(position.at)):
        inside = position.garrison(town)
        for side in (0, 1):
            if inside & OF_SIDE[1 - side] and position.field(side, town) and town not in position.sieges:
                position.sieges[town] = side
                if position.ruleset.besieger_marker and town not in position.markers:
                    marker = next(bits(position.field(side, town)))
                    position.markers[town] = marker
                    position.face_up |= 1 << marker
    return position


def reveal(
    frank: str,
    saracen: str,
    places: str = "",
    *,
    turn: str = "1188.2",
    facts: str = "",
    dice: dict[str, list[Any]] | None = None,
) -> "Table":
    """A table on which both sides have just played these cards, with hands of plain Move cards beside them."""
    left = 6 - int(turn.partition(".")[2])
    hands = [" ".join([frank] + ["move-2"] * left), " ".join([saracen] + ["move-1"] * left)]
    table = Table(choosing(places, frank=hands[0], saracen=hands[1], turn=turn, facts=facts), dice)
    table.do("frank", f"play-card {frank}")
    return table.do("saracen", f"play-card {saracen}") if left else table  # a last card is played without being asked


class Table:
    """A game being played in a test.

    Actions are written in notation; dice are scripted by purpose, other chance is seeded.
    """

    def __init__(self, position: Position, dice: dict[str, list[Any]] | None = None, *, strict: bool = False) -> None:
        self.position = position
        otherwise: Dice | None = None if strict else SeededDice(1)
        self.dice = ScriptedDice(dice or {}, otherwise)
        self.events: list[dict[str, Any]] = []
        self.log: list[dict[str, Any]] = []
        self.final = False

    def script(self, **dice: list[Any]) -> None:
        """Add scripted chance; ``:`` in a purpose is written as ``__``, ``-`` as ``_``; or use ``self.dice.script``
        directly.
        """
        for purpose, results in dice.items():
            self.dice.script[purpose.replace("__", ":").replace("_", "-")] = list(results)

    def do(self, side: str, *actions: str) -> "Table":
        """Carry out actions; events of the last call are kept in full (owner's secrets under ``"secret"``)."""
        self.events = []
        for text in actions:
            outcome = game.apply(self.position, side, parse_action(text), self.dice)
            self.position = outcome.position
            self.final = outcome.final
            assert game.problems(self.position) == [], text
            self.events += [
                {
                    "type": e.type,
                    **(e.data or {}),
                    **({"secret": e.secret, "owner": SIDES[e.owner]} if e.owner is not None else {}),
                }
                for e in outcome.events
            ]
        self.log += self.events
        return self

    def sit_out_battles(self) -> "Table":
        """Go through the battle phase without a blow: nobody storms, sallies or leaves a siege.

        Events are added to the last ones.
        """
        answers = {"storm": "storm -", "sally": "sally -", "leave-siege": "done"}
        events = self.events
        while self.step == "choose-battle" or self.step in answers:
            (side,) = self.awaited
            answer = answers.get(self.step) or f"choose-battle {min(self.options(side, 'choose-battle', 'town'))}"
            events += self.do(side, answer).events
        self.events = events
        return self

    def refused(self, side: str, text: str) -> game.Refusal:
        """The refusal of an action that must not be legal."""
        refusal = game.is_legal(self.position, side, parse_action(text))
        assert refusal is not None, f"{text} is legal"
        return refusal

    def fire_round(self) -> list[str]:
        """Let every block of this round fire, lowest ids taking hits; the blocks in the order in which they acted."""
        battle = self.position.battle
        assert battle is not None
        number = battle.round
        while (
            self.step in ("fight", "hits") and self.position.battle is not None and self.position.battle.round == number
        ):
            side = next(iter(self.awaited))
            type_ = "fire" if self.step == "fight" else "take-hit"
            self.do(side, f"{type_} {min(self.options(side, type_, 'block'))}")
        begun = [i for i, event in enumerate(self.log) if event["type"] == "round-begun" and event["round"] == number][
            -1
        ]
        order = []
        for event in self.log[begun + 1 :]:
            if event["type"] == "round-begun":
                break
            if event["type"] == "block-fired":
                order.append(event["block"])
        return order

    def legal(self, side: str, text: str) -> bool:
        return game.is_legal(self.position, side, parse_action(text)) is None

    def actions(self, side: str, type_: str | None = None) -> list[Any]:
        """The legal actions of a side, of one type if given; a set choice stands there as itself."""
        return [a for a in game.legal_actions(self.position, side) if type_ is None or a.type == type_]

    def options(self, side: str, type_: str, field: str, **given: str) -> set[Any]:
        """The values a field may take among legal actions of a type, others given:
        ``options("frank", "retreat", "to", block="balian")``."""
        found = [a for a in self.actions(side, type_) if isinstance(a, Action)]
        return {getattr(a, field) for a in found if all(getattr(a, name) == value for name, value in given.items())}

    def happened(self, type_: str) -> list[dict[str, Any]]:
        """Events of a type in the last :meth:`do`."""
        return [event for event in self.events if event["type"] == type_]

    @property
    def step(self) -> str:
        return self.position.step

    @property
    def awaited(self) -> set[str]:
        return set(self.position.awaited)

    def where(self, block: str) -> str:
        """``"acre"``, ``"[acre]"`` in the castle, ``"dead"``, ``"gone"``, ``"pool"`` ..."""
        from rules.places import PLACES
        from rules.roster import BLOCK

        number = BLOCK[block]
        place = PLACES[self.position.where[number]]
        return f"[{place}]" if self.position.castle >> number & 1 else place

    def strength(self, block: str) -> int:
        from rules.roster import BLOCK

        return self.position.steps[BLOCK[block]]

    def sieges(self) -> dict[str, str]:
        """Besieged towns and their besiegers."""
        from rules.atlas import TOWN_IDS

        return {TOWN_IDS[town]: SIDES[side] for town, side in self.position.sieges.items()}

    def at(self, town: str) -> set[str]:
        """The blocks in a town, castle and field."""
        from rules.atlas import TOWN
        from rules.roster import ids

        return set(ids(self.position.at[TOWN[town]]))

    def arrives(self, block: str) -> int:
        """The round in which a block fights (6.41): 1 unless it is a reserve."""
        from rules.roster import BLOCK

        bit = 1 << BLOCK[block]
        return 2 if self.position.due2 & bit else 3 if self.position.due3 & bit else 1

    def road_use(self, one: str, other: str) -> int:
        """How many blocks of the moving side have used a road this phase (5.1)."""
        from rules.atlas import ROAD_BETWEEN, TOWN

        return self.position.road_use.get(ROAD_BETWEEN[TOWN[one], TOWN[other]], 0)
