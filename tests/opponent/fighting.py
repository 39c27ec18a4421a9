"""What fights come to when they are fought: block by block, and by the rules themselves. Odds are held against both."""

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from opponent.ahead import Fight, fighters, team
from opponent.odds import Fighter
from rules import game
from rules.actions import Action
from rules.atlas import SIDES, TOWN_IDS, bits
from rules.dice import SeededDice
from rules.position import Position
from rules.roster import BLOCK, BLOCK_IDS, BLOCKS, OF_SIDE

Teams = tuple[Sequence[Fighter], Sequence[Fighter]]


class Scene(NamedTuple):
    """A position in which Player 1 chooses the next battle, and a fight of it, of a kind."""

    position: Position
    fight: Fight
    kind: str

    @property
    def teams(self) -> Teams:
        """Who fights, attackers first."""
        return fighters(self.position, self.fight, self.fight.attacker), fighters(
            self.position, self.fight, 1 - self.fight.attacker
        )


def fought(
    teams: Teams,
    fights: int,
    random: Random,
    *,
    rounds: int = 3,
    leaving: int = 0,
    begin: int = 1,
    jihad: bool = False,
) -> tuple[float, float, float]:
    """The share of fights played out that attackers win, and the steps that either side loses. Each block rolls its
    dice in its turn (6.2), and each hit falls on the strongest (6.31). Of equal blocks one that has had its turn takes
    it, then the one that fires worst, then latest. Who has lost the field while more of his are to come attacks with
    those (6.41).
    In the round ``leaving`` attackers go in their turns."""
    won = lost = dealt = 0
    for _ in range(fights):
        table = _Table(teams, random)
        for number in range(begin, rounds + 1):
            table.fight_round(number, number == leaving, jihad and number == 1)
        won += any(table.steps[0]) if table.attacker else not any(table.steps[1])
        lost += sum(f.steps for f in teams[0]) - sum(table.steps[0])
        dealt += sum(f.steps for f in teams[1]) - sum(table.steps[1])
    return won / fights, lost / fights, dealt / fights


class _Table:
    """One fight, rolled block by block."""

    def __init__(self, teams: Teams, random: Random) -> None:
        self.teams, self.random = teams, random
        self.steps = [[f.steps for f in those] for those in teams]
        self.attacker = 0
        self.acted: list[set[int]] = [set(), set()]
        self.gone: set[int] = set()

    def there(self, side: int, number: int) -> list[int]:
        """Those of a side who are left and have come."""
        return [i for i, f in enumerate(self.teams[side]) if self.steps[side][i] and f.round <= number]

    def fight_round(self, number: int, leaving: bool, jihad: bool) -> None:
        """A round: A before B before C, defenders first."""
        self.acted, self.gone = [set(), set()], set()
        attacker = self.attacker
        order = [(side, letter) for letter in "ABC" for side in (1 - attacker, attacker)]
        if jihad:
            order.sort(key=lambda turn: turn[0] != attacker)
        clash = self.there(0, number) and self.there(1, number)
        for side, letter in order:
            for index in self.there(side, number):
                if self.teams[side][index].letter == letter:
                    if leaving and side == attacker:
                        self.gone.add(index)
                    else:
                        self.fire(side, index, number)
                        self.acted[side].add(index)
        lost = not self.there(1 - attacker, number) and any(self.steps[1 - attacker])
        if clash and lost:
            self.attacker = 1 - attacker

    def fire(self, side: int, index: int, number: int) -> None:
        """A block rolls a die for each of its steps."""
        for _die in range(self.steps[side][index]):
            if self.random.random() * 6 < self.teams[side][index].firepower:
                self.hit(
                    1 - side,
                    [i for i in self.there(1 - side, number) if i not in self.gone or 1 - side != self.attacker],
                )

    def hit(self, side: int, targets: list[int]) -> None:
        """A hit on the strongest."""
        if not targets:
            return
        those = self.teams[side]
        chosen = max(
            targets,
            key=lambda i: (
                self.steps[side][i],
                i in self.acted[side],
                -those[i].firepower,
                those[i].letter,
                those[i].round,
            ),
        )
        self.steps[side][chosen] -= 1


