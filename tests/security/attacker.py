"""An attacker with a player's browser: asks for everything that it can get, and writes down every byte and every
time.
"""

import copy
import json
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from datetime import timedelta
from random import Random
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch
from uuid import UUID

import time_machine
from asgiref.sync import async_to_sync, sync_to_async
from channels.layers import get_channel_layer
from django.contrib.auth.models import AnonymousUser
from django.core import mail
from django.core.cache import caches
from django.db import transaction
from django.test import Client, TestCase
from django.urls import reverse
from django.utils import timezone

from games import tasks
from games.access import find_game
from games.alerts import targets
from games.api import socket_users
from games.errors import Refused
from games.models import Game
from games.services.after_commit import announce
from games.services.agreements import offers
from tests.matrix.addresses import all_addresses
from tests.matrix.rows import ROWS
from tests.rules.hiding import every_action
from tests.security.real_sockets import RealSocket, answered_in_this_thread
from tests.security.worlds import Duel, Pair, begin, further, next_act, pairs, play_on, the_same_chance, world

# Pages that know nothing of games.
NOT_OF_GAMES = (
    *(
        "account_",
        "mfa_",
        "aid",
        "help",
        "login",
        "logout",
        "signup",
        "usersessions",
        "service-worker",
        "health",
        "api-schema",
        "api-unknown",
    ),
    *("stop-", "preferences", "settings", "own-data", "leave", "alerts", "language", "new-game"),
)
ADDRESSES = {
    name: pattern
    for name, pattern in all_addresses().items()
    if name in ROWS and not name.startswith(NOT_OF_GAMES) and set(ROWS[name].get.split()) - {"405", "401"}
}
QUERIES = {
    "api-view": ["", "since=0", "since=2", "side=frank", "side=saracen"],
    "api-history": ["", "limit=200", "everything=true", "side=frank", "side=saracen"],
    "api-history-view": ["", "everything=true"],
    "api-export": ["", "side=frank", "side=saracen"],
    "api-games": ["", "list=mine", "list=open", "list=public", "status=active"],
    "open-games": ["", "page=1"],
    "api-replay": ["", "everything=true", "side=frank", "side=saracen"],
    "api-replay-marks": ["", "everything=true"],
}
PROBES = 6
MOST_STEPS = 80


def _forget_limits() -> None:
    for cache in caches.all():
        cache.clear()


@dataclass
class Recording:
    """What was got, by channel: the bytes, and how long they took."""

    got: dict[str, bytes] = field(default_factory=dict)
    took: dict[str, float] = field(default_factory=dict)


