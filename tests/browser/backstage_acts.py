"""What can be asked for behind the scenes (`backstage.py`), in the process that does it."""

from collections.abc import Callable, Iterator
from datetime import timedelta
from functools import cache
from random import Random
from secrets import token_hex
from typing import Any
from uuid import UUID, uuid4

from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.conf import settings
from django.contrib.auth.hashers import make_password
from django.contrib.auth.models import Permission
from django.db import transaction
from django.test import Client
from django.utils import timezone

from games.access import Access, find_game
from games.chronicle import keeping
from games.models import DailyExercise, Game, Seat, Snapshot, User
from games.services.archive.importing import import_game
from games.services.lobby import lobby
from games.services.play import play
from games.services.record import dice
from games.services.record.dice import Contribution
from games.services.record.state import load_state
from games.services.views.view import view_of
from games.tournaments import challenging, creating, entering, organizing, results
from opponent import exercises
from rules.position import Position
from tests.browser.backstage import MOST_ACTS, PASSWORD
from tests.games.helpers import choose
from tests.rules import recorded_games

Json = dict[str, Any]


@cache
def password() -> str:
    """Worked out once: to do so is slow by intention."""
    return make_password(PASSWORD)


def sign_up(name: str, time_zone: str) -> str:
    long_ago = timezone.now() - timedelta(days=365)  # or decisions would be explained to them
    zone = {"time_zone": time_zone} if time_zone else {}
    user = User.objects.create(username=name, password=password(), date_joined=long_ago, **zone)
    browser = Client()
    browser.force_login(user)
    return browser.cookies[settings.SESSION_COOKIE_NAME].value


def part(user: User) -> Contribution:
    """A part of the dice of the next game that somebody makes, as a browser would give it."""
    return Contribution(dice.reserve(user).game_id, token_hex(16))


def start_solo(name: str, ruleset: Json | None, *, hints: bool) -> str:
    user = User.objects.get(username=name)
    return str(
        lobby.create_game(user=user, solo=True, ruleset=ruleset, hints=hints, contribution=part(user)).game.public_id
    )


def start_duel(frank: str, saracen: str, pace: str, visibility: str) -> str:
    creator, other = (User.objects.get(username=name) for name in (frank, saracen))
    game = lobby.create_game(
        user=creator, side="frank", pace=pace, visibility=visibility, contribution=part(creator)
    ).game
    theirs = Contribution(game.public_id, token_hex(16))
    lobby.join_game(user=other, game_id=game.public_id, invitation=game.invitation_token, contribution=theirs)
    return str(game.public_id)


def start_against_computer(name: str, side: str, level: str) -> str:
    user = User.objects.get(username=name)
    # Before their part of the dice has come the game waits, and the computer with it.
    game = lobby.create_game(user=user, side=side, computer=level, contribution=part(user)).game
    return str(game.public_id)


def stage(game: str, position: Json) -> None:
    with transaction.atomic():
        row, stood = Game.objects.get(public_id=game), Position.from_json(position)
        Snapshot.objects.filter(game=row).delete()
        Snapshot.begin(row, row.version, position)
        # Another hash of the record: tables that the server keeps are of the position before.
        Game.objects.filter(pk=row.pk).update(year=stood.year, turn=stood.turn, head=token_hex(32))
        for seat in row.seats.all():
            seat.awaited = seat.awaited_at_wall = seat.side in stood.awaited
            seat.version += 1
            seat.save()


def make_tournament(organizer: str, players: list[str], system: str) -> str:
    user = User.objects.get(username=organizer)
    user.user_permissions.add(Permission.objects.get(codename="organize_tournaments"))
    people = [User.objects.get(username=name) for name in players]
    if system == "ladder":
        made = creating.create_ladder(user=user, name="Ladder of the Club")
    else:
        until = timezone.now() + timedelta(days=3)
        made = creating.create(
            user=user, name="Winter Season", system=system, sign_up_until=until, size=len(people), about="For the club."
        )
    for person in people:
        entering.sign_up(user=person, tournament_id=made.public_id)
    if system == "ladder":
        challenging.challenge(user=people[1], tournament_id=made.public_id, name=people[0].username)
    else:
        organizing.start_now(user=User.objects.get(pk=user.pk), tournament_id=made.public_id)
        first = next(
            pairing
            for pairing in results.open_pairings(made)
            if people[0] in (pairing.frank.user, pairing.saracen.user)
        )
        organizing.decide(
            user=user,
            tournament_id=made.public_id,
            pairing_id=first.pk,
            result="frank" if first.frank.user == people[0] else "saracen",
            reason="Played at the club.",
        )
    return str(made.public_id)


