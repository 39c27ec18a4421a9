"""Messages between the two players of a game.

Messages are from one person to another: somebody else who takes a seat later, onlookers and staff see nothing of them.
A person who muted the other, in this game or everywhere, or blocked them, neither sees what they write meanwhile nor
gets alerts of it. The other is never told of the mute. Nothing is lost by it: it is there again when the wish is taken
back.
"""

import unicodedata
import uuid
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import (
    BooleanField,
    Case,
    Count,
    Exists,
    F,
    Max,
    Min,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
    Value,
    When,
)
from django.db.models.functions import Coalesce
from django.utils import timezone
from django.utils.translation import gettext as _

from games import errors
from games.access import Access, find_game
from games.models import Game, Message, Mute, Notice, Relation, TalkMark, User, Withdrawal
from games.people import relations, sanctions
from games.services.after_commit.announce import announce_talk, tell_after_commit
from games.services.alerts import notices
from games.services.alerts.kinds import messages as alerts
from games.services.record.writing import lock_game, write
from games.services.talk.errors import (
    BadMessage,
    NobodyThere,
    NoSuchMessage,
    TooLateToWithdraw,
    TooManyMessages,
    YouBlockedThem,
)
from games.services.talk.phrases import PHRASES, phrase
from games.shapes import JsonObject

LONGEST = 2000
MOST_A_MINUTE = 10
MOST_A_DAY = 300
WITHDRAWN_WITHIN = timedelta(minutes=2)
MOST_AT_ONCE = 200


@dataclass(frozen=True, slots=True)
class MessageLine:
    """A message as one of the two players sees it. A withdrawn one has no text."""

    number: int
    author: User
    own: bool
    text: str
    at: datetime
    withdrawn: bool
    unread: bool
    withdrawable: bool

    def to_json(self) -> JsonObject:
        """The line as its reader may see it."""
        return {
            "number": self.number,
            "own": self.own,
            "author": self.author.get_username(),
            "text": self.text,
            "at": self.at.isoformat(),
            "withdrawn": self.withdrawn,
            "unread": self.unread,
            "withdrawable": self.withdrawable,
        }


@dataclass(frozen=True, slots=True)
class Talk:
    """A part of a game's messages as one player sees it, oldest first: the latest, the last before a number, or the
    first after one.

    `count` is how many there are in all. There are older ones before `previous`, and later ones after `next`, where
    these are numbers. `partner` is who would read a message now, if anybody.
    """

    lines: list[MessageLine]
    count: int
    previous: int | None
    next: int | None
    unread: int
    muted: bool
    muted_everywhere: bool
    partner: User | None


def read(access: Access, *, after: int | None = None, before: int | None = None) -> Talk:
    """Returns messages and marks none as read (`mark_read` does). Raises NotAPlayer for everybody but the two."""
    user = access.player()
    partner = _other_player(access)
    mark = TalkMark.objects.filter(user=user, game=access.game).first() or TalkMark(user=user, game=access.game)
    visible = _visible(user).filter(game=access.game)
    chosen = visible.filter(number__gt=after or 0).select_related("author", "withdrawal")
    if before is not None:
        chosen = chosen.filter(number__lt=before)
    chosen = chosen.order_by("-number" if after is None else "number")[:MOST_AT_ONCE]
    rows = sorted(chosen, key=lambda message: message.number)
    # Asked last: a message that comes between the two statements is then counted, and read with the next answer.
    ends = visible.order_by().aggregate(count=Count("pk"), first=Min("number"), last=Max("number"))
    previous, following = _beyond(rows, ends["first"], ends["last"])
    return Talk(
        lines=[_line_of(message, user, mark.read_up_to) for message in rows],
        count=ends["count"],
        previous=previous,
        next=following,
        unread=unread(user, [access.game]).get(access.game.pk, 0),
        muted=mark.muted,
        muted_everywhere=partner is not None and mutes(user, partner),
        partner=partner,
    )


def _beyond(rows: Sequence[Message], first: int | None, last: int | None) -> tuple[int | None, int | None]:
    """The numbers before and after which there are more messages than these rows; None where there are none."""
    if not rows:
        return None, None
    lowest, highest = rows[0].number, rows[-1].number
    return (
        lowest if first is not None and lowest > first else None,
        highest if last is not None and highest < last else None,
    )


def post(*, user: User, game_id: uuid.UUID, key: uuid.UUID, text: str = "", phrase: str = "") -> MessageLine:
    """Sends a message: a text, or one of `PHRASES` by its key. Repeating it with the same key makes no second one.

    Raises NotAPlayer, NobodyThere, YouBlockedThem, BadMessage, KeyReused, Muted, TooManyMessages.
    """
    sent = Message.objects.filter(author=user, idempotency_key=key).select_related("author")

    with write(sent.exists):
        access = find_game(user=user, game_id=game_id, lock=True)
        author, said = access.player(), _cleaned(text, phrase)
        message = sent.first()
        if message is None:
            return _save_message(access, key, said, phrase)
        if (message.game_id, message.text, message.phrase) != (access.game.pk, said, phrase):
            raise errors.KeyReused
        return _line_of(message, author, 0)


