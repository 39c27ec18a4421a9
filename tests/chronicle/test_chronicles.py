"""Chronicles of finished games: none while they run, read in three languages, and nothing of what the other side
hid.
"""

import html
import io
import re
import uuid
import zipfile
from random import Random
from typing import Any
from unittest.mock import patch
from xml.etree import ElementTree

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from frontend.chronicle_pictures import board_picture, numbered
from games.chronicle import keeping
from games.chronicle.making import Board
from games.chronicle.years import YearsBuilder
from games.models import Game, GameAnalysis, GameChronicle, User
from games.services.archive.importing import import_game
from games.services.play import play
from games.words import town_name
from rules.atlas import TOWNS
from rules.roster import BLOCKS
from tests.games.conftest import started
from tests.games.helpers import Player, ok, stage
from tests.rules import recorded_games
from tests.security.worlds import Duel, begin, pairs, play_on, the_same_chance, world


def played(name: str) -> Game:
    """A recorded game, imported."""
    return import_game(
        recorded_games.read(name), owner=User.objects.create_user("Heraclius"), players={"frank": None, "saracen": None}
    )


def page(game: Game, language: str = "en", **query: str) -> Any:
    """The chronicle as a stranger gets it, when it has been made."""

    def look() -> Any:
        return Client().get(reverse("chronicle", args=[game.public_id]), query, headers={"accept-language": language})

    if (first := look()).status_code == 200 and "Refresh" not in first:
        return first
    keeping.make_due()
    return look()


@pytest.mark.django_db
def test_there_is_no_chronicle_while_the_game_runs_and_one_when_it_is_over() -> None:
    richard, saladin = Player(User.objects.create_user("Richard")), Player(User.objects.create_user("Saladin"))
    game = started(richard, saladin)
    assert page(game).status_code == 404
    ok(richard.resign(game))
    waiting = richard.client.get(reverse("chronicle", args=[game.public_id]), {"as": "html"}, follow=True)
    assert waiting.redirect_chain
    assert "is being made" in waiting.content.decode()
    answer = page(game)
    assert answer.status_code == 200
    assert "Richard" in answer.content.decode()
    assert "resigned" in answer.content.decode()
    finished = richard.client.get(reverse("my-games")).content.decode()
    assert f'href="{reverse("chronicle", args=[game.public_id])}"' in finished
    assert page(game, side="nobody").status_code == 404


@pytest.mark.django_db
def test_a_chronicle_says_how_the_game_ended() -> None:
    richard, saladin = (Player(User.objects.create_user(name)) for name in ("Richard", "Saladin"))
    for ending, told in (
        (Game.Ending.TIME_OUT, "the time of the Saracens was up"),
        (Game.Ending.SUDDEN_DEATH, "hold all seven cities"),
        (Game.Ending.AGREED, "the players agreed to end it without a winner"),
    ):
        game = started(richard, saladin)
        winner = "" if ending == Game.Ending.AGREED else "frank"
        stage(game, status=Game.Status.OVER, ending=ending, winner=winner)
        assert told in page(game).content.decode()


@pytest.mark.django_db
def test_it_is_made_once_by_the_task_and_anew_for_a_record_with_another_stamp() -> None:
    richard = Player(User.objects.create_user("Richard"))
    game = started(richard, Player(User.objects.create_user("Saladin")))
    ok(richard.resign(game))
    page(game)
    with patch.object(keeping, "make") as made:
        assert page(game).status_code == 200
        assert made.call_count == 0
    GameChronicle.objects.update(stamp="another")
    assert "is being made" in page_as_it_is(game)
    with patch.object(keeping, "make", side_effect=ValueError):
        assert keeping.make_due() == 0
    assert "No chronicle can be made" in page_as_it_is(game)


def page_as_it_is(game: Game) -> str:
    return str(Client().get(reverse("chronicle", args=[game.public_id])).content.decode())


@pytest.mark.django_db
def test_who_does_not_want_it_is_named_nowhere() -> None:
    richard, saladin = Player(User.objects.create_user("Richard_Low")), Player(User.objects.create_user("Saladin"))
    game = started(richard, saladin)
    ok(richard.resign(game))
    page(game)
    form = {"time_zone": "UTC", "language": ""}
    assert richard.client.post(reverse("preferences"), form | {"named_in_chronicles": "on"}).status_code == 302
    assert "Richard_Low" in every_form(game)["html"]
    assert "Richard\\_Low" in every_form(game)["markdown"]
    assert richard.client.post(reverse("preferences"), form).status_code == 302
    for name, text in every_form(game).items():
        assert "Richard" not in text, name
        assert "name left out" in text, name
        assert "Saladin" in text, name


