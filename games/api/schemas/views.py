"""JSON Schemas of views: everything that a side, or a spectator, sees of a game."""

from games.api.schemas.base import (
    AREA,
    BLOCK,
    BOOLEAN,
    CARD,
    COUNT,
    INTEGER,
    MOMENT,
    SIDE,
    STRING,
    TOWN,
    UUID,
    Schema,
    array,
    choice,
    closed_object,
    const,
    mapping,
    nullable,
    ref,
    with_description,
)
from games.models import Offer, PaceName
from games.models.game import SIDES, Game
from rules.game import STEPS

BLOCKS = array(BLOCK)
STEP = choice((*STEPS, "over"))
SCORE = closed_object(dict.fromkeys(SIDES, COUNT))
PLAYERS = closed_object(dict.fromkeys(SIDES, nullable(STRING)), "Who plays which side; null where a seat is free.")
YES = const(True)


def each_side(schema: Schema) -> Schema:
    """An object with the same schema for each side."""
    return closed_object(dict.fromkeys(SIDES, schema))


BLOCK_SEEN = {
    "id": BLOCK,
    "strength": COUNT,
    "face-up?": YES,
    "moved?": YES,
    "forced-to?": with_description(TOWN, "Where a forced march leads, once all have moved."),
    "storming?": YES,
    "sallying?": YES,
    "acted?": YES,
    "half-hit?": YES,
}
STACK = {
    "side": SIDE,
    "area": AREA,
    "count": COUNT,
    "hidden": with_description(COUNT, "Blocks that this viewer does not know."),
    "round?": with_description({"type": "integer", "enum": [2, 3]}, "In which the reserve fights."),
    "blocks": with_description(array(ref("BlockSeen")), "Those that are known, by id."),
}
PROMPT = {
    "key": STEP,
    "params": ref("PromptParams"),
    "rule": with_description(STRING, "The number in the rulebook."),
    "mine": with_description(BOOLEAN, "Whether this viewer is to decide."),
    "text": with_description(nullable(STRING), "The same in the reader's language."),
}
PROMPT_PARAMS = {
    "town?": TOWN,
    "round?": COUNT,
    "hits?": COUNT,
    "moves?": INTEGER,
    "kind?": with_description(CARD, "The card that counts."),
    "left?": with_description(
        nullable(COUNT), "Blocks that may still be strengthened; null for who does not choose them."
    ),
    "block?": BLOCK,
    "work?": choice(("supply", "replace", "done")),
    "surplus?": mapping(
        TOWN, ref("Surplus"), "Towns with more of one's blocks than may start there, or than they feed in winter."
    ),
    "jihad?": mapping(
        TOWN,
        BOOLEAN,
        "Battles and sieges for which one's Jihad can be declared as things stand: whether one could attack there.",
    ),
    "steps?": mapping(
        TOWN, ref("StepsToRegain"), "Towns where one's blocks have lost steps, with what each gives this winter."
    ),
}
ARRIVAL = {
    "town": TOWN,
    "side": SIDE,
    "road": ref("Road"),
    "count": COUNT,
    "main": BOOLEAN,
    "round": COUNT,
    "start?": TOWN,
}
BATTLE = {
    "town": TOWN,
    "rating": COUNT,
    "round": COUNT,
    "attacker": SIDE,
    "defender": SIDE,
    "castle-of": nullable(SIDE),
    "step": STEP,
    "storm": BOOLEAN,
    "order": with_description(array(closed_object({"side": SIDE, "blocks": BLOCKS})), "Who fights after whom."),
    "to-act": BLOCKS,
    "half-hit": nullable(BLOCK),
    "hits": nullable(ref("HitsToTake")),
    "jihad": nullable(SIDE),
    "retreats": with_description(
        closed_object({f"{side}?": mapping(TOWN, COUNT) for side in SIDES}),
        "How many more blocks each road takes in this round. Empty in a storm.",
    ),
}
CARDS = {
    "hand": COUNT,
    "chosen": BOOLEAN,
    "choice?": with_description(CARD, "What was chosen face-down, for its owner."),
    "played": nullable(CARD),
    "counts-as": with_description(nullable(CARD), "What it copies, or itself."),
    "prior": with_description(nullable(CARD), "What counted the turn before."),
    "spent": array(CARD),
    "left?": with_description(array(CARD), "The hand, when the game is over."),
}
POOL = {
    "count": COUNT,
    "face-up": BLOCKS,
    "gone": BLOCKS,
    "face-down?": with_description(BLOCKS, "When the game is over."),
}
ENTERING = {
    "follows": choice(("battle", "relief", "reinforcement", "joins-siege", "takes")),
    "main?": with_description(nullable(ref("Road")), "The road of the Main Attack; null before there is one."),
    "first?": with_description(COUNT, "The round in which blocks by the main road fight."),
}
PROSPECTS = {
    "towns": with_description(mapping(TOWN, closed_object(ENTERING)), "What follows from entering."),
    "leaving": with_description(
        mapping(TOWN, closed_object({"count": COUNT, "follows": choice(("lifted", "lost"))})),
        "What follows when so many blocks leave.",
    ),
    "limits": with_description(closed_object({"major": COUNT, "minor": COUNT}), "Blocks by road."),
    "room": with_description(
        array(array({"oneOf": [ref("Road"), COUNT]}, minItems=3, maxItems=3)),
        "Where it is not that limit: the town, the road's name there, blocks that may still use it.",
    ),
    "empty": with_description(
        mapping(TOWN, array(TOWN)),
        "Victory Cities of one's own without a block, with the towns from which enemies could march in.",
    ),
}
STANDS = ("", "pause", "freeze", "held", "outage", "weekend", "vacation")
ROUND_TIME = {
    "tournament": STRING,
    "number": with_description(nullable(COUNT), "Null in a ladder."),
    "state": with_description(
        choice(("runs", "grace", "last-day")),
        "`grace`: it stood still at the end. `last-day`: whoever is asked has a day.",
    ),
    "ends-at": with_description(nullable(MOMENT), "For this game."),
    "grace-days": with_description(COUNT, "So much longer has a game that stands still when the round ends."),
    "used": with_description(
        each_side(COUNT),
        "Seconds for which each side was asked, as everybody may know. Whoever used more loses at the end.",
    ),
}
DUE = {
    "what": choice(("clock", "vacation", "pause", "round", "grace", "last-day")),
    "side": nullable(SIDE),
    "at": MOMENT,
}
CLOCK = {
    "left": with_description(nullable(COUNT), "Seconds; null without a clock."),
    "running": BOOLEAN,
    "stopped": choice(STANDS),
    "until": with_description(nullable(MOMENT), "When the time ends if nothing more happens."),
    "away-until": with_description(nullable(MOMENT), "The end of the player's vacation."),
}
MAY = (
    "give-time",
    "end-pause",
    "claim",
    "claim-computer",
    *(kind for kind in Offer.Kind.values if kind != Offer.Kind.RESIGN),
)
TIME = {
    "pace": choice(PaceName.values),
    "pace-text": STRING,
    "stopped": choice(("", "pause", "freeze", "held")),
    "resumes": nullable(MOMENT),
    "round": with_description(nullable(closed_object(ROUND_TIME)), "Of a tournament or ladder; null in other games."),
    "due": with_description(nullable(closed_object(DUE)), "What happens first by the clock alone."),
    "sides": each_side(ref("Clock")),
    "offers": array(ref("OfferMade")),
    "may": with_description(array(choice(MAY)), "What the viewer can do."),
    "gift": with_description(STRING, "How much time is given at once, in words."),
    "zone": with_description(STRING, "The reader's time zone."),
    "notice": with_description(STRING, "How long a pause still lasts when it is ended, in words."),
}
RESULT = {
    "winner": with_description(choice((*SIDES, "")), "Empty when nobody won."),
    "how": choice(Game.Ending.values),
    "by?": with_description(nullable(STRING), "Who ended it."),
    "why?": with_description(STRING, "A key, or a reviewer's words."),
}

