"""The page of display settings, for everybody: visitors and guests keep them in the browser."""

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from frontend import display
from frontend.language import safe_way_back


class DisplayForm(forms.Form):
    """Theme, size of blocks, names on the map, speed of animation."""

    theme = forms.ChoiceField(label=gettext_lazy("Colors"), choices=display.THEMES, required=False)
    blocks = forms.ChoiceField(label=gettext_lazy("Size of blocks on the map"), choices=display.BLOCKS, required=False)
    labels = forms.ChoiceField(label=gettext_lazy("Names on the map"), choices=display.LABELS, required=False)
    motion = forms.ChoiceField(
        label=gettext_lazy("Speed of animation"),
        choices=display.MOTION,
        required=False,
        help_text=gettext_lazy("Where the device asks for less motion, nothing moves whatever is chosen here."),
    )


@require_http_methods(["GET", "HEAD", "POST"])
def choose(request: HttpRequest) -> HttpResponse:
    """Shows the choices and saves them. The game page sends one after the other, and stays."""
    form = DisplayForm(request.POST if request.method == "POST" else None, initial=display.chosen_by(request))
    if request.method != "POST":
        return render(request, "frontend/display.html", {"form": form})
    if not form.is_valid():
        return render(request, "frontend/display.html", {"form": form}, status=400)
    if request.headers.get("X-Stay"):
        response = HttpResponse(status=204)
    else:
        messages.success(request, _("Saved."))
        response = redirect(safe_way_back(request, "display"))
    display.save_choices(request, response, form.cleaned_data)
    return response
