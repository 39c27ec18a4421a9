"""Tags and filters about persons."""

from typing import Any

from django import template
from django.forms import BoundField, CheckboxInput
from django.utils.translation import gettext as _

from games.alerts.words import describe
from games.models import User
from games.people import bounces
from games.people.account_mails import last_confirmation
from games.people.mail import confirmed_address, unconfirmed_address

register = template.Library()


@register.filter
def plain(field: BoundField) -> BoundField:
    """The field without a placeholder: it has a label, and the gray text in the box looks like something already typed.

    For codes phones show the digits."""
    attributes = field.field.widget.attrs
    attributes.pop("placeholder", None)
    if attributes.get("autocomplete") == "one-time-code":
        attributes["inputmode"] = "numeric"
    return field


@register.filter
def is_tick(field: BoundField) -> bool:
    """Whether a field is a box to tick."""
    return isinstance(field.field.widget, CheckboxInput)


@register.inclusion_tag("frontend/people/no_alerts.html")
def no_alerts_note(user: Any) -> dict[str, Any]:
    """Says to those who will get no alerts why, and what to do; nothing to the others."""
    if not isinstance(user, User) or confirmed_address(user):
        return {"silent": True}
    return {"address": unconfirmed_address(user)}


@register.inclusion_tag("frontend/people/mail_stopped.html", takes_context=True)
def mail_stopped_note(context: Any) -> dict[str, Any]:
    """Says to somebody whose address refuses our mails that alerts have stopped, and how to mend it; nothing to the others."""
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


@register.inclusion_tag("frontend/people/confirmation_mail.html")
def confirmation_mail(user: User) -> dict[str, Any]:
    """How it stands with the mail that has this person confirm an address."""
    mail = last_confirmation(user)
    return {"mail": mail, "state": describe(mail) if mail else ""}


@register.filter
def browser_name(agent: str) -> str:
    """What a browser calls itself, in two words: which one, and on what."""
    browsers = {"Edg": "Edge", "OPR": "Opera", "Firefox": "Firefox", "Chrom": "Chrome", "Safari": "Safari"}
    systems = {"Android": "Android", "iPhone": "iPhone", "iPad": "iPad", "Windows": "Windows", "Mac OS": "Mac", "Linux": "Linux"}
    browser = next((name for sign, name in browsers.items() if sign in agent), _("A browser"))
    system = next((name for sign, name in systems.items() if sign in agent), "")
    return f"{browser}, {system}" if system else browser
