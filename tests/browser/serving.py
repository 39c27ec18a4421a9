"""The site as the browser tests serve it: browsers keep its scripts and style sheets, as they do on a site in
production.

Asking anew for some fifty of them at every page would be a fifth of what a test costs.
"""

import os

import django
from django.conf import settings

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "crusader_site.settings")
django.setup(set_prefix=False)
settings.WHITENOISE_MAX_AGE = 3600

from crusader_site.asgi import application  # noqa: E402

__all__ = ["application"]
