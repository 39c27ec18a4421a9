"""The page of one's vacations: balance, plans, and a form."""

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST

from frontend.views.parts import perform, person, showing_refusals
from games.api.vacations import END
from games.errors import Refused
from games.services.agreements import vacations
from games.services.rounds import overlaps


class VacationForm(forms.Form):
    """A vacation: first and last day, in the person's time zone."""

    first = forms.DateField(
        label=gettext_lazy("First day"), widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    )
    last = forms.DateField(
        label=gettext_lazy("Last day"), widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    )


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def show(request: HttpRequest) -> HttpResponse:
    """The page of vacations; by POST plans one."""
    user = person(request)
    today = timezone.now().astimezone(user.zone).date()
    form = VacationForm(request.POST or None, initial={"first": today})
    if request.method == "POST" and form.is_valid():
        try:
            planned = vacations.plan_vacation(user=user, **form.cleaned_data)
        except Refused as refused:
            form.add_error(None, str(refused.detail))
        else:
            begun = planned.starts_at <= timezone.now()
            messages.success(request, _("You are on vacation.") if begun else _("Your vacation is planned."))
            for touch in overlaps.rounds_touched(user, planned.starts_at, planned.ends_at):
                messages.info(request, touch.in_words())
            return redirect("vacations")
    now = timezone.now()
    context = {
        "form": form,
        "standing": [
            {
                "vacation": one,
                "begun": one.starts_at <= now,
                "touched": overlaps.rounds_touched(user, one.starts_at, one.ends_at),
            }
            for one in vacations.current_and_planned(user)
        ],
        "rounds": list(overlaps.open_rounds(user)),
        "left": [(year, vacations.balance(user, year)) for year in (today.year, today.year + 1)],
        "yearly": vacations.YEARLY,
        "games": len(vacations.games_touched(user)),
    }
    return render(request, "frontend/settings/vacations.html", context)


@require_POST
@login_required
def end(request: HttpRequest, number: int) -> HttpResponse:
    """Ends a vacation, or says why it cannot be ended."""
    with showing_refusals(request):
        perform(request, END, number=number)
        messages.success(request, _("The vacation is over: your clocks run."))
    return redirect("vacations")
