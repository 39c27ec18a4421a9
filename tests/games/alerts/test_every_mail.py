"""Every mail of every kind is, word for word, what `golden/` says: a text changes only where somebody meant to change
it.

Where it is meant, `RENEW_MAILS=1 .venv/bin/pytest tests/games/alerts/test_every_mail.py` writes the files anew; read
the difference before you commit it. New kinds and sub-kinds are rows of `every_mail.py`. Of other languages the tests
show that nothing is missing from their mails and nothing of them is English.
"""

import os
import re
from collections.abc import Callable, Iterator
from html import unescape
from pathlib import Path
from typing import Any

import pytest
import time_machine
from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.utils import timezone, translation

from games.alerts import mail, subjects
from games.alerts.preferences import zone_of
from games.alerts.reading import Reading
from games.models import Notice
from games.services.alerts import kinds
from tests.games.alerts import every_mail
from tests.games.alerts.every_mail import NOON, World
from tests.games.helpers import Player

pytestmark = pytest.mark.django_db
FOLDER = Path(__file__).parent / "golden"
OTHER_LANGUAGES = [code for code, _name in settings.LANGUAGES if code != "en"]
GROUPS = (*every_mail.GROUPS, "digests", "accounts")
RENEW = bool(os.environ.get("RENEW_MAILS"))
NAMES = "Richard|Saladin|Baldwin|Horns of Hattin|Hattin|Jacob’s ladder|Crusader Rex|Crusader|crusader.example"
NOT_OURS = re.compile(
    rf"{NAMES}|https?://\S+|\S+@\S+|[·(]?\s?ACE\d|[0-9a-f]{{64}}|UTC|Europe/Warsaw|Firefox, Linux"
    r"|The dice were as committed\.|Both saw them\.|\((?:Messages|Invitations)\)|pause,"
)
"""What is the same in every language: names, addresses, fingerprints, what people of this test wrote, and words
that French has too.
"""


@pytest.fixture
def world(new_player: Callable[[str], Player], settings: Any) -> Iterator[World]:
    settings.SITE_URL = "https://crusader.example"
    with time_machine.travel(NOON, tick=False):
        yield World(new_player)


def compare(file: str, whole: str) -> None:
    path = FOLDER / file
    if RENEW:
        path.write_text(whole, encoding="utf-8")
    assert path.read_text(encoding="utf-8") == whole


# --- what is written down
# ---------------------------------------------------------------------------------------------------


def test_every_mail_reads_as_it_is_written_down_and_its_page_says_the_same(world: World) -> None:
    """`frame.html` shows one alert, one daily mail and one mail of an account in the frame that all pages have."""
    shown = {"time as decision, to Saladin", "an appeal and a turn, to Saladin", "account/email/email_changed"}
    frames, contents, footers = set(), "", ""
    for group in GROUPS:
        mails = list(every(world, group, "en"))
        compare(f"{group}.txt", "\n".join(every_mail.written(name, message) for name, message in mails))
        for name, message in mails:
            says_the_same(name, message)
            frame, content, footer = taken_apart(every_mail.page(message))
            frames.add(frame)
            if name in shown:
                contents += f"\n<!-- {name} -->\n{content}\n"
                footers += f"\n<!-- {name} -->\n{footer}\n"
    (frame,) = frames
    compare("frame.html", frame.replace("CONTENT", contents).replace("FOOTER", footers))


def test_who_has_no_account_is_not_greeted_and_reads_the_same(saladin: Player) -> None:
    to_accounts, to_others = (every_mail.account_mails(user, "en") for user in (saladin.user, None))
    for (name, known), (_, unknown) in zip(to_accounts, to_others, strict=True):
        assert unknown.subject == known.subject
        said, told = (re.sub(r"^Hello \w*, ", "", on_one_line(str(one.body))) for one in (unknown, known))
        assert said == told, name


def test_no_kind_and_no_sub_kind_is_left_out() -> None:
    cases = [case for group in every_mail.GROUPS.values() for case in group]
    assert {case.kind for case in cases} == set(Notice.Kind.values)
    assert {type(kinds.read(Notice(kind=case.kind, data=case.data))) for case in cases} == set(kinds.ALL)


# --- other languages
# ---------------------------------------------------------------------------------------------------


SUBJECT = {
    "fr": "Jusqu’au mer 25 nov., 13:00 : À vous de jouer, Sarrasins, 1189 tour 3 – contre Richard (ACE1)",
    "pl": "Twój ruch, do śr 25 lis, 13:00: Saraceni, 1189, tura 3 – przeciwnik: Richard (ACE1)",
}
"""The name of a day is small in Polish, and French has a space before a colon."""


def test_in_other_languages_no_mail_lacks_anything_or_says_anything_in_english(world: World) -> None:
    in_english: dict[tuple[str, str], set[str]] = {}
    for group in GROUPS:
        english = list(every(world, group, "en"))
        for language in OTHER_LANGUAGES:
            for (name, original), (_, message) in zip(english, every(world, group, language), strict=True):
                if (group, name) == ("turns", "a turn, to Saladin"):
                    assert message.subject.replace("\u00a0", " ") == SUBJECT[language]
                says_the_same(name, message)
                compare_with_english(name, original, message)
                assert f'<html lang="{language}">' in page_of(message)
                if left := sentences(message) & sentences(original):
                    in_english[language, name] = left
    assert in_english == {}


