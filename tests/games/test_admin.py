"""The admin looks at games and changes nothing of them."""

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.db import transaction
from django.test import Client
from django.utils import timezone

from games.models import Game, User
from games.tasks import send_alerts
from tests.games.conftest import started
from tests.games.helpers import BALIAN_TO_ASCALON, DONE, Player, first, ok, prove_second_factor

pytestmark = pytest.mark.django_db


@pytest.fixture
def clerk() -> Client:
    """One of staff who reviews nothing."""
    client = Client()
    user = User.objects.create_user("William", is_staff=True)
    client.force_login(user)
    prove_second_factor(client, user)
    return client


@pytest.fixture
def heraclius() -> Client:
    client = Client()
    user = User.objects.create_superuser("Heraclius")
    client.force_login(user)
    prove_second_factor(client, user)
    return client


def test_staff_see_games_and_events(heraclius: Client, game: Game, richard: Player) -> None:
    ok(richard.act(game, BALIAN_TO_ASCALON))
    ok(richard.resign(game))
    event = game.events.get(kind="action")
    for path in (
        "game/",
        f"game/{game.pk}/change/",
        "gameevent/",
        f"gameevent/{event.pk}/change/",
        "user/",
        "user/add/",
    ):
        assert heraclius.get(f"/admin/games/{path}").status_code == 200, path
    assert "nomads" not in heraclius.get("/admin/games/gameevent/").content.decode()
    assert "balian" in heraclius.get(f"/admin/games/gameevent/{event.pk}/change/").content.decode()


def test_the_record_of_a_running_game_is_not_in_the_admin(heraclius: Client, game: Game, solo_game: Game) -> None:
    """Nor how many events there are: staff are no reviewers, and those open a game where that is recorded."""
    listed = heraclius.get("/admin/games/gameevent/").content.decode()
    assert str(game.public_id) not in listed
    assert str(solo_game.public_id) in listed
    event = game.events.latest("seq")
    assert heraclius.get(f"/admin/games/gameevent/{event.pk}/change/").status_code == 302
    assert "0 events" in heraclius.get("/admin/games/gameevent/", {"q": str(game.public_id)}).content.decode()


def test_nothing_in_the_admin_tells_that_somebody_plans(
    clerk: Client, game: Game, richard: Player, saladin: Player
) -> None:
    """Every page that staff find there is the same whether a side has decided something that can be taken back, has
    taken it back, or has not thought of anything yet; also when what is due to be sent has been looked at since."""
    ok(richard.act(game, DONE))
    ok(saladin.act(game, DONE))
    untouched = pages_when(clerk, lambda: None)
    assert any("/notice/" in address for address in untouched)
    of_richard, of_saladin = (first(player.view(game), "play-card") for player in (richard, saladin))

    def plans() -> None:
        ok(saladin.act(game, of_saladin))
        ok(saladin.undo(game))
        ok(richard.act(game, of_richard))

    assert pages_when(clerk, plans) == untouched


def test_no_number_of_an_event_of_a_running_game_is_in_the_admin(clerk: Client, game: Game, richard: Player) -> None:
    """What lies between two of them has happened, be it taken back."""
    Game.objects.filter(pk=game.pk).update(version=8_456)
    notice = game.notices.create(user=richard.user, kind="message", turn=8_123, due_at=timezone.now())
    offer = game.offers.create(side="frank", kind="pause", event=8_321, made_at=timezone.now())
    for address in (f"game/{game.pk}", f"notice/{notice.pk}", f"offer/{offer.pk}"):
        shown = re.sub(
            r"<script.*?</script>|<svg.*?</svg>|<style.*?</style>|<[^>]*>", "", page_of(clerk, address), flags=re.DOTALL
        )
        assert not re.findall(r"\b8,?(?:456|123|321)\b", shown), address


def page_of(client: Client, address: str) -> str:
    answer = client.get(f"/admin/games/{address}/change/")
    assert answer.status_code == 200
    return str(answer.content.decode())


def pages_when(client: Client, happens: Callable[[], Any]) -> dict[str, str]:
    """All pages of the admin that this person can reach, after something has happened and five minutes have passed.

    Then it is undone.
    """
    with transaction.atomic():
        happens()
        with time_machine.travel(
            timezone.now().replace(minute=30, second=0, microsecond=0) + timedelta(hours=1), tick=False
        ):
            send_alerts()
            found, new = dict[str, str](), {"/admin/"}
            for _ in range(500):
                if not new:
                    break
                address = new.pop()
                answer = client.get(address)
                assert answer.status_code in (200, 403), address
                found[address] = re.sub(r'name="csrfmiddlewaretoken" value="[^"]*"', "", answer.content.decode())
                links = set(re.findall(r'href="(/admin/(?:games/|account/|mfa/)[^"?#]*)"', found[address]))
                new |= {link for link in links if not link.endswith("/history/")} - found.keys()
        transaction.set_rollback(True)
    return found


def test_nobody_adds_or_deletes(heraclius: Client, game: Game) -> None:
    for path in ["game/add/", "game/{game}/delete/", "gameevent/add/", "gameevent/{event}/delete/"]:
        address = path.format(game=game.pk, event=game.events.latest("seq").pk)
        assert heraclius.get(f"/admin/games/{address}").status_code == 403
        assert heraclius.post(f"/admin/games/{address}", {"post": "yes"}).status_code == 403


def test_nobody_changes(heraclius: Client, game: Game, solo_game: Game) -> None:
    for address in (f"game/{game.pk}/change/", f"gameevent/{solo_game.events.latest('seq').pk}/change/"):
        assert heraclius.post(f"/admin/games/{address}", {"status": "over"}).status_code == 403
    game.refresh_from_db()
    assert game.status == "active"


def test_staff_see_nothing_of_the_record_of_a_game_they_play(new_player: Callable[[str], Player]) -> None:
    godfrey, saladin = new_player("Godfrey"), new_player("Saladin")
    assert godfrey.user is not None
    godfrey.user.is_staff = godfrey.user.is_superuser = True
    godfrey.user.save()
    prove_second_factor(godfrey.client, godfrey.user)
    game = started(godfrey, saladin)
    event = game.events.latest("seq")
    assert str(game.public_id) not in godfrey.client.get("/admin/games/gameevent/").content.decode()
    assert godfrey.client.get(f"/admin/games/gameevent/{event.pk}/change/").status_code == 302
    assert godfrey.client.get(f"/admin/games/game/{game.pk}/change/").status_code == 200


def test_players_have_no_admin(richard: Player, game: Game) -> None:
    for path in ("", "game/", "gameevent/"):
        assert richard.client.get(f"/admin/games/{path}").status_code == 302
