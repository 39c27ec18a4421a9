"""Phrases that sentences of a chronicle are made of: sides, names of blocks, towns one comes from."""

from collections import Counter
from collections.abc import Iterable

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.models import User
from games.words import SIDES_IN_A_SENTENCE, block_name, town_name
from games.words_names import Name


def name_of(player: User | None) -> str:
    """The name of a player, unless they want it left out."""
    if player is None:
        return _("unknown")
    return player.get_username() if player.named_in_chronicles else _("name left out")


def names(blocks: Iterable[str]) -> str:
    """Names of blocks, and of one that is named again how often."""
    times = Counter(block_name(block) for block in blocks)
    return ", ".join(
        name if count == 1 else _("{name} ({count} times)").format(name=name, count=count)
        for name, count in times.items()
    )


def count_of_blocks(count: int) -> str:
    return ngettext("{count} block", "{count} blocks", count).format(count=count)


def origins(towns: Iterable[str]) -> str:
    """Names of towns in the form "from Acre"."""
    return join(f"{town_name(town):from}" for town in towns)


def side_in_a_sentence(side: str) -> Name:
    """The name of a side with its forms."""
    return Name(SIDES_IN_A_SENTENCE[side])


def change_of_chance(before: float, gain: float) -> str:
    """What a decision changed of its side's chance to win, both from 0 to 1."""
    template = (
        _("Their chance to win rose from {before} % to {after} %.")
        if gain > 0
        else _("Their chance to win fell from {before} % to {after} %.")
    )
    return template.format(before=round(100 * before), after=round(100 * (before + gain)))


def with_label(name: object, text: str) -> str:
    """A label and its text, "Acre: 3 blocks", as the language joins them."""
    return _("{name}: {value}").format(name=name, value=text)


def with_full_stop(words: str) -> str:
    """Returns the text with a full stop at its end, unless it ends with another punctuation mark."""
    return words if words.endswith((".", "…", "?", "!")) else f"{words}."


def join(words: Iterable[str]) -> str:
    """Returns words as a list in a sentence: commas between them, and "and" before the last."""
    *some, last = words
    return _("{some} and {last}").format(some=", ".join(some), last=last) if some else last
