"""Odds of fights ahead: from what the asking side knows, and nothing else."""

import json
from functools import cache
from random import Random
from typing import Any
from unittest.mock import Mock

import pytest
from django.utils import translation
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games import words_hints
from games.models import Game
from games.services.computer import hints, minds
from games.services.lobby import lobby
from games.services.record import state_cache
from games.words_actions import CHOICES, VERBS
from opponent import usual
from opponent.ahead import fighters, next_fight
from opponent.knowledge import imagine, never_drawn
from opponent.odds import fighter
from opponent.odds import odds as odds_of
from opponent.plans import Mission
from opponent.policy import WEIGHTS, Policy, mission_reason
from opponent.reasons import KEYS, USUAL, Reason
from rules import game as rules_game
from rules.actions import Action
from rules.atlas import SIDES, TOWN, TOWN_IDS, bits
from rules.dice import SeededDice
from rules.notation import parse_action
from rules.places import GONE, POOL
from rules.position import Position
from rules.roster import BLOCK
from rules.ruleset import Ruleset
from rules.selfplay import choose_purposeful
from tests.games.helpers import Player, ok, problem, stage, stand
from tests.rules.playing import SIEGES
from tests.rules.scene import Table, choosing, moving

pytestmark = pytest.mark.django_db


@cache
def ahead(seed: int = 1) -> tuple[str, str]:
    """A position of a game by lot, as JSON, in which the Saracens move and a fight stands ahead, and the town."""
    random, dice = Random(seed), SeededDice(seed)
    position = rules_game.new_game(Ruleset(), dice).position
    for _ in range(2000):
        mover = min(position.awaited)
        found = next_fight(position, TOWN["zoar"]) is not None and hidden(position, "zoar")
        if found and mover == "saracen" and position.step == "move" and position.first == 1:
            return json.dumps(position.to_json()), "zoar"
        action = choose_purposeful(rules_game.legal_actions(position, mover), random, "purposeful")
        position = rules_game.apply(position, mover, action, dice).position
    raise AssertionError("in 2000 acts no fight at Zoar came to stand ahead")


def besieged() -> tuple[Position, str]:
    """A position of a game by lot in which a castle is besieged, and its town."""
    random, dice = Random(3), SeededDice(3)
    position = rules_game.new_game(Ruleset(), dice).position
    for _ in range(2000):
        if position.sieges and position.step == "move":
            return position, TOWN_IDS[min(position.sieges)]
        action = choose_purposeful(rules_game.legal_actions(position, min(position.awaited)), random, "siege")
        position = rules_game.apply(position, min(position.awaited), action, dice).position
    raise AssertionError("in 2000 acts no siege was laid")


def hidden(position: Position, town: str) -> int:
    """The Franks in a field who stand hidden."""
    return position.field(0, TOWN[town]) & ~position.face_up


def scene() -> tuple[Position, str]:
    text, town = ahead()
    return Position.from_json(json.loads(text)), town


def at(game: Game, position: Position) -> None:
    """Has the game stand there, and everybody forget what stood before."""
    stand(game, position)
    state_cache.for_views.clear()
    state_cache.for_acts.clear()
    minds.kept.clear()


def ask(player: Player, game: Game, town: str, **query: str) -> Any:
    return player.get(f"games/{game.public_id}/odds/{town}/", **query)


def test_against_blocks_that_lie_open_they_are_those_of_the_fight(game: Game, saladin: Player) -> None:
    position, town = scene()
    position.face_up |= hidden(position, town)
    at(game, position)
    found = ok(ask(saladin, game, town))
    number = TOWN[town]
    teams = [[fighter(position, block) for block in bits(position.field(side, number))] for side in (1, 0)]
    expected = odds_of(*teams)
    assert (found["attacker"], found["guesses"]) == ("saracen", 1)
    assert found["win"] == pytest.approx(expected.win, abs=0.03)
    assert found["win"] + found["repelled"] == pytest.approx(1, abs=0.002)
    assert found["losses"]["saracen"] == pytest.approx(expected.lost, abs=0.2)


