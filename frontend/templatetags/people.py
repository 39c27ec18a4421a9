"""Tags and filters about people and form fields."""

from typing import Any

from django import template
from django.forms import BoundField, CheckboxInput
from django.utils.translation import gettext as _

from games.alerts import bounces, delivery_problems
from games.alerts.words import describe
from games.models import User
from games.models.outgoing import Failure
from games.people.account_mails import last_confirmation
from games.people.mail import confirmed_address, unconfirmed_address
from games.readers import mark_of

register = template.Library()
register.filter("mark_of", mark_of)


@register.filter
def plain(field: BoundField) -> BoundField:
    """Returns the field without its placeholder, which looks like something already typed.

    For codes phones show the digits.
    """
    attributes = field.field.widget.attrs
    attributes.pop("placeholder", None)
    if attributes.get("autocomplete") == "one-time-code":
        attributes["inputmode"] = "numeric"
    return field


@register.filter
def is_tick(field: BoundField) -> bool:
    """Whether a field is a checkbox."""
    return isinstance(field.field.widget, CheckboxInput)


@register.inclusion_tag("frontend/people/no_alerts.html")
def no_alerts_note(user: Any) -> dict[str, Any]:
    """The note why this person gets no alerts, and the remedy; empty for those who get them."""
    if not isinstance(user, User) or confirmed_address(user):
        return {"silent": True}
    return {"address": unconfirmed_address(user)}


@register.inclusion_tag("frontend/people/mail_stopped.html", takes_context=True)
def mail_stopped_note(context: Any) -> dict[str, Any]:
    """The note that alerts to this person's address have stopped, and the remedy; empty for others."""
    user = context.get("user")
    if not isinstance(user, User) or not user.mail_trouble:
        return {}
    address = confirmed_address(user)
    if address is None or not bounces.is_stopped(user, address):
        return {}
    error = user.mail_trouble["error"]
    return {
        "address": address,
        "error": "" if error == bounces.COMPLAINT else error,
        "complaint": error == bounces.COMPLAINT,
        "request": context["request"],
    }


@register.inclusion_tag("frontend/people/ways_failing.html", takes_context=True)
def ways_failing_note(context: Any) -> dict[str, Any]:
    """Context of the banner on every page: the mail address, browsers and chats of the reader that fail now, and what
    to do; else {}.
    """
    user, request = context.get("user"), context.get("request")
    if not isinstance(user, User) or request is None or "games.banned" in request.META:
        return {}
    address = confirmed_address(user) if user.mail_trouble else None
    late = bounces.late_since(user, address) if address else None
    error = user.mail_trouble["error"] if late and user.mail_trouble["kind"] == Failure.LATER else ""
    csrf_token = context.get("csrf_token")
    # Their own page says it in its list.
    match = request.resolver_match
    lines = [] if match is not None and match.url_name == "alerts" else delivery_problems.unread_failures(user)
    return {"lines": lines, "late": late, "error": error, "request": request, "csrf_token": csrf_token}


@register.inclusion_tag("frontend/people/confirmation_mail.html")
def confirmation_mail(user: User) -> dict[str, Any]:
    """The state of the mail by which this person confirms an address."""
    mail = last_confirmation(user)
    return {"mail": mail, "state": describe(mail) if mail else ""}


@register.filter
def browser_name(agent: str) -> str:
    """The name of a browser in two words: program and system."""
    browsers = {"Edg": "Edge", "OPR": "Opera", "Firefox": "Firefox", "Chrom": "Chrome", "Safari": "Safari"}
    systems = {
        "Android": "Android",
        "iPhone": "iPhone",
        "iPad": "iPad",
        "Windows": "Windows",
        "Mac OS": "Mac",
        "Linux": "Linux",
    }
    browser = next((name for sign, name in browsers.items() if sign in agent), _("A browser"))
    system = next((name for sign, name in systems.items() if sign in agent), "")
    return f"{browser}, {system}" if system else browser
