"""The sentences of a chronicle's battles, in the reader's language."""

from collections.abc import Collection, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.chronicle.phrases import join, names, origins, side_in_a_sentence
from games.chronicle.years import Battle, March, Year
from games.shapes import Text
from games.words import capitalized, town_name

SURPRISE = 35
"""The attackers' chance in percent, beforehand: a win with no more than this is told as one against the odds."""


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
                    side=side_in_a_sentence(battle.attacker), count=battle.came, origins=origins(battle.origins)
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
    if battle.switched:
        had = (
            _("{attacker} had won the field, but then reserves of {defender:of} came.")
            if battle.siege
            else _("{attacker} had won the town, but then reserves of {defender:of} came.")
        )
        sides = {
            "attacker": side_in_a_sentence(battle.attacker), "defender": side_in_a_sentence(battle.defender)
        }  # fmt: skip
        said.append(_after_rounds(battle.switched, had.format(**sides)))
    said += _end_in_words(battle, won)
    return said


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


def _end_in_words(battle: Battle, won: bool) -> list[str]:
    """The sentences of a battle's end: after how many rounds, and what came of a sally and of hunger."""
    outcome = _outcome(battle, won)
    if battle.way == "starved-out":
        return _starving_in_words(battle)
    rounds = {"open": battle.rounds, "broken": 0}.get(battle.outcome, battle.decided)
    said = [_after_rounds(rounds, outcome) if rounds and any(battle.faces.values()) else capitalized(outcome)]
    if battle.sallied and _held_out(battle):
        said.append(_("A sally failed to break the siege."))
    if battle.hunger:
        said.append(
            ngettext(
                "Hunger cost the garrison {count} step.", "Hunger cost the garrison {count} steps.", battle.hunger
            ).format(count=battle.hunger)
        )
    return said


def _held_out(battle: Battle) -> bool:
    """Whether the castle was besieged by the attackers to the end."""
    return battle.outcome == "besieged" or (battle.outcome == "open" and battle.siege)


def _starving_in_words(battle: Battle) -> list[str]:
    """The sentences of a castle that fell to hunger, and of what there was before."""
    before = _before_hunger(battle)
    template = (
        _("Then the garrison starved, and {winner} took the town.")
        if before
        else _("The garrison starved, and {winner} took the town.")
    )
    return [*before, template.format(winner=side_in_a_sentence(battle.winner))]


def _before_hunger(battle: Battle) -> list[str]:
    """What there was before a castle fell to hunger: the field that was won, or a storm and a sally that failed."""
    if battle.field_won and (battle.relief or not battle.siege):
        side, rounds = battle.field_won
        before = _("{winner} won the field.") if side == battle.attacker else _("{winner} held the field.")
        return [_after_rounds(rounds, before.format(winner=side_in_a_sentence(side)))]
    said = [_("A sally failed to break the siege.")] if battle.sallied else []
    if battle.stormed:
        said.append(_after_rounds(battle.rounds, _("the castle still held out.")))
    return said


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


def _odds_sentence(chance: int, won: bool) -> Text:
    """Returns the sentence of the attackers' chance: against the odds, if they won or failed so."""
    if won and chance <= SURPRISE:
        return _("Against the odds: the attackers’ chance to win was {chance} %, and still they prevailed.")
    if not won and chance >= 100 - SURPRISE:
        return _("Against the odds: the attackers’ chance to win was {chance} %, and still they failed.")
    return _("Beforehand the attackers’ chance to win was {chance} %.")


def _outcome(battle: Battle, won: bool) -> str:
    """How a battle ended, as the rest of a sentence."""
    attacker, defender = side_in_a_sentence(battle.attacker), side_in_a_sentence(battle.defender)
    outcome = {
        "taken": _taking(battle.way),
        "besieged": _("{loser} withdrew into the castle and held out against a storm.")
        if battle.stormed
        else _("{loser} withdrew into the castle and were besieged."),
        "broken": _("{winner} withdrew into the castle, then broke the siege by a sally.")
        if battle.sallied
        else _("{winner} withdrew into the castle, and the siege was soon over."),
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
        "sallied-out": _("the garrison was beaten in its own sally, and {winner} took the town."),
    }.get(way) or _("{winner} took the town.")


def _field(battle: Battle, won: bool) -> str:
    """Who had the field in the end, and what it meant for a castle that was to be relieved."""
    if battle.siege and not battle.relief and battle.sallied:
        return _("a sally broke the siege.")
    if battle.siege and won == battle.relief:
        return _("{winner} won the field, and the siege was broken.")
    if battle.relief:
        return _("{winner} held the field, and the siege went on.")
    if battle.won_in_the_field and battle.switched:
        return _("{winner} held the town.")
    if battle.won_in_the_field:
        return _("{winner} won the field, and with it the town.")
    if battle.switched:
        return _("{winner} won the town back.")
    return _("{winner} won the field.") if won else _("{winner} held the field.")


def fate(battle: Battle, side: str, block: str, strength: int) -> str:
    """Returns the fate of a block in a battle: its strength before and after, or that it fell."""
    if block in battle.fallen[side]:
        return _("{strength}, fell").format(strength=strength)
    left = strength - battle.reduced.get(block, 0)
    return str(strength) if left == strength else f"{strength} → {left}"


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
