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
    by,
    choice,
    const,
    nullable,
    of,
    ref,
    thing,
)
from games.models import Offer, PaceName
from games.models.game import SIDES, Game
from rules.game import STEPS

BLOCKS = array(BLOCK)
STEP = choice((*STEPS, "over"))
SCORE = thing(dict.fromkeys(SIDES, COUNT))
PLAYERS = thing(dict.fromkeys(SIDES, nullable(STRING)), "Who plays which side; null where a seat is free.")
YES = const(True)


def each_side(schema: Schema) -> Schema:
    """An object with the same schema for each side."""
    return thing(dict.fromkeys(SIDES, schema))


BLOCK_SEEN = {
    "id": BLOCK,
    "strength": COUNT,
    "face-up?": YES,
    "moved?": YES,
    "forced-to?": of(TOWN, "Where a forced march leads, once all have moved."),
    "storming?": YES,
    "sallying?": YES,
    "acted?": YES,
    "half-hit?": YES,
}
STACK = {
    "side": SIDE,
    "area": AREA,
    "count": COUNT,
    "hidden": of(COUNT, "Blocks that this viewer does not know."),
    "round?": of({"type": "integer", "enum": [2, 3]}, "In which the reserve fights."),
    "blocks": of(array(ref("BlockSeen")), "Those that are known, by id."),
}
PROMPT = {
    "key": STEP,
    "params": ref("PromptParams"),
    "rule": of(STRING, "The number in the rulebook."),
    "mine": of(BOOLEAN, "Whether this viewer is to decide."),
    "text": of(nullable(STRING), "The same in the reader's language."),
}
PROMPT_PARAMS = {
    "town?": TOWN,
    "round?": COUNT,
    "hits?": COUNT,
    "moves?": INTEGER,
    "kind?": of(CARD, "The card that counts."),
    "left?": of(nullable(COUNT), "Blocks that may still be strengthened; null for who does not choose them."),
    "block?": BLOCK,
    "work?": choice(("supply", "replace", "done")),
    "surplus?": by(TOWN, ref("Surplus"), "Towns with more of one's blocks than may start there, or than they feed in winter."),
}
ARRIVAL = {"town": TOWN, "side": SIDE, "road": ref("Road"), "count": COUNT, "main": BOOLEAN, "round": COUNT, "start?": TOWN}
BATTLE = {
    "town": TOWN,
    "rating": COUNT,
    "round": COUNT,
    "attacker": SIDE,
    "defender": SIDE,
    "castle-of": nullable(SIDE),
    "step": STEP,
    "storm": BOOLEAN,
    "order": of(array(thing({"side": SIDE, "blocks": BLOCKS})), "Who fights after whom."),
    "to-act": BLOCKS,
    "half-hit": nullable(BLOCK),
    "hits": nullable(ref("HitsToTake")),
    "jihad": nullable(SIDE),
    "retreats": of(
        thing({f"{side}?": by(TOWN, COUNT) for side in SIDES}), "How many more blocks each road takes in this round. Empty in a storm."
    ),
}
CARDS = {
    "hand": COUNT,
    "chosen": BOOLEAN,
    "choice?": of(CARD, "What was chosen face-down, for its owner."),
    "played": nullable(CARD),
    "counts-as": of(nullable(CARD), "What it copies, or itself."),
    "prior": of(nullable(CARD), "What counted the turn before."),
    "spent": array(CARD),
    "left?": of(array(CARD), "The hand, when the game is over."),
}
POOL = {"count": COUNT, "face-up": BLOCKS, "gone": BLOCKS, "face-down?": of(BLOCKS, "When the game is over.")}
ENTERING = {
    "follows": choice(("battle", "relief", "reinforcement", "joins-siege", "takes")),
    "main?": of(nullable(ref("Road")), "The road of the Main Attack; null before there is one."),
    "first?": of(COUNT, "The round in which blocks by the main road fight."),
}
PROSPECTS = {
    "towns": of(by(TOWN, thing(ENTERING)), "What follows from entering."),
    "leaving": of(by(TOWN, thing({"count": COUNT, "follows": choice(("lifted", "lost"))})), "What follows when so many blocks leave."),
    "limits": of(thing({"major": COUNT, "minor": COUNT}), "Blocks by road."),
    "room": of(
        array(array({"oneOf": [ref("Road"), COUNT]}, minItems=3, maxItems=3)),
        "Where it is not that limit: the town, the road's name there, blocks that may still use it.",
    ),
}
STANDS = ("", "pause", "freeze", "held", "outage", "weekend", "vacation")
ROUND_TIME = {
    "tournament": STRING,
    "number": of(nullable(COUNT), "Null in a ladder."),
    "state": of(choice(("runs", "grace", "last-day")), "`grace`: it stood still at the end. `last-day`: whoever is asked has a day."),
    "ends-at": of(nullable(MOMENT), "For this game."),
    "grace-days": of(COUNT, "So much longer has a game that stands still when the round ends."),
    "used": of(each_side(COUNT), "Seconds for which each side was asked, as everybody may know. Whoever used more loses at the end."),
}
DUE = {
    "what": choice(("clock", "vacation", "pause", "round", "grace", "last-day")),
    "side": nullable(SIDE),
    "at": MOMENT,
}
CLOCK = {
    "left": of(nullable(COUNT), "Seconds; null without a clock."),
    "running": BOOLEAN,
    "stopped": choice(STANDS),
    "until": of(nullable(MOMENT), "When the time ends if nothing more happens."),
    "away-until": of(nullable(MOMENT), "The end of the player's vacation."),
}
MAY = ("give-time", "end-pause", "claim", "claim-computer", *(kind for kind in Offer.Kind.values if kind != Offer.Kind.RESIGN))
TIME = {
    "pace": choice(PaceName.values),
    "pace-text": STRING,
    "stopped": choice(("", "pause", "freeze", "held")),
    "resumes": nullable(MOMENT),
    "round": of(nullable(thing(ROUND_TIME)), "Of a tournament or ladder; null in other games."),
    "due": of(nullable(thing(DUE)), "What happens first by the clock alone."),
    "sides": each_side(ref("Clock")),
    "offers": array(ref("OfferMade")),
    "may": of(array(choice(MAY)), "What the viewer can do."),
    "gift": of(STRING, "How much time is given at once, in words."),
    "zone": of(STRING, "The reader's time zone."),
    "notice": of(STRING, "How long a pause still lasts when it is ended, in words."),
}
RESULT = {
    "winner": of(choice((*SIDES, "")), "Empty when nobody won."),
    "how": choice(Game.Ending.values),
    "by?": of(nullable(STRING), "Who ended it."),
    "why?": of(STRING, "A key, or a reviewer's words."),
}

