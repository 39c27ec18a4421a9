"""The sentences of a chronicle's game and years, in the reader's language. Battles have theirs in `battles`."""

from collections import Counter
from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from games.chronicle.making import Board
from games.chronicle.phrases import count_of_blocks, join, names, origins, side_in_a_sentence
from games.chronicle.years import ENEMY, Battle, Change, March, Year
from games.models import Game
from games.shapes import Text
from games.words import capitalized, in_a_list, town_name
from rules.atlas import SIDES

MANY_FOUGHT = 3
"""Cities that change hands by battles in a year, from which on they are told in one sentence."""


def game_in_words(years: Sequence[Year]) -> list[str]:
    """The sentences of the game as a whole: how long, how many battles, the costliest, the fallen."""
    battles = [(battle, year.year) for year in years for battle in year.battles]
    several = len(years) > 1
    gaps = {"first": years[0].year, "last": years[-1].year, "count": len(battles)}
    said = [_battles_sentence(several, len(battles)).format(**gaps)]
    if battles and several:
        said += _costliest_in_words(*max(battles, key=lambda one: sum(one[0].lost.values())))
    franks, saracens = (sum(len(year.fallen[side]) for year in years) for side in SIDES)
    if franks or saracens:
        nobody = pgettext("number of blocks that fell", "none")
        said.append(
            _("Blocks that fell: {franks} of the Franks, {saracens} of the Saracens.").format(
                franks=franks or nobody, saracens=saracens or nobody
            )
        )
    return said


def _battles_sentence(several: bool, battles: int) -> Text:
    """Returns the sentence of how many battles were fought, in several years or in one."""
    if several:
        return ngettext(
            "From {first} to {last}, {count} battle was fought.",
            "From {first} to {last}, {count} battles were fought.",
            battles,
        )
    return ngettext("In {first}, {count} battle was fought.", "In {first}, {count} battles were fought.", battles)


def _costliest_in_words(battle: Battle, year: int) -> list[str]:
    """The sentence of the battle that cost most, in a game of several years; none if it cost nothing."""
    if not (steps := sum(battle.lost.values())):
        return []
    said = ngettext(
        "The costliest battle: {town}, {year}, {count} step lost.",
        "The costliest battle: {town}, {year}, {count} steps lost.",
        steps,
    )
    return [said.format(town=town_name(battle.town), year=year, count=steps)]


def year_in_words(year: Year, after: Board, *, ending: str = "", again: bool = False) -> list[str]:
    """The sentences of a year as a whole: cities, and who fell. ``ending`` is how the game ended in it, empty if it
    went on; ``again`` says that no city changed hands in the year before either. A sudden death's score is left to
    `end_in_words`.
    """
    score = Counter(after.cities.values())
    gaps = {"franks": score["frank"], "saracens": score["saracen"]}
    said = _changes_in_words(year.changes)
    if not said and again:
        template = _("Again no city changed hands: the Franks still held {franks}, the Saracens {saracens}.")
    elif not said:
        template = _("None of the seven cities changed hands: the Franks held {franks}, the Saracens {saracens}.")
    elif ending:
        template = _("When the game ended the Franks held {franks} of the seven cities, the Saracens {saracens}.")
    else:
        template = _("At the end of the year the Franks held {franks} of the seven cities, the Saracens {saracens}.")
    if ending != Game.Ending.SUDDEN_DEATH:
        said.append(template.format(**gaps))
    if not year.battles:
        said.append(_("Nobody fought."))
    elif not year.of_note():
        said.append(_("There were only skirmishes."))
    for side in SIDES:
        if year.fallen[side]:
            said.append(_fallen_in_words(side, year.fallen[side]))
    return said


def _fallen_in_words(side: str, blocks: Sequence[str]) -> str:
    return ngettext(
        "Fallen on the side of {side:to}: {names}.", "Fallen on the side of {side:to}: {names}.", len(blocks)
    ).format(side=side_in_a_sentence(side), names=names(blocks))


