"""The decisions players take, one complete decision each, and the lists of those that are legal.

An :class:`Action` is what a player sends. An :class:`Offer` says compactly which actions a rule allows: fields with a
fixed value, and fields that may take any of several. :class:`Actions` reads a list of offers as a sequence of actions
without writing them all out.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple, overload

from rules.atlas import TOWN
from rules.deck import CARDS
from rules.roster import BLOCK

Target = str | tuple[str, str]
"""A face-up block's id, or (town, area) of a hidden one."""


class Action(NamedTuple):
    """One decision. Which fields a type has is in :data:`FIELDS`; the others are None."""

    type: str
    block: str | None = None
    path: tuple[str, ...] | None = None
    to: str | None = None
    town: str | None = None
    card: str | None = None
    port: str | None = None
    area: str | None = None
    road: str | None = None
    target: Target | None = None
    blocks: tuple[str, ...] | None = None
    forced: bool | None = None
    start: str | None = None

    def to_json(self) -> dict[str, Any]:
        """The action as plain data, fields without a value left out."""
        data: dict[str, Any] = {}
        for name, value in zip(self._fields, self, strict=True):
            if value is not None:
                if name == "target" and isinstance(value, tuple):
                    data[name] = {"town": value[0], "area": value[1]}
                else:
                    data[name] = list(value) if isinstance(value, tuple) else value
        return data


FIELDS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    # type: (fields it must have, fields it may have)
    "place": (("block", "town"), ()),
    "swap": (("block",), ()),
    "done": ((), ()),
    "play-card": (("card",), ()),
    "take-back-card": ((), ()),
    "go-first": ((), ()),
    "go-second": ((), ()),
    "assassinate": (("target",), ()),
    "strengthen": (("block",), ()),
    "declare-jihad": (("town",), ()),
    "move": (("block", "path"), ("forced",)),
    "muster-to": (("town",), ()),
    "muster": (("block", "path"), ("forced",)),
    "sea-move": (("block", "port"), ("area",)),
    "enter": (("block", "town"), ()),
    "main-road": (("town", "road"), ("start",)),
    "winter-campaign": (("town",), ()),
    "choose-battle": (("town",), ()),
    "garrison": (("blocks",), ()),
    "storm": (("blocks",), ()),
    "sally": (("blocks",), ()),
    "fire": (("block",), ()),
    "charge": (("block",), ()),
    "harry": (("block", "to"), ()),
    "retreat": (("block", "to"), ()),
    "regroup": (("block", "to"), ()),
    "withdraw": (("block",), ()),
    "pass": (("block",), ()),
    "leave-map": (("block",), ()),
    "take-hit": (("block",), ()),
    "keep-face-up": (("block",), ()),
    "deploy": (("block", "town"), ()),
    "disband": (("block",), ()),
    "replace": (("block",), ()),
}
AREAS = ("field", "castle", "reserve")


class BadAction(ValueError):
    """The data is not an action of any kind; the message says which field is wrong and what would be right."""


def _one_of(name: str, value: Any, known: Any, what: str) -> str:
    """Returns the value if it is a known id. Raises BadAction naming the field if not."""
    if not isinstance(value, str) or value not in known:
        raise BadAction(f"{name!r} must be the id of {what}")
    return value


def _read_path(value: Any) -> tuple[str, ...]:
    """Reads the field `path`: one to four towns, the start left out. Raises BadAction."""
    if not isinstance(value, list | tuple) or not 1 <= len(value) <= 4:
        raise BadAction("'path' must be a list of one to four towns, the start left out")
    return tuple(
        _one_of("path", town, TOWN, "a town on the road net (Masyaf cannot be entered, 1.12)") for town in value
    )


def _read_blocks(value: Any) -> tuple[str, ...]:
    """Reads the field `blocks`: ids of blocks, none of them twice. Raises BadAction."""
    if not isinstance(value, list | tuple) or len(value) > len(BLOCK):
        raise BadAction("'blocks' must be a list of block ids, which may be empty")
    blocks = tuple(_one_of("blocks", block, BLOCK, "a block") for block in value)
    if len(set(blocks)) != len(blocks):
        raise BadAction("'blocks' names a block twice")
    return blocks


def _read_target(value: Any) -> Target:
    """Reads the field `target`: a face-up block, or the town and area of a hidden one. Raises BadAction."""
    if isinstance(value, str):
        return _one_of("target", value, BLOCK, "a block")
    if not isinstance(value, dict) or set(value) != {"town", "area"}:
        raise BadAction("'target' must be the id of a face-up block, or an object with 'town' and 'area'")
    return _one_of("town", value["town"], TOWN, "a town"), _one_of(
        "area", value["area"], AREAS, "an area: field, castle or reserve"
    )


def _read_forced(value: Any) -> bool:
    """Reads the field `forced`, whose only value is true. Raises BadAction."""
    if value is not True:
        raise BadAction("'forced' must be true, or be left out")
    return True


_READERS: dict[str, Any] = {
    "block": lambda value: _one_of("block", value, BLOCK, "a block"),
    "path": _read_path,
    "to": lambda value: _one_of("to", value, TOWN, "a town"),
    "town": lambda value: _one_of("town", value, TOWN, "a town"),
    "port": lambda value: _one_of("port", value, TOWN, "a town"),
    "card": lambda value: _one_of("card", value, CARDS, "a card"),
    "area": lambda value: _one_of("area", value, AREAS[:2], "an area: field or castle"),
    "road": lambda value: _one_of("road", value, {*TOWN, "sea", "germania"}, "a neighboring town, 'sea' or 'germania'"),
    "target": _read_target,
    "blocks": _read_blocks,
    "forced": _read_forced,
    "start": lambda value: _one_of("start", value, TOWN, "a town"),
}