def every_form(game: Game, side: str = "all") -> dict[str, str]:
    """The chronicle in all its forms: those of an archive one after the other."""
    files = {form: page(game, side=side, **{"as": form}).content for form in ("page", "html", "markdown")}
    with zipfile.ZipFile(io.BytesIO(files["markdown"])) as archive:
        unpacked = "\n".join(archive.read(name).decode() for name in sorted(archive.namelist()))
    return {"page": files["page"].decode(), "html": files["html"].decode(), "markdown": unpacked}


@pytest.mark.django_db
def test_as_markdown_each_year_has_its_picture_that_stands_alone() -> None:
    game = played("iron-bridge-forced-marches")
    Game.objects.filter(pk=game.pk).update(visibility=Game.Visibility.PUBLIC)
    answer = page(game, **{"as": "markdown"})
    assert len(answer.content) < 300_000
    with zipfile.ZipFile(io.BytesIO(answer.content)) as archive:
        text = archive.read("chronicle.md").decode()
        pictures = re.findall(r"!\[[^\]]+\]\(([^)]+)\)", text)
        assert sorted(archive.namelist()) == sorted(["chronicle.md", *pictures])
        for name in pictures:
            drawn = archive.read(name).decode()
            assert ElementTree.fromstring(drawn).tag == "{http://www.w3.org/2000/svg}svg"
            assert "var(" not in drawn
    assert "Iron Bridge" in text
    assert "<" not in text


def test_a_picture_of_the_board_names_the_seven_cities_and_other_towns_that_hold_blocks() -> None:
    cities = {str(town_name(town.id)) for town in TOWNS if town.victory}
    named = re.compile('class="name"[^>]*>([^<]+)<')
    assert len(cities) == 7
    assert set(named.findall(board_picture(Board({}, {}, {}), "1187"))) == cities
    held = Board({"acre": {"saracen": 1}, "homs": {"saracen": 2}}, {}, {"acre": "saracen"})
    assert set(named.findall(board_picture(held, "1187"))) == cities | {str(town_name("homs"))}


def test_the_number_of_a_decision_keeps_clear_of_the_dot_above_it() -> None:
    assert numbered([(100, 80), (104, 96), (300, 10), (400, 90)]) == [
        (100, 80, 72, 1),
        (104, 96, 113, 2),
        (300, 10, 27, 3),
        (400, 90, 82, 4),
    ]


@pytest.mark.django_db
def test_the_chronicle_of_a_side_is_the_same_in_two_worlds_that_differ_in_what_the_enemy_hid() -> None:
    """But for plans: those that stand at the end are moves since then, in the replay as well."""
    lot = Random("chronicle")
    duel = begin(1)
    assert play_on(duel, lot, 40)
    kinds = set()
    told_with_everything_open = set()
    for pair in pairs(duel, lot):
        if pair.kind == "plans":
            continue
        seen = []
        for change in (pair.one, pair.other):
            with the_same_chance(pair.kind), world(change):
                end_by_resigning(duel)
                game = Game.objects.get(public_id=duel.game_id)
                seen.append((every_form(game, duel.enemy), page(game, side="all").content))
        assert seen[0][0] == seen[1][0], pair.kind
        kinds.add(pair.kind)
        if seen[0][1] != seen[1][1]:
            told_with_everything_open.add(pair.kind)
    assert len(kinds) >= 3
    assert told_with_everything_open, "or the worlds would not differ in anything that a chronicle tells"


