"""Compression and ETags of answers and static files."""

import os
from wsgiref.headers import Headers

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware


def mark_etag_weak(headers: Headers, path: str, url: str) -> None:
    """Name the version of a file by a tag that still holds when the file is compressed on its way: a strong one would never match again."""
    facts = os.stat(path)
    headers["ETag"] = f'W/"{int(facts.st_mtime * 1000):x}-{facts.st_size:x}"'


class CompressingMiddleware(GZipMiddleware):
    """Django's, but a static file of a local site is read whole before it is compressed: piece by piece it gets larger and slower."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        if getattr(response, "streaming", False) and "ETag" in response.headers and not response.has_header("Content-Encoding"):
            whole = HttpResponse(b"".join(response), status=response.status_code, headers=dict(response.headers.items()))
            response.close()
            response = whole
        return super().process_response(request, response)