def _save_message(access: Access, key: uuid.UUID, said: str, phrase: str) -> MessageLine:
    """Saves a message, and alerts its reader. Raises NobodyThere, YouBlockedThem and limits."""
    author, reader = access.player(), _other_player(access)
    if reader is None or not reader.is_active or reader.computer:
        raise NobodyThere
    if relations.has_blocked(author, reader):
        raise YouBlockedThem
    sanctions.require_not_muted(author)
    _require_below_limits(author)
    last = Message.objects.filter(game=access.game).order_by("-number").values_list("number", flat=True).first() or 0
    message = Message.objects.create(
        game=access.game, number=last + 1, author=author, reader=reader, text=said, phrase=phrase, idempotency_key=key
    )
    _mark(author, access.game, message.number)  # who answers has read
    if _receives(reader, author, access.game):
        notices.queue(user=reader, game=access.game, alert=alerts.Message(), turn=message.pk)
    _announce(access)
    return _line_of(message, author, 0)


def withdraw(*, user: User, game_id: uuid.UUID, number: int) -> MessageLine:
    """Withdraws a message of one's own, soon after it was written. Repeating it changes nothing. Raises NoSuchMessage,
    TooLateToWithdraw.
    """
    with lock_game(user=user, game_id=game_id) as access:
        author = access.player()
        message = (
            Message.objects.filter(game=access.game, number=number, author=author)
            .select_related("author", "reader")
            .first()
        )
        if message is None:
            raise NoSuchMessage
        if not Withdrawal.objects.filter(message=message).exists():
            if timezone.now() - message.created_at > WITHDRAWN_WITHIN:
                raise TooLateToWithdraw
            Withdrawal.objects.create(message=message)
            if not unread(message.reader, [access.game]):
                notices.drop(game=access.game, user=message.reader, kinds=[Notice.Kind.MESSAGE], why="withdrawn")
            _announce(access)
        message = Message.objects.select_related("author", "withdrawal").get(pk=message.pk)
        return _line_of(message, author, 0)


def mark_read(*, user: User, game_id: uuid.UUID, number: int) -> int:
    """Marks messages up to this number as read. Returns how many are left unread."""
    with transaction.atomic():
        access = find_game(user=user, game_id=game_id)
        reader = access.player()
        latest = (
            _visible(reader).filter(game=access.game).order_by("-number").values_list("number", flat=True).first() or 0
        )
        if _mark(reader, access.game, min(number, latest)):
            _announce(access, only=reader)
        left = unread(reader, [access.game]).get(access.game.pk, 0)
        if not left:
            notices.drop(game=access.game, user=reader, kinds=[Notice.Kind.MESSAGE], why="read")
        return left


def mute_in_game(*, user: User, game_id: uuid.UUID, muted: bool) -> None:
    """Mutes or unmutes the other player in this game."""
    with transaction.atomic():
        access = find_game(user=user, game_id=game_id)
        reader = access.player()
        TalkMark.objects.update_or_create(user=reader, game=access.game, defaults={"muted": muted})
        if muted:
            notices.drop(game=access.game, user=reader, kinds=[Notice.Kind.MESSAGE], why="off")
        _announce(access, only=reader)


def mute(*, user: User, other: User, muted: bool) -> None:
    """Mutes or unmutes a person in all games. Raises NotYourself."""
    if user.pk == other.pk:
        raise errors.NotYourself
    with transaction.atomic():
        if not muted:
            Mute.objects.filter(user=user, muted=other).delete()
            return
        Mute.objects.get_or_create(user=user, muted=other)
        for game in Game.objects.filter(seats__user=user).filter(seats__user=other):
            notices.drop(game=game, user=user, kinds=[Notice.Kind.MESSAGE], why="off")


def mutes(user: User, other: User) -> bool:
    """Whether this person muted the other in all games: for that person alone."""
    return Mute.objects.filter(user=user, muted=other).exists()


def muted_by(user: User) -> QuerySet[Mute]:
    """Returns the people whom this person has muted, latest first."""
    return Mute.objects.filter(user=user).select_related("muted").order_by("-created_at")


def unread(user: User, games: Iterable[Game] | None = None) -> dict[int, int]:
    """Returns the number of this person's unread messages by the game's primary key: in these games, or in all.

    Games with none are left out.
    """
    received = Message.objects.filter(reader=user).order_by()
    if games is not None:
        received = received.filter(game__in=[game.pk for game in games])
    # Whether there is anything at all is asked first, which costs little: mostly there is not.
    latest = dict(received.values_list("game").annotate(Max("number")))
    if latest:
        read = dict(TalkMark.objects.filter(user=user, game__in=latest).values_list("game", "read_up_to"))
        latest = {game: number for game, number in latest.items() if number > read.get(game, 0)}
    return _unread_in(user, latest) if latest else {}


