"""The texts that the scripts of the game page show, in the reader's language.

Gaps like `{town}` are filled by the scripts.
"""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

from frontend.texts_arrivals import ARRIVAL_TEXTS
from frontend.texts_cards import CARD_TEXTS
from frontend.texts_explained import EXPLAINED_TEXTS
from frontend.texts_follows import FOLLOWS_TEXTS
from frontend.texts_hints import HINT_TEXTS
from frontend.texts_lesson import LESSON_TEXTS
from frontend.texts_map import MAP_TEXTS
from frontend.texts_plural import plural
from frontend.texts_replay import REPLAY_TEXTS
from frontend.texts_sieges import SIEGE_TEXTS
from frontend.texts_time import TIME_TEXTS
from frontend.texts_winter import WINTER_TEXTS
from games.shapes import Text
from games.words import CARDS, PLACES, SIDES
from games.words_actions import VERBS
from games.words_names import Name
from games.words_tables import PHASE_NAMES

TEXTS: dict[str, Any] = {
    "about-here": _("at the board"),
    "about-away": _("away"),
    "about-gone": _("last here {ago}"),
    "title": _("Crusader Rex"),
    # status
    "year": _("Year"),
    "turn": _("Turn"),
    "winter-turn": _("Winter turn"),
    "victory-cities": _("Victory cities"),
    "held-by": _("held by the {side}"),
    **{f"phase-{phase}": name for phase, name in PHASE_NAMES.items()},
    "rule": _("Rule {rule}"),
    "open-aid": _("Open the player's aid"),
    "your-turn": _("your turn"),
    "your-turn-at-once": _("your turn; both sides decide at the same time"),
    "their-turn": _("waiting for: {sides}"),
    "ask-odds": _("Odds at {town}"),
    "ask-odds-sally": _("Odds at {town} if the castle sallies"),
    "odds-storm": _("{town}: storm"),
    "odds-sally": _("{town}: sally"),
    "odds-relief": _("{town}: relief, nobody sallies"),
    "odds-relief-sally": _("{town}: relief and sally"),
    "no-fight-ahead": _(
        "No fight stands ahead: nowhere do blocks of both sides stand in a field. Move first; moves can be taken back."
    ),
    "odds-win": _("The attacking {side} have the field in the end: {percent}"),
    "odds-repelled": _("The {side} hold it: {percent}"),
    "odds-taken": _("The storming {side} take the castle: {percent}"),
    "odds-kept": _("The {side} keep it: {percent}"),
    "odds-losses": _("Steps likely to be lost: {attacker} {lost}, {defender} {dealt}"),
    "odds-exact": _("Exact."),
    "odds-error": _("Give or take {error}: hidden blocks are guessed, or fights rolled."),
    "offline-odds": _("The site cannot be reached. Try again."),
    "analysis-offer": _("The computer can follow the game once more and say where it was won. It takes some seconds."),
    "analysis-ask": _("Analyze the game"),
    "analysis-none": _("None of the players has asked for an analysis."),
    "analysis-waiting": _("The computer follows the game …"),
    "analysis-impossible": _("This game was played by other rules than those of now: it cannot be analyzed."),
    "analysis-short": _("The game ended before anything was decided."),
    "analysis-even": _("No decision alone moved the chance to win by a point."),
    "analysis-of": _(
        "Both hands and all blocks lie open for this curve. The king was asked what it would play knowing no more than"
        " that side knew then."
    ),
    "analysis-curve": _(
        "Chance of the Franks to win: {begin} at the beginning, {most} at most, {least} at least, {end} at the end."
    ),
    "analysis-played": _("Played:"),
    "analysis-king": _("The king:"),
    "squire-says": _("The squire, your opponent (a computer): “{said}”"),
    "computer-thinks": _("The computer is thinking …"),
    "computer-waits-card": _("The computer waits for your card."),
    "computer-waits": _("The computer waits for you."),
    "computer-before": plural(
        "The computer has {count} game before yours.", "The computer has {count} games before yours."
    ),
    "you-are": _("You play the {side}"),
    "you-watch": _("You are watching"),
    "you-look-as": _("You see what they see:"),
    "follow-turn": _("Turn to the side whose turn it is"),
    "connected": _("Connected: this page follows the game."),
    "not-connected": _("No live connection: this page asks every 20 seconds."),
    "stale": _("Something happened meanwhile. This is the game as it is now; please decide again."),
    "choice-gone": _("What you had chosen cannot be done any more: the game has changed."),
    "trying": _("No answer yet. The page goes on trying."),
    "dice-fall": _("The dice fall …"),
    "told-first": _("What the {side} did is being shown; then it is your turn."),
    "before-battle-shown": _("What happened before the battle is being shown."),
    "offline": _("The server cannot be reached. Nothing was sent twice; try again."),
    "refused": _("{reason} (rule {rule})"),
    "earlier": _("Earlier"),
    # what is said of it follows
    "with-colon": _("{words}:"),
    "in-a-list": _("{some}; {last}"),
    # pools
    "face-down-in-pool": _("In the draw pool"),
    "in-pool": _("In the draw pool: {count}"),
    "face-up-dead": _("Lost this year"),
    "gone-for-good": _("Lost for good"),
    "staging-in": _("Gathered in {box}"),
    # map
    "region-syria": _("Syria"),
    "region-egypt": _("Egypt"),
    "region-antioch": _("Principality of Antioch"),
    "region-tripoli": _("County of Tripoli"),
    "region-jerusalem": _("Kingdom of Jerusalem"),
    "region-masyaf": _("the Assassins"),
    "castle-of": _("castle {rating}"),
    "port": _("port"),
    "fortified-port": _("fortified port"),
    "victory-city": _("victory city"),
    "area-field": _("in the field"),
    "area-castle": _("in the castle"),
    "area-reserve": _("in reserve"),
    "area-staging": _("gathering"),
    "hidden-blocks": plural("{count} hidden: {side} at {town}, {where}", "{count} hidden: {side} at {town}, {where}"),
    "block-at": _("{block}, {rating}, strength {strength} of {steps}, moves {move}, at {town}, {where}"),
    "figures": _("{rating} · strength {strength}/{steps} · move {move}"),
    "card-fires": plural(
        "{letter}: {count} die, hits with {firepower} or less",
        "{letter}: {count} dice, each hits with {firepower} or less",
    ),
    "card-fires-on-1": plural("{letter}: hits on a 1 with {count} die", "{letter}: hits on a 1 with {count} dice"),
    "card-steps": plural("Strength {strength} of {count} step", "Strength {strength} of {count} steps"),
    "card-moves": plural("Goes {count} town far", "Goes {count} towns far"),
    "card-seats": _("At home: {towns}"),
    "card-can": _("Now: {acts}"),
    # keys
    "sound": _("Sound"),
    "keys": _("Keys"),
    "keys-on": _("Use these keys"),
    "key-?": _("This sheet"),
    "key-d": _("Done"),
    "key-u": _("Undo"),
    "key-n": _("The next block that can act"),
    "key-b": _("The next battle, or the map again"),
    "key-Tab": _("On to what can be decided"),
    "key-arrows": _("From piece to piece on the map, from line to line in the log"),
    "key-zoom": _("Nearer, farther off"),
    "key-Esc": _("Back: let go of what is chosen"),
    "nobody-here": _("Nobody is here."),
    "assassins-here": _("The Assassins wait here. Who plays their card sends them against one block."),
    "unseen": plural("{count} hidden", "{count} hidden"),
    "moved": _("has moved"),
    "besieged-by": _("Siege: {besieger} outside, {besieged} in the castle."),
    "arrival": _("{side}: {count} by the road from {road}, in reserve until round {round}"),
    "arrival-fights": _("{side}: {count} by the road from {road}, fighting from round {round} on"),
    "arrival-main": _("{side}: {count} by the main road, from {road}, round {round}"),
    # choices
    "choose-block": _("Choose a block, here or on the map"),
    "other-block": _("Another block"),
    "elsewhere": _("Elsewhere"),
    "choose-destination": _("Where to? Press a town, here or on the map"),
    "other-destination": _("Another destination"),
    "choose-route": _("By which road to {town}?"),
    "ways": plural("{count} way", "{count} ways"),
    "all-ways": _("Show detours and every other road"),
    "by-way-of": _("by way of {towns}"),
    "by-road": _("road from {road}"),
    "into-field": _("into the field"),
    "into-castle": _("into the castle"),
    "forced": _("forced march"),
    "at-strength": _("strength {strength}"),
    "cost": plural("{count} Move", "{count} Moves"),
    "moves-unused": plural("{count} Move would be lost.", "{count} Moves would be lost."),
    "open-city": _("{town} would stand empty: enemies could march in from {from}."),
    "open-city-many": plural(
        "{town} would stand empty: enemies could march in from {count} town.",
        "{town} would stand empty: enemies could march in from {count} towns.",
    ),
    "not-yet": _("Not yet"),
    "card-ranks": _("The higher card moves first; an event is above every Move card."),
    "card-ranks-cancel": _(
        "The higher card moves first; an event is above every Move card, but two events cancel the whole turn."
    ),
    "campaign-ranks": _("Winter Campaign is no event: it counts as Move 1."),
    "campaign-equal": _("Winter Campaign is no event: it counts as Move 1, so the cards were equal."),
    "free": _("free: the Move is paid already"),
    "undo": _("Undo"),
    "restart": _("Take back the whole turn"),
    "restart-short": _("Undo all"),
    **{f"verb-{action}": verb for action, verb in VERBS.items()},
    "swap-this": _("Saladin changes places with {block}"),
    "swap-towns": _("Saladin to {to}, {block} to {from}"),
    "of-block": _("({block})"),
    "main-road-this": _("{town}: main road from {road}"),
    "main-attack-this": _("{town}: main attack from {start}, by the road from {road}"),
    "assassinate-this": _("Strike {target}"),
    "hidden-block-in": _("a hidden block at {town}, {where}"),
    "group-muster-to": _("Muster blocks at a town"),
    "group-declare-jihad": _("Declare Jihad at"),
    "group-winter-campaign": _("Keep a siege through the winter"),
    "group-choose-battle": _("Fight at"),
    "group-main-road": _("Choose main roads"),
    "group-assassinate": _("Strike"),
    "pick-garrison": _("Who goes into your castle? The others fight in the field."),
    "pick-storm": _("Who storms the castle?"),
    "pick-storm-on": _("Who joins the storm?"),
    "pick-sally": _("Who sallies out?"),
    "pick-sally-on": _("Who joins the sally?"),
    "pick-up-to": plural("One block at most.", "{count} blocks at most."),
    "pick-exactly": plural("Choose {count} block.", "Choose {count} blocks."),
    "pick-between": _("Choose {least} to {most} blocks."),
    "none-garrison": plural("It fights in the field", "Send all into the field"),
    "none-storm": _("No storm"),
    "none-storm-quiet": _("No storm: next choose who leaves"),
    "none-storm-on": _("Nobody more"),
    "none-sally": _("Stay inside"),
    "none-sally-on": _("Nobody more"),
    "none-yet": _("Choose blocks first"),
    "some-garrison": plural("Send {count} block into the castle", "Send {count} blocks into the castle"),
    "some-storm": plural("Storm with {count} block", "Storm with {count} blocks"),
    "some-sally": plural("Sally with {count} block", "Sally with {count} blocks"),
    "some-storm-on": plural("Add {count} block to the storm", "Add {count} blocks to the storm"),
    "some-sally-on": plural("Add {count} block to the sally", "Add {count} blocks to the sally"),
    "with-garrison": _("Into the castle: {blocks}"),
    "with-storm": _("Storm with {blocks}"),
    "with-sally": _("Sally with {blocks}"),
    "with-storm-on": _("Add to the storm: {blocks}"),
    "with-sally-on": _("Add to the sally: {blocks}"),
    # what is chosen, and what would follow
    "all-here": plural("Choose the block at {town}", "Choose all {count} blocks at {town}"),
    "clear": _("Choose something else"),
    "now-a-muster": _("Press the lit town where your blocks are to meet."),
    "now-who-musters": _("Choose who comes to {town}."),
    "now-press": _("Now press “{button}”, or choose something else."),
    "now-an-area": _("Choose where they come to at {town}: castle or field."),
    "now-a-town": _("Now press a lit town."),
    "blocks-chosen": plural("{count} block", "{count} blocks"),
    "plan-to": _("{blocks}: to {town}"),
    "plan-some-to": plural("{going} of {count} block: to {town}", "{going} of {count} blocks: to {town}"),
    "together-to": _("Press a block to send it alone, or send all to:"),
    "together-or-alone": _("Nobody has to go. Press a block to send it alone, or send all to:"),
    "retreat-together-to": _("All at once to:"),
    "turn-together-to": plural("Only the one whose turn it is, to:", "Only the {count} whose turn it is, at once to:"),
    "fire-all": _("Fire with all ({count})"),
    "withdraw-all": _("Withdraw all ({count})"),
    "some-of-blocks": plural("{going} of {count} block", "{going} of {count} blocks"),
    "asked-room": _("Asked first: not all find room on the roads."),
    "asked-roads": _("Asked first: several roads lead there."),
    "asked-leaves": _("Asked first, for what you would give up."),
    "asked-final": _("Asked first: this cannot be taken back."),
    "all-to": plural("{count} block: to {town}", "All {count} blocks: to {town}"),
    "by-which-road": _("By which road?"),
    "can-take": plural("{count} block can take it", "{count} blocks can take it"),
    "carries": plural("carries {count},", "carries {count},"),
    "of-yours": plural("you have {count}:", "you have {count}:"),
    "must-wait": plural("{count} waits", "{count} wait"),
    "main-attack": _("main attack"),
    "in-reserve": _("in reserve, later"),
    "no-road-left": _("no room on the roads"),
    "send-by": _("{block}: send by {road}"),
    "or-by": _("or by {road}"),
    "leave-out": _("Leave {block} out"),
    "take-along": _("Take {block} along again"),
    "done-when": _("Not yet: {why}."),
    "not-all": plural("without {count} block", "without {count} blocks"),
    "roads-full": _("No room on the roads, stays: {blocks}"),
    "roads-filled": _("Full once these go: {roads}."),
    "roads-used": _("Full already: {roads}."),
    "road-limits": _(
        "(Rule {rule}: so many of your blocks a turn; a road drawn solid takes twice as many as a dashed one.)"
    ),
    "road-full": _("road full"),
    "confirm-go": _("Go"),
    "confirm-takes": _("Take the town"),
    "confirm-battle": _("Attack"),
    "confirm-relief": _("Relieve"),
    "confirm-reinforcement": _("Reinforce"),
    "confirm-joins-siege": _("Join the siege"),
    "confirm-muster": plural("Muster {count} block", "Muster {count} blocks"),
    "too-dear": _("costs {cost}, more than you have"),
    "muster-here": _("Muster here"),
    "muster-at": _("Muster at {town}"),
    "muster-hint": _("Choose who comes, here or on the map."),
    "muster-does": _(
        "For one Move a muster brings blocks from several towns to one of yours, each within its reach. It starts no"
        " battle."
    ),
    "choose-all": plural("Choose the one that can come", "Choose all {count} blocks"),
    "choose-all-garrison": plural("Choose the one block for the castle", "Choose all {count} blocks for the castle"),
    "choose-all-storm": plural("Choose the one block for the storm", "Choose all {count} blocks for the storm"),
    "choose-all-sally": plural("Choose the one block for the sally", "Choose all {count} blocks for the sally"),
    "choose-none": _("Choose none"),
    "choose-strongest-garrison": plural(
        "Choose the strongest block for the castle", "Choose the {count} strongest for the castle"
    ),
    "choose-strongest": plural("Choose the strongest", "Choose the {count} strongest"),
    "end-anyway": _("End all the same"),
    "go-on": _("Go on moving"),
    "ways-to": _("{town}: {count} ways"),
    "follows-battle": _("Battle at {town}"),
    "follows-relief": _("Relief: battle with the besiegers of {town}"),
    "follows-reinforcement": _("Joins the battle at {town}"),
    "follows-joins-siege": _("Joins your siege of {town}"),
    "enemies-there": plural("{count} enemy block", "{count} enemy blocks"),
    "castle-for": _("castle for {rating}"),
    "follows-takes": _("{town} becomes yours"),
    "follows-castle": _("Lands in the castle of {town}"),
    "done-at-once": _("{what}. Undo takes it back."),
    "short-castle": _("into the castle"),
    "confirm-castle": _("Sail in"),
    "short-battle": _("battle"),
    "short-relief": _("relief"),
    "short-reinforcement": _("joins the battle"),
    "short-joins-siege": _("joins the siege"),
    "short-takes": _("taken"),
    "enters-main": plural(
        "{count} block by the road from {road}: main attack", "{count} blocks by the road from {road}: main attack"
    ),
    "enters-late": plural(
        "{count} block by the road from {road}: main road, round {round}",
        "{count} blocks by the road from {road}: main road, round {round}",
    ),
    "enters-reserve": plural(
        "{count} block by the road from {road}: in reserve until round {round}",
        "{count} blocks by the road from {road}: in reserve until round {round}",
    ),
    "main-is": _("The main road is the one from {road}"),
    "round-number": _("round {round}"),
    "forced-risk": _("Forced march: a die of 1 to 3 costs a step"),
    # odds
    "dice-to-hit": plural(
        "{count} die, hits with {firepower} or less", "{count} dice, each hits with {firepower} or less"
    ),
    "dice-to-hit-on-1": plural("{count} die, hits on a 1", "{count} dice, hits on a 1"),
    "expected-hits": _("on average {hits}"),
    "chance-of": _("{percent} for {hits} or more"),
    "self-hit-risk": _("{percent} to be hit by its own sixes"),
    # talk and notebook
    "talk-you": _("You"),
    "talk-mute": _("Mute"),
    "talk-unmute": _("Unmute"),
    "talk-muted": _(
        "You muted {name} in this game: what they write is hidden until you hear them again. They are not told."
    ),
    "talk-muted-everywhere": _(
        "You muted {name}: what they write is hidden until you hear them again, on their page. They are not told."
    ),
    "talk-withdraw": _("Unsend"),
    "talk-withdrawn": _("This message was withdrawn."),
    "talk-offline": _("Not sent: the server cannot be reached. Try again."),
    "talk-unread": plural("{count} new message", "{count} new messages"),
    "note-saved": _("Saved."),
    "note-offline": _("Not saved yet: the server cannot be reached. It is tried again."),
    # looking back
    "look-back": _("See the game as it was then"),
    "headline": _("{side}: {news}"),
    "headline-own": _("Result: {news}"),
    "narrated-moves": plural("{side}: {count} block moved {way}.", "{side}: {count} blocks moved {way}."),
    "last-card": _("Turn {turn}: your last card, {card}, is played."),
    "headline-card": _("{side} – {card}: {does}"),
    "headline-again": _("Show it again"),
    "headline-moved": plural("{count} block moved", "{count} blocks moved"),
    "headline-stayed": _("no block moved"),
    "headline-strengthened": plural(
        "{count} of their blocks gained a step by Manna", "{count} of their blocks gained a step by Manna"
    ),
    "headline-lost": _("they took {town}"),
    "headline-lost-regrouped": _("they regrouped into {town}, which stood empty, and took it"),
    "headline-gone": _("you no longer hold {town}"),
    "headline-lost-storm": _("they took {town} by storm"),
    "headline-lost-sally": _("they took {town}: your sally failed"),
    "headline-lost-hunger": _("they took {town}: hunger beat your garrison"),
    "headline-taken": _("you took {town}"),
    "headline-taken-storm": _("you took {town} by storm"),
    "headline-taken-sally": _("you took {town}: their sally failed"),
    "headline-taken-hunger": _("you took {town}: hunger beat their garrison"),
    "headline-besieged": _("they besiege {town}"),
    "headline-besieging": _("you besiege the castle of {town}"),
    "headline-attacked": _("they attack {town}"),
    "headline-helped": _("they come to help {town}"),
    "headline-relieved": _("they come to relieve {town}"),
    "headline-joined-siege": _("more of them besiege {town}"),
    "headline-battle-lost": _("you lost the battle of {town}"),
    "headline-battle-won": _("you won the battle of {town}"),
    "headline-retreated": _("{block} is in {town}"),
    "headline-retreated-together": plural(
        "{count} of your blocks is in {town}", "{count} of your blocks are in {town}"
    ),
    "headline-own-fallen": plural("{count} of your blocks fell", "{count} of your blocks fell"),
    "headline-enemy-fallen": plural("{count} of their blocks fell", "{count} of their blocks fell"),
    "since-you-were-here": _("Since you were here:"),
    "skip": _("Skip"),
    "nothing-to-replay": _("There is nothing to look back at yet."),
    "was-taken-back": _("(taken back)"),
    "mark-turn": _("{year}, turn {turn}"),
    "pace": _("Show what I missed"),
    "pace-slow": _("slow"),
    "pace-normal": _("normal"),
    "pace-fast": _("fast"),
    "pace-off": _("off"),
    # battle
    "battle-of": _("Battle of {town}"),
    "round-is-last": _("{words}: the last round"),
    "round-of": _("round {round} of {rounds}"),
    "battles-to-come": _("Still to be fought: {towns}"),
    "order-of-fire": _("Order of fire"),
    "end-round": _("The round ends when all have acted."),
    "end-leaving": _("Last round: the {side} fight no more; each of their blocks retreats in its turn."),
    "end-last": _("Last round: if defenders still hold the field after it, the {side} must retreat."),
    "end-last-sallied": _(
        "Last round: sallying blocks go into the castle after it. If defenders still hold the field then, attackers"
        " must retreat from it."
    ),
    "end-storm": _(
        "The storm ends when no stormer or no defender is left, when relief comes, or after round {rounds}."
    ),
    "end-storm-last": _("Last round of the storm: if the castle holds, the stormers fall back to the field after it."),
    "bay-field": _("field"),
    "bay-castle": _("castle"),
    "castle-room": plural("{count} block inside; it holds {rating}", "{count} blocks inside; it holds {rating}"),
    "bay-reserve": _("reserve"),
    "ways-out": _("Ways out: {towns}"),
    "way-out": plural("{town} ({count} block)", "{town} ({count} blocks)"),
    "ways-out-means": _("The figure says how many blocks the road still takes."),
    "no-way-out": _("No way out."),
    "fires-no-way-out": _("No way out: your blocks fire by themselves."),
    "fires-alone": _("Blocks of yours that can do nothing else fire by themselves."),
    "now-defender": _("You have taken the field: from now on you defend it against their reserves."),
    "now-attacker": _("They have taken the field: from now on your reserves attack it."),
    "now-defends": _("{side} have taken the field and defend it from now on."),
    "steps-lost": plural("−{count} step", "−{count} steps"),
    "half-a-hit": _("half a hit"),
    "has-fallen": _("{block} fell"),
    "die-hit": _("die: {die}, a hit"),
    "attacker": _("attacker"),
    "defender": _("defender"),
    "storm-on": _("The castle is being stormed: double defense"),
    "jihad-on": _("Jihad: {side} fire first in round 1"),
    "jihad-on-sally": _("Jihad: {side} fire first in round 1 if they sally"),
    "jihad-off": _("Jihad helps attackers alone: {side} defend"),
    "hits-to-take": _("{side} take hits: {count}"),
    "half-hit-on": _("Half a hit: {block}"),
    "a-hidden-block": _("a hidden block"),
    "no-blocks-left": _("no blocks left"),
    "besieger-lies-open": _("One besieging block lies face-up, so that all see the siege (rule 6.51)."),
    "besiegers-lie-open": _("Besiegers lie face-up as long as the siege lasts (rule 7.2)."),
    "reserve-of-round": _("reserve, arrives in round {round}"),
    "storming": _("storming"),
    "sallying": _("sallying"),
    "blocks-at": _("Blocks at {town}"),
    "close": _("Close"),
    "battles-declared": _("Battles to come"),
    "versus": _("v"),
    "battle-declared": _("battle: {forces}"),
    "dice": _("Dice"),
    "press-block": _("Press a block."),
    "press-blocks": _("Press them above."),
    "press-hit": _("Press the block that takes the hit: always one of your strongest."),
    "to-towns": plural("to {count} town", "to {count} towns"),
    "step-of-record": _("Step through the game"),
    "see-event": _("Open event {n}"),
    "view-of-all": _("Everything"),
    "view-of-public": _("As spectators see it"),
    "die": _("die: {die}"),
    "die-self": _("die: {die}, a hit on the one who charges"),
    "hits": _("hits: {count}"),
    "blow-charge": _("Charge: {most} or less hits, each six hits the charger."),
    "blow-harry": _("Harrying: hits on {most} or less, then leaves the battle."),
    "blow-walls": _("Behind the walls two hits cost one step."),
    "blow-hunger": _("Hunger in {town}"),
    "blow-assassins": _("The Assassins strike"),
    "hunger-costs": plural("A 1 costs a besieged block a step.", "1 to {count} cost a besieged block a step."),
    "hunger-steps": plural("{count} step lost to hunger", "{count} steps lost to hunger"),
}


def all_texts(*, coached: bool = True, hinted: bool = True) -> dict[str, str | dict[str, str]]:
    """Every text of the scripts, translated now; without `coached` none of lessons and explanations, without `hinted`
    none of hints: few games have them.
    """
    tables: dict[str, Mapping[str, Text]] = {"side": SIDES, "card": CARDS, "place": PLACES}
    named = {f"{prefix}-{key}": str(Name(name)) for prefix, table in tables.items() for key, name in table.items()}
    return {
        key: text.forms() if isinstance(text, plural) else str(text)
        for key, text in (
            TEXTS
            | CARD_TEXTS
            | TIME_TEXTS
            | REPLAY_TEXTS
            | FOLLOWS_TEXTS
            | SIEGE_TEXTS
            | WINTER_TEXTS
            | ARRIVAL_TEXTS
            | HINT_TEXTS
            | MAP_TEXTS
            | (LESSON_TEXTS | EXPLAINED_TEXTS if coached else {})
        ).items()
        if hinted or not key.startswith("hint-")
    } | named