def from_json(data: Any) -> Action:
    """Read an action. Raises :class:`BadAction` naming the field that is wrong; whether the action is legal is not
    asked here.
    """
    if not isinstance(data, dict):
        raise BadAction("an action is an object with a 'type'")
    type_ = data.get("type")
    if not isinstance(type_, str) or type_ not in FIELDS:
        raise BadAction(f"'type' must be one of: {', '.join(sorted(FIELDS))}")
    fields = {name: value for name, value in data.items() if name != "type"}
    _check_names(type_, fields)
    return Action(type_, **{name: _READERS[name](value) for name, value in fields.items()})


def _check_names(type_: str, fields: Mapping[str, Any]) -> None:
    """Raises BadAction if the fields are not those that an action of this type has."""
    required, optional = FIELDS[type_]
    for name in fields:
        if name not in required and name not in optional:
            raise BadAction(
                f"{type_!r} has no field {str(name)[:40]!r}; it has: {', '.join((*required, *optional)) or 'none'}"
            )
    for name in required:
        if name not in fields:
            raise BadAction(f"{type_!r} needs the field {name!r}")


class SetChoice(NamedTuple):
    """A decision about a set of blocks, listed once: any ``least`` to ``most`` of ``candidates`` may be named."""

    type: str
    candidates: tuple[str, ...]
    least: int
    most: int

    def choose(self, blocks: Sequence[str]) -> Action:
        """The action that names these blocks."""
        return Action(self.type, blocks=tuple(blocks))

    def allows(self, blocks: Sequence[str] | None) -> bool:
        """Whether these blocks may be named: as many as are asked for, each once and a candidate."""
        if blocks is None or not self.least <= len(blocks) <= self.most or len(set(blocks)) != len(blocks):
            return False
        return all(block in self.candidates for block in blocks)


class Offer:
    """Legal actions of one type: ``given`` fields have one value, ``open`` fields any of a sequence; or one
    :class:`SetChoice`.
    """

    __slots__ = ("about", "given", "open", "set", "size", "type")

    def __init__(
        self,
        type: str,
        given: dict[str, Any] | None = None,
        open: tuple[tuple[str, Sequence[Any]], ...] = (),
        set: SetChoice | None = None,
        about: dict[str, Any] | None = None,
    ) -> None:
        self.type, self.given, self.open, self.set, self.about = type, given or {}, open, set, about
        size = 1
        for _, values in open:
            size *= len(values)
        self.size = size

    def at(self, number: int) -> Action | SetChoice:
        """The action with this number, 0 to ``size`` - 1."""
        if self.set is not None:
            return self.set
        fields = dict(self.given)
        for name, values in self.open:
            number, place = divmod(number, len(values))
            fields[name] = values[place]
        return Action(self.type, **fields)

    def matches(self, action: Action) -> bool:
        """Whether the action, known to be of this type, is among those offered."""
        if self.set is not None:
            return self.set.allows(action.blocks)
        for name, values in self.open:
            if getattr(action, name) not in values:
                return False
        given = self.given
        required, optional = FIELDS[self.type]
        if given or optional:
            names = [name for name, _ in self.open]
            for name in (*required, *optional):
                if name not in names and getattr(action, name) != given.get(name):
                    return False
        return True

    def to_json(self) -> dict[str, Any]:
        """The offer as a view shows it (see ``docs/views.md``)."""
        data: dict[str, Any] = {"type": self.type, **self.given}
        for name, values in self.open:
            if name == "target":
                values = [{"town": v[0], "area": v[1]} if isinstance(v, tuple) else v for v in values]
            data[name] = values[0] if len(values) == 1 and name != "path" else {"any": list(values)}
        if self.set is not None:
            data["blocks"] = {"some": list(self.set.candidates), "least": self.set.least, "most": self.set.most}
        if self.about:
            data["about"] = self.about
        return data


def offers_to_json(offers: Sequence[Offer]) -> list[dict[str, Any]]:
    """The offers as a view shows them."""
    return [offer.to_json() for offer in offers]


def is_offered(action: Action, offers: Sequence[Offer]) -> bool:
    """Whether the action is among those offered."""
    return any(offer.type == action.type and offer.matches(action) for offer in offers)


class Actions(Sequence[Action | SetChoice]):
    """Offers read as a sequence of actions, made one at a time as they are asked for."""

    __slots__ = ("offers", "size")

    def __init__(self, offers: Sequence[Offer]) -> None:
        self.offers = offers
        self.size = sum(offer.size for offer in offers)

    def __len__(self) -> int:
        return self.size

    @overload
    def __getitem__(self, number: int) -> Action | SetChoice: ...
    @overload
    def __getitem__(self, number: slice) -> Sequence[Action | SetChoice]: ...
    def __getitem__(self, number: int | slice) -> Any:
        if isinstance(number, slice):
            return [self[i] for i in range(*number.indices(self.size))]
        if number < 0:
            number += self.size
        if number >= 0:
            for offer in self.offers:
                if number < offer.size:
                    return offer.at(number)
                number -= offer.size
        raise IndexError(number)

    def __iter__(self) -> Iterator[Action | SetChoice]:
        for offer in self.offers:
            for number in range(offer.size):
                yield offer.at(number)

    def __contains__(self, action: object) -> bool:
        return isinstance(action, Action) and is_offered(action, self.offers)
