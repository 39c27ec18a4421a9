"""A chronicle as Markdown with its pictures, in one archive."""

import io
import re
import zipfile
from collections.abc import Mapping
from typing import Any

from django.template.loader import render_to_string

from frontend.chronicle_pictures import alone

SPECIAL = re.compile(r"([\\`*_{}\[\]<>()#+!|~])")
"""Characters that Markdown reads as signs."""
MADE = (1980, 1, 1, 0, 0, 0)
"""The date written on each file of an archive, always the same, so that a chronicle always gives the same bytes."""


def archive(context: Mapping[str, Any]) -> bytes:
    """Returns a ZIP archive of `chronicle.md` and `pictures/`."""
    players = [(side, SPECIAL.sub(r"\\\1", name)) for side, name in context["players"]]
    text = render_to_string("frontend/chronicle/file.md", {**context, "players": players})
    files = {"chronicle.md": re.sub(r"\n{3,}", "\n\n", text)}
    files |= {f"pictures/{year['year']}.svg": alone(year["map"]) for year in context["years"]}
    first = "curve" if context["curve"] else "start"
    files[f"pictures/{first}.svg"] = alone(context[first])
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as made:
        for name, content in files.items():
            made.writestr(zipfile.ZipInfo(name, MADE), content, zipfile.ZIP_DEFLATED)
    return packed.getvalue()
