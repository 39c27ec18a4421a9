"""The first page, link previews, the manifest and the guided first game, without a browser."""

import json
import re
import struct
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation

import frontend
from frontend import joining, showing
from games import lessons
from games.models import Game, GameEvent, User
from games.services.lobby import lobby
from games.services.record.state import load_state
from rules import game
from rules.dice import SeededDice
from rules.position import Position
from rules.ruleset import Ruleset
from tests.frontend.conftest import Login
from tests.rules.scene import Table, choosing

STATIC = Path(frontend.__file__).parent / "static" / "frontend"


def previews(page: str) -> dict[str, str]:
    return dict(re.findall(r'<meta property="og:(\w+)" content="([^"]*)">', page))


def test_the_battle_of_the_first_page_is_one_the_rules_have_played() -> None:
    steps = showing.steps()
    facts = [fact for step in steps for fact in step["events"]]
    assert {"field-won", "block-eliminated", "round-begun"} <= {fact["type"] for fact in facts}
    assert all(step["view"]["battle"] for step in steps[:-1])
    assert steps[-1]["view"]["battle"] is None
    english = [fact["text"] for fact in facts if fact["text"]]
    with translation.override("pl"):
        assert [fact["text"] for step in showing.steps() for fact in step["events"] if fact["text"]] != english


def test_the_first_page_has_the_texts_of_the_stage() -> None:
    said = re.compile(r"""\btext\((?:"([a-z-]+)"|\w+ \? "([a-z-]+)" : "([a-z-]+)")""")
    modules = [(joining.SCRIPTS / module).read_text() for module in joining.modules_behind("lobby/showing.js")]
    wanted = {key for module in modules for keys in said.findall(module) for key in keys if key}
    assert len(wanted) > 20
    assert wanted <= set(showing.page_data()["texts"])


def test_the_first_page_describes_the_blocks_of_its_battle_and_no_others() -> None:
    data = showing.page_data()
    stacks = [stack for step in data["steps"] for stack in step["view"]["map"][showing.TOWN]["stacks"]]
    assert set(data["blocks"]) == {block["id"] for stack in stacks for block in stack["blocks"]}


@pytest.mark.django_db
def test_links_to_first_page_and_invitation_have_previews(client: Client) -> None:
    found = previews(client.get("/").content.decode())
    assert found["url"] == f"{settings.SITE_URL}/"
    assert found["image"].startswith(settings.SITE_URL)
    assert (STATIC / "preview.jpg").stat().st_size < 150_000
    balian = User.objects.create(username="balian")
    game = lobby.create_game(user=balian, side="frank", visibility="private").game
    page = client.get(f"/invitations/{game.invitation_token}/").content.decode()
    assert previews(page)["title"] == "balian invites you to Crusader Rex"
    assert "invitation-picture" in page
    client.force_login(balian)
    assert "data-share" in client.get(f"/games/{game.public_id}/").content.decode()
    # Who has no link to a private game is told nothing of it.
    assert "balian" not in Client().get(f"/games/{game.public_id}/").content.decode()


def test_the_icons_of_the_manifest_are_there_in_their_sizes() -> None:
    for icon in json.loads((STATIC / "site.webmanifest").read_text())["icons"]:
        data = (STATIC / icon["src"]).read_bytes()
        width, height = struct.unpack(">II", data[16:24])
        assert icon["sizes"] == f"{width}x{height}"


@pytest.mark.django_db(transaction=True)
def test_a_lesson_is_a_solo_game_at_its_first_cards_and_one_at_a_time() -> None:
    balian = User.objects.create(username="balian")
    access = lessons.begin(user=balian)
    assert (access.game.solo, access.game.lesson, access.game.status) == (True, True, Game.Status.ACTIVE)
    assert load_state(access).live.step == "card"
    # Deployment was ended by ordinary actions, on the record.
    assert access.game.events.filter(kind=GameEvent.Kind.ACTION).count() == 2
    assert lessons.begin(user=balian).game.pk == access.game.pk


