"""Names of accounts: validity, comparison of look-alikes, lookup.

Others know a player by the name alone. So a name is written in one script, as Unicode's technical standard 39 has it,
and none looks like another person's. Its *skeleton* is the name with every letter replaced by the one it looks like; it
is unique (`User.username_skeleton`). Accounts from before keep names that look alike (`User.username_shared`), and
nobody new may take any of them. Who is meant by a name is told by its folded form (`User.username_folded`), which is
unique as well.

The tables of scripts and of letters that look alike are those of `confusable_homoglyphs`.
"""

import re
import unicodedata
from collections.abc import Iterable
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from confusable_homoglyphs import categories
from confusable_homoglyphs.confusables import confusables_data
from django.contrib.auth import get_user_model
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Model, Q, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

if TYPE_CHECKING:
    from games.models import User

LONGEST = 30
LONGEST_EVER = 150
"""Names from before are longer; nothing longer is looked up."""
ALLOWED = re.compile(r"[\w.+-]*")
# Letters to Unicode, but nothing is seen of them. Others that no eye sees are no letters, or another letter stands for
# them in NFKC.
INVISIBLE = frozenset("\u115f\u1160")
LEFT_TO_RIGHT = "\u200e"
"""The tables have it around letters of scripts that run the other way."""
ANY_SCRIPT = {"COMMON", "INHERITED"}
BATCH = 500
TOGETHER = ({"HAN", "HIRAGANA", "KATAKANA"}, {"HAN", "BOPOMOFO"}, {"HAN", "HANGUL"})
"""Scripts that one language is written in."""


def normalized(name: str) -> str:
    """The form in which a name is stored: compatibility characters (wide, raised, joined letters) replaced by plain
    ones (NFKC).
    """
    return unicodedata.normalize("NFKC", name)


def folded(name: str) -> str:
    """The form that is the same for names that differ only in capitals or Unicode form."""
    return unicodedata.normalize("NFKC", normalized(name).casefold())


def skeleton(name: str) -> str:
    """The form that is the same for names that look alike, in whatever capitals.

    The second look finds what small letters alone look like: `rn` is taken for `m`, not for `M`. A capital I looks like
    a small L, hence so does every i.
    """
    shown = _prototypes(normalized(name))
    return _prototypes(shown.casefold()).replace("i", "l")


def _prototypes(text: str) -> str:
    """The skeleton of UTS 39: canonically decomposed, invisible characters removed, each character replaced by the one
    it looks like.
    """
    visible = (letter for letter in unicodedata.normalize("NFD", text) if letter not in INVISIBLE)
    return unicodedata.normalize("NFD", "".join(_look_alikes().get(letter, letter) for letter in visible))


@cache
def _look_alikes() -> dict[str, str]:
    """Maps each confusable character to the character or characters it looks like.

    The tables name each pair in both directions. The prototype of a group is what all others of it are paired with; in
    a group of two, where both would do, the longer or the first.
    """
    pairs: dict[str, set[str]] = {}
    for one, others in confusables_data.items():
        for other in others:
            pairs.setdefault(one.strip(LEFT_TO_RIGHT), set()).add(other["c"].strip(LEFT_TO_RIGHT))
    found = {}
    for letter, others in pairs.items():
        if len(letter) == 1 and len(others) == 1:
            (other,) = others
            if len(other) > 1 or len(pairs[other]) > 1 or other < letter:
                found[letter] = unicodedata.normalize("NFD", other)
    return found


# --- what may be a name
# -----------------------------------------------------------------------------------------------------


def check(name: str, *, keeper: int | None = None) -> None:
    """Raises ValidationError, with the reason, for a name that may not be used; `keeper` is the account that would have
    it.
    """
    check_form(name)
    alike = looking_like(name)
    other = (alike if keeper is None else alike.exclude(pk=keeper)).first()
    if other is None:
        return
    if folded(other.username) == folded(name):
        raise ValidationError(_("This name is taken."), code="username_taken")
    raise ValidationError(
        _(
            "This name looks like “{name}”, and somebody else is called so. Choose one that cannot be taken for it."
        ).format(name=other.username),
        code="name_looks_taken",
    )


