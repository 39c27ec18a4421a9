"""The list of cases: what a reviewer finds in it, by filter, search and order, and what it costs."""

from datetime import timedelta
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from django.contrib.staticfiles import finders
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from games.disputes import filing, queue, reviewing
from games.disputes.queue import Wanted
from games.models import CaseEntry, DisputeCase, Game, User
from games.services.lobby import blocking
from tests.disputes.conftest import act, decide, of, report
from tests.disputes.test_pages import text
from tests.games.helpers import Player

pytestmark = pytest.mark.django_db
NUMBERS = count()


def many(game: Game, number: int) -> None:
    """Cases of games between people of their own, the first the one that is longest untouched."""
    now = timezone.now()
    for _each in range(number):
        place = next(NUMBERS)
        one, two = (User.objects.create_user(f"{name}{place}") for name in ("Guy", "Conrad"))
        played = Game.objects.create(creator=one, ruleset=game.ruleset, status="over", ended_at=now)
        played.seats.create(side="frank", user=one)
        played.seats.create(side="saracen", user=two)
        at = now - timedelta(days=40) + timedelta(minutes=place)
        case = DisputeCase.objects.create(
            game=played,
            opener=one,
            other=two,
            side="frank",
            category="dice",
            wish="explain",
            event=1,
            opened_at=at,
            changed_at=at,
        )
        CaseEntry.objects.create(
            case=case, number=1, kind="report", author=one, side="frank", text=f"Roll {place} was odd.\nSecond line."
        )


def listed(player: Player, **wanted: str) -> list[int]:
    return [case.pk for case in queue.find(of(player), Wanted(**wanted))]


def test_the_list_takes_as_many_statements_at_200_cases_as_at_20(case: DisputeCase, william: Player) -> None:
    counts = []
    for number in (19, 180):
        many(case.game, number)
        with CaptureQueriesContext(connection) as asked:
            page = william.client.get(reverse("review-cases"))
        assert page.content.decode().count('class="first-line"') == min(25, DisputeCase.objects.count())
        counts.append(len(asked))
    assert DisputeCase.objects.count() == 200
    assert counts[0] == counts[1] <= 24


def test_a_line_names_the_wish_and_the_first_line_of_the_report(game: Game, richard: Player, william: Player) -> None:
    report(richard, game, category="dice", wish="rewind", text="Four sixes <again>.\nThat is too much.")
    shown = text(william.client.get(reverse("review-cases")))
    assert "dice → rewind Four sixes <again>. Richard" in shown.replace("\u2068", "").replace("\u2069", "")
    assert "too much" not in shown


def test_cases_are_filtered_by_state_category_wish_and_reviewer(
    case: DisputeCase, richard: Player, saladin: Player, william: Player, heraclius: Player
) -> None:
    second = report(saladin, case.game, category="conduct", wish="person", text="He called me names.")
    assert listed(william) == [case.pk, second.pk]
    assert listed(william, category="conduct") == listed(william, wish="person") == [second.pk]
    reviewing.take(user=of(william), number=second.pk)
    assert (
        listed(william, state="taken")
        == listed(william, whose="mine")
        == listed(william, whose="waiting")
        == [second.pk]
    )
    assert listed(heraclius, whose="mine") == []
    assert listed(william, whose="unassigned") == listed(william, state="open") == [case.pk]
    reviewing.ask(user=of(william), number=second.pk, side="saracen", text="Which names?")
    assert (listed(william, whose="waiting"), listed(william, whose="mine")) == ([], [second.pk])
    reviewing.stop_waiting(user=of(william), number=second.pk)
    decide(william, second)
    assert listed(william, state="settled") == [second.pk]
    filing.appeal(user=of(richard), number=second.pk, text="No.")
    assert listed(heraclius, whose="appeals") == listed(heraclius, state="appealed") == [second.pk]


def test_cases_are_found_by_name_number_and_words_of_the_report(case: DisputeCase, game: Game, william: Player) -> None:
    many(game, 2)
    other = DisputeCase.objects.exclude(pk=case.pk).latest("pk")
    assert listed(william, words="saladin") == listed(william, words="MUSTER far") == [case.pk]
    assert listed(william, words=other.opener.username) == [other.pk]
    assert other.pk in listed(william, words=f"#{other.pk}")
    assert listed(william, words="muster odd") == []


def test_the_order_is_longest_untouched_newest_or_nearest_deadline(
    case: DisputeCase, game: Game, william: Player
) -> None:
    many(game, 2)
    old, young = DisputeCase.objects.exclude(pk=case.pk).order_by("opened_at").values_list("pk", flat=True)
    assert listed(william) == [old, young, case.pk]
    assert listed(william, order="newest") == [case.pk, young, old]
    reviewing.take(user=of(william), number=case.pk)
    assert listed(william, order="deadline") == [case.pk, old, young]


def test_a_case_that_the_reviewer_is_tied_to_is_marked_and_tells_nothing(
    case: DisputeCase, richard: Player, william: Player
) -> None:
    blocking.block(user=of(richard), other=of(william))
    page = william.client.get(reverse("review-cases"))
    assert "Not yours to review" in text(page)
    assert "muster" not in text(page)
    assert reverse("review-case", args=[case.pk]) not in page.content.decode()
    assert listed(william, words="muster") == listed(william, wish="rewind") == []
    assert listed(william, words="Richard") == [case.pk]


def test_the_next_page_keeps_the_filters(case: DisputeCase, game: Game, william: Player) -> None:
    many(game, 27)
    page: Any = william.client.get(reverse("review-cases"), {"category": "dice", "order": "newest"})
    assert "?category=dice&amp;order=newest&amp;page=2" in page.content.decode()
    second = william.client.get(reverse("review-cases"), {"category": "dice", "page": "2"})
    assert second.content.decode().count('class="first-line"') == 2


def test_a_filter_that_does_not_exist_is_named(case: DisputeCase, william: Player) -> None:
    page = william.client.get(reverse("review-cases"), {"state": "lost"})
    assert page.status_code == 200
    assert "lost is not one of the available choices" in text(page)


def test_the_deadline_of_a_decision_is_that_of_its_appeal(taken: DisputeCase, william: Player) -> None:
    act(william, taken, "answer")
    found = queue.case_lines(of(william), queue.find(of(william), Wanted(state="decided")))
    assert found[0].deadline == filing.appeal_until(found[0].case)


def test_a_line_says_once_that_nothing_happened_and_that_a_deadline_has_passed(
    taken: DisputeCase, game: Game, heraclius: Player
) -> None:
    many(game, 1)
    shown = text(heraclius.client.get(reverse("review-cases")))
    assert shown.count(", untouched since") == 2
    assert "free to others from" in shown
    past = timezone.now() - timedelta(days=20)
    DisputeCase.objects.filter(pk=taken.pk).update(changed_at=past, opened_at=past - timedelta(days=1))
    shown = text(heraclius.client.get(reverse("review-cases")))
    assert "untouched for 2 weeks" in shown
    assert "free to others" in shown
    assert "free to others from" not in shown


def test_a_closed_case_has_no_mark_of_one_that_is_closed_to_the_reader(case: DisputeCase, william: Player) -> None:
    """The two classes of the style sheet have one name."""
    DisputeCase.objects.filter(pk=case.pk).update(state="closed", closed_at=timezone.now())
    page = william.client.get(reverse("review-cases"), {"state": "closed"}).content.decode()
    assert 'class="state closed"' in page
    assert '<li class="closed"' not in page
    sheet = finders.find("frontend/css/disputes.css")
    assert isinstance(sheet, str)
    assert ".cases .closed" not in Path(sheet).read_text()