def test_hidden_blocks_are_guessed_alike_whoever_they_are(game: Game, saladin: Player) -> None:
    """Everything that the Franks hide is dealt anew: the answer stays what it was, to the last digit."""
    position, town = scene()
    answers = []
    for world in (position, imagine(position, "saracen", Random(1)), imagine(position, "saracen", Random(2))):
        at(game, world)
        answers.append(ok(ask(saladin, game, town)))
    assert answers == answers[:1] * 3
    assert answers[0]["guesses"] > 1
    assert answers[0]["error"] > 0


def test_both_players_may_ask_and_the_attacker_is_the_same(game: Game, richard: Player, saladin: Player) -> None:
    position, town = scene()
    at(game, position)
    assert {ok(ask(player, game, town))["attacker"] for player in (richard, saladin)} == {"saracen"}
    problem(ask(richard, game, town, side="saracen"), 403, "not-your-side")


def test_of_a_siege_they_are_those_of_a_storm_by_the_strongest(game: Game, richard: Player, saladin: Player) -> None:
    """6.52, 6.54: as many besiegers as the castle's rating; both players get the odds of the same storm."""
    position, name = besieged()
    number = TOWN[name]
    besieger = 0 if position.field(0, number) else 1
    position.face_up |= position.at[number]
    at(game, position)
    found = [ok(ask(player, game, name)) for player in (richard, saladin)]
    storming = sorted(
        (fighter(position, b) for b in bits(position.field(besieger, number))),
        key=lambda one: -one.firepower * one.steps,
    )
    inside = [fighter(position, b) for b in bits(position.garrison(number))]
    expected = odds_of(storming[: position.ruleset.storm_limit(number)], inside, double=True)
    told = ("storm", SIDES[besieger], round(expected.win, 3), True)
    assert [(one["kind"], one["attacker"], one["win"], one["exact"]) for one in found] == [told] * 2


def test_where_no_fight_stands_ahead_there_are_none(game: Game, richard: Player) -> None:
    position, town = scene()
    position.fought |= 1 << TOWN[town]
    at(game, position)
    problem(ask(richard, game, town), 409, "no-fight-ahead")
    problem(ask(richard, game, "egypt"), 409, "no-fight-ahead")
    problem(ask(richard, game, "camelot"), 404, "no-such-town")


def test_whether_there_are_any_is_chosen_with_the_game_and_told(richard: Player, saladin: Player) -> None:
    made = ok(richard.post("games/", {"side": "frank", "odds": False}))
    assert made["odds"] is False
    game = Game.objects.get(public_id=made["id"])
    assert saladin.user is not None
    lobby.join_game(user=saladin.user, game_id=game.public_id)
    position, town = scene()
    at(game, position)
    problem(ask(richard, game, town), 403, "odds-not-allowed")
    page = richard.client.get(f"/games/{game.public_id}/").content.decode()
    assert "Without odds from the site." in page
    assert 'id="side-odds"' not in page
    stage(game, odds=True)
    assert 'id="side-odds"' in richard.client.get(f"/games/{game.public_id}/").content.decode()


@pytest.fixture
def hinted(richard: Player) -> Game:
    """A game against the squire with hints: Richard plays the Saracens."""
    assert richard.user is not None
    return lobby.create_game(user=richard.user, side="saracen", computer="squire", hints=True).game


def hint_at(game: Game, richard: Player, position: Position) -> Any:
    at(game, position)
    return ok(richard.get(f"games/{game.public_id}/hint/"))


def test_a_hint_is_what_the_computer_would_play_and_why(hinted: Game, richard: Player) -> None:
    position, _town = scene()
    hints = [hint_at(hinted, richard, world) for world in (position, imagine(position, "saracen", Random(1)))]
    assert hints[0] == hints[1], "whatever the enemy hides"
    ok(richard.act(hinted, hints[0]["action"], version=richard.view(hinted)["version"]))
    assert hints[0]["said"]


def storming(*already: str) -> Position:
    table = Table(moving("acre: [balian] al-adil saladin\nhoms: tuman", first="saracen"))
    table.do("saracen", "done").do("frank", "done")
    table.position.combat.storming = sum(1 << BLOCK[block] for block in already)
    return table.position


def hand_of(card: str, *others: str) -> Position:
    hand, frank = " ".join((card, *others, *["move-1"] * (6 - 1 - len(others)))), " ".join(["move-2"] * 5)
    return choosing("homs: tuman\ntripoli: balian", frank=frank, saracen=hand, turn="1188.2")


