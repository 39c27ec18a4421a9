"""What is otherwise in the older edition, rule by rule, with the numbers of its own rules."""

from django.utils.translation import gettext_lazy as _

from frontend.aid.chapters import Chapter, Rule

OLDER = Chapter(
    "1.x",
    _("Edition 1.4"),
    _(
        "Games by 1.4 rules are played on the map, with the blocks and the cards of 2.0. What is not named here is as"
        " above."
    ),
    (
        Rule(
            "1.x-1.3",
            _("Ports"),
            _("Towns with an anchor. A port under siege is the besieger's, Tyre and Tripoli like others."),
        ),
        Rule("1.x-1.4", _("Seats"), _("A block has its home seat; its alternate seats lie in the same region.")),
        Rule("1.x-1.5", _("Winning"), _("Whoever holds all seven cities wins at once, in the middle of a turn too.")),
        Rule(
            "1.x-4.0",
            _("Cards"),
            _("Each year both sides get six cards. Each turn both choose one in secret, and they are shown together."),
        ),
        Rule(
            "1.x-4.1",
            _("Equal cards"),
            _("After equal cards the Frank player chooses who goes first. Two events both happen, the Franks' first."),
        ),
        Rule(
            "1.x-4.11",
            _("Moves"),
            _("A Move card gives as many Moves: each moves a group, calls a muster, or takes a block by sea."),
        ),
        Rule(
            "1.x-4.12", _("Events"), _("An event does what its card says. Two events both happen, the Franks' first.")
        ),
        Rule(
            "1.x-5.0",
            _("Movement"),
            _("A block moves once a turn and stops where enemies hold the field. Moves that are not used are lost."),
        ),
        Rule(
            "1.x-5.1",
            _("Player 1"),
            _("Player 1 moves all he will before Player 2 moves, and chooses the order of the battles."),
        ),
        Rule(
            "1.x-5.4",
            _("Roads"),
            _(
                "Eight blocks move or regroup by a major road, four by a minor one. Four and two attack or retreat"
                " by it."
            ),
        ),
        Rule(
            "1.x-5.5",
            _("Forced marches"),
            _(
                "A block may go one town further than its rating, but in winter: a die, and on 1 to 3 it loses a step"
                " first."
            ),
        ),
        Rule("1.x-5.7", _("Pinning"), _("Every attacker pins a defender, also those who come as reserves.")),
        Rule(
            "1.x-5.8",
            _("Sea moves"),
            _("A block sails between friendly ports for one Move. Nobody attacks, joins a battle or retreats by sea."),
        ),
        Rule(
            "1.x-6.0",
            _("Battles"),
            _("Battles and sieges are fought one after the other; Player 1 chooses which is next."),
        ),
        Rule(
            "1.x-6.2",
            _("Rounds"),
            _("Four rounds. In the fourth attackers fight no more: each retreats in its turn. A block may pass."),
        ),
        Rule(
            "1.x-6.3",
            _("Main attack"),
            _("Blocks that began in one town and came by one road; all others come in round 2."),
        ),
        Rule("1.x-6.41", _("Hits"), _("A hit costs the strongest block a step; its owner chooses among equals.")),
        Rule("1.x-6.42", _("Charge"), _("Twice the dice at the ordinary rating; each 6 hits the knight himself.")),
        Rule(
            "1.x-6.43",
            _("Harrying"),
            _("All Saracens and Turcopoles fire at a rating one lower, then retreat; none rated A1, B1 or C1."),
        ),
        Rule("1.x-6.5", _("Retreats"), _("Who retreats to a siege of his own side joins it as a reserve.")),
        Rule("1.x-6.6", _("Regrouping"), _("Only to friendly towns; a siege of one's own is joined as a reserve.")),
        Rule(
            "1.x-6.7",
            _("Losses"),
            _(
                "Crusaders, Military Orders, Pilgrims and all emirs are lost for good. Others can be drawn again at"
                " once."
            ),
        ),
        Rule(
            "1.x-7.0",
            _("Castles"),
            _(
                "Before the fight or in their turns defenders may go into the castle, as many as the rating of the"
                " town."
            ),
        ),
        Rule(
            "1.x-7.2",
            _("Besiegers"),
            _(
                "All of them lie face-up; who joins them later stays hidden until he fights. A besieged port is the"
                " besieger's."
            ),
        ),
        Rule(
            "1.x-7.21",
            _("Control under siege"),
            _("The besieger holds the town's field and port; a city counts for the besieged."),
        ),
        Rule(
            "1.x-7.31",
            _("Storm"),
            _(
                "Twice the rating may storm, two at Tyre and Tripoli, others in each round. They may retreat. Half hits"
                " last three rounds."
            ),
        ),
        Rule(
            "1.x-7.33",
            _("Sally"),
            _(
                "Blocks fight in the round in which they come out. Later they may withdraw, or retreat to a friendly"
                " town nearby."
            ),
        ),
        Rule(
            "1.x-7.4",
            _("Attrition"),
            _("At the end of a turn, not in the first turn of a siege; Tyre and Tripoli lose steps like others."),
        ),
        Rule("1.x-8.0", _("Draws"), _("From 1188 on each side draws a block every turn, but none in winter.")),
        Rule("1.x-8.21", _("Crusaders"), _("They wait in their box until all three of the nation are drawn.")),
        Rule(
            "1.x-8.22",
            _("English and French"),
            _(
                "One Move brings any of a nation to friendly ports. Nobody attacks from the sea, but Richard by"
                " agreement."
            ),
        ),
        Rule(
            "1.x-8.23",
            _("Germans"),
            _(
                "One Move brings any of them to Antioch or to Aleppo. In the battle there they may leave the map, for"
                " good."
            ),
        ),
        Rule(
            "1.x-8.24", _("Pilgrims"), _("They come at once to a friendly port; without one they go back to the pool.")
        ),
        Rule(
            "1.x-8.3",
            _("Saracen draws"),
            _("As for Franks: at full strength at a friendly seat, else at strength 1 in a friendly town."),
        ),
        Rule(
            "1.x-8.25",
            _("Drawn blocks"),
            _("At full strength only at a friendly seat, not at one under siege by the enemy."),
        ),
        Rule(
            "1.x-9.0",
            _("Winter"),
            _(
                "The sixth turn: no battles and no draws, but for a Winter Campaign. Then towns feed their blocks, and"
                " steps are replaced."
            ),
        ),
        Rule(
            "1.x-9.01",
            _("Winter marches"),
            _("Blocks move one town less, and nobody makes a forced march; in other turns everybody may."),
        ),
        Rule(
            "1.x-9.02",
            _("No battles in winter"),
            _("No move of the winter turn starts or reinforces a battle or a siege."),
        ),
        Rule(
            "1.x-9.1",
            _("Winter Campaign"),
            _(
                "Its player moves and attacks as in other turns, and all his sieges go on. Both sides of them lose"
                " steps, besiegers first."
            ),
        ),
        Rule("1.x-9.12", _("Sieges of a campaign"), _("All sieges of its player go on, without being named.")),
        Rule(
            "1.x-9.2",
            _("Winter supply"),
            _(
                "Towns feed three times their rating in one's own kingdom, their rating elsewhere, nobody without a"
                " castle."
            ),
        ),
        Rule("1.x-9.4", _("Replacements"), _("A step costs Saracens two points away from their home seat.")),
    ),
)
