"""How Hypothesis runs here: no deadlines, for machines differ; the same examples every time where a build is judged."""

import os

from hypothesis import HealthCheck, Phase, settings

_quiet = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.function_scoped_fixture]
# whole games grow from a seed, which nothing makes simpler: they are not shrunk
_phases = [Phase.explicit, Phase.generate]
settings.register_profile("rules", deadline=None, max_examples=20, suppress_health_check=_quiet, database=None, phases=_phases)
settings.register_profile("ci", settings.get_profile("rules"), derandomize=True)
settings.register_profile("long", settings.get_profile("rules"), max_examples=300)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE") or ("ci" if os.environ.get("CI") else "rules"))