def check_form(name: str) -> None:
    """The checks of `check` that need no database. Expects a normalized name."""
    if len(name) > LONGEST:
        said = ngettext("A name has at most {count} character.", "A name has at most {count} characters.", LONGEST)
        raise ValidationError(said.format(count=LONGEST), code="name_too_long")
    if "@" in name:
        raise ValidationError(
            _("A name has no @: others see it, and it must not look like a mail address."), code="name_like_address"
        )
    if not ALLOWED.fullmatch(name) or INVISIBLE & set(name):
        raise ValidationError(
            _("A name has letters, digits and the signs . _ + - only, and no spaces."), code="name_of_signs"
        )
    if not any(letter.isalnum() for letter in name):
        raise ValidationError(_("A name has at least one letter or digit."), code="name_without_letters")
    _check_alphabet(name)


def _check_alphabet(name: str) -> None:
    """Raises ValidationError for a name of letters of two alphabets, or of digits of two kinds."""
    first: dict[str, str] = {}
    for letter in name:
        script = categories.alias(letter)
        if script not in ANY_SCRIPT:
            first.setdefault(script, letter)
    if len(first) > 1 and not any(set(first) <= scripts for scripts in TOGETHER):
        one, other = list(first.values())[:2]
        said = _("A name is written in one alphabet: “{one}” and “{other}” are of two.")
        raise ValidationError(said.format(one=one, other=other), code="name_of_two_alphabets")
    digits = {ord(digit) - unicodedata.decimal(digit): digit for digit in name if digit.isdecimal()}
    if len(digits) > 1:
        one, other = list(digits.values())[:2]
        said = _("A name has digits of one kind: “{one}” and “{other}” are of two.")
        raise ValidationError(said.format(one=one, other=other), code="name_of_two_kinds_of_digits")


# --- who is meant
# -----------------------------------------------------------------------------------------------------------


def find(name: str, **filters: object) -> "User | None":
    """Returns the person of this name, in whatever capitals and Unicode form, or None. Look-alikes do not match.

    The same on every database, which each have their own idea of capitals beyond A to Z.
    """
    wanted = folded(name.strip()) if len(name) <= LONGEST_EVER else ""
    # PostgreSQL takes no NUL, not even to look for, and nothing can write half a surrogate pair.
    if not wanted or any(unicodedata.category(letter) in ("Cc", "Cs") for letter in wanted):
        return None
    return _people(Q(username_folded=wanted), wanted).filter(**filters).order_by("username_shared", "pk").first()


def looking_like(name: str) -> "QuerySet[User]":
    """Returns everybody whose name looks like this one or differs only in capitals."""
    return _people(Q(username_skeleton=skeleton(name)) | Q(username_folded=folded(name)), name)


def _people(which: Q, name: str) -> "QuerySet[User]":
    """Returns the accounts to compare with, also those that processes with earlier code saved without the stored forms
    of a name.
    """
    return get_user_model().objects.filter(which | Q(username_folded="", username__iexact=name))


# --- all names together
# -----------------------------------------------------------------------------------------------------


class Forms(NamedTuple):
    """The forms of a name that are stored for comparison."""

    username_folded: str
    username_skeleton: str
    username_shared: bool
    """Whether an older account has one of the two as well."""


def forms_of(people: Iterable[tuple[int, str]]) -> dict[int, Forms]:
    """Computes the stored forms for these accounts, given as id and name, oldest first."""
    taken: set[tuple[str, str]] = set()
    found = {}
    for number, name in people:
        forms = {("folded", folded(name)), ("skeleton", skeleton(name))}
        found[number] = Forms(folded(name), skeleton(name), bool(forms & taken))
        taken |= forms
    return found


def renew(model: "type[Model]") -> int:
    """Recomputes the stored forms of every name, as after an upgrade of the Unicode tables.

    Returns how many changed.
    """
    columns = ("username_folded", "username_skeleton", "username_shared")
    people = list(model._base_manager.order_by("pk").values_list("pk", "username", *columns))
    wanted = forms_of((number, name) for number, name, *_kept in people)
    changed = [number for number, _name, *kept in people if tuple(kept) != wanted[number]]
    with transaction.atomic():
        # Out of the way of one another first: what one loses another may get.
        for start in range(0, len(changed), BATCH):
            model._base_manager.filter(pk__in=changed[start : start + BATCH]).update(username_shared=True)
        for number in changed:
            model._base_manager.filter(pk=number).update(**wanted[number]._asdict())
    return len(changed)
