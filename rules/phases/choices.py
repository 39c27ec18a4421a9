"""What a block may do in its combat turn (rules 6.2, 6.32, 6.33, 6.54, 6.55, 6.63): the offers of the fight."""

from functools import lru_cache

from rules.actions import Offer
from rules.atlas import RATING
from rules.kinds import BlockNumber, Side
from rules.phases import retreat
from rules.position import Position
from rules.roster import BLOCK_IDS, CHARGERS


def may_withdraw(position: Position, side: Side, block: BlockNumber) -> bool:
    """Whether a block may withdraw instead of firing (6.63)."""
    battle = position.combat
    bit = 1 << block
    if battle.storming & bit:
        return True
    if battle.storm or side != battle.keep:
        return False
    if battle.sallying & bit:
        return True
    if side == battle.attacker:
        return False
    taken = position.garrison(battle.town).bit_count() + battle.sallying.bit_count()
    return taken < RATING[battle.town]


def must_leave(position: Position, side: Side) -> bool:
    """Whether this is the round in which the attackers of a field fight no more, and leave each in its turn (6.1 of the
    1.x rules).
    """
    battle = position.combat
    return battle.round == position.ruleset.leaving_round and side == battle.attacker and not battle.storm


def block_offers(position: Position, side: Side, block: BlockNumber, havens: tuple[str, ...]) -> list[Offer]:
    """Returns the offers of a block in its combat turn: to fire, or something else instead (6.2).

    ``havens``: towns the side may retreat to.
    """
    battle = position.combat
    leaving = must_leave(position, side)
    offers = []
    if not leaving:
        offers.append(_offer("fire", block))
        if CHARGERS >> block & 1 and not battle.storm:
            offers.append(_offer("charge", block))  # 6.32; not when storming
    if battle.came_out >> block & 1:
        return offers
    _offer_exits(position, side, block, havens, offers)
    if position.ruleset.may_pass and not (leaving and offers):
        offers.append(_offer("pass", block))
    return offers


def _offer_exits(
    position: Position, side: Side, block: BlockNumber, havens: tuple[str, ...], offers: list[Offer]
) -> None:
    """Adds to the offers the ways to leave the battle: retreat, harry, withdraw, go home."""
    battle, bit = position.combat, 1 << block
    exits = retreat.exits_of(position, side, block, havens)
    if exits:
        offers.append(_offer("retreat", block, exits))
        if position.ruleset.harriers & bit and not (
            must_leave(position, side) or battle.storm or battle.sallying & bit
        ):
            offers.append(_offer("harry", block, exits))  # 6.33
    if may_withdraw(position, side, block):
        offers.append(_offer("withdraw", block))
    if retreat.may_leave_map(position, block):
        offers.append(_offer("leave-map", block))


@lru_cache(maxsize=2_000)
def _offer(type_: str, block: BlockNumber, havens: tuple[str, ...] = ()) -> Offer:
    """The offer of an act of one block, with the towns it may go to."""
    return Offer(type_, {"block": BLOCK_IDS[block]}, (("to", havens),) if havens else ())
