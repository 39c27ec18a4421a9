"""Limits the number of events of one side between two walls.

What came after the last wall is read with every act of both players, and the history by both. Whoever went on forever planning and taking
back, or offering and withdrawing, would make every move of the other slower. The limits are far above what anybody needs, and a side that
meets one can always end its turn.
"""

from games.access import Access
from games.errors import TooManyChanges
from games.models import GameEvent

Kind = GameEvent.Kind

MOST = {Kind.UNDO: 200, Kind.ACTION: 1000, Kind.SYSTEM: 60}
"""Events of one side since the last wall: what it took back, did, and offered or announced."""
ALWAYS = {"done", "answer", "vacation-ended", "vacation-canceled", "end-pause"}
"""What ends something can be done however much there was: it is there no oftener than what it ends."""


def check(access: Access, *, kind: Kind, side: str, action: str, wall: int | None) -> None:
    """Raises an error at the limit. To be called before an event that is no wall; `wall` is the number of the last one, None if unknown.

    Raises TooManyChanges. Counts only when there can be too many: mostly the number of the event says that there are not.
    """
    game = access.game
    # What the site does by itself, having let go what somebody left behind, must not wait for anybody.
    by_site = access.user.pk is None
    if by_site or kind not in MOST or not side or action in ALWAYS or game.version < MOST[kind]:
        return
    if wall is None:
        wall = game.events.filter(wall=True).order_by("-seq").values_list("seq", flat=True).first() or 0
    if game.version - wall >= MOST[kind] <= game.events.filter(seq__gt=wall, side=side, kind=kind).count():
        raise TooManyChanges(kind, MOST[kind])
