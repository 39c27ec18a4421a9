"""Collects what somebody changes in the admin, field by field, for the audit log.

Values are written down of the fields in SHOWN alone. Of all others, which may be secrets or an address, the log says
that they changed.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import datetime

from django.apps import apps
from django.db.models import Model
from django.db.models.signals import m2m_changed, pre_delete, pre_save
from django.http import HttpRequest

from games.disputes.words import CHANGED
from games.models import User
from games.shapes import Json, JsonValue

Row = Json
Key = tuple[type[Model], object]

SHOWN: dict[str, frozenset[str]] = {
    "games.user": frozenset(
        (
            "username",
            "is_active",
            "is_staff",
            "is_superuser",
            "date_joined",
            "time_zone",
            "language",
            "groups",
            "user_permissions",
        )
    ),
    "auth.group": frozenset(("name", "permissions")),
    "account.emailaddress": frozenset(("user", "verified", "primary")),
    "mfa.authenticator": frozenset(("user", "type", "created_at", "last_used_at")),
    "usersessions.usersession": frozenset(("user", "created_at", "last_seen_at")),
}
"""By model, the fields whose values anybody who reads the log may know."""
SUFFIX = "_changelist"


class Changes:
    """Rows as they were before their first change. `found` compares them with the present ones."""

    def __init__(self) -> None:
        self._rows: dict[Key, Row] = {}
        self._new: list[Model] = []

    def store_before(self, model: type[Model], key: object) -> None:
        """Stores a row as it is before the request changes it, once."""
        if key is not None and (model, key) not in self._rows:
            self._rows[model, key] = _read(model, key)

    def watch_new(self, made: Model) -> None:
        """Remembers a new object, which gets its primary key when it is saved."""
        self._new.append(made)

    def person(self) -> User | None:
        """Returns the one account that the changes belong to; None where they belong to several, or to none."""
        people: set[JsonValue] = {key if model is User else row.get("user") for (model, key), row in self._rows.items()}
        people |= {made.pk if isinstance(made, User) else getattr(made, "user_id", None) for made in self._new}
        people.discard(None)
        return User._base_manager.filter(pk=people.pop()).first() if len(people) == 1 else None

    def found(self) -> tuple[Row, Row]:
        """Returns before and after of every field that differs, by "model number: field"."""
        for made in self._new:
            if made.pk is not None:
                self._rows.setdefault((type(made), made.pk), {})
        before, after = Row(), Row()
        for (model, key), was in self._rows.items():
            now = _read(model, key)
            for field in [*was, *(name for name in now if name not in was)]:
                if was.get(field) != now.get(field):
                    _note(before, after, model, key, field, was, now)
            if was and not now:
                after[f"{model._meta.label_lower} {key}"] = "deleted"
        return before, after


_watching: ContextVar[Changes | None] = ContextVar("changes in the admin", default=None)


@contextmanager
def watched(request: HttpRequest) -> Iterator[Changes]:
    """Context manager that collects the changes of a request.

    Bulk actions send no signals: the rows ticked in the form, or all rows of the model, are remembered beforehand.
    """
    changes = Changes()
    match = request.resolver_match
    app, _, name = (match.url_name or "").removesuffix(SUFFIX).partition("_") if match else ("", "", "")
    if match and (match.url_name or "").endswith(SUFFIX) and "action" in request.POST:
        model = apps.get_model(app, name)
        ticked = request.POST.getlist("_selected_action")
        every = request.POST.get("select_across") == "1"
        for key in model._default_manager.values_list("pk", flat=True) if every else ticked:
            changes.store_before(model, _key_of(model, key))
    token = _watching.set(changes)
    try:
        yield changes
    finally:
        _watching.reset(token)


def _key_of(model: type[Model], key: object) -> object:
    """Returns the primary key as the model has it; None for text that is no key."""
    try:
        return model._meta.pk.to_python(key)
    except ValueError:
        return None


def _read(model: type[Model], key: object) -> Row:
    """Returns the row's fields as stored, many-to-many relations as names; empty if it does not exist."""
    found = model._base_manager.filter(pk=key).first()
    if found is None:
        return {}
    row = {
        field.name: _as_json(field.value_from_object(found))
        for field in model._meta.concrete_fields
        if not field.primary_key
    }
    row |= {field.name: sorted(map(str, field.value_from_object(found))) for field in model._meta.many_to_many}
    return row


def _as_json(value: object) -> object:
    if isinstance(value, datetime):
        return value.isoformat(timespec="seconds")  # the forms of the admin know no more of a time
    return value if value is None or isinstance(value, bool | int | str) else str(value)


def _before_save(sender: type[Model], instance: Model, raw: bool = False, **_more: object) -> None:
    """Receives the signal before a row is saved, and stores it as it is."""
    changes = _watching.get()
    if changes is None:
        return
    if instance.pk is None:
        changes.watch_new(instance)
    else:
        changes.store_before(sender, instance.pk)


def _before_delete(sender: type[Model], instance: Model, **_more: object) -> None:
    """Receives the signal before a row is deleted, and stores it as it is."""
    changes = _watching.get()
    if changes is not None:
        changes.store_before(sender, instance.pk)


def _before_relation(sender: type[Model], instance: Model, action: str, reverse: bool, **_more: object) -> None:
    """Receives the signal before a many-to-many relation changes, and stores the row as it is."""
    changes = _watching.get()
    if changes is not None and action.startswith("pre_") and not reverse:
        changes.store_before(type(instance), instance.pk)


def listen() -> None:
    """Connects the signals, once, at start. Only for these models: a listener to deletions makes them slower."""
    for label in SHOWN:
        model = apps.get_model(label)
        pre_save.connect(_before_save, sender=model, dispatch_uid=f"changes-in-the-admin-{label}")
        pre_delete.connect(_before_delete, sender=model, dispatch_uid=f"changes-in-the-admin-{label}")
        for field in model._meta.many_to_many:
            through = getattr(model, field.name).through
            m2m_changed.connect(
                _before_relation, sender=through, dispatch_uid=f"changes-in-the-admin-{label}-{field.name}"
            )


def _note(before: Row, after: Row, model: type[Model], key: object, field: str, was: Row, now: Row) -> None:
    """Notes a field that differs, with its values where they may be shown."""
    label = model._meta.label_lower
    name, shown = f"{label} {key}: {field}", field in SHOWN.get(label, ())
    if was:
        before[name] = was.get(field) if shown else ""
    if now:
        after[name] = now.get(field) if shown else CHANGED