def play_to(game: str, phase: str) -> None:
    random = Random(phase)

    def there(view: Json) -> bool:
        now = ("fight" if view["battle"].get("to-act") else "battle") if view["battle"] else view["phase"]
        return bool(now == phase)

    _play(game, there, lambda view, side: _toward_battle(view, side, random))


def pass_turns(game: str, to: int) -> None:
    random = Random(to)

    def no_more_than_must_be(view: Json, side: str) -> Json:
        done = [offer for offer in view["actions"] if offer["type"] == "done"]
        return choose({"actions": done or view["actions"]}, random)

    _play(game, lambda view: view["turn"] == to, no_more_than_must_be)


def _play(game: str, there: Callable[[Json], bool], decide: Callable[[Json, str], Json]) -> None:
    for access, side, view in _decisions(game):
        if there(view):
            return
        play.submit(
            game_id=access.game.public_id,
            user=access.user,  # type: ignore[arg-type]
            actions=[decide(view, side)],
            expected_version=access.seats[side].version,
            idempotency_key=uuid4(),
            side=side,
        )
    raise AssertionError(f"after {MOST_ACTS} acts the game is elsewhere")


def _decisions(game: str) -> Iterator[tuple[Access, str, Json]]:
    owner = Seat.objects.filter(game__public_id=game).select_related("user").first()
    assert owner
    for _ in range(MOST_ACTS):
        access = find_game(user=owner.user, game_id=Game.objects.get(public_id=game).public_id)  # type: ignore[arg-type]
        table = load_state(access)
        side = min(table.live.awaited)
        yield access, side, view_of(table, side)


def _toward_battle(view: Json, side: str, random: Random) -> Json:
    """A move against an enemy, where there is one; else a card that moves, the end of a decision, or in a battle
    anything but retreats.
    """
    offers: list[Json] = view["actions"]
    for offer in offers:
        if offer["type"] == "move":
            path = next((towns for towns in offer["path"].get("any", []) if _enemies(view, towns[-1], side)), None)
            if path:
                return choose({"actions": [offer | {"path": path}]}, random)
    cards = sorted((offer for offer in offers if offer["type"] == "play-card"), key=lambda offer: str(offer["card"]))
    if cards:
        hand = cards[0]["card"]["any"] if isinstance(cards[0]["card"], dict) else [offer["card"] for offer in cards]
        return {"type": "play-card", "card": max(sorted(hand), key=lambda card: card.startswith("move"))}
    if view["phase"] != "battle" and any(offer["type"] == "done" for offer in offers):
        return {"type": "done"}
    return choose({"actions": [offer for offer in offers if offer["type"] != "retreat"]}, random)


def _enemies(view: Json, town: str, side: str) -> bool:
    return any(stack["side"] != side for stack in view["map"].get(town, {}).get("stacks", []))


def let_pass(game: str, side: str, days: float) -> None:
    for seat in Seat.objects.filter(game__public_id=game, side=side, runs_since__isnull=False):
        assert seat.runs_since is not None
        Seat.objects.filter(pk=seat.pk).update(
            runs_since=seat.runs_since - timedelta(days=days), rings_at=seat.runs_since
        )


def make_reviewer(name: str) -> str:
    person = User.objects.get(username=name)
    person.is_staff = True
    person.save()
    person.user_permissions.add(Permission.objects.get(codename="review_disputes"))
    secret = generate_totp_secret()
    TOTP.activate(person, secret)
    return str(secret)


def keep_decision(kind: str) -> None:
    found = next(exercise for exercise in exercises.load() if exercise.kind == kind)
    DailyExercise.objects.update_or_create(day=timezone.now().date(), defaults={"exercise": found.id})


def make_chronicle(recorded: str) -> str:
    record = recorded_games.read(recorded)
    game = Game.objects.filter(public_id=record["game"]).first()  # where a test is tried again
    if game is None:
        owner = User.objects.create(username=f"Heraclius-{token_hex(4)}")
        game = import_game(record, owner=owner, players={"frank": None, "saracen": None})
        Game.objects.filter(pk=game.pk).update(visibility=Game.Visibility.PUBLIC)
    keeping.find_or_ask(find_game(user=game.creator, game_id=UUID(record["game"])), "all")
    keeping.make_due()
    return str(game.public_id)
