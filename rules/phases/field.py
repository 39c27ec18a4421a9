"""The field of a town that is fought over: who is still to come, who stands face-up, who goes into the castle."""

from rules.kinds import BlockSet, Side, TownNumber, TownSet
from rules.phases import routes
from rules.position import Position
from rules.roster import OF_SIDE


def unfought(position: Position) -> TownSet:
    """Returns the towns with blocks of both sides where nothing has been fought this turn (6.0).

    In a Winter Campaign only the campaigner's own sieges, and fields with both sides in them (9.1 of the 1.x rules).
    """
    towns = position.present[0] & position.present[1] & ~position.fought
    campaigner = routes.campaigner(position)
    if campaigner < 0:
        return towns
    mine = sum([1 << town for town, besieger in position.sieges.items() if besieger == campaigner])
    return towns & (mine | position.held[0] & position.held[1])


def coming(position: Position, side: Side, town: TownNumber) -> BlockSet:
    """Returns the reserves of a side still to arrive in a town."""
    return position.at[town] & OF_SIDE[side] & (position.due2 | position.due3)


def hide_field(position: Position, town: TownNumber) -> None:
    """Blocks stand up again when the field is no longer fought over (6.51, H24); the besieger's marker and storming
    blocks stay face-up.
    """
    battle = position.battle
    keep = battle.storming if battle is not None else 0
    if battle is not None and battle.storming:
        keep |= position.garrison(town)
    if position.ruleset.besiegers_face_up and town in position.sieges:
        keep |= position.field(position.sieges[town], town)
    if town in position.markers:
        keep |= 1 << position.markers[town]
    position.face_up &= ~(position.at[town] & ~keep)


def into_castle(position: Position, town: TownNumber, blocks: BlockSet) -> None:
    """Withdraws blocks from the field into the castle, where they are hidden again (6.63, H22)."""
    battle = position.combat
    position.castle |= blocks
    position.face_up &= ~blocks
    battle.sallying &= ~blocks
    position.refresh(town)
