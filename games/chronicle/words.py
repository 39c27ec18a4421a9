"""The sentences of a chronicle, in the reader's language."""

from collections import Counter
from collections.abc import Iterable, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from games.chronicle.making import Board
from games.chronicle.years import Battle, Change, March, Year
from games.models import User
from games.shapes import Text
from games.words import SIDES_IN_A_SENTENCE, block_name, town_name
from games.words_names import Name
from rules.atlas import SIDES

SURPRISE = 35
"""The attackers' chance in percent, beforehand: a win with no more than this is told as one against the odds."""


def game_in_words(years: Sequence[Year]) -> list[str]:
    """The sentences of the game as a whole: how long, how many battles, the costliest, the fallen."""
    battles = [(battle, year.year) for year in years for battle in year.battles]
    said = [
        ngettext(
            "Years {first} to {last}: {count} battle was fought.",
            "Years {first} to {last}: {count} battles were fought.",
            len(battles),
        ).format(first=years[0].year, last=years[-1].year, count=len(battles))
        if len(years) > 1
        else ngettext(
            "{year}: {count} battle was fought.", "{year}: {count} battles were fought.", len(battles)
        ).format(year=years[0].year, count=len(battles))
    ]
    if battles:
        worst, year = max(battles, key=lambda one: sum(one[0].lost.values()))
        if steps := sum(worst.lost.values()):
            said.append(
                ngettext(
                    "The costliest battle: {town}, {year}, {count} step lost.",
                    "The costliest battle: {town}, {year}, {count} steps lost.",
                    steps,
                ).format(town=town_name(worst.town), year=year, count=steps)
            )
    franks, saracens = (sum(len(year.fallen[side]) for year in years) for side in SIDES)
    said.append(
        _("Blocks that fell: {franks} of the Franks, {saracens} of the Saracens.").format(
            franks=franks, saracens=saracens
        )
    )
    return said


def year_in_words(year: Year, after: Board) -> list[str]:
    """The sentences of a year as a whole: cities, and who fell."""
    said = [capital(_change_in_words(change)) for change in year.changes]
    if not said:
        said.append(pgettext("chronicle", "None of the seven cities changed hands."))
    score = Counter(after.cities.values())
    said.append(_("At the end of the year {franks} of the seven cities were Frankish, {saracens} Saracen.").format(
        franks=score["frank"], saracens=score["saracen"]
    ))  # fmt: skip
    if not year.battles:
        said.append(_("Nobody fought."))
    for side in SIDES:
        if year.fallen[side]:
            said.append(
                _("Blocks lost by {side:to}: {names}.").format(
                    side=side_in_a_sentence(side), names=names(year.fallen[side])
                )
            )
    return said


def marches_in_words(year: Year) -> list[str]:
    """The sentences of the marches that mattered: who came from beyond the sea, who met an attack, who prepared one."""
    return [capital(_march_in_words(march)) for march in year.marches]


def _march_in_words(march: March) -> str:
    gaps: dict[str, object] = {
        "turn": march.turn, "town": town_name(march.town), "side": side_in_a_sentence(march.side),
        "count": march.count, "then": march.then,
    }  # fmt: skip
    if march.why == "landed":
        template = ngettext(
            "{names} arrived at {town:at} in turn {turn} (from: {origins}).",
            "{names} arrived at {town:at} in turn {turn} (from: {origins}).",
            march.count,
        )
        arrived = join(block_name(block) for block in march.blocks) if march.blocks else gaps["side"]
        return template.format(names=arrived, origins=join(map(town_name, march.origins)), **gaps)
    if march.why == "met":
        return ngettext(
            "In turn {turn} {side} sent {count} block to {town:at}. The enemy attacked it there in turn {then}.",
            "In turn {turn} {side} sent {count} blocks to {town:at}. The enemy attacked them there in turn {then}.",
            march.count,
        ).format(**gaps)  # fmt: skip
    return ngettext(
        "In turn {turn} {side} gathered {count} block at {town:at}. From there they attacked {target} in turn {then}.",
        "In turn {turn} {side} gathered {count} blocks at {town:at}. From there they attacked {target} in turn {then}.",
        march.count,
    ).format(target=town_name(march.target), **gaps)


def winter_in_words(year: Year) -> list[str]:
    """Sentences for the blocks and steps that a winter took from each side and gave back; none if it did neither."""
    said = []
    for side in SIDES:
        name = side_in_a_sentence(side)
        if taken := year.hungry[side]:
            said.append(capital(ngettext("Hunger took {count} block of {side:of}.",
            "Hunger took {count} blocks of {side:of}.", taken)
                                .format(side=name, count=taken)))  # fmt: skip
        if given := year.fed[side]:
            said.append(capital(ngettext("{side} replaced {count} step.", "{side} replaced {count} steps.", given)
                                .format(side=name, count=given)))  # fmt: skip
    return said


