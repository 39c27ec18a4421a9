"""Cases of disputes and the audit log, in words.

Mails about them have theirs in `games.services.alerts.kinds.disputes`.
"""

from collections.abc import Iterable, Sequence
from datetime import timedelta

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from games.disputes.conflicts import IN_SHORT
from games.models import CaseEntry, Game, StaffAction
from games.paces import in_words
from games.shapes import JsonValue, Text
from games.words import side_name

Kind = CaseEntry.Kind

HEADS: dict[str, Text] = {
    Kind.REPORT: gettext_lazy("{name} ({side}) reported a problem"),
    Kind.ANSWER: gettext_lazy("{name} ({side}) wrote"),
    Kind.QUESTION: gettext_lazy("The reviewer asked the {side}"),
    Kind.REPLY: gettext_lazy("{name} ({side}) answered"),
    Kind.NOTE: gettext_lazy("{name} noted, for reviewers only"),
    Kind.TAKEN: gettext_lazy("{name} took the case"),
    Kind.RELEASED: gettext_lazy("{name} gave the case back"),
    Kind.ASSIGNED: gettext_lazy("{name} gave the case to {whom}"),
    Kind.ALLOWED: gettext_lazy("{name} lets {whom} review the case in spite of a tie: {ties}"),
    Kind.MERGED: gettext_lazy("A reviewer looks at this dispute together with another one"),
    Kind.PARTED: gettext_lazy("The dispute is looked at by itself again"),
    Kind.WENT_ON: gettext_lazy("{name} went on without an answer"),
    Kind.APPEAL: gettext_lazy("{name} ({side}) appealed"),
    Kind.WITHDRAWN: gettext_lazy("{name} ({side}) withdrew the report"),
    Kind.CLOSED: gettext_lazy("Nobody appealed: the dispute is closed"),
}
FACTS: dict[str, Text] = {
    "event": gettext_lazy("Number of the last event"),
    "status": gettext_lazy("Status"),
    "ending": gettext_lazy("How it ended"),
    "winner": gettext_lazy("Winner"),
    "year": gettext_lazy("Year"),
    "turn": gettext_lazy("Turn"),
    "frozen": gettext_lazy("Clocks frozen"),
    "awaited": gettext_lazy("Whose turn it is"),
    "player-frank": gettext_lazy("Player of the Franks"),
    "player-saracen": gettext_lazy("Player of the Saracens"),
    "minutes-frank": gettext_lazy("Time on the clock of the Franks"),
    "minutes-saracen": gettext_lazy("Time on the clock of the Saracens"),
}
LABELS: dict[str, Sequence[tuple[str, Text]]] = {"status": Game.Status.choices, "ending": Game.Ending.choices}
YES_NO = {True: pgettext_lazy("yes or no", "yes"), False: pgettext_lazy("yes or no", "no")}
CHANGED = "changed"
"""Stands in the log for the new value of a field that nobody may read there."""
WITH_CHANGES = (StaffAction.Kind.DID, StaffAction.Kind.CANNED)


def head(entry: CaseEntry, *, name_staff: bool) -> str:
    """The heading of a case entry: what somebody did. Players are not told which reviewer it was."""
    author = entry.author.get_username() if entry.author else ""
    if entry.kind in (Kind.ACT, Kind.DECISION):
        return _act_in_words(entry) + (f" ({author})" if name_staff and author else "")
    if entry.kind == Kind.MERGED and name_staff and entry.action and author:
        return _("{name} merged the case into dispute {number}").format(name=author, number=entry.action.after["into"])
    name = _("A reviewer") if entry.action_id is not None and not name_staff else author
    side = side_name(entry.side) if entry.side else ""
    return str(HEADS[Kind(entry.kind)]).format(name=name, side=side, **_gaps(entry.action))


def _act_in_words(entry: CaseEntry) -> str:
    """Returns a reviewer's act or decision in words."""
    if entry.kind == Kind.DECISION and entry.action_id is None:
        return _("The reviewer decided this dispute together with another one")
    what = (
        ": ".join(filter(None, [str(StaffAction.Kind(entry.action.kind).label), object_of_act(entry.action)]))
        if entry.action
        else ""
    )
    return (_("Decision: the reviewer {what}") if entry.kind == Kind.DECISION else _("The reviewer {what}")).format(
        what=what
    )


def _gaps(action: StaffAction | None) -> dict[str, str]:
    """Returns the gaps of an entry's sentence: whom it is about, and in spite of which conflicts of interest."""
    if action is None:
        return {"whom": "", "ties": ""}
    return {
        "whom": action.person.get_username() if action.person else "",
        "ties": in_short(action.after.get("ties", ())),
    }


def in_short(ties: Iterable[str]) -> str:
    """A reviewer's conflicts of interest with a case, as shown behind their name."""
    return "; ".join(str(IN_SHORT[name]) for name in ties)


def object_of_act(action: StaffAction) -> str:
    """The object of an act: "Saladin (Saracens), 7 days". Empty where the act's name says it all."""
    payload = action.after
    parts = [_person_and_side(action)]
    if "hours" in payload:
        parts.append(in_words(timedelta(hours=payload["hours"])))
    if "days" in payload:
        parts.append(in_words(timedelta(days=payload["days"])) if payload["days"] else _("lifted"))
    if "ban" in payload:
        parts.append(_("lifted") if payload["ban"] == "lift" else _("without an end"))
    if action.kind == StaffAction.Kind.RESULT:
        parts.append(side_name(payload["winner"]) if payload.get("winner") else _("nobody wins"))
    return ", ".join(filter(None, parts))


def _person_and_side(action: StaffAction) -> str:
    """Returns the person and side that an act was about."""
    side = action.after.get("side", "")
    name = action.person.get_username() if action.person and action.kind != StaffAction.Kind.REPLACE else ""
    return f"{name} ({side_name(side)})" if name and side else side_name(side) if side else name


def details(action: StaffAction) -> str:
    """The details of a row of the audit log besides the person: "Saracens, 7 days", "into dispute 5"."""
    if action.kind == StaffAction.Kind.MERGED:
        return _("into dispute {number}").format(number=action.after["into"])
    said = object_of_act(action)
    return "" if action.person and said == action.person.get_username() else said


def fact_name(name: str) -> str:
    """The name of a value of `audited_state` in words."""
    return str(FACTS.get(name, name))


def fact_value(name: str, value: JsonValue) -> str:
    """A value of `games.disputes.acting.audited_state` in words."""
    if isinstance(value, bool):
        return str(YES_NO[value])
    if isinstance(value, list):
        return ", ".join(side_name(side) for side in value) or "–"
    if name == "winner" and value:
        return side_name(value)
    if value in (None, ""):
        return "–"
    if name in LABELS:
        return next((str(label) for key, label in LABELS[name] if key == value), str(value))
    return in_words(timedelta(minutes=value)) if name.startswith("minutes-") else str(value)


def changes(action: StaffAction) -> list[tuple[str, str, str]]:
    """The fields that were changed in the admin or of canned replies, one line each: name, before, after."""
    if action.kind not in WITH_CHANGES:
        return []
    names = [*action.before, *(name for name in action.after if name not in action.before and name != "status")]
    return [(name, _changed(action.before.get(name, "")), _changed(action.after.get(name, ""))) for name in names]


def _changed(value: object) -> str:
    """Returns a value of a changed field in words."""
    if isinstance(value, list):
        return ", ".join(map(str, value)) or "–"
    if value == CHANGED:
        return _("changed")
    return str(YES_NO[value]) if isinstance(value, bool) else "–" if value in (None, "") else str(value)