def compare_with_english(name: str, english: EmailMultiAlternatives, message: EmailMultiAlternatives) -> None:
    """Nothing that is filled in is missing: names and links are the same."""
    whole = f"{message.subject}\n{message.body}"
    assert not re.search(r"[{}]|%\(|\bNone\b", whole), f"{name}: a gap in {whole}"
    for before, after in ((english.subject, message.subject), (english.body, message.body)):
        assert set(re.findall(NAMES, str(before))) == set(re.findall(NAMES, str(after))), f"{name}: a name is missing"
    assert links(page_of(message)) == links(page_of(english)), name


@pytest.mark.parametrize(
    ("language", "turns", "news", "moved"),
    [
        (
            "en",
            ("your turn in 1 game", "in 2 games", "in 5 games"),
            ("news of 1 game", "of 2 games", "of 5 games"),
            ("1 block moved.", "2 blocks moved.", "5 blocks moved."),
        ),
        (
            "fr",
            ("à vous de jouer dans 1 partie", "dans 2 parties", "dans 5 parties"),
            ("nouvelles de 1 partie", "de 2 parties", "de 5 parties"),
            ("1 bloc s’est déplacé.", "2 blocs se sont déplacés.", "5 blocs se sont déplacés."),
        ),
        (
            "pl",
            ("twój ruch w 1 grze", "w 2 grach", "w 5 grach"),
            ("wieści z 1 gry", "z 2 gier", "z 5 gier"),
            ("Ruszył się 1 bloczek.", "Ruszyły się 2 bloczki.", "Ruszyło się 5 bloczków."),
        ),
    ],
)
def test_games_and_blocks_are_counted(
    language: str, turns: tuple[str, ...], news: tuple[str, ...], moved: tuple[str, ...]
) -> None:
    with translation.override(language):
        for number, turn, tale, blocks in zip((1, 2, 5), turns, news, moved, strict=True):
            assert mail._subject_of_day(number, 0, decision=False).endswith(turn)
            assert mail._subject_of_day(0, number, decision=False).endswith(tale)
            counted = translation.ngettext("{count} block moved.", "{count} blocks moved.", number)
            assert counted.format(count=number) == blocks


# --- how mails are read
# ---------------------------------------------------------------------------------------------------

TAG = re.compile(r"<[^>]+>")
PARTS = re.compile(
    r"(?P<a>.*<title>).*?(?P<b></title>.*?<div [^>]*>).*?(?P<c></div>.*?<td class=\"sheet\"[^>]*>)(?P<content>.*)"
    r"(?P<d></td></tr>\n<tr><td class=\"faint\"[^>]*>)(?P<footer>.*)(?P<e></td></tr>\n</table></td></tr>.*)",
    re.DOTALL,
)


def every(world: World, group: str, language: str) -> Iterator[tuple[str, EmailMultiAlternatives]]:
    """The mails of a group, by their names: alerts, daily mails or mails of an account.

    A list on a phone shows the deadline of each alert: it is within the first forty characters of the subject, whatever
    the language and the name of who did what.
    """
    if group == "digests":
        yield from every_mail.digests(world, language)
        return
    if group == "accounts":
        yield from every_mail.account_mails(world.user("Saladin"), language)
        return
    told = 0
    for name, notice, message in every_mail.alerts(world, group, language):
        with translation.override(language), timezone.override(zone_of(notice.user)):
            until = subjects._until(Reading(notice))
        told += bool(until)
        assert 0 <= message.subject.lower().find(until.lower()) <= 40 - len(until), message.subject
        yield name, message
    assert told or group in ("ends", "decisions"), group


def page_of(message: EmailMultiAlternatives) -> str:
    return str(message.alternatives[0][0])


def taken_apart(page: str) -> tuple[str, str, str]:
    """The frame of a page, with CONTENT and FOOTER for what it frames; and these."""
    found = PARTS.fullmatch(page)
    assert found
    frame = "".join(found[name] for name in "abc") + "CONTENT" + found["d"] + "FOOTER" + found["e"]
    return frame, found["content"].strip(), found["footer"].strip()


def pieces(page: str) -> list[str]:
    """What stands between the tags of content and footer."""
    _frame, *words = taken_apart(page)
    return [piece for piece in (on_one_line(unescape(piece)) for piece in TAG.split(" ".join(words))) if piece]


def says_the_same(name: str, message: EmailMultiAlternatives) -> None:
    """The page of a mail says what its text says, and links to the same. The lines of the text are short."""
    page, text = page_of(message), on_one_line(str(message.body))
    assert all(len(line) <= 78 for line in str(message.body).splitlines() if "://" not in line), name
    buttons = re.findall(r'class="button"[^>]*>([^<]*)<', page)
    for piece in pieces(page):
        told = re.sub(r" · (\S+)$", r" (\1)", piece)
        assert told.strip("() ") in text or piece in buttons, f"{name}: {piece} is not in {text}"
    said = set(re.findall(r"\w+", " ".join(pieces(page))))
    unsaid = set(re.findall(r"\w+", re.sub(r"https?://\S+", "", text))) - said
    assert not unsaid, f"{name}: {unsaid} is not in the page"
    assert links(page) == set(re.findall(r"https?://\S+", text)), name


def sentences(message: EmailMultiAlternatives) -> set[str]:
    """The sentences of a mail that say something besides names and numbers."""
    whole = [message.subject, *pieces(page_of(message))]
    parts = (part for piece in whole for part in re.split(r"(?<=[.!?:;,])\s|\s–\s|\s\(", NOT_OURS.sub("", piece)))
    return {part.strip() for part in parts if re.search(r"[^\W\d_]{3,}", part)}


def links(page: str) -> set[str]:
    return {unescape(link) for link in re.findall(r'href="([^"]*)"', page)}


def on_one_line(text: str) -> str:
    """With spaces that do not break left as they are."""
    return re.sub(r"[ \n]+", " ", text).strip()
