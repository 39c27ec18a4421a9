"""Serving static files."""

import os
from contextlib import suppress
from pathlib import Path

from django.http import HttpRequest, HttpResponseBase
from whitenoise.middleware import WhiteNoiseMiddleware


class StaticFiles(WhiteNoiseMiddleware):
    """WhiteNoise that also finds files added after the start: during an upgrade, new pages name files that old processes have not
    indexed.
    """

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        url = request.path_info
        if self.static_root and url.startswith(self.static_prefix) and url not in self.files:
            with suppress(ValueError):  # a NUL in it
                root = Path(self.static_root).resolve()
                path = root.joinpath(url.removeprefix(self.static_prefix)).resolve()
                if path.is_relative_to(root) and os.path.isfile(path):
                    self.add_file_to_dictionary(url, str(path))
        response: HttpResponseBase = super().__call__(request)
        return response
