"""Practice games: played on from a moment of a finished game, with what a side knew then or with everything open."""

import json
from random import Random
from typing import Any
from uuid import UUID

import pytest
from django.db import transaction
from django.test import Client
from django.urls import reverse

from games import errors, practice
from games.access import find_game
from games.models import Figures, Game, User
from games.models.game import SIDES
from games.people.computers import computer_of
from games.services.archive import check, export
from games.services.archive.importing import import_game
from games.services.computer import turns
from games.services.lobby import limits
from games.services.play import play
from games.services.play.rewinding import NoSuchMoment
from games.services.results import results
from games.services.views import history, replay
from rules import game as rules_game
from rules import verify
from rules.position import Position
from rules.ruleset import Ruleset
from tests.games.helpers import Player, new_key, ok, problem, stand, undone
from tests.games.helpers import choose as choose_by_lot
from tests.rules.playing import choose
from tests.rules.recording import Recorder
from tests.security import worlds


@pytest.fixture(scope="module")
def record() -> Any:
    """A game by lot that is resigned after a while."""
    random = Random(4)
    recorder = Recorder(4, Ruleset())
    for _ in range(197):
        assert recorder.position is not None
        side = random.choice(sorted(recorder.position.awaited))
        recorder.act(side, choose(recorder.position, side, random, "purposeful"))
    recorder.resign("frank")
    return recorder.record()


@pytest.fixture
def original(db: None, record: Any) -> Game:
    """A finished public game between two who are not the players of these tests."""
    people = {side: User.objects.create_user(f"The-{side}") for side in SIDES}
    game = import_game(record, owner=people["frank"], players=dict(people))
    Game.objects.filter(pk=game.pk).update(visibility=Game.Visibility.PUBLIC)
    game.refresh_from_db()
    return game


@pytest.fixture
def baldwin(db: None) -> User:
    return User.objects.create_user("Baldwin")


def begin(user: User, original: Game, n: int, **more: Any) -> Game:
    return practice.begin(user=user, game_id=original.public_id, n=n, **{"side": "frank"} | more).game


def start_of(game: Game) -> Any:
    return next(event for event in game.events.order_by("seq") if event.payload.get("type") == "start")


