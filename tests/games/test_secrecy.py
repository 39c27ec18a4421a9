"""No answer of the API names a block that its reader may not know."""

import json
import re
from random import Random
from uuid import uuid4

import pytest

from games.access import find_game
from games.models import Game
from games.services.play import play
from games.services.record.state import load_state
from games.services.views.view import view_of
from rules.roster import BLOCK, BLOCKS
from tests.games.conftest import started
from tests.games.helpers import Player, choose, ok, problem, stand
from tests.rules.combat import battle

pytestmark = pytest.mark.django_db
OF_SIDE = {
    side: {block.id for block in BLOCKS if block.side == number} for number, side in enumerate(("frank", "saracen"))
}
NAMES = re.compile(r"[a-z]+(?:-[a-z0-9]+)*")


def blocks_named(data: object) -> set[str]:
    """Ids of blocks that stand as values anywhere in JSON."""
    if isinstance(data, dict):
        return set().union(
            *(blocks_named(value) for value in data.values()), *({key} & OF_SIDE["frank"] for key in data)
        )
    if isinstance(data, list):
        return set().union(*(blocks_named(value) for value in data))
    return {data} & (OF_SIDE["frank"] | OF_SIDE["saracen"]) if isinstance(data, str) else set()


def revealed(game: Game) -> set[str]:
    """Blocks that the public part of events behind a wall has named so far."""
    wall = game.events.filter(wall=True).latest("seq").seq
    public = [
        fact.get("data")
        for event in game.events.filter(seq__lte=wall)
        for fact in event.events
        if isinstance(fact, dict)
    ]
    return blocks_named(public)


@pytest.mark.whole
@pytest.mark.parametrize(("seed", "edition"), [(1, "2.0"), (3, "1.4")])
def test_neither_views_nor_histories_name_hidden_blocks(
    seed: int, edition: str, richard: Player, saladin: Player, baldwin: Player
) -> None:
    game = started(richard, saladin, ruleset={"edition": edition})
    random = Random(seed)
    players = {"frank": richard, "saracen": saladin}
    always_open = blocks_named(baldwin.view(game))  # boxes and the Assassins, before anything has happened
    assert richard.user is not None
    for step in range(100):
        state = load_state(find_game(user=richard.user, game_id=game.public_id))
        if not state.live.awaited:
            break
        side = random.choice(sorted(state.live.awaited))
        view = view_of(state, side)
        play.submit(
            game_id=game.public_id,
            user=players[side].user,
            actions=[choose(view, random, seldom=("take-back-card", "done"))],
            expected_version=view["version"],
            idempotency_key=uuid4(),
        )
        if step % 10:
            continue
        may_know = revealed(game) | always_open
        for reader, own in ((richard, "frank"), (saladin, "saracen"), (baldwin, "")):
            told = [reader.view(game), reader.history(game)]
            count = len(told[1])
            told.append(ok(reader.get(f"games/{game.public_id}/history/{count}/view/")))
            known = may_know | OF_SIDE.get(own, set())
            assert blocks_named(told) <= known, (
                f"{own or 'spectator'} is told of {blocks_named(told) - known} in step {step}"
            )
            assert json.dumps(told)


def test_draws_and_actions_of_the_enemy_are_in_no_answer_while_the_game_runs(
    game: Game, richard: Player, saladin: Player
) -> None:
    ok(richard.act(game, {"type": "done"}))
    for path in ("history/", "export/"):
        text = json.dumps(ok(saladin.get(f"games/{game.public_id}/{path}")))
        assert '"draws"' not in text
        assert '"purpose"' not in text
        assert '"action"' not in text.replace('"kind": "action"', "")


def test_naming_enemy_blocks_does_not_tell_who_lies_in_a_castle(game: Game, saladin: Player) -> None:
    """H38 (6.62): Balian, besieged in the castle fought for, answers like Walter in the field elsewhere and Conrad in
    the pool.
    """
    table = battle("nablus: balian king-guy\nacre: walter\nbaisan: saladin", "move saladin nablus")
    stand(game, table.do("frank", "garrison balian").position)
    answers = {
        block: problem(saladin.act(game, {"type": "retreat", "block": block, "to": "baisan"}), 422, "illegal-action")
        for block in ("balian", "walter", "conrad")
    }
    told = {json.dumps(answer).replace(BLOCKS[BLOCK[block]].name, "?") for block, answer in answers.items()}
    assert len(told) == 1, told