LEFT_OPEN = "All is done that was worth a Move: any other would leave open more than it gains."
HINTS = [
    ("homs: tuman\ntripoli: balian", "move tuman krak/tripoli", "said", "Move · Tuman · Homs → Krak → Tripoli"),
    ("homs: tuman\ntripoli: balian", "done", "why", LEFT_OPEN),
    (storming(), "storm -", "said", "No storm"),
    (storming(), "storm saladin", "said", "Storm with Saladin"),
    (storming("al-adil"), "storm -", "said", "Nobody more"),
    (storming("al-adil"), "storm saladin", "said", "Add to the storm: Saladin"),
    (hand_of("move-3", "manna"), "play-card move-3", "why", "It gives as many Moves as any of your cards: 3."),
    (hand_of("move-2", "move-3"), "play-card move-2", "why", "It gives 2 Moves, enough for what there is to do"),
    (hand_of("jihad"), "play-card jihad", "why", "in one battle your blocks fire first in round 1"),
    (hand_of("winter-campaign"), "play-card winter-campaign", "why", "for that you need a siege then"),
]


def test_a_hint_says_a_decision_as_its_button_does_and_why_it_is_taken(
    hinted: Game, richard: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    for place, decision, name, said in HINTS:
        monkeypatch.setattr(minds, "decide", Mock(return_value=parse_action(decision)))
        position = moving(place, first="saracen") if isinstance(place, str) else place
        assert said in hint_at(hinted, richard, position)[name], decision


def test_a_hint_names_those_who_go_with_it(hinted: Game, richard: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    found = hints.Hint({"type": "muster-to", "town": "damascus"}, "", False, Reason("gather", GATHERING))
    monkeypatch.setattr(hints, "hint", lambda *_given: found)
    position = moving("homs: tuman\nhama: turks-1\ndamascus: saladin", first="saracen")
    hint = hint_at(hinted, richard, position)
    assert hint["blocks"] == ["tuman", "turks-1"]
    assert hint["who"] == "Who goes there: Tuman, Turks 1."
    assert hint["why"] == "To be stronger together at Damascus."


GATHERING = {"town": "damascus", "count": 2, "blocks": ["tuman", "turks-1"]}


def test_every_kind_of_action_has_words() -> None:
    for action in [*VERBS, *(type_ for type_, _goes_on in CHOICES), "play-card", "swap"]:
        given = {"type": action, "card": "manna", "block": "al-adil", "blocks": []}
        assert words_hints.action_in_words(given)


def test_every_usual_choice_has_words_in_every_language() -> None:
    keys = {
        *usual.KEYS.values(),
        *usual.OF_CARDS,
        *(key for both in usual.OF_SETS.values() for key in both),
        "storm-off",
        "regroup-guard",
        "regroup-none",
    }
    assert set(words_hints.USUAL_REASONS) == keys
    for language in ("en", "fr", "pl"):
        with translation.override(language):
            said = {words_hints.reason_in_words(key, {"town": "acre", "count": 2}) for key in keys}
            assert len(said) == len(keys)
            assert "" not in said


def test_every_decision_of_a_game_has_a_hint_with_a_reason() -> None:
    """Whatever the heuristic would choose: no hint is bare."""
    told = set()
    for seed in range(1):
        policies = [Policy(random=Random(seed)), Policy(random=Random(seed))]
        position = rules_game.new_game(Ruleset(), SeededDice(seed)).position
        for _ in range(900):
            if not position.awaited:
                break
            side = min(position.awaited)
            policy = policies[SIDES.index(side)]
            action = policy.decide(position, SIDES.index(side))
            why = policy.why if policy.why != USUAL else usual.usual_reason(position, SIDES.index(side), action)
            assert why is not None, (position.step, action)
            assert words_hints.reason_in_words(*why), (position.step, action, why)
            told.add(why.key)
            position = rules_game.apply(position, side, action, SeededDice(seed)).position
    assert {"card-moves", "take-hit", "deploy", "moves-done"} <= told


def test_a_hint_to_gather_says_who_comes_in_few_words() -> None:
    mission = Mission(TOWN["damascus"], (BLOCK["tuman"], BLOCK["turks-1"]), 0.0, 1, "muster")
    come = "Who goes there: Tuman, Turks 1."
    for enemy, goal in (
        ("tiberias: balian", "To protect Damascus, which the enemy can reach"),
        ("tripoli: balian", "To go on to Acre later, stronger together at Damascus"),
    ):
        position = moving(f"homs: tuman\nhama: turks-1\ndamascus: saladin\n{enemy}", first="saracen")
        reason = mission_reason(position, SIDES.index("saracen"), mission, WEIGHTS)
        assert words_hints.reason_in_words(*reason) == f"{goal}. {come}"


BESIEGING = [
    ("balian", "tuman turks-1", "To besiege Tripoli with 2 blocks. Who goes there: Tuman, Turks 1."),
    ("balian raymond-tripoli", "tuman turks-1", "To besiege Tripoli with 2 blocks. Enemies there: 2. If they fight"),
]


def test_a_hint_to_besiege_as_many_or_more_names_them_and_the_chance_in_the_field() -> None:
    for inside, who, start in BESIEGING:
        position = moving(f"homs: {who}\ntripoli: {inside}", first="saracen")
        mission = Mission(TOWN["tripoli"], tuple(BLOCK[block] for block in who.split()), 0.0, 1, "move")
        said = words_hints.reason_in_words(*mission_reason(position, SIDES.index("saracen"), mission, WEIGHTS))
        assert said.startswith(start)


def test_a_hint_to_join_a_siege_counts_all_who_besiege_then() -> None:
    position = moving("homs: tuman\ntripoli: [balian] turks-1\nacre: walter", first="saracen")
    mission = Mission(TOWN["tripoli"], (BLOCK["tuman"],), 0.0, 1, "move")
    said = words_hints.reason_in_words(*mission_reason(position, SIDES.index("saracen"), mission, WEIGHTS))
    assert said.startswith("To besiege Tripoli with 2 blocks.")


def test_a_hint_to_march_where_no_enemy_can_come_names_the_town_it_leads_to() -> None:
    position = moving("homs: tuman\ntripoli: balian", first="saracen")
    mission = Mission(TOWN["damascus"], (BLOCK["tuman"],), 0.0, 1, "move")
    said = words_hints.reason_in_words(*mission_reason(position, SIDES.index("saracen"), mission, WEIGHTS))
    assert said == "To go on from Damascus to Acre later; blocks that go there: 1."


REGROUPING = [("beaufort", "take"), ("banyas", "regroup-guard"), ("damascus", "regroup")]


def test_a_hint_to_regroup_says_what_the_block_does_there() -> None:
    for town, key in REGROUPING:
        position = moving("sidon: al-afdal\ntiberias: balian", first="saracen")
        position.step = "regroup"
        found = usual.usual_reason(position, SIDES.index("saracen"), Action("regroup", block="al-afdal", to=town))
        assert found == Reason(key, {"town": town})


def test_there_are_no_hints_against_people(richard: Player, saladin: Player) -> None:
    made = ok(richard.post("games/", {"side": "frank", "hints": True}))
    assert made["hints"] is False
    problem(richard.get(f"games/{made['id']}/hint/"), 403, "hints-not-allowed")


def test_every_reason_of_the_computer_has_words_in_every_language() -> None:
    assert set(words_hints.REASONS) == KEYS - {"usual"}
    params = {"town": "acre", "count": 3, "chance": 70, "card": "manna", "foes": 3}
    params |= {"goal": "tyre", "instead": {"type": "fire", "block": "balian"}}
    for language in ("en", "fr", "pl"):
        with translation.override(language):
            said = {key: words_hints.reason_in_words(key, params) for key in KEYS}
            assert all(said[key] for key in words_hints.REASONS)
            assert said["usual"] == ""


def test_no_chance_of_a_fight_is_told_as_sure() -> None:
    for key in ("field", "fight-on", "leave", "storm-goes-on", "storm-given-up", "castle-holds"):
        for chance, tries in ((95, 9), (52, 5), (5, 1)):
            assert f"in about {tries} of 10 tries" in words_hints.reason_in_words(
                key, {"town": "acre", "chance": chance}
            )


def test_a_reason_in_a_storm_names_the_chance_of_the_castle() -> None:
    for garrison, key, act in [("[conrad@1]", "storm-goes-on", "fire"), ("[conrad]", "storm-given-up", "withdraw")]:
        table = Table(moving(f"tyre: {garrison} saladin\nantioch: bohemond", mover="saracen"))
        table.do("saracen", "done")
        for _ in range(20):
            if table.step == "storm":
                break
            (side,) = table.awaited
            table.do(side, "choose-battle tyre" if table.step == "choose-battle" else "done")
        table.do("saracen", "storm saladin")
        policy = Policy(WEIGHTS)
        assert policy.decide(table.position, SIDES.index("saracen")).type == act
        assert policy.why.key == key
        assert 5 <= policy.why.params["chance"] <= 95


RELIEVED = (
    "acre: [king-guy@3] keukburi@1 turks-1@2 zangi@1\ncaesarea: walter@3\ntiberias: raymond-tiberias@2\nkerak:"
    " [reynald-kerak] arabs-1"
)


def relieved() -> Position:
    """Two besieged castles: relief comes to Acre in rounds 1 and 2, nobody to Kerak."""
    table = Table(moving(RELIEVED, first="frank"))
    table.do("frank", "move walter acre", "move raymond-tiberias acre")
    for block in bits(never_drawn(table.position.ruleset)):
        if table.position.where[block] == POOL:
            table.position.put(block, GONE)
    return table.position


def test_sallies_and_relief_have_odds_for_both_players(game: Game, richard: Player, saladin: Player) -> None:
    """Of blocks that lie open they are those of the fight; of hidden ones the mean over guesses, the same however they
    are dealt.
    """
    for town, sally, kind, attacker in [
        ("kerak", "false", "storm", "saracen"),
        ("kerak", "true", "sally", "frank"),
        ("acre", "false", "relief", "frank"),
        ("acre", "true", "relief", "frank"),
    ]:
        position, number = relieved(), TOWN[town]
        hidden = [imagine(position, "frank", Random(seed)) for seed in range(3)]
        answers = []
        for world in hidden:
            at(game, world)
            answers.append(ok(ask(richard, game, town, sally=sally)))
        assert answers == answers[:1] * 3
        assert (answers[0]["kind"], answers[0]["attacker"], answers[0]["sally"]) == (kind, attacker, sally == "true")

        position.face_up |= position.at[number]
        at(game, position)
        found = [ok(ask(player, game, town, sally=sally)) for player in (richard, saladin)]
        fight = next_fight(position, number, sally == "true")
        assert fight is not None
        attackers, defenders = (fighters(position, fight, side) for side in (fight.attacker, 1 - fight.attacker))
        expected = odds_of(attackers, defenders, double=kind == "storm")
        assert [(one["win"], one["exact"]) for one in found] == [(round(expected.win, 3), True)] * 2


@settings(max_examples=3, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(seed=st.integers(0, 10_000), side=st.sampled_from(["frank", "saracen"]), sally=st.booleans())
def test_of_hidden_blocks_odds_use_what_everybody_knows(
    game: Game, richard: Player, saladin: Player, seed: int, side: str, sally: bool
) -> None:
    """Sieges with relief on its way, the enemy's hidden blocks dealt anew: answer or refusal stays what it was, at
    every town.
    """
    position = siege_with_relief(seed)
    player = richard if side == "frank" else saladin
    towns = [town for town in TOWN_IDS if next_fight(position, TOWN[town], sally) is not None][:3]
    told = []
    for world in (position, imagine(position, side, Random(seed)), imagine(position, side, Random(seed + 1))):
        at(game, world)
        told.append([ask(player, game, town, sally=str(sally).lower()).json() for town in towns])
    assert told == told[:1] * 3


def siege_with_relief(seed: int) -> Position:
    """A position by lot in a game that begins with four sieges."""
    random, dice = Random(seed), SeededDice(seed)
    position = moving(SIEGES, first=SIDES[seed % 2])
    for _ in range(random.randint(1, 60)):
        if position.winner is not None or not position.waiting:
            break
        action = choose_purposeful(rules_game.legal_actions(position, min(position.awaited)), random, "siege")
        position = rules_game.apply(position, min(position.awaited), action, dice).position
    return position
