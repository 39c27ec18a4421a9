"""Append-only rows: never changed, never deleted. Database triggers refuse it as well (`games.triggers`)."""

from collections.abc import Iterable
from typing import NoReturn, Self, TypeVar

from django.db import models

from games.shapes import PassedOn


class AppendOnly(TypeError):
    """Raised on an attempt to change or delete an append-only row."""

    def __init__(self) -> None:
        super().__init__("This is written once: it is never changed and never deleted.")


Row = TypeVar("Row", bound=models.Model, covariant=True)


class WrittenOnceQuerySet(models.QuerySet[Row]):
    """A query set that creates rows and refuses updates and deletion."""

    def _refuse(self, *args: object, **kwargs: object) -> NoReturn:
        raise AppendOnly

    update = delete = bulk_update = update_or_create = _refuse

    def bulk_create(
        self, objs: Iterable[Row], *args: PassedOn, update_conflicts: bool = False, **kwargs: PassedOn
    ) -> list[Row]:
        """Inserts rows. Raises AppendOnly if existing ones should be updated."""
        if update_conflicts:
            raise AppendOnly
        return super().bulk_create(objs, *args, **kwargs)


class WrittenOnce(models.Model):
    """Base of append-only models. They need `WrittenOnceQuerySet` as manager, and a line in `games.triggers.TABLES`."""

    written = False

    class Meta:
        abstract = True

    def save(self, *args: PassedOn, **kwargs: PassedOn) -> None:
        if self.written or kwargs.get("force_update"):
            raise AppendOnly
        kwargs["force_insert"] = True
        super().save(*args, **kwargs)
        self.written = True

    def delete(self, *args: object, **kwargs: object) -> NoReturn:
        """Raises AppendOnly."""
        raise AppendOnly

    @classmethod
    def from_db(cls, *args: PassedOn, **kwargs: PassedOn) -> Self:
        """Marks what was loaded as written."""
        found = super().from_db(*args, **kwargs)
        found.written = True
        return found
