"""The site's own settings, on a data folder that goes away and without what only slows tests."""

import atexit
import os
import tempfile

folder = tempfile.TemporaryDirectory(prefix="scorebook-tests-", ignore_cleanup_errors=True)
atexit.register(folder.cleanup)
os.environ["SCOREBOOK_DATA"] = folder.name
os.environ.pop("SITE_URL", None)
os.environ["HOST"] = "127.0.0.1"  # as the browser tests' server listens
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"  # Playwright keeps an event loop in this thread

from scorebook.settings import *  # noqa: E402, F403

ALLOWED_HOSTS += ["testserver"]  # noqa: F405
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
# Manifest names do not exist for a server that reads the source folders, and scanning STATIC_ROOT
# for every test client takes longer than most tests.
STORAGES["staticfiles"] = {  # noqa: F405
    "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
}
WHITENOISE_AUTOREFRESH = True