def _changes_in_words(changes: Sequence[Change]) -> list[str]:
    """The sentences of cities that changed hands: one for all that were fought for where there are many, or where one
    side took two. Of the others one that follows another is told otherwise.
    """
    fought = [change for change in changes if change.how]
    said: list[str] = []
    if len(fought) >= MANY_FOUGHT:
        each = [
            _("{town} (by {side}, turn {turn})").format(
                town=town_name(change.town), side=side_in_a_sentence(change.side), turn=change.turn
            )
            for change in fought
        ]
        said = [_("Taken by force: {cities}.").format(cities=join(each))]
    elif len(fought) == 2 and fought[0].side == fought[1].side and fought[0].town != fought[1].town:
        said = [_two_in_words(*fought)]
    before: Change | None = None
    for change in [change for change in changes if not change.how] if said else changes:
        said.append(capitalized(_change_in_words(change, before, again=len(said) % 2 == 1)))
        before = change
    return said


def _two_in_words(first: Change, second: Change) -> str:
    """Returns the sentence of two cities that one side took by force in a year."""
    template = (
        _("{side} took {first} and {second} in turn {turn}, both by force.")
        if first.turn == second.turn
        else _("{side} took {first} in turn {turn} and {second} in turn {later}, both by force.")
    )
    gaps: dict[str, object] = {
        "side": side_in_a_sentence(first.side), "first": town_name(first.town), "second": town_name(second.town),
        "turn": first.turn, "later": second.turn,
    }  # fmt: skip
    return capitalized(template.format(**gaps))


def _change_in_words(change: Change, before: Change | None, *, again: bool) -> str:
    """Returns the sentence that says which side won a city, when and how.

    `before` is the change of hands told in the sentence before it. There are two wordings: `again` asks for the second,
    so that sentences that follow each other differ.
    """
    after = {"battle": _("after a battle"), "siege": _("after a siege")}.get(change.how) or _("without a fight")
    gaps: dict[str, object] = {
        "turn": change.turn, "town": town_name(change.town), "side": side_in_a_sentence(change.side),
        "count": change.count, "after": after,
    }  # fmt: skip
    if before is not None and before.town == change.town:
        return _("In turn {turn} {side} took it back, {after}.").format(**gaps)
    if not change.how and change.count:
        return _entry_in_words(change, again).format(origins=_origins_and_names(change), **gaps)
    if not change.how:  # nobody need have entered it: who leaves a city of the enemy's gives it back
        return _("{town} came to {side:to} in turn {turn} without a fight.").format(**gaps)
    if again:
        return _("In turn {turn} {side} took {town}, {after}.").format(**gaps)
    return _("{town} fell to {side:to} in turn {turn}, {after}.").format(**gaps)


def _entry_in_words(change: Change, again: bool) -> Text:
    """Returns the sentence of a city that was entered without a fight."""
    if again:
        return ngettext(
            "In turn {turn} {side} entered {town} without a fight, with {count} block from {origins}.",
            "In turn {turn} {side} entered {town} without a fight, with {count} blocks from {origins}.",
            change.count,
        )
    return ngettext(
        "{town} fell to {side:to} in turn {turn} without a fight: {count} block came from {origins}.",
        "{town} fell to {side:to} in turn {turn} without a fight: {count} blocks came from {origins}.",
        change.count,
    )


def _origins_and_names(change: Change) -> str:
    """From where those came who entered a city, with the names of all if all came from beyond the sea."""
    towns = origins(change.origins)
    return f"{towns} ({names(change.blocks)})" if len(change.blocks) == change.count else towns


def landings_in_words(year: Year) -> list[str]:
    """The sentences of those who came from beyond the sea, but for those who sailed into a battle that is told or
    entered a city without a fight: one for all who came from one land.
    """
    into = {(battle.attacker, battle.town, battle.turn) for battle in year.of_note()}
    into |= {(change.side, change.town, change.turn) for change in year.changes if not change.how}
    by_land: dict[tuple[str, ...], list[March]] = {}
    for march in year.marches:
        if march.why == "landed" and (march.side, march.town, march.turn) not in into:
            by_land.setdefault(tuple(march.origins), []).append(march)
    return [_landings_from(land, marches, others=bool(n)) for n, (land, marches) in enumerate(by_land.items())]


