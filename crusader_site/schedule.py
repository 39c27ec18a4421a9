"""Celery's periodic tasks: the name of each, its seconds, and after how many seconds a late one is dropped."""

from typing import Any

from crusader_site.unsafe import Environment


def tasks(env: Environment, *, computer_queue: str) -> dict[str, dict[str, Any]]:
    """Returns CELERY_BEAT_SCHEDULE. Turns of the computer go to `computer_queue`, all others to the default one."""
    promptly = env.float("PROMPTLY_EVERY", default=2.0)  # for what a person waits for
    return {
        "send account mails": _entry(promptly, "send_account_mails", expires=60),
        "send to browsers and chats": _entry(promptly, "send_to_browsers_and_chats", expires=60),
        "forget account mails": _entry(3600.0, "forget_account_mails", expires=3600),
        "send alerts": _entry(env.float("ALERTS_EVERY", default=15.0), "send_alerts", expires=60),
        "keep results": _entry(600.0, "keep_results", expires=600),
        "keep tournaments": _entry(60.0, "keep_tournaments", expires=60),
        "close disputes": _entry(3600.0, "close_disputes", expires=3600),
        "watch the site": _entry(300.0, "watch_site", expires=300),
        "begin games": _entry(30.0, "begin_games", expires=60),
        "play computer": _entry(promptly, "play_computer", expires=60, queue=computer_queue),
        "take up computer": _entry(60.0, "take_up_computer", expires=60),
        "ring clocks": _entry(env.float("CLOCKS_EVERY", default=15.0), "ring_clocks", expires=60),
        "beat": _entry(env.float("HEARTBEAT_EVERY", default=30.0), "beat", expires=60),
        "hold games": _entry(60.0, "stop_held_clocks", expires=60),
        "keep decisions": _entry(300.0, "keep_decisions", expires=300),
        "forget guests": _entry(3600.0, "forget_guests", expires=3600),
        "close untouched games": _entry(3600.0, "close_untouched_games", expires=3600),
    }


def _entry(seconds: float, task: str, **options: Any) -> dict[str, Any]:
    return {"task": f"games.tasks.{task}", "schedule": seconds, "options": options}
