"""Logging: one JSON object a line in production, readable lines locally, each with the number of its request.

The log holds no hidden facts and no credentials. Requests are logged by the pattern of their address, without query and
body. Tokens in addresses are struck out. Tracebacks come without the values of variables.
"""

import re
from collections.abc import MutableMapping
from typing import Any

import structlog
from celery.signals import before_task_publish, setup_logging, task_postrun, task_prerun

Event = MutableMapping[str, Any]

SECRET_PARTS = re.compile(r"(/(?:invitations|alerts/stop|account/mail/confirm|account/password/reset)/)[^/\s\"'<]+")


def without_secrets(logger: Any, method: str, event: Event) -> Event:
    """Removes tokens and keys from URLs in a log line."""
    for name, value in event.items():
        if isinstance(value, str) and "/" in value:
            event[name] = SECRET_PARTS.sub(r"\1***", value)
    return event


def configuration(*, as_json: bool, level: str, requests: bool) -> dict[str, Any]:
    """Returns Django's LOGGING. `requests` says whether each request gets a line."""
    shared: list[Any] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.stdlib.ExtraAdder(allow=("route", "method", "status", "ms", "game", "user")),
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    last: list[Any]
    if as_json:
        last = [structlog.processors.format_exc_info, without_secrets, structlog.processors.JSONRenderer(default=str)]
    else:
        last = [
            without_secrets,
            structlog.dev.ConsoleRenderer(colors=False, exception_formatter=structlog.dev.plain_traceback),
        ]
    formatter = {
        "()": structlog.stdlib.ProcessorFormatter,
        "foreign_pre_chain": shared,
        "processors": [structlog.stdlib.ProcessorFormatter.remove_processors_meta, *last],
    }
    ours = {"handlers": [], "propagate": True}
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"line": formatter},
        "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
        "root": {"handlers": ["console"], "level": level},
        "loggers": {
            "crusader_site.requests": {"level": "INFO" if requests else "WARNING"},
            # What the server and Celery would write in a manner of their own. Refused requests are in the line of the
            # request.
            "uvicorn": ours,
            "uvicorn.error": ours,
            "uvicorn.access": ours | {"level": "CRITICAL"},
            "django": ours,
            "django.request": ours | {"level": "ERROR"},
            "django.server": ours | {"level": "ERROR"},
        },
    }


@setup_logging.connect(weak=False)  # type: ignore[untyped-decorator]
def keep_our_log(**kwargs: Any) -> None:
    """An empty signal handler: while one is connected, Celery leaves the logging settings alone."""


@before_task_publish.connect(weak=False)  # type: ignore[untyped-decorator]
def send_along(headers: dict[str, Any], **kwargs: Any) -> None:
    """Passes the request's number to a task, for its log lines."""
    request = structlog.contextvars.get_contextvars().get("request")
    if request:
        headers["request"] = request


@task_prerun.connect(weak=False)  # type: ignore[untyped-decorator]
def begin_task(task_id: str, task: Any, **kwargs: Any) -> None:
    """Binds the task's name and number, and the number of the request that queued it, to a worker's log lines."""
    request = getattr(task.request, "request", None)
    if not task.request.is_eager:
        structlog.contextvars.clear_contextvars()
        structlog.contextvars.bind_contextvars(
            task=task.name, task_id=task_id, **({"request": request} if request else {})
        )


@task_postrun.connect(weak=False)  # type: ignore[untyped-decorator]
def end_task(task: Any, **kwargs: Any) -> None:
    """Clears what `begin_task` bound."""
    if not task.request.is_eager:
        structlog.contextvars.clear_contextvars()