class Attacker:
    """The hider's enemy, with an onlooker and a visitor in league. Asks the same of both worlds."""

    def __init__(self, duel: Duel, random: Random) -> None:
        self.duel = duel
        self.browsers = {name: Client() for name in ("enemy", "onlooker", "visitor")}
        self.browsers["enemy"].force_login(duel.people[duel.enemy])
        self.browsers["onlooker"].force_login(duel.people["onlooker"])
        for browser in self.browsers.values():
            browser.get(reverse("open-games"))
        # The same tries in both worlds, at blocks of either side.
        position = duel.wall()
        self.probes = [action.to_json() for action in random.sample(list(every_action(random, position)), PROBES)]
        self.keys = [UUID(int=random.getrandbits(128), version=4) for _ in range(PROBES)]

    def look(self, pair: Pair, seed: str, *, thorough: bool = True) -> tuple[Recording, Recording]:
        """Both worlds of a pair, recorded: now the one first and now the other, since what is asked first takes
        longer.
        """
        return self._in_both(pair, seed, lambda heard: self._record(heard, thorough))

    def look_at(self, pair: Pair, seed: str, name: str) -> tuple[Recording, Recording]:
        """What the enemy gets of one address of the API alone, in both worlds."""
        return self._in_both(pair, seed, lambda heard: self._record_one(heard, name))

    def _in_both(self, pair: Pair, seed: str, record: Callable[[Recording], Recording]) -> tuple[Recording, Recording]:
        found = {}
        worlds = [("one", pair.one), ("other", pair.other)]
        for name, change in worlds if Random(seed).random() < 0.5 else reversed(worlds):
            with the_same_chance(seed), self._listening() as heard, world(change):
                _forget_limits()
                self.game = Game.objects.get(public_id=self.duel.game_id)
                self.stamp = self.game.stamp.encode()
                found[name] = record(heard)
        return found["one"], found["other"]

    def _record_one(self, heard: Recording, name: str) -> Recording:
        self._ask(heard, f"enemy GET {name}", self.browsers["enemy"], "get", self._api(name))
        return heard

    def _record(self, heard: Recording, thorough: bool) -> Recording:
        count = 0
        for name, browser in self.browsers.items():
            before = copy.deepcopy(browser.cookies)
            for channel, address in self._addresses(self.game, every_query=thorough):
                if (name != "enemy" and not thorough) or (name == "visitor" and " api-" in f" {channel}"):
                    continue  # visitors get nothing of the API: the matrix of permissions says so
                count += 1
                if count % 100 == 0:
                    _forget_limits()  # the clock stands still, so the limits would be reached
                self._ask(heard, f"{name} GET {channel}", browser, "get", address)
            browser.cookies = before
        self._ask(
            heard,
            "enemy GET api-view, packed",
            self.browsers["enemy"],
            "get",
            self._api("api-view"),
            headers={"Accept-Encoding": "gzip"},
        )
        self._probe(heard)
        self._read_mail(heard)
        async_to_sync(self._look_by_sockets)(heard)
        return heard

    def _addresses(self, game: Game, *, every_query: bool) -> Iterator[tuple[str, str]]:
        """Every address that leads to games, with every query that might tell more."""
        known = {"game_id": str(game.public_id), "token": "x" * 22, "name": self.duel.people[self.duel.hider].username}
        for name, pattern in ADDRESSES.items():
            given = ROWS[name].args | {one: known[one] for one in pattern.pattern.converters if one in known}
            lasts = self._last_entries() if "number" in given and "history" in name else [given.get("number")]
            for number in lasts:
                path = reverse(name, kwargs=given | ({"number": number} if number is not None else {}))
                for query in QUERIES.get(name, [""])[: None if every_query else 1]:
                    yield f"{name} {number or ''}?{query}", f"{path}?{query}"

    def _last_entries(self) -> list[int]:
        answer = self.browsers["enemy"].get(self._api("api-history"), {"limit": 200})
        numbers = [entry["n"] for entry in answer.json()["results"]]
        return numbers[-2:]

    def _api(self, name: str) -> str:
        return reverse(name, kwargs={"game_id": self.duel.game_id})

    def _ask(self, heard: Recording, channel: str, browser: Client, method: str, address: str, **more: Any) -> None:
        begun = time.perf_counter()
        response = getattr(browser, method)(address, **more)
        body = b"".join(response.streaming_content) if response.streaming else response.content
        heard.took[channel] = time.perf_counter() - begun
        if self.stamp:
            # Keyed with the secret of the game, so that it says nothing before the end, and differs with everything.
            body = body.replace(self.stamp, b"STAMP")
        # How much more one may ask says what one has asked oneself, and how late it is.
        headers = sorted(f"{name}: {value}" for name, value in response.headers.items() if name != "RateLimit")
        cookies = [morsel.OutputString() for morsel in response.cookies.values()]
        heard.got[channel] = "\n".join([str(response.status_code), *headers, *cookies, ""]).encode() + body

    def _probe(self, heard: Recording) -> None:
        """Acts that are hardly ever legal, at hidden blocks too.

        What the rules take is taken back, and its answer not compared where it went through a wall: dice and reveals
        are no secret."""
        enemy = self.browsers["enemy"]
        version = enemy.get(self._api("api-view")).json()["version"]
        for action, key in zip(self.probes, self.keys, strict=True):
            channel = f"enemy POST {json.dumps(action)}"
            body = {"action": action, "version": version, "key": str(key)}
            with transaction.atomic():
                self._ask(
                    heard, channel, enemy, "post", self._api("api-actions"), data=body, content_type="application/json"
                )
                if heard.got[channel].startswith(b"200"):
                    heard.got[channel] = b"taken"
                transaction.set_rollback(True)
        for name in ("api-undo", "api-restart-turn"):
            body = {"version": version, "key": str(self.keys[0])}
            self._ask(
                heard, f"enemy POST {name}", enemy, "post", self._api(name), data=body, content_type="application/json"
            )

    @contextmanager
    def _listening(self) -> Iterator[Recording]:
        """Sockets, browsers and chats, as far as they reach the enemy and the onlooker."""
        heard = Recording()
        told: list[Any] = []
        self.told = told
        ours = [target.pk for target in targets.Target.objects.filter(user=self.duel.people[self.duel.enemy])]

        def post(target: Any, message: dict[str, str]) -> Any:
            if target.pk in ours:
                told.append((target.kind, message))
            return SimpleNamespace(status_code=201, text="", headers={})

        with ExitStack() as stack:
            stack.enter_context(patch.object(announce, "_send", self._overhear))
            stack.enter_context(patch.object(targets, "_post_to_webhook", post))
            stack.enter_context(patch.object(targets, "_push_to_browser", post))
            stack.enter_context(TestCase.captureOnCommitCallbacks(execute=True))
            yield heard

    def _overhear(self, messages: Sequence[tuple[str, dict[str, Any]]]) -> None:
        game = Game.objects.get(public_id=self.duel.game_id)
        groups = {announce.group(game, self.duel.enemy), announce.group(game, None), announce.LOBBY}
        groups |= {announce.user_group(self.duel.people[one].pk) for one in (self.duel.enemy, "onlooker")}
        self.told += [(name, message) for name, message in messages if name in groups]

    async def _look_by_sockets(self, heard: Recording) -> None:
        """The same acts as messages of the game's socket, what a page that follows is sent, and what both sockets say
        by themselves.
        """
        async with answered_in_this_thread() as threads:
            open_ones: dict[str, RealSocket] = {}
            for name in self.browsers:
                for what, path in (("game", f"/ws/games/{self.duel.game_id}/"), ("user", "/ws/user/")):
                    if (name, what) != ("visitor", "user"):
                        socket = open_ones[f"{name} {what}"] = await RealSocket.open(self.browsers[name], path)
                        self._note(heard, f"{name} {what} socket opened", [await socket.next(), *await socket.rest()])
            for name in self.browsers:
                for number, message in enumerate(await sync_to_async(self._messages)(name)):
                    _forget_limits()
                    channel, begun = f"{name} socket {json.dumps(message)}", time.perf_counter()
                    threads.undoing = message["act"] != "follow"
                    told = await open_ones[f"{name} game"].ask(message | {"id": number})
                    heard.took[channel] = time.perf_counter() - begun
                    taken = message["act"] == "actions" and "answer" in json.loads(told[-1])
                    self._note(heard, channel, ["taken"] if taken else told)
                threads.undoing = False
            await self._follow(heard, open_ones)
            for socket in open_ones.values():
                await socket.close()

    def _messages(self, name: str) -> list[dict[str, Any]]:
        side = self.duel.enemy if name == "enemy" else None
        version = find_game(user=self._person(name), game_id=self.duel.game_id).version(side)
        messages: list[dict[str, Any]] = [
            {"act": "follow", "since": since} for since in (0, max(0, version - 1), version)
        ]
        if name == "enemy":
            common = [{"version": version, "key": str(key)} for key in self.keys]
            acts = [
                {"act": "actions", "action": probe, **more} for probe, more in zip(self.probes, common, strict=True)
            ]
            hiders = {"act": "follow", "side": self.duel.hider, "since": 0}
            messages = [*acts, {"act": "undo", **common[0]}, {"act": "restart-turn", **common[0]}, hiders, *messages]
        return messages

    def _person(self, name: str) -> Any:
        return AnonymousUser() if name == "visitor" else self.duel.people[self.duel.enemy if name == "enemy" else name]

    async def _follow(self, heard: Recording, open_ones: dict[str, RealSocket]) -> None:
        """Something happens that raises all versions, an offer of the enemy: it is announced, and those who follow are
        sent their views.
        """
        said = await sync_to_async(self._offer)()
        begun = time.perf_counter()
        for group, message in said:
            await get_channel_layer().group_send(group, message)
        for name in self.browsers:
            told = [await open_ones[f"{name} game"].next()] if said else []
            heard.took[f"{name} socket is sent a view"] = time.perf_counter() - begun
            assert not said or '"view":' in told[0]
            self._note(heard, f"{name} socket is sent a view", told)
        for what, socket in open_ones.items():
            self._note(heard, f"{what} socket is sent besides", await socket.rest())

    def _offer(self) -> list[tuple[str, dict[str, Any]]]:
        said: list[tuple[str, dict[str, Any]]] = []
        with (
            patch.object(announce, "_send", said.extend),
            TestCase.captureOnCommitCallbacks(execute=True),
            suppress(Refused),
        ):
            offers.make_offer(
                game_id=self.duel.game_id, user=self._person("enemy"), kind="end", idempotency_key=self.keys[-1]
            )
        return said

    def _note(self, heard: Recording, channel: str, told: list[str]) -> None:
        heard.got[channel] = "\n".join(told).encode().replace(self.stamp or b"\0", b"STAMP")

    def _read_mail(self, heard: Recording) -> None:
        mail.outbox.clear()
        _forget_limits()
        with time_machine.travel(timezone.now() + timedelta(minutes=5), tick=False):
            tasks.send_alerts()
            tasks.send_to_browsers_and_chats()
        address = self.duel.people[self.duel.enemy].email
        mails = [one.message().as_bytes() for one in mail.outbox if address in one.to]
        heard.got["mails"] = b"\n\n".join(mails)
        heard.got["sockets, browsers and chats"] = json.dumps(self.told, default=str).encode()