POSITION: dict[str, Schema] = {
    "ruleset": ref("Ruleset"),
    "year": COUNT,
    "turn": COUNT,
    "phase": ref("Phase"),
    "step": STEP,
    "awaited": of(array(SIDE), "Who is to decide."),
    "you": of(nullable(SIDE), "Whose view it is; null for spectators."),
    "first": nullable(SIDE),
    "active": nullable(SIDE),
    "prompt": ref("Prompt"),
    "map": of(by(TOWN, ref("TownSeen")), "Towns with blocks only."),
    "sieges": by(TOWN, thing({"besieger": SIDE, "besieged": SIDE})),
    "arrivals": array(ref("Arrival")),
    "battle": nullable(ref("Battle")),
    "battles": of(array(TOWN), "Still to be fought."),
    "hand": nullable(array(CARD)),
    "cards": each_side(ref("Cards")),
    "jihad": of(nullable(TOWN), "Where it was declared."),
    "winter-campaign": nullable(TOWN),
    "cities": of(by(TOWN, SIDE), "Who holds which victory city."),
    "score": SCORE,
    "moves-left": nullable(INTEGER),
    "pools": each_side(ref("Pool")),
    "staging": thing(dict.fromkeys(("england", "france", "germania"), BLOCKS)),
    "assassins": const("masyaf"),
    "drawn": of(nullable(BLOCK), "The block to be placed."),
    "result": nullable(ref("GameResult")),
    "prospects": of(nullable(ref("Prospects")), "Of the side that moves."),
    "actions": array(ref("Offer")),
}
OF_GAME: dict[str, Schema] = {
    "game": UUID,
    "version": of(COUNT, "Send it with the decision."),
    "status": choice(("active", "over")),
    "solo": BOOLEAN,
    "players": ref("Players"),
    "time": of(nullable(ref("Time")), "Null in a game alone."),
    "can-undo": BOOLEAN,
    "can-restart": BOOLEAN,
    "news?": of(ref("News"), "With `since`."),
}
PAST = POSITION | {"game": UUID, "n": of(COUNT, "The number of the entry.")}

COMPONENTS: dict[str, Schema] = {
    "Players": PLAYERS,
    "Contributions": of(each_side(STRING), "Empty where nothing was added."),
    "Ratings": of(each_side(thing({"before": INTEGER, "after": INTEGER})), "By side."),
    "BlockSeen": thing(BLOCK_SEEN),
    "Stack": thing(STACK, "A side's blocks in a part of a town."),
    "TownSeen": thing({"control": of(SIDE, "As for victory cities."), "stacks": array(ref("Stack"))}),
    "Prompt": thing(PROMPT, "What is to be done now."),
    "PromptParams": thing(PROMPT_PARAMS),
    "Surplus": thing({"blocks": COUNT, "limit": COUNT}),
    "Arrival": thing(ARRIVAL, "A road by which a town was entered against the enemy."),
    "HitsToTake": thing({"side": SIDE, "count": COUNT}),
    "Battle": thing(BATTLE),
    "Cards": thing(CARDS),
    "Pool": thing(POOL, "A draw pool."),
    "Prospects": thing(PROSPECTS, "What moves would start."),
    "Clock": thing(CLOCK),
    "OfferMade": thing({"kind": choice(Offer.Kind.values), "side": SIDE, "made-at": MOMENT}, "What one player has offered the other."),
    "Time": thing(TIME),
    "GameResult": thing(RESULT),
    "View": thing(POSITION | OF_GAME, "The game as this viewer sees it."),
    "PastView": thing(PAST, "The game as this viewer saw it after an entry of the history. Nothing is offered."),
    "Changes": thing(
        {
            "set": thing({f"{name}?": schema for name, schema in PAST.items()}, "Names of the view with their new values."),
            "map?": by(TOWN, nullable(ref("TownSeen")), "Towns with their new values; null: nobody is there any more."),
        },
        "What changes of the view before.",
    ),
}