def _unread_in(user: User, games: Iterable[int]) -> dict[int, int]:
    """Returns the number of unread messages of these games, by primary key."""
    messages = _visible(user).filter(reader=user, withdrawal=None, game__in=games)
    mark = TalkMark.objects.filter(user=user, game=OuterRef("game"))
    messages = messages.annotate(mark=Coalesce(Subquery(mark.values("read_up_to")[:1]), 0)).filter(number__gt=F("mark"))
    return dict(messages.order_by().values_list("game").annotate(count=Count("pk")))


def everything_of(user: User) -> list[JsonObject]:
    """Returns all messages this person wrote, and those of others they can read, for the data export."""
    rows = _visible(user).select_related("author", "withdrawal", "game").order_by("game", "number")
    return [
        {"game": str(message.game.public_id), **_line_of(message, user, message.number).to_json()} for message in rows
    ]


def for_review(game: Game) -> QuerySet[Message]:
    """Returns all messages, with the text of withdrawn ones: only for a reviewer of a dispute about this game."""
    return Message.objects.filter(game=game).select_related("author", "reader", "withdrawal").order_by("number")


def _visible(user: User) -> QuerySet[Message]:
    """Filters messages to those this person wrote, and those written to them by people they have not muted."""
    unheard = Q(Exists(Mute.objects.filter(user=user, muted=OuterRef("author"))))
    unheard |= Q(Exists(Relation.objects.filter(person=user, other=OuterRef("author"), kind=Relation.Kind.BLOCKED)))
    unheard |= Q(Exists(TalkMark.objects.filter(user=user, game=OuterRef("game"), muted=True)))
    hidden = Case(When(unheard, then=Value(True)), default=Value(False), output_field=BooleanField())
    return Message.objects.annotate(hidden=hidden).filter(Q(author=user) | Q(reader=user, hidden=False))


def _receives(user: User, other: User, game: Game) -> bool:
    """Whether this person gets the other's messages: neither muted nor blocked."""
    muted_here = TalkMark.objects.filter(user=user, game=game, muted=True).exists()
    return not (muted_here or mutes(user, other) or relations.has_blocked(user, other))


def _other_player(access: Access) -> User | None:
    others = [seat.user for seat in access.seats.values() if seat.user is not None and seat.user_id != access.user.pk]
    return others[0] if others else None


def _cleaned(text: str, phrase: str) -> str:
    """Normalizes a text for storing. Raises BadMessage with the reason."""
    said = unicodedata.normalize("NFC", text.replace("\r\n", "\n").replace("\r", "\n")).strip()
    if phrase:
        if said:
            raise BadMessage(_("Send either a text or a phrase."))
        if phrase not in PHRASES:
            raise BadMessage(_("There is no such phrase. There are: {phrases}.").format(phrases=", ".join(PHRASES)))
        return ""
    if not said:
        raise BadMessage(_("Write something first."))
    if len(said) > LONGEST:
        raise BadMessage(
            _("This has {count} characters. A message may have {most}.").format(count=len(said), most=LONGEST)
        )
    if any(unicodedata.category(character) in ("Cc", "Cs") and character not in "\n\t" for character in said):
        raise BadMessage(_("The text holds control characters. Send letters, signs and line ends."))
    return said


def _require_below_limits(author: User) -> None:
    """Raises TooManyMessages for somebody who has written too much lately."""
    now = timezone.now()
    for most, time in ((MOST_A_MINUTE, timedelta(minutes=1)), (MOST_A_DAY, timedelta(days=1))):
        if Message.objects.filter(author=author, created_at__gt=now - time).count() >= most:
            raise TooManyMessages(int(time.total_seconds()))


def _mark(user: User, game: Game, number: int) -> bool:
    """Moves the mark of read messages forward, never back. Returns whether it moved."""
    mark, _new = TalkMark.objects.get_or_create(user=user, game=game)
    if mark.read_up_to >= number:
        return False
    TalkMark.objects.filter(pk=mark.pk, read_up_to__lt=number).update(read_up_to=number)
    return True


def _line_of(message: Message, user: User, read_up_to: int) -> MessageLine:
    """Returns a message as its reader may see it."""
    withdrawn = getattr(message, "withdrawal", None) is not None
    own = message.author_id == user.pk
    text = "" if withdrawn else phrase(message.phrase) if message.phrase else message.text
    fresh = timezone.now() - message.created_at <= WITHDRAWN_WITHIN
    return MessageLine(
        number=message.number,
        author=message.author,
        own=own,
        text=text,
        at=message.created_at,
        withdrawn=withdrawn,
        unread=not own and not withdrawn and message.number > read_up_to,
        withdrawable=own and not withdrawn and fresh,
    )


def _announce(access: Access, *, only: User | None = None) -> None:
    """Announces to the pages of both players that there are new messages, unless the reader muted the writer."""
    for side, seat in access.seats.items():
        if seat.user is None or (only is not None and seat.user_id != only.pk):
            continue
        mine = seat.user_id == access.user.pk
        if mine or (isinstance(access.user, User) and _receives(seat.user, access.user, access.game)):
            announce_talk(access.game, side)
            count = unread(seat.user, [access.game]).get(access.game.pk, 0)
            tell_after_commit([seat.user.pk], {"type": "message", "game": str(access.game.public_id), "unread": count})
