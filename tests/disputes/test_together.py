"""Several disputes at once: answered or merged in one act, all or none, once for each key; lines say how the game
stands.
"""

import uuid

import pytest
from django.urls import reverse

from games.disputes import bulk, queue, reviewing
from games.disputes.errors import NotAReviewer
from games.errors import KeyReused
from games.models import DisputeCase, Game, Notice, StaffAction
from tests.disputes.conftest import NewGame, act, entries, fresh, of, report, resign
from tests.games.helpers import Player

pytestmark = pytest.mark.django_db


@pytest.fixture
def three(new_game: NewGame, richard: Player, saladin: Player) -> list[DisputeCase]:
    return [report(richard, new_game()), report(saladin, new_game()), report(richard, new_game())]


def numbers(cases: list[DisputeCase]) -> list[int]:
    return [case.pk for case in cases]


def answer(
    player: Player, cases: list[DisputeCase], reason: str = "Rule 5.1 says otherwise.", **more: object
) -> list[StaffAction]:
    given: dict[str, object] = {"outcome": "", "key": uuid.uuid4(), **more}
    return bulk.answer(user=of(player), numbers=numbers(cases), reason=reason, **given)  # type: ignore[arg-type]


def test_free_cases_are_taken_and_answered_each_with_its_own_entries(three: list[DisputeCase], william: Player) -> None:
    assert len(answer(william, three)) == 3
    for case in three:
        assert fresh(case).state == "decided"
        assert entries(case)[-2:] == ["taken", "decision"]
        kinds = list(StaffAction.objects.filter(case=case).order_by("pk").values_list("kind", flat=True))
        assert kinds == ["took", "answer"]
        told = Notice.objects.filter(game=case.game, kind="dispute", data__news="decided", target=None)
        assert told.count() == 2


def test_the_same_key_does_it_once_and_belongs_to_the_whole_request(three: list[DisputeCase], william: Player) -> None:
    key = uuid.uuid4()
    first = answer(william, three, key=key)
    assert [one.pk for one in answer(william, three, key=key)] == [one.pk for one in first]
    assert all(entries(case).count("decision") == 1 for case in three)
    for cases, reason in ((three[:2], "Rule 5.1 says otherwise."), (three, "Rule 5.2 says otherwise.")):
        with pytest.raises(KeyReused):
            answer(william, cases, reason, key=key)
    with pytest.raises(KeyReused):
        bulk.merge(user=of(william), numbers=numbers(three), key=key)


def test_where_one_stands_in_the_way_nothing_is_done_in_any(
    three: list[DisputeCase], william: Player, heraclius: Player
) -> None:
    reviewing.take(user=of(heraclius), number=three[2].pk)
    with pytest.raises(bulk.NotTogether, match=f"Nothing was done. Dispute {three[2].pk}: "):
        answer(william, three)
    assert [fresh(case).state for case in three] == ["open", "open", "taken"]
    assert not StaffAction.objects.filter(kind="answer").exists()
    assert entries(three[0]) == ["report"]


@pytest.mark.parametrize(("chosen", "reason"), [([], "Why"), ([999], "Why"), (list(range(1, 99)), "Why"), (None, "  ")])
def test_bad_choices_get_a_clear_answer(
    chosen: list[int] | None, reason: str, three: list[DisputeCase], william: Player
) -> None:
    cases = numbers(three) if chosen is None else chosen
    with pytest.raises(bulk.NotTogether):
        bulk.answer(user=of(william), numbers=cases, reason=reason, outcome="", key=uuid.uuid4())
    assert {fresh(case).state for case in three} == {"open"}


def test_who_is_no_reviewer_does_nothing(three: list[DisputeCase], baldwin: Player) -> None:
    with pytest.raises(NotAReviewer):
        answer(baldwin, three)


def test_several_are_merged_into_the_oldest_and_decided_with_it(
    game: Game, new_game: NewGame, richard: Player, william: Player
) -> None:
    cases = [report(richard, game), report(richard, new_game()), report(richard, new_game())]
    key = uuid.uuid4()
    for _ in range(2):
        assert bulk.merge(user=of(william), numbers=numbers(cases), key=key).pk == cases[0].pk
    assert [fresh(case).state for case in cases] == ["taken", "merged", "merged"]
    assert StaffAction.objects.filter(kind="merged").count() == 2
    answer(william, cases[:1], outcome="It was looked at.")
    assert {fresh(case).state for case in cases} == {"decided"}


def test_what_cannot_be_merged_leaves_all_as_they_were(three: list[DisputeCase], william: Player) -> None:
    """Richard reported Saladin, Saladin reported Richard, in different games."""
    with pytest.raises(bulk.NotTogether, match=f"Dispute {three[1].pk}"):
        bulk.merge(user=of(william), numbers=numbers(three), key=uuid.uuid4())
    assert {fresh(case).state for case in three} == {"open"}
    with pytest.raises(bulk.NotTogether, match="two disputes or more"):
        bulk.merge(user=of(william), numbers=[three[0].pk], key=uuid.uuid4())


def test_lines_say_how_the_game_stands_and_lead_to_it(
    three: list[DisputeCase], new_game: NewGame, richard: Player, william: Player
) -> None:
    private = report(richard, new_game(visibility="private"))
    case = reviewing.take(user=of(william), number=three[0].pk)
    act(william, case, "resume")
    resign(richard, three[1].game)
    lines = {line.case.pk: line for line in queue.case_lines(of(william), queue.find(of(william), queue.Wanted()))}
    assert [lines[case.pk].stands for case in (*three, private)] == ["running", "over", "frozen", "frozen"]
    page = william.client.get(reverse("review-cases")).content.decode()
    assert all(reverse("game", args=[case.game.public_id]) in page for case in three)
    assert reverse("game", args=[private.game.public_id]) not in page
    assert all(word in page for word in ("game runs", "game over", "game frozen"))


def test_the_page_answers_what_is_chosen(three: list[DisputeCase], william: Player) -> None:
    page = william.client.get(reverse("review-cases")).content.decode()
    assert page.count('name="case"') == 3
    body = {
        "case": numbers(three)[:2],
        "act": "answer",
        "reason": "See rule 5.4.",
        "key": str(uuid.uuid4()),
        "back": "whose=mine",
    }
    for _ in range(2):
        answered = william.client.post(reverse("review-together"), body)
        assert answered.headers["Location"] == f"{reverse('review-cases')}?whose=mine"
    assert [fresh(case).state for case in three] == ["decided", "decided", "open"]
    william.client.post(reverse("review-together"), {**body, "key": "no key"})
    assert fresh(three[2]).state == "open"


def test_a_key_of_an_act_belongs_to_all_that_was_asked(taken: DisputeCase, william: Player) -> None:
    """Another reason, other parameters or other events under the same key are another act."""
    key = uuid.uuid4()
    act(william, taken, "time", key=key, side="frank", hours="24")
    act(william, taken, "time", key=key, side="frank", hours="24")
    for changed in ({"hours": "6"}, {"side": "saracen"}, {"settles": True}):
        with pytest.raises(KeyReused):
            act(william, taken, "time", key=key, **{"side": "frank", "hours": "24", **changed})  # type: ignore[arg-type]