POSITION: dict[str, Schema] = {
    "ruleset": ref("Ruleset"),
    "year": COUNT,
    "turn": COUNT,
    "phase": ref("Phase"),
    "step": STEP,
    "awaited": with_description(array(SIDE), "Who is to decide."),
    "you": with_description(nullable(SIDE), "Whose view it is; null for spectators."),
    "first": nullable(SIDE),
    "active": nullable(SIDE),
    "prompt": ref("Prompt"),
    "map": with_description(mapping(TOWN, ref("TownSeen")), "Towns with blocks only."),
    "sieges": mapping(
        TOWN,
        closed_object(
            {
                "besieger": SIDE,
                "besieged": SIDE,
                "starving": with_description(BOOLEAN, "Whether hunger is rolled for at the end of this turn."),
            }
        ),
    ),
    "hunger": closed_object(
        dict.fromkeys(("castle", "fortified-port", "winter-castle", "winter-fortified-port", "winter-besieger"), COUNT),
        "The highest die that costs a besieged block a step, by place and season; in a siege kept through the winter a "
        "besieging one, 0 where besiegers do not roll.",
    ),
    "arrivals": array(ref("Arrival")),
    "battle": nullable(ref("Battle")),
    "battles": with_description(array(TOWN), "Still to be fought."),
    "hand": nullable(array(CARD)),
    "cards": each_side(ref("Cards")),
    "jihad": with_description(nullable(TOWN), "Where it was declared."),
    "winter-campaign": nullable(TOWN),
    "cities": with_description(mapping(TOWN, SIDE), "Who holds which victory city."),
    "score": SCORE,
    "moves-left": nullable(INTEGER),
    "pools": each_side(ref("Pool")),
    "staging": closed_object(dict.fromkeys(("england", "france", "germania"), BLOCKS)),
    "assassins": const("masyaf"),
    "drawn": with_description(nullable(BLOCK), "The block to be placed."),
    "result": nullable(ref("GameResult")),
    "prospects": with_description(nullable(ref("Prospects")), "Of the side that moves."),
    "actions": array(ref("Offer")),
}
OF_GAME: dict[str, Schema] = {
    "game": UUID,
    "version": with_description(COUNT, "Send it with the decision."),
    "status": choice(("active", "over")),
    "solo": BOOLEAN,
    "players": ref("Players"),
    "time": with_description(nullable(ref("Time")), "Null in a game alone."),
    "can-undo": BOOLEAN,
    "can-restart": BOOLEAN,
    "said?": with_description(STRING, "By the page or the squire, of its last movement; to its player alone."),
    "news?": with_description(ref("News"), "With `since`."),
}
PAST = POSITION | {"game": UUID, "n": with_description(COUNT, "The number of the entry.")}

