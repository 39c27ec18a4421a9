"""The field of a town that is fought over: who is still to come, who stands face-up, who goes into the castle."""

from rules.kinds import BlockSet, Side, TownNumber
from rules.position import Position
from rules.roster import OF_SIDE


def coming(position: Position, side: Side, town: TownNumber) -> BlockSet:
    """Reserves of a side still to arrive in a town."""
    return position.at[town] & OF_SIDE[side] & (position.due2 | position.due3)


def hide_field(position: Position, town: TownNumber) -> None:
    """Blocks stand up again when the field is no longer fought over (6.51, H24); the besieger's marker and storming blocks stay face-up."""
    battle = position.battle
    keep = battle.storming if battle is not None else 0
    if battle is not None and battle.storming:
        keep |= position.garrison(town)
    if town in position.markers:
        keep |= 1 << position.markers[town]
    position.face_up &= ~(position.at[town] & ~keep)


def into_castle(position: Position, town: TownNumber, blocks: BlockSet) -> None:
    """Blocks of the field withdraw into the castle, where they are hidden again (6.63, H22)."""
    battle = position.combat
    position.castle |= blocks
    position.face_up &= ~blocks
    battle.sallying &= ~blocks
    position.refresh(town)
