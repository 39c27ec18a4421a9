"""The site as it is served, if it stands on what Django and Channels bring; else it does not start."""

from django.core.cache import cache
from django.db import connection

from crusader_site.asgi import application

http = application.application.application_mapping["http"]
for part in (http, connection.ops, cache._connections[cache._alias]):
    assert not type(part).__module__.startswith("crusader_site"), type(part)
