"""A person's alert settings: which alerts they want, how and when."""

import zoneinfo
from datetime import UTC, datetime, timedelta

from django.utils import timezone

from games.models import AlertSettings, Game, GameAlerts, Mode, Notice, User
from games.services.alerts import kinds

SOONEST_FIRST = (Mode.AT_ONCE, Mode.DIGEST, Mode.OFF)


def settings_of(user: User) -> AlertSettings:
    """Returns this person's settings, or the defaults, unsaved."""
    return AlertSettings.objects.filter(user=user).first() or AlertSettings(user=user)


def mode_of(notice: Notice) -> Mode:
    """Returns how this alert is to be sent. The setting for its game overrides the one for its kind."""
    for_game = GameAlerts.objects.filter(user=notice.user, game=notice.game).values_list("mode", flat=True).first()
    if for_game == Mode.OFF or (for_game and notice.target_id is None):
        return Mode(for_game)
    chosen = settings_of(notice.user)
    wishes = kinds.read(notice).wishes
    if notice.target_id is None:
        return min((mail_mode(chosen, kind) for kind in wishes), key=SOONEST_FIRST.index)
    return Mode.AT_ONCE if for_game == Mode.AT_ONCE or any(others_wanted(chosen, kind) for kind in wishes) else Mode.OFF


def mail_mode(chosen: AlertSettings, kind: str) -> Mode:
    """Returns when mails of a kind are sent: at once, once a day, or never."""
    return Mode(chosen.mail.get(kind, Mode.OFF if kind in kinds.ASKED_FOR else Mode.AT_ONCE))


def others_wanted(chosen: AlertSettings, kind: str) -> bool:
    """Whether browsers and chats get alerts of a kind."""
    return bool(chosen.others.get(kind, kind not in kinds.ASKED_FOR))


def save(*, user: User, mail: dict[str, str], others: dict[str, bool], digest_hour: int) -> None:
    """Saves a person's settings, and checks alerts waiting for a digest again, which may have to be sent at once
    now.
    """
    AlertSettings.objects.update_or_create(
        user=user, defaults={"mail": mail, "others": others, "digest_hour": digest_hour}
    )
    _release_from_digest(user)


def save_for_game(*, user: User, game: Game, mode: str) -> None:
    """Saves the setting for one game; an empty mode deletes it."""
    if mode:
        GameAlerts.objects.update_or_create(user=user, game=game, defaults={"mode": Mode(mode)})
    else:
        GameAlerts.objects.filter(user=user, game=game).delete()
    _release_from_digest(user)


def stop(*, user: User, kind: str | None = None, game: Game | None = None) -> None:
    """Stops mails of this kind, of this game, or with neither of every kind."""
    if game is not None:
        save_for_game(user=user, game=game, mode=Mode.OFF)
        return
    chosen = settings_of(user)
    chosen.mail |= dict.fromkeys(kinds.wishes_of(kind) if kind else kinds.WISHES, Mode.OFF.value)
    chosen.save()


def _release_from_digest(user: User) -> None:
    """Releases a person's alerts from the digest, so that each is checked by the new settings."""
    Notice.objects.filter(user=user, state=Notice.State.QUEUED).exclude(digest="").update(
        digest="", due_at=timezone.now()
    )


def zone_of(user: User) -> zoneinfo.ZoneInfo:
    """Returns the person's time zone; UTC if it is not set or unknown."""
    try:
        return zoneinfo.ZoneInfo(user.time_zone or "UTC")
    except (ValueError, zoneinfo.ZoneInfoNotFoundError):
        return zoneinfo.ZoneInfo("UTC")


def next_digest(user: User, now: datetime) -> datetime:
    """Returns when this person's next digest is due, in their time zone.

    An hour skipped in spring counts as the next one.
    """
    hour = settings_of(user).digest_hour
    local = now.astimezone(zone_of(user))
    moment = local.replace(hour=hour, minute=0, second=0, microsecond=0, fold=0)
    if moment <= local:
        moment = (moment + timedelta(days=1)).replace(hour=hour)
    return moment.astimezone(UTC)
