"""Tasks for Celery whose results are pages' parts."""

import uuid

from celery import shared_task
from django.utils import translation

from frontend import moments
from games.errors import Refused


@shared_task(ignore_result=True)  # type: ignore[untyped-decorator]
def draw_moment(game_id: str, name: str, number: int, language: str) -> None:
    """Draws the picture of a moment. What has become closed since it was asked for is not drawn."""
    with translation.override(language):
        try:
            moments.make(uuid.UUID(game_id), name, number)
        except Refused:
            return
