"""Texts of the scripts that have plural forms."""

from typing import NamedTuple

from django.utils.translation import ngettext


class plural(NamedTuple):
    """A text with a `{count}`, in English for one and for several; the scripts choose the form.

    In small letters, as the functions of gettext beside it.
    """

    one: str
    several: str

    def forms(self) -> dict[str, str]:
        """The form for each category of `Intl.PluralRules` in the reader's language, without those that read as
        `other` does.
        """
        found = {category: ngettext(self.one, self.several, count) for category, count in EXAMPLES.items()}
        return {category: text for category, text in found.items() if category == "other" or text != found["other"]}


# A count of each category, in every language of the site that has the category.
EXAMPLES = {"one": 1, "few": 2, "many": 5, "other": 100}
