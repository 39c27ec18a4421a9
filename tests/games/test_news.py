"""News tell a viewer what their history tells, no more and no less: entry by entry, byte by byte."""

import json
import re
from random import Random
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone, translation
from rest_framework.renderers import JSONRenderer

from games.access import Access, Viewer, find_game
from games.models import Game
from games.services.agreements import offers
from games.services.archive.importing import import_game
from games.services.play import rewinding, standing_orders
from games.services.views import history
from games.services.views.news import MOST, READ, news
from rules.orders import CAREFUL
from tests.games.helpers import BALIAN_TO_ASCALON, DONE, Player, new_key, ok
from tests.players import choose_with_purpose
from tests.rules.recorded_games import read

pytestmark = pytest.mark.django_db


def as_bytes(entry: Any) -> bytes:
    return bytes(JSONRenderer().render(entry))


def access_of(player: Player, game: Game) -> Access:
    assert player.user is not None
    return find_game(user=player.user, game_id=game.public_id)


def whole_history(player: Player, game: Game, viewer: Viewer) -> dict[int, bytes]:
    """Every entry that `history/` gives this viewer."""
    access = access_of(player, game)
    return {
        entry["n"]: as_bytes(entry) for entry in history.entries(access, viewer, history.history_lines(access, viewer))
    }


class Reader:
    """What one viewer has gathered from answers: their latest view, and the entries of their history."""

    def __init__(self, player: Player, game: Game, viewer: Viewer) -> None:
        self.player, self.game, self.viewer = player, game, viewer
        self.side = {"side": viewer} if viewer is not None and game.solo else {}
        self.view: Any = {}
        self.known: dict[int, bytes] = {}

    def look(self) -> None:
        answer = ok(
            self.player.get(f"games/{self.game.public_id}/view/", since=self.view.get("version", 0), **self.side)
        )
        self.take(answer, answer.pop("news"))

    def take(self, view: Any, latest: Any) -> None:
        assert len(latest["entries"]) <= MOST
        if latest["anew"]:
            self.known.clear()
        self.known |= {entry["n"]: as_bytes(entry) for entry in latest["entries"]}
        self.view = view

    def act(self, verb: str, **body: Any) -> None:
        body |= {"version": self.view["version"], "key": new_key(), **self.side}
        answer = ok(self.player.post(f"games/{self.game.public_id}/{verb}/", body))
        self.take(answer["view"], answer["news"])

    def compare(self) -> None:
        """What was gathered is the history, from its first entry that was gathered on."""
        whole = whole_history(self.player, self.game, self.viewer)
        assert self.known == {n: entry for n, entry in whole.items() if n >= min(self.known)}, self.viewer


def play_on(readers: dict[str, Reader], others: list[Reader], random: Random, most: int) -> None:
    """Plays so many steps. Now and then something is taken back or offered, and some readers look."""
    game = readers["frank"].game
    everybody = [*readers.values(), *others]
    for reader in everybody:
        reader.look()
    for step in range(most):
        awaited = [side for side, reader in readers.items() if side in reader.view["awaited"]]
        if not awaited:
            for reader in readers.values():
                reader.look()
            continue
        reader = readers[random.choice(awaited)]
        take_a_turn(reader, random)
        if not game.solo and random.random() < 0.03 and reader.player.user is not None:
            offer_or_withdraw(reader)
        for other in everybody:
            if random.random() < 0.2:
                other.look()
        if step % 35 == 0:
            for other in everybody:
                other.look()
                other.compare()


def take_a_turn(reader: Reader, random: Random) -> None:
    reader.look()
    if reader.view["can-undo"] and random.random() < 0.08:
        reader.act(random.choice(("undo", "restart-turn")))
    elif reader.viewer in reader.view["awaited"]:
        reader.act("actions", action=choose_with_purpose(reader.view, random))


def offer_or_withdraw(reader: Reader) -> None:
    """An aside: what everybody learns of at once, and no wall."""
    assert reader.player.user is not None
    common = {
        "game_id": reader.game.public_id,
        "user": reader.player.user,
        "kind": "end",
        "idempotency_key": UUID(new_key()),
    }
    open_ones = [offer for offer in reader.view["time"]["offers"] if offer["side"] == reader.viewer]
    if open_ones:
        offers.answer_offer(answer="withdraw", **common)
    elif not reader.view["time"]["offers"] and reader.view["status"] == "active":
        offers.make_offer(**common)


