"""Compression and ETags of answers and static files."""

import os
from wsgiref.headers import Headers

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware


def mark_etag_weak(headers: Headers, path: str, url: str) -> None:
    """Makes the ETag of a file weak, so that it still matches when the file is compressed; a strong one never would."""
    facts = os.stat(path)
    headers["ETag"] = f'W/"{int(facts.st_mtime * 1000):x}-{facts.st_size:x}"'


class CompressingMiddleware(GZipMiddleware):
    """Django's GZipMiddleware, which compresses a local site's static files as a whole: in chunks they get larger and slower."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        if getattr(response, "streaming", False) and "ETag" in response.headers and not response.has_header("Content-Encoding"):
            whole = HttpResponse(b"".join(response), status=response.status_code, headers=dict(response.headers.items()))
            response.close()
            response = whole
        return super().process_response(request, response)
