"""Names for the integers of the rules: which one counts a town and which one is a set of blocks.

Towns, blocks, roads and sides are small integers inside :mod:`rules`, and sets of them are integers used as bit sets:
bit ``n`` is set where member ``n`` is in. The names are aliases of ``int``: they say which kind a function takes and
cost nothing when it runs.
"""

Side = int
"""0 Franks, 1 Saracens: an index of :data:`rules.atlas.SIDES`. -1 where there is none."""
TownNumber = int
"""An index of :data:`rules.atlas.TOWNS`. -1 where there is none."""
PlaceNumber = int
"""An index of :data:`rules.places.PLACES`: the towns first, then the boxes beside the map."""
RoadNumber = int
"""An index of :data:`rules.atlas.ROADS`, or :data:`rules.atlas.SEA`."""
BlockNumber = int
"""An index of :data:`rules.roster.BLOCKS`. -1 where there is none."""

TownSet = int
RoadSet = int
BlockSet = int
WalkSet = int
"""Bit sets. A set of walks counts those of :data:`rules.atlas` from one town."""
