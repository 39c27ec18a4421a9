"""A key belongs to the whole request: the same key with anything else is refused, never answered by the first's
result.
"""

import inspect
import uuid
from datetime import timedelta
from unittest.mock import Mock, patch

import pytest
from django.contrib.auth.models import Permission
from django.utils import timezone

from games import errors
from games.models import Game, Tournament, User
from games.services.lobby import lobby, matching
from games.tournaments import challenging, creating, organizing
from tests.games.helpers import BALIAN_TO_ASCALON, BOHEMOND_TO_LATAKIA, Json, Player, new_key, ok, problem, undone

pytestmark = pytest.mark.django_db

PLAIN: Json = {"side": "frank", "pace": "friendly", "visibility": "public"}
OTHER_GAMES: list[Json] = [
    {"side": "saracen"}, {"side": "random"}, {"solo": True}, {"computer": "squire"}, {"odds": False},
    {"take_over": True, "pace": "slow"},
    {"visibility": "private"}, {"ruleset": {"edition": "1.4"}}, {"ruleset": {"iron-bridge": True}}, {"by_hand": True},
    {"pace": "slow"},
    {"pace": "slow", "weekend_zone": "Europe/Paris"},
]  # fmt: skip


def test_a_game_made_under_a_key_is_not_the_answer_to_another_wish(richard: Player) -> None:
    for make in [lobby.create_game, matching.open_game]:
        for other in OTHER_GAMES:
            with undone(make, other):
                key = uuid.uuid4()
                made = make(user=richard.user, idempotency_key=key, **PLAIN).game
                assert make(user=richard.user, idempotency_key=key, **PLAIN).game.pk == made.pk
                with pytest.raises(errors.KeyReused):
                    make(user=richard.user, idempotency_key=key, **{**PLAIN, **other})
                assert Game.objects.count() == 1


def test_hints_and_levels_belong_to_the_key_too(richard: Player) -> None:
    key = uuid.uuid4()
    assert richard.user is not None
    lobby.create_game(user=richard.user, side="frank", computer="squire", hints=True, idempotency_key=key)
    for hints, level in ((False, "squire"), (True, "knight")):
        with pytest.raises(errors.KeyReused):
            lobby.create_game(user=richard.user, side="frank", computer=level, hints=hints, idempotency_key=key)


def test_a_search_under_a_key_is_not_another_one(richard: Player) -> None:
    for other in [{"side": "saracen"}, {"pace": "fast"}, {"ruleset": {"iron-bridge": True}}]:
        with undone(other):
            key, wish = new_key(), {"side": "frank", "pace": "slow"}
            for _ in range(2):
                assert richard.post("search/", {"key": key, **wish}).status_code in (200, 201)
            problem(richard.post("search/", {"key": key, **wish, **other}), 409, "key-reused")


def test_a_search_sent_again_gets_the_game_that_it_found(richard: Player, saladin: Player) -> None:
    key = uuid.uuid4()
    assert richard.user is not None
    assert saladin.user is not None
    assert matching.search(user=richard.user) is None
    found = matching.search(user=saladin.user, idempotency_key=key)
    again = matching.search(user=saladin.user, idempotency_key=key)
    assert found is not None
    assert again is not None
    assert again.game.pk == found.game.pk
    assert Game.objects.count() == 1


def test_an_act_in_a_game_is_known_by_all_that_it_says(game: Game, richard: Player, saladin: Player) -> None:
    where, key = f"games/{game.public_id}", new_key()
    version = richard.view(game)["version"]
    ok(richard.act(game, BALIAN_TO_ASCALON, key=key, version=version))
    problem(richard.act(game, BOHEMOND_TO_LATAKIA, key=key, version=version), 409, "key-reused")
    problem(
        richard.act_together(game, [BALIAN_TO_ASCALON, BOHEMOND_TO_LATAKIA], key=key, version=version),
        409,
        "key-reused",
    )
    acts: list[tuple[str, Json, list[tuple[str, Json]]]] = [
        ("offers/", {"kind": "end"}, [("offers/", {"kind": "annul"}), ("offers/end/", {"answer": "withdraw"})]),
        (
            "offers/end/",
            {"answer": "withdraw"},
            [("offers/", {"kind": "annul"}), ("offers/end/", {"answer": "accept"})],
        ),
        ("talk/", {"text": "Tyre holds."}, [("talk/", {"text": "Tyre falls."})]),
    ]
    for path, body, others in acts:
        key = new_key()
        assert richard.post(f"{where}/{path}", {"key": key, **body}).status_code in (200, 201)
        for other, changed in others:
            problem(richard.post(f"{where}/{other}", {"key": key, **changed}), 409, "key-reused")