def test_the_news_of_a_game_are_its_history_for_players_and_spectators(
    game: Game, richard: Player, saladin: Player, baldwin: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Which facts of a phase are told is the same code for both; here are walls, asides, plans and what is taken back.

    News are so short that a late reader misses some.
    """
    monkeypatch.setattr("games.services.views.news.MOST", 30)
    random = Random(2)
    assert saladin.user is not None
    standing_orders.leave_orders(user=saladin.user, game_id=game.public_id, orders=CAREFUL.to_json())
    readers = {"frank": Reader(richard, game, "frank"), "saracen": Reader(saladin, game, "saracen")}
    spectator = Reader(baldwin, game, None)
    play_on(readers, [spectator], random, most=50)
    ok(richard.resign(game))
    for reader in (*readers.values(), spectator):
        reader.look()
        reader.compare()
        late = Reader(reader.player, game, reader.viewer)
        late.look()
        assert len(late.known) == 30 < max(late.known)
        late.compare()


def test_alone_the_news_of_each_side_are_its_own_history(solo_game: Game, richard: Player) -> None:
    readers = {side: Reader(richard, solo_game, side) for side in ("frank", "saracen")}
    play_on(readers, [], Random(5), most=40)
    for reader in readers.values():
        reader.look()
        reader.compare()


def test_what_is_done_while_news_are_read_is_the_news_of_the_next_view(game: Game, richard: Player) -> None:
    """The computer may act between the reading of a game and of its record: the page would miss what led here."""
    before = access_of(richard, game)
    since = before.version("frank")
    richard.act(game, BALIAN_TO_ASCALON)
    access = access_of(richard, game)
    meant = news(access, "frank", since)
    richard.act(game, DONE)
    assert news(access, "frank", since) == meant
    assert news(before, "frank", since)["entries"] == []


def test_who_names_no_version_that_was_gets_the_end_of_the_history(game: Game, richard: Player) -> None:
    for since in [0, 99]:
        latest = ok(richard.get(f"games/{game.public_id}/view/", since=since))["news"]
        assert latest["anew"]
        assert {entry["n"]: as_bytes(entry) for entry in latest["entries"]} == whole_history(richard, game, "frank")


def test_after_staff_took_the_game_back_everything_is_told_anew(game: Game, richard: Player, saladin: Player) -> None:
    readers = [Reader(richard, game, "frank"), Reader(saladin, game, "saracen")]
    began = game.events.filter(wall=True).latest("seq").seq
    ok(richard.act(game, DONE))
    ok(saladin.act(game, DONE))
    for reader in readers:
        reader.look()
    with transaction.atomic():
        rewinding.rewind(access_of(richard, game), to=began)
    for reader in readers:
        reader.look()
        reader.compare()
        assert len(reader.known) == len(whole_history(reader.player, game, reader.viewer))
        assert any(json.loads(entry)["undone"] for entry in reader.known.values())
    ok(richard.act(game, DONE))
    for reader in readers:
        reader.look()
        reader.compare()


def test_games_from_before_there_were_counts_are_counted_from_their_record(
    game: Game, richard: Player, saladin: Player
) -> None:
    ok(richard.act(game, DONE))
    Game.objects.filter(pk=game.pk).update(history_counts=None)
    reader = Reader(saladin, game, "saracen")
    reader.look()
    reader.compare()
    reader.act("actions", action=DONE)
    reader.compare()
    game.refresh_from_db()
    counted = {"frank": "frank", "saracen": "saracen", "public": None}
    found = {name: len(whole_history(richard, game, viewer)) for name, viewer in counted.items()}
    assert game.history_counts == {"seq": game.events.filter(wall=True).latest("seq").seq, **found}


def test_a_first_visit_does_not_read_the_whole_record(richard: Player, saladin: Player) -> None:
    """However long the game is, the same statements read no more than the end of its record."""
    assert richard.user is not None
    record = read("uniform")
    import_game(record, owner=richard.user, players={"frank": richard.user, "saracen": saladin.user})
    game = Game.objects.get()
    assert game.version > READ[1]
    whole = whole_history(richard, game, "frank")
    counted = game.events.filter(wall=True, seq__lt=game.version - 2 * MOST).latest("seq").seq
    before = [line for line in history.history_lines(access_of(richard, game), "frank") if line.visible_at <= counted]
    Game.objects.update(history_counts={"seq": counted, "frank": len(before)})
    access = access_of(richard, game)
    with CaptureQueriesContext(connection) as queries:
        latest = news(access, "frank", 0)
    assert {entry["n"]: as_bytes(entry) for entry in latest["entries"]} == dict(list(whole.items())[-MOST:])
    assert len(queries) <= 5
    limits = re.findall(r"LIMIT (\d+)", " ".join(query["sql"] for query in queries))
    assert max(map(int, limits)) <= READ[1], "nothing reads all events"


def test_what_is_kept_of_entries_is_what_a_new_process_makes_for_each_reader(
    richard: Player, saladin: Player, game: Game
) -> None:
    """Sides, spectators, languages and time zones do not get one another's entries, no matter who looked first."""
    ok(richard.act(game, BALIAN_TO_ASCALON))
    ok(richard.act(game, DONE))
    ok(saladin.act(game, DONE))
    offers.make_offer(game_id=game.public_id, user=richard.user, kind="end", idempotency_key=uuid4())
    people = [richard.user, saladin.user, AnonymousUser()]
    readings = [(person, *how) for how in (("en", "UTC"), ("fr", "Asia/Tokyo"), ("fr", "UTC")) for person in people]

    def told(person: Any, language: str, zone: str) -> bytes:
        access = find_game(user=person, game_id=game.public_id)
        with translation.override(language), timezone.override(zone):
            return as_bytes(news(access, access.viewer(), 0))

    apart = []
    for reading in readings:
        history.kept_entries.clear()
        apart.append(told(*reading))
    assert len(set(apart)) >= 6, "they differ"
    for _ in range(2):
        assert [told(*reading) for reading in readings] == apart
    with CaptureQueriesContext(connection) as asked:
        access = find_game(user=people[0], game_id=game.public_id)
        news(access, access.viewer(), 0)
    assert not any("payload_packed" in query["sql"] for query in asked), "nothing is read again"
