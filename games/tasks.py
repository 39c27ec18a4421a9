"""What runs by the clock: thin tasks for Celery, each a function of a service.

`settings.CELERY_BEAT_SCHEDULE` says when.
"""

from celery import shared_task

from games.accounts import guests
from games.alerts import account_mails, decisions, outbox, push_and_chat
from games.chronicle import keeping
from games.disputes import filing
from games.exercises import daily as exercises
from games.services.computer import analyses, judging, turns
from games.services.lobby import starting
from games.services.results import results
from games.services.sweeps import clock_reminders, standstills, untouched
from games.tournaments import rounds
from games.watching import alarms


@shared_task  # type: ignore[untyped-decorator]
def send_alerts() -> None:
    """Hands every alert to be mailed now to a task of its own.

    What is handed out twice is sent once: the second finds it claimed.
    """
    outbox.recover()
    for key in outbox.due_digests():
        send_digest.delay(key)
    for pk in outbox.due_singles():
        send_alert.delay(pk)


@shared_task  # type: ignore[untyped-decorator]
def send_alert(pk: int) -> None:
    """Sends one notice."""
    outbox.deliver(pk)


@shared_task  # type: ignore[untyped-decorator]
def send_digest(key: str) -> None:
    """Sends one digest."""
    outbox.deliver_digest(key)


@shared_task  # type: ignore[untyped-decorator]
def send_to_browsers_and_chats() -> None:
    """Sends what is due outside of mails."""
    push_and_chat.send_due()


@shared_task  # type: ignore[untyped-decorator]
def send_account_mails() -> None:
    """Sends the account mails that are due."""
    account_mails.deliver_due()


@shared_task  # type: ignore[untyped-decorator]
def forget_account_mails() -> None:
    """Deletes account mails that were sent or are too old, and drops those that are of no use any more."""
    account_mails.forget()
    push_and_chat.drop_stale()


@shared_task  # type: ignore[untyped-decorator]
def watch_site() -> None:
    """Writes the alarms that are up to the log."""
    alarms.watch()


@shared_task  # type: ignore[untyped-decorator]
def keep_results() -> None:
    """Takes the figures of games that have ended, rates them, and has tournaments go on.

    Queued at each end; by the clock for what was missed.
    """
    results.rate_finished()
    rounds.advance_all()


@shared_task  # type: ignore[untyped-decorator]
def keep_tournaments() -> None:
    """Starts tournaments whose sign-up is over, pairs rounds and begins their games; results come sooner, by
    `keep_results`.
    """
    rounds.advance_all()


@shared_task  # type: ignore[untyped-decorator]
def begin_games() -> None:
    """Begins games that have waited long enough for a player's part of the dice."""
    starting.begin_overdue()


@shared_task  # type: ignore[untyped-decorator]
def play_computer() -> None:
    """Plays the turns of the computer that are due, then judges answers to exercises, makes chronicles and analyses.

    Queued at each hand-over to it and when a judgement, an analysis or a chronicle is asked for; by the clock for what
    a process left that died.
    """
    turns.play_due()
    judging.judge_due()
    keeping.make_due()
    analyses.make_due()


@shared_task  # type: ignore[untyped-decorator]
def take_up_computer() -> None:
    """Asks for the computer's turns that nobody asked for."""
    turns.queue_missing()


@shared_task  # type: ignore[untyped-decorator]
def ring_clocks() -> None:
    """Reminds those whose time runs out, and tells when it is up."""
    clock_reminders.ring_due()


@shared_task  # type: ignore[untyped-decorator]
def beat() -> None:
    """Writes the heartbeat by which outages of the site are known, and tells of them in games' logs."""
    standstills.beat()


@shared_task  # type: ignore[untyped-decorator]
def stop_held_clocks() -> None:
    """Stops the clocks of games that are held for their rules, and lets them go on."""
    standstills.hold_and_release()


@shared_task  # type: ignore[untyped-decorator]
def close_untouched_games() -> None:
    """Closes games that nobody has touched for long."""
    untouched.close_untouched()


@shared_task  # type: ignore[untyped-decorator]
def forget_guests() -> None:
    """Deletes guests who were not seen for long."""
    guests.forget_unused()


@shared_task  # type: ignore[untyped-decorator]
def keep_decisions() -> None:
    """Writes which exercise belongs to today, and queues its alert for those whose morning it is."""
    alert = exercises.alert_of_today()
    if alert is not None:
        decisions.queue_due(alert)


@shared_task  # type: ignore[untyped-decorator]
def close_disputes() -> None:
    """Closes decisions that nobody appealed in time."""
    filing.close_unappealed()
