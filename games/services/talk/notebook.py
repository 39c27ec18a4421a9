"""A player's private notebook of a game: readable by its owner alone, also after the game."""

import unicodedata
import uuid
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from games.access import Access, find_game
from games.models import Note, User
from games.services.talk.errors import BadNote, StaleNote

LONGEST = 15_000


@dataclass(frozen=True, slots=True)
class SavedText:
    """The text of a notebook, and its version: 0 if nothing was ever saved."""

    text: str = ""
    version: int = 0
    saved_at: datetime | None = None


def read(access: Access) -> SavedText:
    """Returns this person's own notebook. Raises NotAPlayer."""
    note = Note.objects.filter(user=access.player(), game=access.game).first()
    return SavedText() if note is None else SavedText(note.text, note.version, note.saved_at)


def save(*, user: User, game_id: uuid.UUID, text: str, version: int) -> SavedText:
    """Saves the notebook in place of the text at `version`. Saving an unchanged text succeeds at any version.

    Raises StaleNote, with the text and version that are there, when it was saved meanwhile: nothing is overwritten
    then. Raises NotAPlayer and BadNote.
    """
    with transaction.atomic():
        access = find_game(user=user, game_id=game_id)
        owner = access.player()
        said = _clean_text(text)
        Note.objects.get_or_create(user=owner, game=access.game)
        note = Note.objects.select_for_update().get(user=owner, game=access.game)
        if note.text == said:
            return SavedText(note.text, note.version, note.saved_at)
        if note.version != version:
            raise StaleNote(text=note.text, version=note.version)
        note.text, note.version = said, note.version + 1
        note.save()
        return SavedText(note.text, note.version, note.saved_at)


def _clean_text(text: str) -> str:
    """Returns the text with plain line ends. Raises BadNote if it is too long or has control characters."""
    said = text.replace("\r\n", "\n").replace("\r", "\n")
    if len(said) > LONGEST:
        raise BadNote(_("This has {count} characters. A notebook holds {most}.").format(count=len(said), most=LONGEST))
    if any(unicodedata.category(character) in ("Cc", "Cs") and character not in "\n\t" for character in said):
        raise BadNote(_("The text holds control characters. Save letters, signs and line ends."))
    return said
