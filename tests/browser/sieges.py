"""The fullest siege: Jerusalem with its garrison, its besiegers, relief by two roads and reinforcement by two more, 12
blocks against 9.
"""

from rules.position import Position
from tests.rules.scene import Table, moving

PLACES = """jerusalem: [king-guy] [walter@2] [jerusalem-hospitallers@3] saladin al-adil@2 kurds-1 turks-1 zangi \
arabs-1@1
nablus: conrad balian@2 josselin gaza-templars
ramallah: raymond-tripoli reynald-kerak
jericho: taqi-al-din tuman@2
hebron: sanjar keukburi arabs-2 turks-2@1
"""


def fullest_siege() -> Table:
    """Before anybody storms: the relief stands in the field or in reserve, and so do the besiegers."""
    table = Table(moving(PLACES, first="frank"))
    table.do("frank", *(f"move {block} jerusalem" for block in ("conrad", "balian", "josselin", "gaza-templars")))
    table.do("frank", *(f"move {block} jerusalem" for block in ("raymond-tripoli", "reynald-kerak")), "done")
    table.do("saracen", *(f"move {block} jerusalem" for block in ("sanjar", "keukburi", "arabs-2", "turks-2")))
    table.do("saracen", *(f"move {block} jerusalem" for block in ("taqi-al-din", "tuman")), "done")
    return table


def fight_at_jerusalem() -> Position:
    """The same when the first block fires."""
    table = fullest_siege()
    while table.step != "fight":
        (side,) = table.awaited
        answers = {
            "choose-battle": "choose-battle jerusalem",
            "storm": "storm -",
            "sally": "sally -",
            "garrison": "garrison -",
        }
        table.do(side, answers[table.step])
    return table.position
