"""Line breaks and quoting of names, for all mails of the site and for chronicles."""

import re
import textwrap
import unicodedata

LONGEST_LINE = 78
"""As RFC 5322 advises; mail programs show more by scrolling, or break it where they like."""
NO_BREAK_SPACE = "\u00a0"
FIRST_STRONG_ISOLATE, POP_ISOLATE = "\u2068", "\u2069"
FROM_RIGHT = {"R", "AL", "AN"}
STEERING = {"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"}


def isolated(name: str) -> str:
    """Returns a name for the middle of a sentence: on one line, and isolated so that a name written from right to left
    does not turn the words after it.

    Characters that steer the direction of writing are left out: nobody's name is to turn a sentence of ours around.
    """
    name = " ".join(
        "".join(character for character in name if unicodedata.bidirectional(character) not in STEERING).split()
    )
    if any(unicodedata.bidirectional(character) in FROM_RIGHT for character in name):
        return f"{FIRST_STRONG_ISOLATE}{name}{POP_ISOLATE}"
    return name


def unbroken(sentence: str) -> str:
    """Returns the text with every number kept on the line of the word before it, and with its percent sign."""
    return re.sub(r" (?=[\d%])", NO_BREAK_SPACE, sentence)


def wrapped(text: str) -> str:
    """The text in lines of at most 78 characters; but a link stays whole, and a word too."""
    return "\n".join(part for line in text.split("\n") for part in _broken(line))


def _broken(line: str) -> list[str]:
    """Returns a line, broken at spaces if it is too long."""
    if len(line) <= LONGEST_LINE:
        return [line]
    # Spaces that do not break, as French has them before a colon, are none to this.
    return textwrap.wrap(line, LONGEST_LINE, break_long_words=False, break_on_hyphens=False)