COMPONENTS: dict[str, Schema] = {
    "Players": PLAYERS,
    "Contributions": with_description(each_side(STRING), "Empty where nothing was added."),
    "Ratings": with_description(each_side(closed_object({"before": INTEGER, "after": INTEGER})), "By side."),
    "BlockSeen": closed_object(BLOCK_SEEN),
    "Stack": closed_object(STACK, "A side's blocks in a part of a town."),
    "TownSeen": closed_object(
        {"control": with_description(SIDE, "As for victory cities."), "stacks": array(ref("Stack"))}
    ),
    "Prompt": closed_object(PROMPT, "What is to be done now."),
    "PromptParams": closed_object(PROMPT_PARAMS),
    "Surplus": closed_object({"blocks": COUNT, "limit": COUNT}),
    "StepsToRegain": closed_object(
        {
            "left": COUNT,
            "most": COUNT,
            "prices?": mapping(BLOCK, COUNT, "What a step of these blocks costs, where it is more than one."),
        }
    ),
    "Arrival": closed_object(ARRIVAL, "A road by which a town was entered against the enemy."),
    "HitsToTake": closed_object({"side": SIDE, "count": COUNT}),
    "Battle": closed_object(BATTLE),
    "Cards": closed_object(CARDS),
    "Pool": closed_object(POOL, "A draw pool."),
    "Prospects": closed_object(PROSPECTS, "What moves would start."),
    "Clock": closed_object(CLOCK),
    "OfferMade": closed_object(
        {"kind": choice(Offer.Kind.values), "side": SIDE, "made-at": MOMENT}, "What one player has offered the other."
    ),
    "Time": closed_object(TIME),
    "GameResult": closed_object(RESULT),
    "View": closed_object(POSITION | OF_GAME, "The game as this viewer sees it."),
    "PositionSeen": closed_object(POSITION, "A position that belongs to no game, as one side sees it."),
    "PastView": closed_object(
        PAST, "The game as this viewer saw it after an entry of the history. Nothing is offered."
    ),
    "Changes": closed_object(
        {
            "set": closed_object(
                {f"{name}?": schema for name, schema in PAST.items()}, "Names of the view with their new values."
            ),
            "map?": mapping(
                TOWN, nullable(ref("TownSeen")), "Towns with their new values; null: nobody is there any more."
            ),
        },
        "What changes of the view before.",
    ),
}
