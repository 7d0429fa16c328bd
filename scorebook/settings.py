"""Django's settings. What differs from house to house comes from the environment.

PORT, HOST          where `manage.py serve` listens
SCOREBOOK_DATA      the one folder that everything the site writes lies in; var/ without it
SCOREBOOK_BACKUPS   where backups go; backups/ in the data folder without it
PHOTOS_PER_PERSON   megabytes that the photos of one person may take; 2000 without it
SCOREBOOK_HOSTS     more names that this machine is called by, separated by commas
SITE_URL            the public address, when there is one; https makes cookies secure
TRUSTED_PROXIES     who may say whom they speak for; with https this machine, else nobody
DATABASE_URL        another database than SQLite in the data folder
TIME_ZONE           the zone of the server; the family's own zone is kept with the family
"""

from pathlib import Path
from urllib.parse import urlsplit

import environ
from csp.constants import NONE, SELF

from scorebook import sqlite
from scorebook.machine import (
    data_folder,
    database,
    key_before,
    megabytes,
    own_hosts,
    proxies,
    secret_key,
    site_url,
    time_zone,
)

env = environ.Env()
ROOT = Path(__file__).resolve().parent.parent
VERSION = "0.1.0"

DEBUG = env.bool("DEBUG", default=False)
DATA = data_folder(env.str("SCOREBOOK_DATA", default="") or ROOT / "var")
SECRET_KEY = secret_key(DATA / "secret_key")
SECRET_KEY_FALLBACKS = key_before(DATA / "secret_key")
PHOTOS_DIR = DATA / "photos"
PHOTOS_PER_PERSON = megabytes("PHOTOS_PER_PERSON", env.str("PHOTOS_PER_PERSON", default="2000"))
BACKUPS_DIR = Path(env.str("SCOREBOOK_BACKUPS", default="") or DATA / "backups").absolute()

SITE_URL = site_url(env.str("SITE_URL", default=""))
HTTPS = SITE_URL.startswith("https://")
ALLOWED_HOSTS = [*own_hosts(), *env.list("SCOREBOOK_HOSTS", default=[])]
CSRF_TRUSTED_ORIGINS: list[str] = []
if SITE_URL:
    ALLOWED_HOSTS.append(urlsplit(SITE_URL).hostname or "")
    CSRF_TRUSTED_ORIGINS.append(SITE_URL)
THIS_MACHINE = ["127.0.0.0/8", "::1"]
TRUSTED_PROXIES = proxies(env.list("TRUSTED_PROXIES", default=THIS_MACHINE if HTTPS else []))

INSTALLED_APPS = [
    "django.contrib.contenttypes",
    "django.contrib.auth",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django_tables2",
    "scorebook",
]
MIDDLEWARE = [
    "scorebook.middleware.behind_proxies",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "scorebook.middleware.fresh_connections",
    "scorebook.middleware.answer_head",
    "django.middleware.gzip.GZipMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "scorebook.middleware.private_pages",
    "scorebook.middleware.LastingSessions",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "scorebook.accounts.gate.closed_until_set_up",
    "scorebook.access.Door",
    "django.contrib.messages.middleware.MessageMiddleware",
]
ROOT_URLCONF = "scorebook.urls"
WSGI_APPLICATION = "scorebook.wsgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [ROOT / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
            "libraries": {"photos": "scorebook.photos.tags", "talk": "scorebook.talk.tags"},
        },
    }
]

if "DATABASE_URL" in env:
    DATABASES = {"default": database(env.str("DATABASE_URL"))}
else:
    DATABASES = {
        "default": {"ENGINE": "django.db.backends.sqlite3", "NAME": DATA / "scorebook.sqlite3"}
    }
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    DATABASES["default"]["OPTIONS"] = sqlite.OPTIONS
    # In a file: the browser tests' server shares it between threads, which memory does badly.
    DATABASES["default"]["TEST"] = {"NAME": DATA / "test.sqlite3"}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
