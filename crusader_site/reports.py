"""Error reports to Sentry or a compatible service, if `SENTRY_DSN` is set, without data of games or people."""

from typing import Any

from crusader_site.logs import SECRET_PARTS

KEPT_OF_A_REQUEST = ("method", "url")


def start(dsn: str, *, release: str = "", environment: str = "", transport: Any = None) -> None:
    """Starts Sentry without variables, bodies and cookies, which contain hidden positions, plans and sessions."""
    import sentry_sdk  # noqa: PLC0415 - needed where reports are switched on

    sentry_sdk.init(
        dsn=dsn,
        release=release or None,
        environment=environment or None,
        transport=transport,
        send_default_pii=False,
        include_local_variables=False,
        max_request_body_size="never",
        max_breadcrumbs=0,
        traces_sample_rate=None,
        before_send=without_anything_of_a_game,
    )


def without_anything_of_a_game(event: Any, hint: Any) -> Any:
    """Removes user, extras, breadcrumbs, bodies and cookies from a report, and secrets from its URL."""
    request = event.get("request")
    if request:
        kept = {name: request[name] for name in KEPT_OF_A_REQUEST if name in request}
        if "url" in kept:
            kept["url"] = SECRET_PARTS.sub(r"\1***", str(kept["url"]))
        event["request"] = kept
    for name in ("user", "extra", "breadcrumbs"):
        event.pop(name, None)
    return event