def end_by_resigning(duel: Duel) -> None:
    Game.objects.filter(public_id=duel.game_id).update(visibility=Game.Visibility.PUBLIC)
    play.resign(game_id=duel.game_id, user=duel.people[duel.hider], idempotency_key=uuid.UUID(int=7))


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["siege", pytest.param("edition-1.4", marks=pytest.mark.whole)])
def test_a_whole_game_is_told_in_three_languages_within_its_weight_with_its_analysis_to_all_alone(name: str) -> None:
    game = played(name)
    stage(game, visibility=Game.Visibility.PUBLIC, ending=Game.Ending.RESIGNATION)
    for language, word, side in (
        ("en", "Chronicle", "all"),
        ("fr", "Chronique", "frank"),
        ("pl", "Kronika", "saracen"),
    ):
        answer = page(game, language, side=side, **{"as": "html"})
        assert answer.status_code == 200
        text = answer.content.decode()
        assert word in text
        told = text.split("</style>")[1]
        assert "{" not in told
        paragraphs = re.findall(r"<p>([^<]+)</p>", text)
        assert len(paragraphs) > 20
        assert [one for one in paragraphs if re.search(r" [\d%]", one)] == [], "a line could begin with a number"
        assert len(answer.content) < 300_000
        if language == "fr":
            words = html.unescape(re.sub(r"<[^>]+>", " ", told))
            assert re.findall(r".{20}[^\u202f\xa0][:;?!](?=\s)", words) == [], "French has its spaces"
        if language == "pl":
            assert "Punkt widzenia – Wiedza Saracenów" in text
    for side in ("all", "frank"):
        shown = page(game, side=side).content.decode()
        link = re.search(r'href="([^"]+practice[^"]+|[^"]+[?]at=[^"]+)"', shown)
        assert link
        assert Client().get(html.unescape(link[1])).status_code == 200
        if name == "siege":
            assert "The board at the end of 1191" in shown
            assert "The board at the end of 1192" not in shown
            assert "The board at the end of the game" in shown
            assert "Play on from where the game ended" in shown
    moved = [{"type": "move", "block": "king-guy", "path": ["acre", "tyre"]}]
    king = [{"type": "move", "block": "king-guy", "path": ["acre", "egypt"]}]
    decision = {"n": 40, "side": "frank", "year": 1187, "turn": 2, "phase": "move", "played": moved, "king": king}
    rest = {"town": None, "before": 0.5, "gain": -0.09}
    rest["why"] = {"key": "take", "params": {"town": "egypt", "points": 9}}
    small = decision | rest | {"n": 60, "gain": 0.02, "turn": 3}
    alike = decision | rest | {"n": 80, "turn": 4, "king": None}
    alike["why"] = {"key": "take", "params": {"town": "acre", "points": 9}}
    found = {"curve": [[3, 0.5], [200, 0.62], [500, 0.9]], "decisions": [decision | rest, small, alike]}
    GameAnalysis.objects.create(
        game=game, asked_at=timezone.now(), stamp=game.stamp, state=GameAnalysis.State.MADE, found=found
    )
    said = "King Guy → Tyre. Their chance to win fell from 50 % to 41 %. The king: King Guy → Egypt."
    forms = every_form(game)
    for form, text in forms.items():
        assert said in re.sub(r"\s+", " ", text), form
        assert "The king is the computer’s strongest level." in text, form
        assert "turn 3 · Movement" not in text, "two percent decide no game"
    assert "Acre is taken: chance to win +9\u00a0%." in forms["page"]
    curve = ElementTree.fromstring(re.findall(r'<svg class="chronicle-curve".*?</svg>', forms["page"])[0])
    assert {"1187", "100 %", "1"} <= {text.text for text in curve.iter("text")}
    one_side = page(game, side="frank").content.decode()
    assert "chronicle-curve" not in one_side, "an analysis rests on what both sides hid"
    sides = {block.id: ("frank", "saracen", "assassin")[block.side] for block in BLOCKS}
    for side in ("frank", "saracen"):
        made = keeping.chronicle_in(GameChronicle.objects.get(game=game, perspective=side))
        assert made
        named = {sides[block] for _year, board in made.years for blocks in board.known.values() for block in blocks}
        assert named == {side}, "the boards of a side name its own blocks alone"


def test_a_battle_tells_who_came_from_where_what_it_cost_and_how_it_ended() -> None:
    facts = [
        {"type": "turn-begun", "year": 1187, "turn": 2},
        {"type": "group-moved", "side": "saracen", "path": ["damascus", "banyas", "tiberias"]},
        {"type": "battle-begun", "town": "tiberias", "attacker": "saracen", "defender": "frank", "siege": False},
        {"type": "round-begun", "town": "tiberias", "round": 1},
        {
            "type": "field-revealed",
            "town": "tiberias",
            "side": "frank",
            "blocks": [{"id": "raymond-tiberias", "strength": 3}],
        },
        {"type": "field-revealed", "town": "tiberias", "side": "saracen", "blocks": [{"id": "saladin", "strength": 4}]},
        {
            "type": "block-eliminated",
            "town": "tiberias",
            "side": "frank",
            "block": "raymond-tiberias",
            "permanent": False,
        },
        {"type": "field-won", "town": "tiberias", "side": "saracen"},
        {"type": "town-taken", "town": "tiberias", "side": "saracen"},
        {"type": "battle-ended", "town": "tiberias"},
    ]
    (year,) = YearsBuilder(1187).read([(7, facts)])
    (battle,) = year.of_note()
    assert (battle.turn, battle.came, battle.origins) == (2, 1, ["damascus"])
    assert (battle.outcome, battle.winner, battle.fallen["frank"]) == ("taken", "saracen", ["raymond-tiberias"])
    assert (battle.forecast("2.0") or 0) > 50
    assert year.last == 7
