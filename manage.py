#!/usr/bin/env python
"""Django's command line for Scorebook; `python3 run.py manage` calls it with the right Python."""

import os
import sys

from django.core.exceptions import ImproperlyConfigured
from django.core.management import execute_from_command_line


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scorebook.settings")
    try:
        execute_from_command_line(sys.argv)
    except ImproperlyConfigured as problem:  # a database whose library is not there
        sys.exit(str(problem))


if __name__ == "__main__":
    main()
