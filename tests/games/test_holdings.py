"""Towns that change hands without a fight are told by the history to every reader; the record holds nothing of it."""

import random
from types import SimpleNamespace
from typing import Any

import pytest

from games.access import find_game
from games.models import Game, GameEvent
from games.services.views import history, holdings
from rules import game as rules_game
from rules.atlas import SIDES, TOWN, TOWN_IDS, TOWNS
from rules.dice import SeededDice
from rules.ruleset import Ruleset
from rules.selfplay import choose_purposeful
from tests.games.helpers import Player, ok, stand, undone
from tests.rules.scene import moving

TOLD = ("town-entered", "town-left")
ENDED = ("movement-ended", "The Franks finished moving.")


def lines(game: Game, user: Any, side: str | None) -> list[list[tuple[str, str]]]:
    """The types and sentences of each entry as this viewer reads it, the newest last."""
    access = find_game(user=user, game_id=game.public_id)
    found = history.entries(access, side, history.history_lines(access, side))
    return [[(fact["type"], fact["text"]) for fact in entry["events"]] for entry in found]


@pytest.mark.django_db
def test_a_town_that_changes_hands_without_a_fight_has_a_line_for_everybody(
    game: Game, richard: Player, saladin: Player
) -> None:
    for places, path, told in [
        ("banyas: balian\n", ("banyas", "damascus"), ("town-entered", "The Franks took Damascus without a fight.")),
        ("damascus: balian\n", ("damascus", "banyas"), ("town-left", "The Franks no longer hold Damascus.")),
    ]:
        with undone(places, path, told):
            stand(game, moving(places + "acre: walter\negypt: saladin\n"))
            ok(richard.act(game, {"type": "move", "block": "balian", "path": list(path[1:])}))
            assert all(fact not in TOLD for entry in lines(game, richard.user, "frank") for fact, _ in entry)
            ok(richard.act(game, {"type": "done"}))
            for user, side in ((richard.user, "frank"), (saladin.user, "saracen"), (richard.user, None)):
                (entry,) = [
                    entry
                    for entry in lines(game, user, side)
                    if ("movement-ended", "The Franks finished moving.") in entry
                ]
                kinds = [kind for kind, _ in entry]
                assert entry.index(ENDED) < entry.index(told) < kinds.index("movement-begun")
            recorded = str(
                list(GameEvent.objects.filter(game=game).values_list("seq", flat=True))
                + [one.events for one in game.events.all()]
            )
            assert not any(kind in recorded for kind in TOLD)


@pytest.mark.django_db
def test_a_town_that_was_ones_own_or_is_fought_for_is_not_told_as_entered(game: Game, richard: Player) -> None:
    stand(game, moving("banyas: balian\nacre: walter\ndamascus: saladin\n"))
    ok(richard.act(game, {"type": "move", "block": "balian", "path": ["damascus"]}))
    ok(richard.act(game, {"type": "done"}))
    told = [text for entry in lines(game, richard.user, "frank") for fact, text in entry if fact in TOLD]
    assert told == ["The Franks no longer hold Banyas."]


@pytest.mark.parametrize("edition", ["2.0", pytest.param("1.4", marks=pytest.mark.whole)])
def test_of_a_game_by_lot_every_town_that_changes_hands_is_told_once(edition: str) -> None:
    dice, choice = SeededDice("dice:0"), random.Random("choice:0")
    position = rules_game.new_game(Ruleset.of(edition), dice).position
    wall = position
    kinds = set()
    for _ in range(1500):
        if not position.waiting:
            break
        side = choice.choice(sorted(position.awaited))
        action = choose_purposeful(rules_game.legal_actions(position, side), choice, "purposeful")
        outcome = rules_game.apply(position, side, action, dice)
        position = outcome.position
        if not rules_game.is_wall(wall, outcome):
            continue
        event = GameEvent(
            kind=GameEvent.Kind.ACTION, seq=2, side=side, wall=True, events=[fact.to_json() for fact in outcome.events]
        )
        old, new = wall.controllers(range(len(TOWNS))), position.controllers(range(len(TOWNS)))
        changed = {TOWN_IDS[town] for town in old if old[town] != new[town]}
        fought = {TOWN_IDS[town] for town in holdings._fought_for(event)}
        told = {}
        if holdings._fact_types(event) & holdings.MOVING_FACTS:
            walls = {1: wall.to_json(), 2: position.to_json()}
            asked: Any = SimpleNamespace(snapshots=SimpleNamespace(walls_from=lambda first, last, walls=walls: walls))
            told = {fact["town"]: fact for fact in holdings.changes(asked, [event]).get(2, [])}
        assert set(told) == changed - fought
        for town, fact in told.items():
            holder = SIDES[new[TOWN[town]]]
            assert (fact["side"] == holder) == (fact["type"] == "town-entered")
            kinds.add(fact["type"])
        wall = position
    assert kinds == set(TOLD)