FIGHTING = ("garrison", "storm", "exchange", "sally", "fight", "hits")


def by_the_rules(scene: Scene, fights: int, seed: int = 1) -> tuple[float, float, float]:
    """The same of fights played on the engine, act by act, by the policy that odds assume: everybody fires, nobody
    takes the castle, the same blocks storm through all rounds, and those of the castle sally, where they do, when both
    sides are in the field."""
    won = lost = dealt = 0
    dice = SeededDice(f"{seed}:{scene.kind}:{TOWN_IDS[scene.fight.town]}:{scene.position.year}:{scene.position.turn}")
    for _ in range(fights):
        victory, losses = _fight(scene, dice)
        dice.draws.clear()
        won += victory
        lost += losses[scene.fight.attacker]
        dealt += losses[1 - scene.fight.attacker]
    return won / fights, lost / fights, dealt / fights


def _fight(scene: Scene, dice: SeededDice) -> tuple[bool, list[int]]:
    """Whether the attackers have won, and the steps of each side that were lost."""
    fight, town = scene.fight, TOWN_IDS[scene.fight.town]
    steps = {block: scene.position.steps[block] for block in bits(scene.position.at[fight.town])}
    losses = [0, 0]

    def lose(block: int, left: int) -> None:
        losses[BLOCKS[block].side] += steps[block] - left
        steps[block] = left

    outcome = game.apply(scene.position, SIDES[scene.position.first], Action("choose-battle", town=town), dice)
    for _ in range(500):
        for event in outcome.events:
            data = event.data or {}
            if event.type == "block-reduced":
                lose(BLOCK[data["block"]], data["strength"])
            elif event.type == "block-eliminated":
                lose(BLOCK[data["block"]], 0)
            elif event.type == "field-won":
                return data["side"] == SIDES[fight.attacker], losses
            elif event.type == "town-taken" and fight.kind == "storm":
                return True, losses
            elif event.type in ("retreat-impossible", "attrition-rolled", "battle-ended"):
                return False, losses
        position = outcome.position
        battle = position.battle
        if position.step not in FIGHTING or battle is None:
            # attackers who are left in a contested field must go (6.2)
            return position.step == "must-retreat" and battle is not None and battle.attacker != fight.attacker, losses
        side = 0 if position.waiting & 1 else 1
        outcome = game.apply(position, SIDES[side], _policy(position, side, scene), dice)
    raise AssertionError("no end of the fight within 500 acts")


def _policy(position: Position, side: int, scene: Scene) -> Action:
    """What a side does in a fight by the assumptions of odds."""
    battle, fight, step = position.combat, scene.fight, position.step
    if step == "garrison":
        return Action("garrison", blocks=())
    if step == "storm":
        storms = fight.kind == "storm" and battle.round == fight.begin
        return Action("storm", blocks=tuple(BLOCK_IDS[b] for b in team(scene.position, fight, side)) if storms else ())
    if step == "exchange":
        return Action("storm", blocks=tuple(BLOCK_IDS[b] for b in bits(battle.storming)))
    if step == "sally":
        contested = position.arrived(0, battle.town) and position.arrived(1, battle.town)
        out = fight.sally and side == _garrison_side(scene) and (contested or fight.kind == "sally")
        return Action("sally", blocks=tuple(BLOCK_IDS[b] for b in bits(position.garrison(battle.town))) if out else ())
    legal = [action for action in game.legal_actions(position, SIDES[side]) if isinstance(action, Action)]
    if step == "hits":
        return max(legal, key=lambda action: _takes(position, BLOCK[action.block or ""]))
    for wanted in ("fire", "retreat", "withdraw", "leave-map", "pass"):
        for action in legal:
            if action.type == wanted:
                return action
    raise AssertionError(f"nothing to do in {step}")


def _takes(position: Position, block: int) -> tuple[bool, int, str]:
    """Of equals the block that takes a hit: one that has had its turn, then the one that fires worst, then the
    latest.
    """
    return bool(position.combat.acted >> block & 1), -BLOCKS[block].firepower, BLOCKS[block].letter


def _garrison_side(scene: Scene) -> int:
    return 0 if scene.position.garrison(scene.fight.town) & OF_SIDE[0] else 1
