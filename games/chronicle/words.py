"""The sentences of a chronicle, in the reader's language."""

from collections import Counter
from collections.abc import Iterable

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from games.chronicle.making import Board
from games.chronicle.years import Battle, Year
from games.shapes import Text
from games.words import SIDES_IN_A_SENTENCE, block_name, town_name
from games.words_names import Name
from rules.atlas import SIDES

SURPRISE = 35
"""The attackers' chance in percent, beforehand: a win with no more than this is told as one against the odds."""


def year_in_words(year: Year, before: Board, after: Board) -> list[str]:
    """The sentences of a year as a whole: cities, who fell, winter."""
    said = [_change(before, after)]
    score = Counter(after.cities.values())
    said.append(_("At its end {franks} of the seven cities were Frankish, {saracens} Saracen.").format(
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


def battle_in_words(battle: Battle, chance: int | None) -> list[str]:
    """Returns a battle in words: how the attackers came, the odds, and the outcome."""
    said = []
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


def _change(before: Board, after: Board) -> str:
    gained = {
        side: [town_name(town) for town, held in after.cities.items() if held == side != before.cities.get(town)]
        for side in SIDES
    }
    franks, saracens = gained["frank"], gained["saracen"]
    if franks and saracens:
        template = _("The year brought the Franks {franks}, the Saracens {saracens}.")
        return template.format(franks=join(franks), saracens=join(saracens))
    if franks:
        return _("The year brought the Franks {towns}.").format(towns=join(franks))
    if saracens:
        return _("The year brought the Saracens {towns}.").format(towns=join(saracens))
    return pgettext("chronicle", "None of the seven cities changed hands.")


def _odds(chance: int, won: bool) -> Text:
    if won and chance <= SURPRISE:
        return _("Against the odds: the attackers’ chance was {chance} %, and still they won.")
    if not won and chance >= 100 - SURPRISE:
        return _("Against the odds: the attackers’ chance was {chance} %, and still they failed.")
    return _("Beforehand the attackers’ chance was {chance} %.")