def end_of_socket(browser: Client, person: Any, game_id: UUID) -> socket_users.SocketUser:
    """What the site sees of a game's socket that this browser has opened."""
    cookies = browser.cookies.output(header="", sep=";").strip().encode()
    headers = [(b"host", b"testserver"), (b"cookie", cookies)]
    return socket_users.SocketUser(
        {"user": person or AnonymousUser(), "headers": headers, "client": ["127.0.0.1", 1]}, game_id
    )


def differences(one: Recording, other: Recording) -> list[str]:
    """The channels by which the worlds can be told apart, with the place where they differ."""
    found = []
    for channel in sorted({*one.got, *other.got}):
        mine, theirs = one.got.get(channel, b""), other.got.get(channel, b"")
        if mine != theirs:
            at = next(
                (n for n, (a, b) in enumerate(zip(mine, theirs, strict=False)) if a != b), min(len(mine), len(theirs))
            )
            found.append(
                f"{channel}: ...{mine[max(0, at - 60) : at + 60]!r} / ...{theirs[max(0, at - 60) : at + 60]!r}"
            )
    return found


def attack(number: int, *, looks: int) -> list[tuple[str, Recording, Recording]]:
    """Plays one game by lot, comes by at a moment of chance, and records pairs of worlds and what follows in them.

    The kinds of secrets take turns from game to game; the first look is at everything, the others are at what tells
    most.
    """
    random = Random(f"secrecy {number}")
    duel = begin(number)
    if not play_on(duel, random, random.randint(0, MOST_STEPS)):
        return []
    attacker = Attacker(duel, random)
    found = list(pairs(duel, random))
    found = found[number % len(found) :] + found[: number % len(found)]
    looked: list[tuple[str, Recording, Recording]] = []
    for pair in found:
        following: Pair | None = pair
        for _ in range(2):
            if following is None or len(looked) == looks:
                break
            looked.append((following.kind, *attacker.look(following, f"{number} {len(looked)}", thorough=not looked)))
            action = next_act(duel, following, random)
            following = (
                further(duel, following, action, UUID(int=random.getrandbits(128), version=4)) if action else None
            )
    return looked
