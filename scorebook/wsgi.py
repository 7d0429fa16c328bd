"""The door for a WSGI server; `manage.py serve` brings its own."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scorebook.settings")
application = get_wsgi_application()