def _landings_from(land: Sequence[str], marches: Sequence[March], *, others: bool) -> str:
    """Returns the sentence of reinforcements from one land; of `others` when those from another one stand before."""
    who = (_("other reinforcements from {origins}") if others else _("reinforcements from {origins}")).format(
        origins=origins(land)
    )
    turns, towns = {march.turn for march in marches}, dict.fromkeys(march.town for march in marches)
    at_once, first = len(turns) == 1, marches[0]
    arrived = {town: _arrivals([one for one in marches if one.town == town], at_once) for town in towns}
    gaps: dict[str, object] = {"who": who, "turn": first.turn, "town": town_name(first.town)}
    if len(arrived) == 1:
        template = (
            _("In turn {turn} {who} reached {town:at}: {arrivals}.")
            if at_once
            else _("{who} reached {town:at}: {arrivals}.")
        )
        return capitalized(template.format(arrivals=arrived[first.town], **gaps))
    template = _("In turn {turn} {who} reached {towns}.") if at_once else _("{who} reached {towns}.")
    each = (_("{town:at} ({arrivals})").format(town=town_name(town), arrivals=there) for town, there in arrived.items())
    return capitalized(template.format(towns=join(each), **gaps))


def _arrivals(marches: Sequence[March], at_once: bool) -> str:
    """Returns the blocks that came by sea to one town, by name where it is known. Each is told with its turn unless
    `at_once` says that all came in the same one.
    """
    landed = [(one.turn, names(one.blocks) if one.blocks else count_of_blocks(one.count)) for one in marches]
    return (
        landed[0][1] if at_once else in_a_list(_("turn {turn}, {names}").format(turn=n, names=who) for n, who in landed)
    )


def winter_in_words(year: Year) -> list[str]:
    """Sentences for the blocks and steps that a winter took from each side and gave back; none if it did neither."""
    said = []
    for side in SIDES:
        taken, given = year.hungry[side], year.fed[side]
        template = {
            (True, True): _("Hunger cost {side:to} {blocks}; they regained {steps}."),
            (True, False): _("Hunger cost {side:to} {blocks}."),
            (False, True): _("{side} regained {steps}."),
        }.get((taken > 0, given > 0))
        if template:
            steps = ngettext("{count} step", "{count} steps", given).format(count=given)
            side_name = side_in_a_sentence(side)
            said.append(capitalized(template.format(side=side_name, blocks=count_of_blocks(taken), steps=steps)))
        if year.gone[side]:
            lost = ngettext("Gone for good: {names}.", "Gone for good: {names}.", len(year.gone[side]))
            said.append(lost.format(names=names(year.gone[side])))
    return said


def end_in_words(year: Year, how: str, winner: str) -> str:
    """The last sentence of the story: when the game ended, and how."""
    won = {
        Game.Ending.RESIGNATION: _("{loser} resigned."),
        Game.Ending.TIME_OUT: _("the time of {loser:to} was up."),
        Game.Ending.SUDDEN_DEATH: _("{winner} held all seven cities: the war was over."),
        Game.Ending.VICTORY_CITIES: _("the game ended, and {winner} had won."),
        Game.Ending.RULING: _("the game ended: a reviewer decided that {winner} had won."),
    }
    others = {
        Game.Ending.AGREED: _("the players agreed to end the game without a winner."),
        Game.Ending.RULING: _("the game ended with a reviewer’s decision."),
    }
    ending = Game.Ending(how)
    outcome = others.get(ending) or _("the game ended.")
    if winner and ending in won:
        sides = {"winner": side_in_a_sentence(winner), "loser": side_in_a_sentence(ENEMY[winner])}
        outcome = won[ending].format(**sides)
    if year.winter:
        return _("In the winter of {year} {outcome}").format(year=year.year, outcome=outcome)
    if not year.turn:
        return _("At the beginning of {year} {outcome}").format(year=year.year, outcome=outcome)
    return _("In turn {turn} of {year} {outcome}").format(turn=year.turn, year=year.year, outcome=outcome)
