"""What browsers are told of static files, so that they can keep them."""

import os
from wsgiref.headers import Headers


def mark_etag_weak(headers: Headers, path: str, url: str) -> None:
    """Name the version of a file by a tag that still holds when the file is compressed on its way: a strong one would never match again."""
    facts = os.stat(path)
    headers["ETag"] = f'W/"{int(facts.st_mtime * 1000):x}-{facts.st_size:x}"'
