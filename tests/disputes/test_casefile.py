"""What a reviewer reads of a game: sealed, exactly what a spectator reads; open, everything, and it fits together."""

import json
from random import Random
from uuid import uuid4

import pytest
from django.contrib.auth.models import AnonymousUser

from games.access import Access, Perspective, game_under_review
from games.api.schemas.facts import HISTORY
from games.disputes import casefile, ledgers
from games.models import Game
from games.services.play import play
from games.services.record.state import load_state
from games.services.views import history, replay
from games.services.views.view import view_of
from tests.disputes.conftest import NewGame, fresh, of
from tests.games.helpers import Player, choose

pytestmark = pytest.mark.django_db


@pytest.fixture(params=[1, pytest.param(2, marks=pytest.mark.whole)])
def played(
    request: pytest.FixtureRequest, new_game: NewGame, richard: Player, saladin: Player, william: Player
) -> Access:
    """A game played by lot, with much taken back, some of it hidden still."""
    random, game = Random(request.param), new_game(pace="friendly")
    people = {"frank": of(richard), "saracen": of(saladin)}
    for _ in range(110):
        access = game_under_review(user=people["frank"], game_id=game.public_id)
        if access.game.status != Game.Status.ACTIVE:
            break
        side = random.choice(sorted(load_state(access).live.awaited))
        view = view_of(load_state(game_under_review(user=people[side], game_id=game.public_id)), side)
        sent = {
            "game_id": game.public_id,
            "user": people[side],
            "expected_version": view["version"],
            "idempotency_key": uuid4(),
        }
        if view["can-undo"] and random.random() < 0.3:
            play.undo(**sent)
        else:
            ending = {"type": "done"} in view["actions"] and random.random() < 0.2
            action = {"type": "done"} if ending else choose(view, random, seldom=("take-back-card",))
            play.submit(**sent, actions=[action])
    return game_under_review(user=of(william), game_id=fresh(game).public_id)


def test_sealed_it_is_what_a_spectator_reads(played: Access) -> None:
    spectator = Access(played.game, played.seats, AnonymousUser())
    lines = history.history_lines(spectator, None)
    # What changed hands without a fight is told by histories alone: it is no part of an event, and a reviewer sees it
    # on the board.
    recorded = [
        (entry["at"], [fact["text"] for fact in entry["events"] if fact["text"] and fact["type"] not in HISTORY])
        for entry in history.entries(spectator, None, lines)
    ]
    told = [(at, " ".join(text.removesuffix(".") + "." for text in texts)) for at, texts in recorded]
    rows = casefile.rows(played, sealed=True)
    found = [
        (row.at.isoformat(), casefile.sentences(row, sealed=True))
        for row in sorted(rows, key=lambda row: order(lines, row.seq))
    ]
    assert found == told
    assert not any(row.by_orders for row in rows)
    for row in rows[:: max(1, len(rows) // 8)]:
        moment = casefile.event_detail(played, row.event, sealed=True)
        assert (moment.payload, moment.draws, moment.offers, moment.differences, moment.before) == (
            {},
            [],
            [],
            [],
            None,
        )
        assert set(moment.views) == {"public"}


def test_the_first_turn_of_a_year_is_told_from_what_was_before_it(played: Access) -> None:
    turns = list(dict.fromkeys(row.turn for row in casefile.rows(played, sealed=False)))
    assert turns[:2] == ["", "1187-1"]


def order(lines: list[history.Line], seq: int) -> int:
    return next(number for number, line in enumerate(lines) if line.seq == seq)


def test_open_every_action_was_legal_and_every_draw_is_the_secrets(played: Access) -> None:
    rows = casefile.rows(played, sealed=False)
    assert [row.seq for row in rows] == list(range(1, played.game.version + 1))
    draws = ledgers.draw_rows(played, [row.event for row in rows])
    assert draws
    assert all(draw.proven for draw in draws)
    for row in rows[3 :: max(1, len(rows) // 12)]:
        moment = casefile.event_detail(played, row.event, sealed=False)
        assert moment.legal == ""
        if row.kind == "action":
            assert moment.payload == row.event.payload
            assert moment.offers
            assert moment.differences


def test_open_each_view_is_what_that_side_saw_then(played: Access) -> None:
    rows = casefile.rows(played, sealed=False)
    for row in rows[3 :: max(1, len(rows) // 6)]:
        views = casefile.event_detail(played, row.event, sealed=False).views
        for side in ("frank", "saracen"):
            line = history.Line(row.seq, row.seq, row.seq, False)
            assert json.dumps(views[side]) == json.dumps(next(replay.views(played, Perspective(side), [line])))


def test_the_luck_of_both_adds_up_to_the_dice_that_were_thrown(played: Access) -> None:
    events = [row.event for row in casefile.rows(played, sealed=True)]
    fired = [fact["data"] for event in events for fact in event.events if fact["type"] == "block-fired"]
    found = ledgers.luck(events)
    assert sum(one.dice for one in found) == sum(len(fact["dice"]) for fact in fired)
    assert sum(one.hits for one in found) == sum(fact["hits"] for fact in fired)
    for one in found:
        assert 0 <= one.least <= one.most <= one.dice
        assert one.sentence


@pytest.mark.parametrize(("hits", "least", "most"), [(20, 20, 41), (30, 20, 41), (60, 20, 41)])
def test_luck_is_told_without_blame(hits: int, least: int, most: int) -> None:
    sentence = ledgers.Luck("frank", 60, hits, least, most).sentence
    assert f"{hits} hits" in sentence
    assert ("without anything being wrong" in sentence) == (hits > most)
