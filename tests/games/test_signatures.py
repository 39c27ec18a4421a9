"""Finished games are signed: over what, by which key, and what becomes of it when an end is taken back or the key is
changed.
"""

import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.management import call_command
from django.db import transaction
from django.urls import reverse

from games import signing
from games.access import Access
from games.models import Game, Offer, Seat
from games.paces import PACES
from games.services.agreements import endings
from games.services.archive import signatures
from games.services.archive.export import export_record
from games.services.play import rewinding
from rules import entries, entry_values, signed
from rules.verify import Shown, check, main
from tests.games.helpers import DONE, Player, ok

pytestmark = pytest.mark.django_db


@pytest.fixture
def over(game: Game, richard: Player, saladin: Player) -> Game:
    ok(richard.act(game, DONE))
    ok(saladin.resign(game))
    game.refresh_from_db()
    return game


def access(game: Game) -> Access:
    seats = {seat.side: seat for seat in Seat.objects.filter(game=game).select_related("game", "user")}
    return Access(next(iter(seats.values())).game, seats, AnonymousUser())


def held(game: Game) -> bool:
    """Whether the record as it is exported now is held by the key in use."""
    report = check(
        json.loads(json.dumps(export_record(Game.objects.get(pk=game.pk)))), Shown(keys=(signing.public_key(),))
    )
    assert report.fault is None, report.line()
    return report.held.signature


def test_a_finished_game_is_signed_and_a_running_one_is_not(game: Game, richard: Player) -> None:
    assert export_record(game)["signature"] is None
    assert signatures.of_game(game) is None
    assert "signature" not in ok(richard.get(f"games/{game.public_id}/dice/"))
    ok(richard.resign(game))
    assert held(game)


def test_file_page_and_api_show_the_same_signature_and_always_the_same(over: Game, richard: Player) -> None:
    exported = ok(richard.get(f"games/{over.public_id}/export/"))
    told = ok(richard.get(f"games/{over.public_id}/dice/"))
    assert (
        exported["signature"]
        == told["signature"]
        == signatures.of_game(over)
        == ok(richard.get(f"games/{over.public_id}/dice/"))["signature"]
    )
    page = richard.client.get(reverse("game-dice", args=[over.public_id])).content.decode()
    assert exported["signature"]["value"] in page
    assert exported["signature"]["key"] in page


def test_the_command_holds_an_export_to_the_published_key(
    over: Game, richard: Player, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.json"
    path.write_bytes(richard.get(f"games/{over.public_id}/export/").content)
    (key,) = ok(richard.get("keys/"))["results"]
    assert main([str(path), "--key", key["key"], "--head", over.head]) == 0
    assert (
        "VERIFIED: every event, the result and the players are held by the head and signature"
        in capsys.readouterr().out
    )
    text = path.read_text()
    assert text.count('"Saladin"') == 1
    path.write_text(text.replace('"Saladin"', '"Zengi"'))
    assert main([str(path), "--key", key["key"]]) == 1


def test_a_game_that_runs_again_has_no_signature_and_another_one_after_its_next_end(
    over: Game, richard: Player, saladin: Player
) -> None:
    before = signatures.of_game(over)
    with transaction.atomic():
        endings.restore(access(over), reason="a mistake")
    over.refresh_from_db()
    assert signatures.of_game(over) is None
    ok(richard.resign(over))
    over.refresh_from_db()
    assert signatures.of_game(over) != before
    assert held(over)


def test_what_staff_do_to_a_finished_game_is_what_is_signed(over: Game, richard: Player) -> None:
    found = [signatures.of_game(over)]
    with transaction.atomic():
        endings.annul(access(over), reason="both asked for it")
    over.refresh_from_db()
    found.append(signatures.of_game(over))
    assert export_record(over)["result"] == {"winner": "", "how": "annulled"}
    assert held(over)
    with transaction.atomic():
        rewinding.rewind(access(over), to=3)
    over.refresh_from_db()
    assert signatures.of_game(over) is None
    assert export_record(over)["signature"] is None
    ok(richard.resign(over))
    over.refresh_from_db()
    found.append(signatures.of_game(over))
    assert len({one["value"] for one in found if one is not None}) == 3
    assert held(over)


def test_who_leaves_the_site_leaves_the_signature_too(over: Game, saladin: Player) -> None:
    before = signatures.of_game(over)
    assert saladin.user is not None
    saladin.user.username = "former player 2"
    saladin.user.save()
    assert signatures.of_game(over) != before
    assert held(over)


def test_keys_are_published_to_everybody_and_those_before_are_kept(
    over: Game, richard: Player, client: Any, settings: Any
) -> None:
    old, before = signing.public_key(), export_record(over)
    settings.SIGNING_KEYS_BEFORE, settings.SIGNING_KEY = [old], "5a" * 32
    new = signing.public_key()
    assert new != old
    answer = client.get(reverse("api-keys"))
    assert answer.json()["results"] == [{"key": new, "present": True}, {"key": old, "present": False}]
    page = " ".join(client.get(reverse("dice")).content.decode().split())
    assert f"<code>{new}</code> in use" in page
    assert f"<code>{old}</code> used before, still valid" in page
    assert check(before, Shown(keys=(old,))).fault is None, "what was exported before still counts"
    assert export_record(over)["signature"]["key"] == new
    assert held(over)


def test_the_command_says_how_to_change_the_key(settings: Any) -> None:
    old = signing.public_key()
    output = StringIO()
    call_command("signing_key", "--new", stdout=output)
    said = output.getvalue().splitlines()
    assert said[0] == f"{old} in use"
    given = dict(line.split("=") for line in said[1:])
    settings.SIGNING_KEY, settings.SIGNING_KEYS_BEFORE = given["SIGNING_KEY"], given["SIGNING_KEYS_BEFORE"].split(",")
    assert signing.public_keys() == [signing.public_key(), old]
    assert signing.public_key() != old


def test_the_key_itself_is_shown_nowhere(over: Game, richard: Player, settings: Any) -> None:
    for address in (reverse("dice"), reverse("api-keys"), reverse("game-dice", args=[over.public_id])):
        assert settings.SIGNING_KEY not in richard.client.get(address).content.decode()
    assert settings.SIGNING_KEY not in json.dumps(export_record(over))
    assert signing.public_key() != settings.SIGNING_KEY


def test_a_record_signed_elsewhere_comes_over_and_is_signed_here(over: Game, richard: Player, settings: Any) -> None:
    """This site's word is on what it has: whether that is what was signed there, it checked when the record came."""
    assert signed.fits(export_record(over))
    settings.SIGNING_KEY = "5a" * 32
    assert signed.fits(export_record(over))


def test_the_lists_of_the_rules_are_those_of_the_site() -> None:
    """They stand in both, for the rules know nothing of the site."""
    assert set(entries.PACES) == set(PACES)
    assert {name for name, pace in PACES.items() if pace.clocked} == set(entries.CLOCKED)
    assert set(entries.OFFERS) == set(Offer.Kind.values)
    assert {*entry_values.WINNERS, *entries.BOARD} == set(Game.Ending.values)
