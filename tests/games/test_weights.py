"""What counts among what happened: one table, which names every kind of fact that anybody can be told."""

import pytest

from frontend.facts import names
from games import weights
from games.api.schemas.facts import HISTORY, RULES, SITE
from games.weights import WEIGHTS, Weight


def test_every_kind_of_fact_has_its_weight_and_no_other_has_one() -> None:
    assert sorted(WEIGHTS) == sorted({*RULES, *SITE, *HISTORY})


@pytest.mark.django_db
def test_the_scripts_read_what_mails_read_in_the_same_order() -> None:
    told = names()["weights"]
    assert [kind for kind in told if kind not in weights.MOVES] == weights.TOLD
    assert {kind for kind, weight in told.items() if weight == Weight.MOVE} == weights.MOVES


def test_a_town_weighs_more_than_a_field_and_a_field_more_than_a_block() -> None:
    assert WEIGHTS["town-taken"] == WEIGHTS["field-won"] == Weight.STRONG
    assert (
        list(WEIGHTS).index("town-taken") < list(WEIGHTS).index("field-won") < list(WEIGHTS).index("block-eliminated")
    )
