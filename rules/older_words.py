"""What a refusal says in the 1.x rules where they differ from rulebook 2.0.

Phases say it by 2.0; nothing of this need be read there.
"""

from rules.editions import CURRENT, OLDER
from rules.play import Refusal, Sentence
from rules.ruleset import Ruleset


def older(rule: str, template: str) -> tuple[str, str]:
    """An entry of WORDS: the rule that an older sentence rests on, and the sentence.

    With "" for the rule, the rule that 2.0 cites is looked up by its number in the older edition.
    """
    return rule, template


WORDS: dict[str, dict[str, tuple[str, str]]] = {
    CURRENT: {},
    OLDER: {
        "Intrigue cannot be played in the first turn of a year.": older(
            "1.x-4.12", "Intrigue cannot be played in the first turn of a year."
        ),
        "This event moves one group by road; it calls no muster.": older(
            "1.x-4.12", "This event moves one group by road; it calls no muster."
        ),
        "This event moves one group by road, not by sea.": older(
            "1.x-4.12", "This event moves one group by road, not by sea."
        ),
        "This event moves one group by road.": older("1.x-4.12", "This event moves one group by road."),
        "Now blocks take their combat turns: fire or retreat; no block passes.": older(
            "1.x-6.2", "Now blocks take their combat turns: each fires, retreats or passes."
        ),
        "{port} is not a friendly port; only the English attack from the sea.": older(
            "1.x-5.8",
            "{port} is not a friendly port; nobody attacks from the sea, but by agreement Richard relieves a besieged"
            " port.",
        ),
        "{port} is neither a friendly port nor one that the English may attack now, "
        "or the choice of castle or field is missing.": older(
            "1.x-8.22",
            "{port} is not a friendly port; nobody attacks from the sea, but by agreement Richard relieves a besieged"
            " port.",
        ),
        "Castle or field is a choice only for the English at besieged Tyre or Tripoli.": older(
            "1.x-5.8", "Who lands stands in the field of the port; there is no choice of castle or field."
        ),
        "The besieger controls this port; only Tyre and Tripoli stay open to the besieged.": older(
            "1.x-7.21", "The besieger controls this port."
        ),
        "A besieged block cannot leave by road; it may only sally in battle, or sail from Tyre or Tripoli.": older(
            "1.x-7.2", "A besieged block cannot leave; it may only sally in battle."
        ),
        "German blocks in Germania enter at Aleppo, Antioch (4 blocks each) or St. Simeon (2); "
        "not among enemies in winter.": older(
            "1.x-8.23",
            "German blocks in Germania enter at Antioch or Aleppo, all that one Move brings at the same town; not among"
            " enemies in winter.",
        ),
        "Only the player of Winter Campaign, in the Winter Turn, may keep one of his sieges.": older(
            "1.x-9.12", "A Winter Campaign keeps all sieges of its player; none is named."
        ),
        "A main road is chosen where you entered against the enemy by two roads or more, among these; "
        "by sea there is no choice.": older(
            "1.x-6.3",
            "A main attack is chosen where you entered against the enemy from two towns or by two roads, among these;"
            " not by sea.",
        ),
        "Pilgrims are deployed in a friendly port; in besieged Tyre or Tripoli only with room in the castle.": older(
            "1.x-8.24", "Pilgrims are deployed in a friendly port."
        ),
        "A drawn block comes at full strength to one of its seats that no enemy occupies, "
        "or at strength 1 to a friendly town.": older(
            "",
            "A drawn block comes at full strength to one of its seats that is friendly, or at strength 1 to another"
            " friendly town.",
        ),
        "{town} has no replacement points left for another step; in the enemy's kingdom a step costs two.": older(
            "1.x-9.4",
            "{town} has no replacement points left for another step; Saracens pay two for one away from their home"
            " seat.",
        ),
        "In a storm blocks fire; storming blocks may withdraw to the field. Nobody retreats or harries.": older(
            "1.x-7.31",
            "In a storm blocks fire; storming blocks may withdraw to the field or retreat. The besieged stay. Nobody"
            " harries.",
        ),
        "Sallying blocks cannot retreat; they may withdraw to the castle.": older(
            "1.x-7.33",
            "Sallying blocks withdraw to the castle or retreat to a friendly town nearby; they do not harry.",
        ),
        "Only your blocks in {town} regroup.": older(
            "1.x-6.6", "Only your blocks in {town} regroup, and none that withdrew from a storm."
        ),
        "In this game besiegers show no block.": older("1.x-7.2", "All besiegers lie face-up; none is chosen."),
    },
}
"""The sentences of each older edition that differ, by the sentence of edition 2.0 that each replaces."""


def in_edition(refusal: Refusal, ruleset: Ruleset) -> Refusal:
    """Returns a refusal with the words and the rule number of the edition that is played."""
    sentence = refusal.reason
    rule, template = WORDS[ruleset.edition].get(getattr(sentence, "template", ""), ("", ""))
    rule = rule or ruleset.number(refusal.rule)
    return Refusal(Sentence(template, sentence.gaps) if template and isinstance(sentence, Sentence) else sentence, rule)
