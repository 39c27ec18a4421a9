#!/usr/bin/env python3
"""Django's command line for this site."""

import os
import sys


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "crusader_site.settings")
    from django.core.management import execute_from_command_line  # noqa: PLC0415 - as Django writes this file

    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
