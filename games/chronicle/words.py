"""The sentences of a chronicle, in the reader's language."""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.chronicle.making import Board
from games.chronicle.years import ENEMY, Battle, Change, March, Year
from games.models import Game, User
from games.shapes import Text
from games.words import SIDES_IN_A_SENTENCE, block_name, in_a_list, town_name
from games.words_names import Name
from rules.atlas import SIDES

SURPRISE = 35
"""The attackers' chance in percent, beforehand: a win with no more than this is told as one against the odds."""
MANY_FOUGHT = 3
"""Cities that change hands by battles in a year, from which on they are told in one sentence."""


def game_in_words(years: Sequence[Year]) -> list[str]:
    """The sentences of the game as a whole: how long, how many battles, the costliest, the fallen."""
    battles = [(battle, year.year) for year in years for battle in year.battles]
    several = len(years) > 1
    gaps = {"first": years[0].year, "last": years[-1].year, "count": len(battles)}
    said = [_battles_sentence(several, len(battles)).format(**gaps)]
    if battles:
        worst, year = max(battles, key=lambda one: sum(one[0].lost.values()))
        if steps := sum(worst.lost.values()):
            said.append(_costliest(several, steps).format(town=town_name(worst.town), year=year, count=steps))
    franks, saracens = (sum(len(year.fallen[side]) for year in years) for side in SIDES)
    if franks or saracens:
        said.append(
            _("Blocks that fell: {franks} of the Franks, {saracens} of the Saracens.").format(
                franks=franks, saracens=saracens
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


def _costliest(several: bool, steps: int) -> Text:
    """Which battle cost most; the year is said of a game of several."""
    if several:
        return ngettext(
            "The costliest battle: {town}, {year}, {count} step lost.",
            "The costliest battle: {town}, {year}, {count} steps lost.",
            steps,
        )
    return ngettext(
        "The costliest battle: {town}, {count} step lost.", "The costliest battle: {town}, {count} steps lost.", steps
    )


def year_in_words(year: Year, after: Board, *, last: bool = False, again: bool = False) -> list[str]:
    """The sentences of a year as a whole: cities, and who fell. The game ended in the ``last`` one; ``again`` says that
    no city changed hands in the year before either. Who holds all seven is left to `end_in_words`.
    """
    score = Counter(after.cities.values())
    gaps = {"franks": score["frank"], "saracens": score["saracen"]}
    said = _changes_in_words(year.changes)
    if not said and again:
        template = _("Again no city changed hands: the Franks still held {franks}, the Saracens {saracens}.")
    elif not said:
        template = _("None of the seven cities changed hands: the Franks held {franks}, the Saracens {saracens}.")
    elif last:
        template = _("When the game ended the Franks held {franks} of the seven cities, the Saracens {saracens}.")
    else:
        template = _("At the end of the year the Franks held {franks} of the seven cities, the Saracens {saracens}.")
    if not (last and year.changes and 0 in gaps.values()):
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


def end_in_words(year: Year, how: str, winner: str) -> str:
    """The last sentence of the story: when the game ended, and how."""
    won = {
        Game.Ending.RESIGNATION: _("{loser} resigned."),
        Game.Ending.TIME_OUT: _("the time of {loser:to} was up."),
        Game.Ending.SUDDEN_DEATH: _("{winner} held all seven cities: the war was over."),
        Game.Ending.VICTORY_CITIES: _("the game ended, and {winner} had won."),
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


def landings_in_words(year: Year) -> list[str]:
    """The sentences of those who came from beyond the sea, but for those who sailed into a battle that is told or
    entered a city without a fight: one for all who came from one land to one town.
    """
    into = {(battle.attacker, battle.town, battle.turn) for battle in year.of_note()}
    into |= {(change.side, change.town, change.turn) for change in year.changes if not change.how}
    landed: dict[tuple[str, tuple[str, ...]], list[March]] = {}
    for march in year.marches:
        if march.why == "landed" and (march.side, march.town, march.turn) not in into:
            landed.setdefault((march.town, tuple(march.origins)), []).append(march)
    return [_landing_in_words(marches) for marches in landed.values()]


def _landing_in_words(marches: Sequence[March]) -> str:
    """Returns the sentence of reinforcements that came to a town from beyond the sea."""
    first = marches[0]
    gaps = {"origins": _origins(first.origins), "town": town_name(first.town)}
    arrived = [
        (march.turn, names(march.blocks) if march.blocks else _count_of_blocks(march.count)) for march in marches
    ]
    if len(arrived) == 1:
        template = _("In turn {turn} reinforcements from {origins} reached {town:at}: {names}.")
        return template.format(turn=first.turn, names=arrived[0][1], **gaps)
    each = in_a_list(_("turn {turn}, {names}").format(turn=turn, names=names) for turn, names in arrived)
    return _("Reinforcements from {origins} reached {town:at}: {arrivals}.").format(arrivals=each, **gaps)


def _marches_in_words(year: Year, battle: Battle) -> tuple[list[str], set[str]]:
    """The sentences of the marches that led to a battle, one for the defender's and one for the attacker's; and the
    towns from which the attackers came by theirs.
    """
    met, gathered = _defenders_marches(year, battle), _attackers_marches(year, battle)
    said = [_met_in_words(met, battle)] if met else []
    if gathered:
        said.append(_gathered_in_words(gathered, battle))
    return said, {march.town for march in gathered}


def _defenders_marches(year: Year, battle: Battle) -> list[March]:
    """The marches by which the defender came to the town, but for those told with a city that changed hands. None where
    more came than were seen in the battle: some may have gone on.
    """
    entered = {(change.side, change.town, change.turn) for change in year.changes if change.count}
    found = [
        march for march in year.marches if (march.then, march.why, march.town) == (battle.turn, "met", battle.town)
    ]
    met = [march for march in found if (march.side, march.town, march.turn) not in entered]
    return met if sum(march.count for march in met) <= len(battle.faces[battle.defender]) else []


def _attackers_marches(year: Year, battle: Battle) -> list[March]:
    """The marches by which the attacker gathered before the battle."""
    wanted = (battle.turn, "gathered", battle.town, battle.attacker)
    return [march for march in year.marches if (march.then, march.why, march.target, march.side) == wanted]


def _met_in_words(marches: Sequence[March], battle: Battle) -> str:
    """Returns the sentence of the defender's marches to the town before a battle."""
    turns, count = sorted({march.turn for march in marches}), sum(march.count for march in marches)
    template = (
        ngettext(
            "In turn {turn} {side} had sent {count} block to {town}.",
            "In turn {turn} {side} had sent {count} blocks to {town}.",
            count,
        )
        if len(turns) == 1
        else _("In turns {turns} {side} had sent {count} blocks to {town}.")
    )
    gaps = {"turn": turns[0], "turns": join(map(str, turns)), "count": count, "town": town_name(battle.town)}
    return capitalized(template.format(side=side_in_a_sentence(battle.defender), **gaps))


def _gathered_in_words(marches: Sequence[March], battle: Battle) -> str:
    """Returns the sentence of the towns where the attacker gathered before a battle."""
    towns = list(dict.fromkeys(march.town for march in marches))
    template = _("From turn {turn} on {side} had gathered at {towns}.")
    gaps = {"turn": marches[0].turn, "towns": join(f"{town_name(town):at}" for town in towns)}
    return capitalized(template.format(side=side_in_a_sentence(battle.attacker), **gaps))


def winter_in_words(year: Year) -> list[str]:
    """Sentences for the blocks and steps that a winter took from each side and gave back; none if it did neither."""
    said = []
    for side in SIDES:
        taken, given = year.hungry[side], year.fed[side]
        template = {
            (True, True): _("Hunger cost {side:to} {blocks}; they replaced {steps}."),
            (True, False): _("Hunger cost {side:to} {blocks}."),
            (False, True): _("{side} replaced {steps}."),
        }.get((taken > 0, given > 0))
        if template:
            steps = ngettext("{count} step", "{count} steps", given).format(count=given)
            side_name = side_in_a_sentence(side)
            said.append(capitalized(template.format(side=side_name, blocks=_count_of_blocks(taken), steps=steps)))
        if year.gone[side]:
            said.append(_("Gone for good: {names}.").format(names=names(year.gone[side])))
    return said


def battle_title(battle: Battle) -> str:
    """The heading of a battle: the town and the turn."""
    gaps = {"town": town_name(battle.town), "turn": battle.turn}
    return (_("{town}: the siege, turn {turn}") if battle.siege else _("{town}, turn {turn}")).format(**gaps)


def battle_in_words(battle: Battle, year: Year) -> list[str]:
    """Returns a battle of a year in words: the marches before it, how the attackers came, the odds, and how it ended
    after how many rounds.
    """
    said, gathered = _marches_in_words(year, battle)
    won = battle.winner == battle.attacker
    if battle.came:
        said.append(
            capitalized(
                _coming_in_words(battle, gathered).format(
                    side=side_in_a_sentence(battle.attacker), count=battle.came, origins=_origins(battle.origins)
                )
            )
        )
    if battle.idle:
        said.append(
            ngettext("Of these, {count} did not fight.", "Of these, {count} did not fight.", battle.idle).format(
                count=battle.idle
            )
        )
    if battle.chance is not None:
        said.append(_odds_sentence(battle.chance, won).format(chance=battle.chance))
    said += _end_in_words(battle, won)
    return said


def _end_in_words(battle: Battle, won: bool) -> list[str]:
    """How a battle ended after how many rounds; of one that hunger ended, who had won the field before."""
    outcome = _outcome(battle, won)
    if battle.way == "starved-out":
        said = []
        if battle.field_won:
            side, rounds = battle.field_won
            before = _("{winner} won the field.") if side == battle.attacker else _("{winner} held the field.")
            said = [_after_rounds(rounds, before.format(winner=side_in_a_sentence(side)))]
        return [*said, capitalized(outcome)]
    rounds = battle.rounds if battle.outcome == "open" else battle.decided
    return [_after_rounds(rounds, outcome) if rounds and any(battle.faces.values()) else capitalized(outcome)]


def _after_rounds(rounds: int, outcome: str) -> str:
    return ngettext("After {count} round {outcome}", "After {count} rounds {outcome}", rounds).format(
        count=rounds, outcome=outcome
    )


def _coming_in_words(battle: Battle, gathered: Collection[str]) -> Text:
    """Returns the sentence of how the attackers came; towns where they had gathered were named before."""
    if gathered and set(battle.origins) <= set(gathered):
        return ngettext("They came with {count} block.", "They came with {count} blocks.", battle.came)
    if gathered:
        return ngettext(
            "They came with {count} block from {origins}.", "They came with {count} blocks from {origins}.", battle.came
        )
    if battle.relief:
        return ngettext(
            "{side} came to relieve the castle with {count} block from {origins}.",
            "{side} came to relieve the castle with {count} blocks from {origins}.",
            battle.came,
        )
    if battle.siege:
        return ngettext(
            "{side} brought {count} block from {origins}.", "{side} brought {count} blocks from {origins}.", battle.came
        )
    return ngettext(
        "{side} came with {count} block from {origins}.", "{side} came with {count} blocks from {origins}.", battle.came
    )


def _outcome(battle: Battle, won: bool) -> str:
    """How a battle ended, as the rest of a sentence."""
    attacker, defender = side_in_a_sentence(battle.attacker), side_in_a_sentence(battle.defender)
    outcome = {
        "taken": _taking(battle.way),
        "besieged": _("{loser} withdrew into the castle and held out against a storm.")
        if battle.stormed and not battle.sallied
        else _("{loser} withdrew into the castle and were besieged."),
        "field": _field(battle, won),
        "lifted": _("the siege was over."),
        "open": _("the castle still held out.") if battle.siege else _("nothing was decided."),
    }[battle.outcome]
    pair = {"winner": attacker if won else defender, "loser": defender if won else attacker}
    return outcome.format(**pair)


def _taking(way: str) -> str:
    """How a town was taken."""
    return {
        "stormed": _("{winner} took the castle by storm."),
        "sallied-out": _("the garrison fell in its own sally, and {winner} took the town."),
        "starved-out": _("the garrison starved, and {winner} took the town."),
    }.get(way) or _("{winner} took the town.")


def _field(battle: Battle, won: bool) -> str:
    """Who had the field in the end, and what it meant for a castle that was to be relieved."""
    if battle.relief:
        if won:
            return _("{winner} won the field, and the siege was broken.")
        return _("{winner} held the field, and the siege went on.")
    return _("{winner} won the field.") if won else _("{winner} held the field.")


def fate(battle: Battle, side: str, block: str, strength: int) -> str:
    """Returns the fate of a block in a battle: its strength before and after, or that it fell."""
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
    """What a battle cost a side, with the names of the fallen who are not in the list of those who fought."""
    steps = battle.lost[side]
    if not steps:
        return _("No loss")
    said = ngettext("{count} step lost", "{count} steps lost", steps).format(count=steps)
    fallen = [block for block in battle.fallen[side] if block not in battle.faces[side]]
    if not fallen:
        return said
    return ngettext("{steps}; fallen: {names}", "{steps}; fallen: {names}", len(fallen)).format(
        steps=said, names=names(fallen)
    )


def names(blocks: Iterable[str]) -> str:
    """Names of blocks; of several with one name how many, and of one that is named again how often."""
    by_name: dict[str, list[str]] = {}
    for block in blocks:
        by_name.setdefault(block_name(block), []).append(block)
    return ", ".join(_name_with_count(name, some) for name, some in by_name.items())


def _name_with_count(name: str, blocks: Sequence[str]) -> str:
    """Returns a name, with how many blocks it stands for if there are several."""
    if len(blocks) == 1:
        return name
    if len(set(blocks)) == 1:
        return _("{name} ({count} times)").format(name=name, count=len(blocks))
    return f"{name} ({len(blocks)})"


def _count_of_blocks(count: int) -> str:
    return ngettext("{count} block", "{count} blocks", count).format(count=count)


def _origins(towns: Iterable[str]) -> str:
    """Names of towns in the form "from Acre"."""
    return join(f"{town_name(town):from}" for town in towns)


def _origins_and_names(change: Change) -> str:
    """From where those came who entered a city, with the names of all if all came from beyond the sea."""
    origins = _origins(change.origins)
    return f"{origins} ({names(change.blocks)})" if len(change.blocks) == change.count else origins


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
    """The text, with a full stop unless it ends with a mark of its own."""
    return words if words.endswith((".", "…", "?", "!")) else f"{words}."


def join(words: Iterable[str]) -> str:
    """Words with commas, and "and" before the last."""
    *some, last = words
    return _("{some} and {last}").format(some=", ".join(some), last=last) if some else last


def capitalized(sentence: str) -> str:
    """The sentence with a capital first letter."""
    return sentence[:1].upper() + sentence[1:]


def _changes_in_words(changes: Sequence[Change]) -> list[str]:
    """The sentences of cities that changed hands: one for all that were fought for, where there are many."""
    fought = [change for change in changes if change.how]
    if len(fought) < MANY_FOUGHT:
        return [capitalized(_change_in_words(change)) for change in changes]
    each = [
        _("{town} (by {side}, turn {turn})").format(
            town=town_name(change.town), side=side_in_a_sentence(change.side), turn=change.turn
        )
        for change in fought
    ]
    others = [capitalized(_change_in_words(change)) for change in changes if not change.how]
    return [_("Taken by force: {cities}.").format(cities=join(each)), *others]


def _change_in_words(change: Change) -> str:
    """Returns the sentence of a city that changed hands."""
    gaps: dict[str, object] = {
        "turn": change.turn, "town": town_name(change.town), "side": side_in_a_sentence(change.side),
        "count": change.count,
    }  # fmt: skip
    if change.how:
        by_siege = change.how == "siege"
        template = (
            _("{town} fell to {side:to} in turn {turn}, after a siege.")
            if by_siege
            else _("{town} fell to {side:to} in turn {turn}, after a battle.")
        )
        return template.format(**gaps)
    if not change.count:
        return _("{town} came to {side:to} in turn {turn} without a fight.").format(**gaps)
    return ngettext(
        "{town} fell to {side:to} in turn {turn} without a fight: {count} block came from {origins}.",
        "{town} fell to {side:to} in turn {turn} without a fight: {count} blocks came from {origins}.",
        change.count,
    ).format(origins=_origins_and_names(change), **gaps)


def _odds_sentence(chance: int, won: bool) -> Text:
    """Returns the sentence of the attackers' chance: against the odds, if they won or failed so."""
    if won and chance <= SURPRISE:
        return _("Against the odds: the attackers’ chance was {chance} %, and still they won.")
    if not won and chance >= 100 - SURPRISE:
        return _("Against the odds: the attackers’ chance was {chance} %, and still they failed.")
    return _("Beforehand the attackers’ chance was {chance} %.")
