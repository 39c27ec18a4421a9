"""Writes answers as JSON: DRF's renderer with a faster library under it."""

from collections.abc import Mapping

import orjson
from rest_framework.renderers import JSONRenderer

from games.shapes import JsonValue, Untyped

OPTIONS = orjson.OPT_PASSTHROUGH_DATETIME | orjson.OPT_PASSTHROUGH_DATACLASS
"""Moments are written by DRF's rules; dataclasses are no JSON."""


class FastJSONRenderer(JSONRenderer):
    """The same bytes as DRF's `JSONRenderer` in a fifth of the time.

    What orjson does not know goes to DRF's encoder, value by value; what it cannot write (whole numbers beyond 64 bits, names that are no
    strings), and indented answers, as a whole. Of floats that are no JSON numbers it makes null; no answer computes one.
    """

    def render(
        self, data: object, accepted_media_type: str | None = None, renderer_context: Mapping[str, JsonValue] | None = None
    ) -> bytes:
        if data is not None and self.get_indent(accepted_media_type or "", dict(renderer_context or {})) is None:
            try:
                return to_json(data)
            except orjson.JSONEncodeError:
                pass
        written: bytes = super().render(data, accepted_media_type, renderer_context)
        return written


def to_json(data: object) -> bytes:
    """Returns the JSON of an answer, with U+2028 and U+2029 as escapes, so that it is JavaScript too. Raises orjson.JSONEncodeError."""
    written = orjson.dumps(data, default=_default, option=OPTIONS)
    return written.replace(b"\xe2\x80\xa8", b"\\u2028").replace(b"\xe2\x80\xa9", b"\\u2029")


def _default(value: object) -> Untyped:
    return _ENCODER.default(value)


_ENCODER = JSONRenderer.encoder_class()
