"""Serving static files, and compression and ETags of files and answers."""

import os
from contextlib import suppress
from pathlib import Path
from wsgiref.headers import Headers

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware
from whitenoise.middleware import WhiteNoiseMiddleware


class StaticFiles(WhiteNoiseMiddleware):
    """WhiteNoise that also finds files added after the start: during an upgrade, new pages name files that old
    processes have not indexed.
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


def mark_etag_weak(headers: Headers, path: str, url: str) -> None:
    """Makes the ETag of a file weak, so that it still matches when the file is compressed; a strong one never would."""
    facts = os.stat(path)
    headers["ETag"] = f'W/"{int(facts.st_mtime * 1000):x}-{facts.st_size:x}"'


class CompressingMiddleware(GZipMiddleware):
    """Django's GZipMiddleware, which compresses a local site's static files as a whole: in chunks they get larger and
    slower.
    """

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """Compresses a response; a streamed file with an ETag is read first, so that it has one length."""
        if (
            getattr(response, "streaming", False)
            and "ETag" in response.headers
            and not response.has_header("Content-Encoding")
        ):
            whole = HttpResponse(
                b"".join(response), status=response.status_code, headers=dict(response.headers.items())
            )
            response.close()
            response = whole
        return super().process_response(request, response)
