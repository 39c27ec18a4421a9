"""Which module imports which: one way, without circles."""

from graphlib import TopologicalSorter

import grimp

from rules.game import STEPS
from rules.places import STEP_NAMES


def test_no_modules_import_one_another_in_circles() -> None:
    graph = grimp.build_graph("rules", "games", "frontend", "crusader_site", exclude_type_checking_imports=True)
    imports = {module: graph.find_modules_directly_imported_by(module) for module in graph.modules}
    assert len(imports) > 300
    TopologicalSorter(imports).prepare()  # raises CycleError, which names the modules of a circle


def test_positions_are_read_with_the_steps_that_the_phases_have() -> None:
    assert set(STEPS) == STEP_NAMES