def test_the_position_is_as_it_was_with_everything_open(original: Game, baldwin: User) -> None:
    walls = original.snapshots.walls()
    seq = sorted(walls)[len(walls) // 2]
    game = begin(baldwin, original, seq, perspective="all", everything=True)
    assert start_of(game).payload["position"] == walls[seq]
    assert (game.solo, game.visibility, game.hints) == (True, Game.Visibility.PRIVATE, True)
    assert (game.practice, game.practice_of, game.practice_n) == ("all", original.public_id, seq)
    assert (game.year, game.turn) == (walls[seq]["year"], walls[seq]["turn"])


@pytest.mark.parametrize("side", SIDES)
def test_a_side_sees_at_the_start_what_the_replay_shows_it_and_the_rest_is_dealt_anew(
    original: Game, baldwin: User, side: str
) -> None:
    access = find_game(user=baldwin, game_id=original.public_id)
    perspective = access.perspective(side)
    lines = [line for line in history.history_lines(access, side) if line.seq > 40]
    random = Random(side)
    other = {"frank": "saracen", "saracen": "frank"}[side]
    differing = 0
    for line in random.sample(lines, 12):
        shown = replay.view_at(access, perspective, line)
        try:
            _line, true = practice.position_at(access, line.number, side, side)
        except NoSuchMoment:
            continue
        dealt = practice._with_unknown_dealt(access.game, line, true, side)
        seen = rules_game.recall(dealt, side)
        assert {name: shown[name] for name in ("map", "cards", "hand", "pools", "sieges", "arrivals")} == {
            name: seen[name] for name in ("map", "cards", "hand", "pools", "sieges", "arrivals")
        }
        assert not rules_game.problems(dealt)
        differing += rules_game.recall(dealt, other)["map"] != rules_game.recall(true, other)["map"]
    assert differing > 6, "what the other side hid is not as it was"


def test_a_moment_is_found_in_another_replay(original: Game, baldwin: User) -> None:
    """An entry of everything leads to what the side had come to by then; one of a side to the event itself."""
    access = find_game(user=baldwin, game_id=original.public_id)
    own = history.history_lines(access, "frank")
    later = next(line for line in own if line.seq > 100 and line.visible_at > line.seq)
    found, _position = practice.position_at(access, later.seq, "all", "frank")
    assert found.visible_at <= later.seq < later.visible_at
    found, _position = practice.position_at(access, later.number, "frank", "all")
    assert found.seq == later.seq


def test_a_practice_game_is_played_to_its_end_exported_verified_and_imported(
    original: Game, baldwin: User, record: Any
) -> None:
    with transaction.atomic():
        game = begin(baldwin, original, 150, perspective="all")
        player = Player(baldwin)
        side = ok(player.get(f"games/{game.public_id}/"))["awaited"][0]
        ok(player.resign(game, side=side))
        game.refresh_from_db()
        assert check.first_difference(game) is None
        made = json.loads(json.dumps(export.export_record(game)))
        with pytest.raises(errors.NoNotation):
            export.as_notation(find_game(user=baldwin, game_id=game.public_id))
        transaction.set_rollback(True)  # as on another site
    report = verify.check(made)
    assert report.status == 0, report.line()
    assert ("practice", f"from entry {game.practice_n} of game {original.public_id}, with what frank knew - not"
            " compared with that") in report.about  # fmt: skip
    changed = json.loads(json.dumps(made))
    start = next(event for event in changed["events"] if event["payload"]["type"] == "start")
    start["payload"]["position"]["year"] += 1
    assert verify.check(changed).status == 1
    again = import_game(made, owner=baldwin, players={"frank": baldwin, "saracen": baldwin})
    assert (again.practice, str(again.practice_of), again.practice_n) == (
        game.practice, str(original.public_id), game.practice_n,
    )  # fmt: skip


def test_against_a_level_the_computer_has_the_other_side_and_goes_on_from_the_deal(
    original: Game, baldwin: User
) -> None:
    game = begin(baldwin, original, 150, perspective="all", side="saracen", computer="page")
    seats = {seat.side: seat.user for seat in game.seats.select_related("user")}
    assert seats["saracen"] == baldwin
    assert seats["frank"] is not None
    assert seats["frank"].computer == "page"
    turns.queue_missing()
    turns.play_due()
    game.refresh_from_db()
    assert game.seats.get(side="frank").awaited is False


def test_it_counts_for_nothing_and_has_a_list_of_its_own(original: Game, baldwin: User) -> None:
    game = begin(baldwin, original, 150, perspective="all", computer="page")
    player = Player(baldwin)
    mine = ok(player.get("games/", list="mine", practice=True))["results"]
    assert [line["practice"] for line in mine] == [
        {"game": str(original.public_id), "n": game.practice_n, "as": "frank", "exercise": None}
    ]
    assert ok(player.get("games/", list="mine", practice=False))["results"] == []
    page = player.client.get(reverse("my-games")).content.decode()
    assert page.count(f'data-key="game-{game.public_id}"') == 1
    assert "<h2>Practice</h2>" in page
    assert "Against the computer" not in page
    assert ok(player.get("waiting/"))["results"] == []
    ok(player.resign(game))
    assert "<h2>Practice</h2>" in player.client.get(reverse("my-games")).content.decode()
    assert game not in results.finished(baldwin)
    results.rate_finished()
    assert not Figures.objects.filter(game=game).exists()
    stranger = Player(User.objects.create_user("Conrad"))
    assert stranger.get(f"games/{game.public_id}/").status_code == 404


def test_bad_input_is_answered_in_words(original: Game, baldwin: User) -> None:
    player = Player(baldwin)
    address = f"games/{original.public_id}/practice/"
    for body, status, code in (
        ({"n": 150}, 400, "invalid"),
        ({"n": 0, "side": "frank"}, 400, "invalid"),
        ({"n": "x", "side": "frank"}, 400, "invalid"),
        ({"n": 150, "side": "frank", "computer": "emperor"}, 400, "invalid"),
        ({"n": 99_999, "side": "frank", "perspective": "all"}, 400, "no-such-moment"),
        ({"n": 1, "side": "frank", "perspective": "all"}, 400, "no-such-moment"),
    ):
        problem(player.post(address, body), status, code)
    over = Position.from_json(original.snapshots.latest("seq").walls[-1][1])
    over.winner, over.phase, over.step, over.waiting = (0, "sudden-death"), "over", "over", 0
    with transaction.atomic():
        stand(original, over)
        last = {"n": original.version, "side": "frank", "perspective": "all", "everything": True}
        assert "over" in problem(player.post(address, last), 400, "no-such-moment")["detail"]
        transaction.set_rollback(True)
    assert not Game.objects.filter(creator=baldwin).exists()
    key = new_key()
    made = [ok(player.post(address, {"n": 150, "side": "frank", "perspective": "all", "key": key}))["id"] for _ in "12"]
    assert made[0] == made[1], "the same key makes one game"


def test_a_running_game_has_no_moments_to_play_on_from(game: Game, richard: Player, baldwin: User) -> None:
    for player in (richard, Player(baldwin)):
        problem(player.post(f"games/{game.public_id}/practice/", {"n": 3, "side": "frank"}), 409, "not-over")


def test_a_private_game_is_for_its_players_alone(original: Game, baldwin: User) -> None:
    Game.objects.filter(pk=original.pk).update(visibility=Game.Visibility.PRIVATE)
    with pytest.raises(errors.GameNotFound):
        begin(baldwin, original, 150, perspective="all")
    player = original.seats.get(side="saracen").user
    assert player is not None
    assert begin(player, original, 150, perspective="all").practice == "frank"


def test_practice_counts_among_the_games_one_may_have(
    original: Game, baldwin: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "MOST_ALONE", 1)
    begin(baldwin, original, 150, perspective="all")
    with pytest.raises(errors.TooManyGames):
        begin(baldwin, original, 150, perspective="all")


def test_a_visitor_practises_as_a_guest_from_the_page(original: Game) -> None:
    client = Client()
    page = client.get(reverse("practice", args=[original.public_id]), {"at": "150", "as": "all"})
    assert page.status_code == 200
    address = reverse("practice", args=[original.public_id])
    refused = client.post(address, {"n": "99999", "perspective": "all", "side": "frank", "computer": "page"})
    assert refused.status_code == 302
    assert not User.objects.filter(guest=True).exists(), "what cannot begin makes no guest"
    answer = client.post(address, {"n": "150", "perspective": "all", "side": "frank", "computer": "page"})
    game = Game.objects.get(practice="frank")
    assert answer["Location"] == reverse("game", args=[game.public_id])
    assert game.creator.guest
    shown = client.get(answer["Location"]).content.decode()
    assert f"/games/{original.public_id}/?at={game.practice_n}&amp;as=frank" in shown


@pytest.mark.django_db(transaction=True)
def test_two_games_that_differ_in_what_was_hidden_give_the_same_practice_to_the_byte() -> None:
    """Until the end is reached everything of the hider's stays hidden: the deal rests on what the other side knew, and
    so does what the computer does from there.
    """
    duel = worlds.begin(2000)
    random = Random("practice 0")
    worlds.play_on(duel, random, 60)
    computer_of("squire")  # has one number in all worlds: PostgreSQL counts on when a transaction is taken back
    compared = 0
    for pair in worlds.pairs(duel, random):
        answers = []
        for change in (pair.one, pair.other):
            with worlds.world(change), worlds.the_same_chance(f"practice {pair.kind}"):
                answers.append(_practice(duel))
        for name, answer in answers[0].items():
            assert answer == answers[1][name], (pair.kind, name)
        compared += 1
        if compared == 3:
            return
    raise AssertionError(f"the game gives {compared} pairs of worlds")


MOST_ACTS = 60
"""Acts of the player until the computer has to act."""


def _practice(duel: worlds.Duel) -> dict[str, Any]:
    """What the other player gets, by what it is: the position at the start, whole, the API's answers, and pages."""
    enemy = duel.enemy
    access = duel.access(enemy)
    last = history.history_lines(access, enemy)[-1].number
    hider = duel.people[duel.hider]
    play.resign(game_id=duel.game_id, user=hider, idempotency_key=UUID(int=7, version=4), side=duel.hider)
    user = duel.people[enemy]
    game = practice.begin(
        user=user, game_id=duel.game_id, n=last, perspective=enemy, side=enemy, computer="squire"
    ).game
    start = start_of(game).payload["position"]
    Position.from_json(start)
    player = Player(user)
    for acted in range(MOST_ACTS):
        turns.queue_missing()
        if turns.play_due():
            break
        ok(player.act(game, choose_by_lot(player.view(game), Random(acted)), key=str(UUID(int=acted, version=4))))
    else:
        raise AssertionError("the computer has not acted")
    api = {path: player.get(f"games/{game.public_id}/{path}", side=enemy).content for path in ("", "view/", "history/")}
    api |= {"mine": player.get("games/", list="mine", practice=True).content}
    addresses = (reverse("game", args=[game.public_id]), reverse("my-games"), reverse("practice", args=[duel.game_id]))
    pages = {address: player.client.get(address, {"at": last, "as": enemy}) for address in addresses}
    assert {page.status_code for page in pages.values()} == {200}
    return {"start": start} | api | {address: page.content for address, page in pages.items()}


def test_a_practice_game_made_under_a_key_is_not_the_answer_to_another_wish(original: Game, baldwin: User) -> None:
    for other in [{"side": "saracen"}, {"computer": "squire"}, {"everything": True}, {"n": 110}]:
        with undone(other):
            wish = {"n": 100, "perspective": "frank", "side": "frank", "idempotency_key": UUID(new_key())}
            made = begin(baldwin, original, **wish)
            assert begin(baldwin, original, **wish).pk == made.pk
            with pytest.raises(errors.KeyReused):
                begin(baldwin, original, **wish | other)
            assert Game.objects.filter(practice_of=original.public_id).count() == 1