@pytest.mark.django_db(transaction=True)
def test_a_lesson_that_was_left_before_its_cards_is_set_up_when_it_is_opened_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    balian = User.objects.create(username="balian")
    with monkeypatch.context() as patched:
        patched.setattr(lessons, "MOST_ACTS", 0)
        left = lessons.begin(user=balian)
    assert load_state(left).live.step == "seats"
    opened = lessons.begin(user=balian)
    assert (opened.game.pk, load_state(opened).live.step) == (left.game.pk, "card")


@pytest.mark.django_db(transaction=True)
def test_only_a_lesson_has_a_coach(client: Client) -> None:
    balian = User.objects.create(username="balian")
    client.force_login(balian)
    answer: Any = client.post("/lesson/")
    assert 'id="coach"' in client.get(answer["Location"]).content.decode()
    alone: Any = client.post("/games/solo/")
    assert 'id="coach"' not in client.get(alone["Location"]).content.decode()


@pytest.mark.parametrize("seed", range(3))
def test_before_the_second_lesson_gaza_is_besieged_and_winter_is_next(seed: int) -> None:
    dice = SeededDice(seed)
    position = game.new_game(Ruleset(), dice).position
    while found := lessons.setting_up(position, siege=True):
        position = game.apply(position, *found, dice).position
    table = Table(position)
    assert (position.turn, table.step, table.sieges()) == (lessons.SIEGE_TURN, "card", {"gaza": "saracen"})
    assert (table.where("raymond-tiberias"), table.at("banyas")) == ("tiberias", {"qaimaz"})
    assert all(any(card in lessons.MOVES for card in hand) for hand in position.hands)


def test_hands_suit_the_second_lesson_if_what_it_speaks_of_can_be_done() -> None:
    events = "assassins guide intrigue jihad manna"
    poor, fair = "move-1 " * 6, "move-1 move-2 move-1 move-1 move-1 move-1"
    hands = [(fair, poor), (poor, fair), (f"{events} move-3", poor), (fair, f"{events} move-3")]
    suits = [
        lessons.hands_suit_siege(choosing("", frank=frank, saracen=saracen, turn="1187.1")) for frank, saracen in hands
    ]
    assert suits == [True, False, False, False]


@pytest.mark.django_db(transaction=True)
def test_the_second_lesson_deals_until_its_hands_suit_it(monkeypatch: pytest.MonkeyPatch) -> None:
    balian, seen = User.objects.create(username="balian"), []

    def suits_at_third(position: Position) -> bool:
        seen.append(position.hands)
        return len(seen) == 3

    monkeypatch.setattr(lessons, "hands_suit_siege", suits_at_third)
    access = lessons.begin(user=balian, siege=True)
    assert len({str(hands) for hands in seen}) == 3
    assert [game.pk for game in Game.objects.filter(lesson=True)] == [access.game.pk]
    # What was foreseen is what was dealt: the last cards are of that hand.
    for foreseen, left in zip(seen[-1], load_state(access).live.hands, strict=True):
        assert len(left) == 2
        assert set(left) <= set(foreseen)


@pytest.mark.django_db(transaction=True)
def test_the_second_lesson_is_another_game_than_the_first_and_one_at_a_time() -> None:
    balian = User.objects.create(username="balian")
    first, second = lessons.begin(user=balian), lessons.begin(user=balian, siege=True)
    assert first.game.pk != second.game.pk
    assert lessons.begin(user=balian, siege=True).game.pk == second.game.pk
    assert lessons.begin(user=balian).game.pk == first.game.pk


def test_decisions_are_explained_to_both_players_of_a_game_in_the_first_month_of_their_accounts(
    login: Login, private_game: Game
) -> None:
    page = reverse("game", args=[private_game.public_id])
    for name, days, explained in (("Richard", 0, True), ("Saladin", 29, True), ("Saladin", 31, False)):
        User.objects.filter(username=name).update(date_joined=timezone.now() - timedelta(days=days))
        shown = login(name).get(page).content.decode()
        assert ('id="coach"' in shown, 'id="explain-wish"' in shown) == (explained, explained), (name, days)