# --- tournaments
# -------------------------------------------------------------------------------------------------------------

WITH_KEY = [
    (module, name, act)
    for module in (organizing, creating, challenging)
    for name, act in inspect.getmembers(module, inspect.isfunction)
    if act.__module__ == module.__name__ and "key" in inspect.signature(act).parameters and not name.startswith("_")
]
VALUES: Json = {
    "name": "Cup of Acre", "system": "swiss", "sign_up_until": timezone.now() + timedelta(days=5),
    "about": "About Acre", "sides": "both",
    "tie_breaks": ["wins"], "ruleset": {"edition": "1.4"}, "pace": "fast", "size": 17, "number_of_rounds": 6,
    "round_days": 91,
    "grace_days": 5, "visibility": "private", "rating_from": 1201, "rating_to": 1899, "by_hand": True, "game_days": 92,
    "reach": 4,
    "answer_days": 8, "rest_days": 31, "idle_days": 93, "reason": "A reason", "by": "Baldwin", "days": 6, "one": "One",
    "other": "Other",
    "pairing_id": 77, "result": "frank", "place": 9, "number": 78, "said": "decline",
}  # fmt: skip


class Caught(Exception):
    pass


@pytest.fixture
def eleanor(db: None) -> User:
    user = User.objects.create_user("Eleanor")
    user.user_permissions.add(Permission.objects.get(codename="organize_tournaments"))
    return user


def test_every_act_of_a_tournament_puts_all_that_is_asked_under_its_key(
    monkeypatch: pytest.MonkeyPatch, eleanor: User
) -> None:
    """What stands under the key is caught before anything is done: each parameter's value is in it."""
    for module, name, act in WITH_KEY:
        under_key = Mock(side_effect=Caught)
        parameters = inspect.signature(act).parameters
        given: Json = {one: VALUES[one] for one in parameters if one not in ("user", "key", "tournament_id")}
        given |= {"tournament_id": uuid.uuid4()} if "tournament_id" in parameters else {}
        with patch.object(module, "change_tournament", under_key), pytest.raises(Caught):
            act(user=eleanor, key=uuid.uuid4(), **given)
        said = str(under_key.call_args.args[2])
        for one, value in given.items():
            shown = "1.4" if one == "ruleset" else value.isoformat() if one == "sign_up_until" else str(value)
            assert shown in said, f"{name} forgets {one}"


def test_a_key_of_one_act_of_a_tournament_is_refused_for_another(eleanor: User) -> None:
    """The same key but edition 1.4, seven rounds and both sides gave the first tournament back."""
    key, until = uuid.uuid4(), timezone.now() + timedelta(days=5)
    plain: Json = {"user": eleanor, "name": "Cup of Acre", "system": "swiss", "sign_up_until": until, "key": key}
    made = creating.create(**plain)
    assert creating.create(**plain).pk == made.pk
    for other in ({"ruleset": {"edition": "1.4"}}, {"number_of_rounds": 7}, {"sides": "both"}):
        with pytest.raises(errors.KeyReused):
            creating.create(**plain | other)
    with pytest.raises(errors.KeyReused):
        organizing.extend(user=eleanor, tournament_id=made.public_id, days=2, key=key)


def test_a_key_of_a_game_is_refused_for_a_tournament(eleanor: User) -> None:
    key = uuid.uuid4()
    lobby.create_game(user=eleanor, side="frank", idempotency_key=key)
    with pytest.raises(errors.KeyReused):
        creating.create(
            user=eleanor, name="Cup of Acre", system="swiss", sign_up_until=timezone.now() + timedelta(days=5), key=key
        )
    assert not Tournament.objects.exists()
