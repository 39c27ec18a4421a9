"""Serving static files."""

import os
from contextlib import suppress

from django.core.exceptions import SuspiciousFileOperation
from django.http import HttpRequest, HttpResponseBase
from django.utils._os import safe_join
from whitenoise.middleware import WhiteNoiseMiddleware


class StaticFiles(WhiteNoiseMiddleware):
    """whitenoise, which looks at the folder when it starts, but what comes later is found too: while a site is upgraded, pages of a process
    with the new code name files that processes with the old code have not seen."""

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        url = request.path_info
        if self.static_root and url.startswith(self.static_prefix) and url not in self.files:
            with suppress(SuspiciousFileOperation):
                path = safe_join(self.static_root, url.removeprefix(self.static_prefix))
                if os.path.isfile(path):
                    self.add_file_to_dictionary(url, path)
        response: HttpResponseBase = super().__call__(request)
        return response