CACHES = {
    "default": {
        "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
        "OPTIONS": {"MAX_ENTRIES": 10_000},
    },
    # Apart, so that no number of filtered boards pushes out what limits have counted.
    "statistics": {
        "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
        "LOCATION": "statistics",
        "TIMEOUT": 60 * 60,
        "OPTIONS": {"MAX_ENTRIES": 500},
    },
}

AUTH_USER_MODEL = "scorebook.User"
LOGIN_URL = "sign_in"
LOGIN_REDIRECT_URL = "home"
LOGOUT_REDIRECT_URL = "sign_in"
AUTH_PASSWORD_VALIDATORS = [
    {
        "NAME": "django.contrib.auth.password_validation.MinimumLengthValidator",
        "OPTIONS": {"min_length": 15},
    },
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
SESSION_COOKIE_AGE = 180 * 24 * 60 * 60
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = HTTPS
SESSION_COOKIE_NAME = "__Host-session" if HTTPS else "session"
CSRF_COOKIE_NAME = "__Host-csrf" if HTTPS else "csrf"
MESSAGE_STORAGE = "django.contrib.messages.storage.session.SessionStorage"
CSRF_FAILURE_VIEW = "scorebook.faults.form_too_old"

# With a public https address a call by plain http is led there: the cookies would not come along.
SECURE_SSL_REDIRECT = HTTPS
SECURE_SSL_HOST = urlsplit(SITE_URL).netloc or None
SECURE_REDIRECT_EXEMPT = ["^healthz$"]
SECURE_HSTS_SECONDS = 365 * 24 * 60 * 60 if HTTPS else 0
SILENCED_SYSTEM_CHECKS = [
    # The family may have other things under its domain, and those may not speak https.
    "security.W005",  # HSTS for subdomains
    "security.W021",  # HSTS preloading
]
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "blob:"],  # blob: a photo is shown before it is sent
        "font-src": [SELF],
        "connect-src": [SELF],
        "manifest-src": [SELF],
        "worker-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "object-src": [NONE],
        "frame-ancestors": [NONE],
    }
}

USE_TZ = True
TIME_ZONE = time_zone(env.str("TIME_ZONE", default="") or "UTC")
LANGUAGE_CODE = "en"

STATIC_URL = "static/"
STATIC_ROOT = DATA / "static"
STATICFILES_DIRS = [ROOT / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "scorebook.static_files.HashedFiles"},
}
WHITENOISE_ALLOW_ALL_ORIGINS = False


def WHITENOISE_ADD_HEADERS_FUNCTION(headers: dict[str, str], path: str, url: str) -> None:
    """Static files, too, are for pages of this site."""
    headers["Cross-Origin-Resource-Policy"] = "same-origin"


# A photo is the largest thing anyone sends; a form with more fields than this is not ours.
DATA_UPLOAD_MAX_NUMBER_FIELDS = 1000
FILE_UPLOAD_PERMISSIONS = 0o600

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"}},
    "filters": {
        "without_tokens": {"()": "scorebook.logs.WithoutTokens"},
        "in_one_line": {"()": "scorebook.logs.InOneLine"},
    },
    "handlers": {
        "console": {"class": "logging.StreamHandler", "formatter": "line"},
        "nowhere": {"class": "logging.NullHandler"},
    },
    "root": {"handlers": ["console"], "level": "WARNING"},
    "loggers": {
        # Django's own handlers are silent without DEBUG and mail tracebacks to nobody.
        "django": {"handlers": [], "level": "WARNING"},
        # These two name the path of what they refused.
        "django.request": {"filters": ["without_tokens", "in_one_line"]},
        "django.security.csrf": {"filters": ["without_tokens"]},
        # A moment's queue is no fault; eight phones make one whenever they save together.
        "waitress.queue": {"level": "ERROR"},
        # A wrong host name is the caller's fault, and the page that answers says so.
        "django.security.DisallowedHost": {"handlers": ["nowhere"], "propagate": False},
    },
}