def battle_title(battle: Battle) -> str:
    """The heading of a battle: the town and the turn."""
    gaps = {"town": town_name(battle.town), "turn": battle.turn}
    return (_("{town}: the siege, turn {turn}") if battle.siege else _("{town}, turn {turn}")).format(**gaps)


def battle_in_words(battle: Battle) -> list[str]:
    """Returns a battle in words: how the attackers came, the odds, how long it lasted, and the outcome."""
    said = []
    chance = battle.chance
    attacker, defender = side_in_a_sentence(battle.attacker), side_in_a_sentence(battle.defender)
    if battle.came:
        origins = join(town_name(town) for town in battle.origins)
        template = ngettext(
            "{side} came with {count} block (from: {origins}).",
            "{side} came with {count} blocks (from: {origins}).",
            battle.came,
        )
        said.append(capital(template.format(side=attacker, count=battle.came, origins=origins)))
    won = battle.winner == battle.attacker
    if chance is not None:
        said.append(_odds(chance, won).format(chance=chance))
    if battle.rounds:
        said.append(
            ngettext("It lasted {count} round.", "It lasted {count} rounds.", battle.rounds).format(count=battle.rounds)
        )
    outcome = {
        "taken": _("{winner} took the town."),
        "besieged": _("{loser} withdrew into the castle and were besieged."),
        "field": _("{winner} won the field."),
        "lifted": _("The siege was over."),
        "open": _("Nothing was decided."),
    }[battle.outcome]
    pair = {"winner": attacker if won else defender, "loser": defender if won else attacker}
    said.append(capital(outcome.format(**pair)))
    return said


def fate(battle: Battle, side: str, block: str, strength: int) -> str:
    """What became of a block in a battle: its strength before and after, or that it fell."""
    if block in battle.fallen[side]:
        return _("{strength}, fell").format(strength=strength)
    left = strength - battle.reduced.get(block, 0)
    return str(strength) if left == strength else f"{strength} → {left}"


def name_of(player: User | None) -> str:
    """The name of a player, unless they want it left out."""
    if player is None:
        return _("unknown")
    return player.get_username() if player.named_in_chronicles else _("name left out")


def losses(battle: Battle, side: str) -> str:
    """What a battle cost a side."""
    steps = battle.lost[side]
    if not steps:
        return _("No loss")
    said = ngettext("{count} step lost", "{count} steps lost", steps).format(count=steps)
    fallen = battle.fallen[side]
    return _("{steps}; fallen: {names}").format(steps=said, names=names(fallen)) if fallen else said


def names(blocks: Iterable[str]) -> str:
    """Names of blocks; of several with one name how many."""
    return ", ".join(
        f"{name} ({count})" if count > 1 else name for name, count in Counter(map(block_name, blocks)).items()
    )


def side_in_a_sentence(side: str) -> Name:
    """The name of a side with its forms."""
    return Name(SIDES_IN_A_SENTENCE[side])


def join(words: Iterable[str]) -> str:
    """Words with commas, and "and" before the last."""
    *some, last = words
    return _("{some} and {last}").format(some=", ".join(some), last=last) if some else last


def capital(sentence: str) -> str:
    """The sentence with a large first letter."""
    return sentence[:1].upper() + sentence[1:]


def _change_in_words(change: Change) -> str:
    gaps: dict[str, object] = {
        "turn": change.turn, "town": town_name(change.town), "side": side_in_a_sentence(change.side),
        "count": change.count,
    }  # fmt: skip
    if change.fought:
        return _("{town} fell to {side:to} in turn {turn}, after a battle.").format(**gaps)
    if not change.count:
        return _("{town} came to {side:to} in turn {turn} without a fight.").format(**gaps)
    return ngettext(
        "{town} fell to {side:to} in turn {turn} without a fight: {count} block came (from: {origins}).",
        "{town} fell to {side:to} in turn {turn} without a fight: {count} blocks came (from: {origins}).",
        change.count,
    ).format(origins=join(map(town_name, change.origins)), **gaps)


def _odds(chance: int, won: bool) -> Text:
    if won and chance <= SURPRISE:
        return _("Against the odds: the attackers’ chance was {chance} %, and still they won.")
    if not won and chance >= 100 - SURPRISE:
        return _("Against the odds: the attackers’ chance was {chance} %, and still they failed.")
    return _("Beforehand the attackers’ chance was {chance} %.")
