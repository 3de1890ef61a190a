"""Settings, all from the environment; safe unless DEBUG=1 asks otherwise."""

from pathlib import Path

from celery.schedules import schedule
from csp.constants import NONE, SELF
from django.utils.translation import gettext_lazy as _

from paigow_site import environment as env
from paigow_site.version import build_version

BASE_DIR = Path(__file__).resolve().parent.parent
DISKS = env.words("DISKS")  # further folders whose disks are watched, such as the database's
VAR_DIR = Path(env.text_setting("PAIGOW_VAR", str(BASE_DIR / "var")))

DEBUG = env.flag("DEBUG")
PLAIN_HTTP = env.flag("PLAIN_HTTP", default=DEBUG)
SECRET_KEY = env.secret_key(debug=DEBUG)
VAULT_KEYS = env.words("VAULT_KEYS")  # seal secrets at rest: the first seals, the others open
ALLOWED_HOSTS = env.words("ALLOWED_HOSTS", "localhost 127.0.0.1 [::1]")
CSRF_TRUSTED_ORIGINS = env.words("CSRF_TRUSTED_ORIGINS")
SOFTWARE_VERSION = env.text_setting("SOFTWARE_VERSION") or build_version()
DEMO = env.flag("DEMO")  # a floor to try things out on: its second factor is on the sign-in page
DEMO_CODE = "246810"
OPERATOR = env.text_setting("OPERATOR", "paigow.example")

INSTALLED_APPS = [
    "django.contrib.contenttypes",
    "django.contrib.auth",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "django.contrib.postgres",
    "django_htmx",
    "csp",
    "rest_framework",
    "drf_spectacular",
    "paigow_site",
    "foundation",
    "staff",
    "audit",
    "tables",
    "banking",
    "rounds",
    "review",
    "reports",
    "floor",
    "tablet",
    "first_day",
    *(["demo"] if DEMO else []),
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "paigow_site.middleware.PolicyMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "paigow_site.middleware.RequestContextMiddleware",
    "paigow_site.health.AliveMiddleware",
    "foundation.bodies.BodyLimitMiddleware",
    "paigow_site.refusals.ReachMiddleware",
    "staff.middleware.OwnSessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "staff.middleware.SessionGuardMiddleware",
    "staff.middleware.SignInFirstMiddleware",
    "paigow_site.middleware.PageMessagesMiddleware",
    "paigow_site.language.PersonLocaleMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "paigow_site.refusals.RefusalMiddleware",
    *(["demo.middleware.VisitMiddleware"] if DEMO else []),
]

ROOT_URLCONF = "paigow_site.urls"
WSGI_APPLICATION = "paigow_site.wsgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "django.template.context_processors.i18n",
                "paigow_site.context.floor",
                "paigow_site.navigation.rail",
                *(["demo.context.demo"] if DEMO else []),
            ],
        },
    },
]

DATABASES = env.databases()
HAS_READER = bool(env.text_setting("DATABASE_URL_READER"))  # a replica, for whoever reads at length
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

AUTH_USER_MODEL = "staff.Person"
LOGIN_URL = "sign-in"
LOGIN_REDIRECT_URL = "home"
AUTHENTICATION_BACKENDS = ["staff.backends.PersonBackend"]
# One badge in several houses: our backend knows people by their session, never by the badge alone.
SILENCED_SYSTEM_CHECKS = ["auth.W004"]
PASSWORD_HASHERS = ["staff.hashing.OneThreadArgon2"]
AUTH_PASSWORD_VALIDATORS = [
    {
        "NAME": "django.contrib.auth.password_validation.MinimumLengthValidator",
        "OPTIONS": {"min_length": 10},
    },
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "staff.passwords.HouseWordsValidator"},
]

SESSION_ENGINE = "staff.session_store"
SESSION_COOKIE_AGE = 12 * 3600
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Strict"
SESSION_COOKIE_SECURE = not PLAIN_HTTP
COOKIE_MARK = env.text_setting(
    "COOKIE_MARK"
)  # keeps floors apart that share a host name, not a port
SESSION_COOKIE_NAME = f"session{COOKIE_MARK}" if PLAIN_HTTP else "__Host-session"
CSRF_FAILURE_VIEW = "staff.views.sign_in.page_too_old"
CSRF_COOKIE_SECURE = not PLAIN_HTTP
CSRF_COOKIE_SAMESITE = "Strict"
CSRF_COOKIE_NAME = f"csrf{COOKIE_MARK}" if PLAIN_HTTP else "__Host-csrf"
SECURE_SSL_REDIRECT = not PLAIN_HTTP
SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^readyz$"]
SECURE_HSTS_SECONDS = 0 if PLAIN_HTTP else 365 * 24 * 3600
SECURE_HSTS_INCLUDE_SUBDOMAINS = not PLAIN_HTTP
SECURE_HSTS_PRELOAD = not PLAIN_HTTP
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
BEHIND_PROXY = env.flag("BEHIND_PROXY")
if BEHIND_PROXY:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
# Who may ask, not through a proxy, how each part is; everybody else learns yes or no.
INSIDE_NETWORKS = env.words("INSIDE_NETWORKS", "127.0.0.0/8 ::1/128")
DATA_UPLOAD_MAX_MEMORY_SIZE = 64 * 1024
FILE_UPLOAD_HANDLERS: list[str] = []  # the two pages that take a file bring their own
FILE_UPLOAD_MAX_MEMORY_SIZE = 8300 * 1024

# The house's own identity provider for desks (OpenID Connect); none without an issuer.
OIDC_ISSUER = env.text_setting("OIDC_ISSUER")
OIDC_NAME = env.text_setting("OIDC_NAME", "the house's account")
OIDC_CLIENT_ID = env.text_setting("OIDC_CLIENT_ID")
OIDC_CLIENT_SECRET = env.text_setting("OIDC_CLIENT_SECRET")
OIDC_SCOPE = env.text_setting("OIDC_SCOPE", "openid profile groups")
OIDC_BADGE_CLAIM = env.text_setting("OIDC_BADGE_CLAIM", "preferred_username")
OIDC_GROUPS_CLAIM = env.text_setting("OIDC_GROUPS_CLAIM", "groups")
OIDC_ROLES = env.pairs("OIDC_ROLES")  # group=role, in words: which groups stand for which roles
OIDC_AMR = env.text_setting("OIDC_AMR")  # such as "mfa": what the provider must say that it saw

# Calls to phones. A browser says where it is called: by default any service with a public address
# and encryption, else only those named here, as host:port. The contact is who runs this floor.
PUSH_HOSTS = env.words("PUSH_HOSTS")
PUSH_CONTACT = env.text_setting("PUSH_CONTACT", f"https://{OPERATOR}")

# The live feed: empty means the same origin (a proxy routes /feed/); else "http://{host}:port".
FEED_PORT = env.whole_setting("FEED_PORT", 0)

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF, *([f"http://*:{FEED_PORT}"] if FEED_PORT else [])],
        "manifest-src": [SELF],
        "worker-src": [SELF],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
        "base-uri": [NONE],
        "object-src": [NONE],
    },
}

LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English"), ("zh-hant", "繁體中文"), ("zh-hans", "简体中文")]
LOCALE_PATHS = [BASE_DIR / "locale"]
LANGUAGE_COOKIE_NAME = "language"
USE_I18N = True
FORMAT_MODULE_PATH = "paigow_site.formats"
USE_TZ = True
TIME_ZONE = "UTC"

STATIC_URL = "static/"
STATICFILES_DIRS = [BASE_DIR / "static"]
STATIC_FROM_SOURCE = env.flag("STATIC_FROM_SOURCE", default=DEBUG)
STATIC_ROOT = (
    None
    if STATIC_FROM_SOURCE
    else Path(env.text_setting("STATIC_ROOT", str(BASE_DIR / "staticfiles")))
)
WHITENOISE_USE_FINDERS = STATIC_FROM_SOURCE
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if STATIC_FROM_SOURCE
        else "whitenoise.storage.CompressedManifestStaticFilesStorage"
    },
}

REDIS_URL = env.text_setting("REDIS_URL", "redis://127.0.0.1:6379/0")
CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}

# Celery, as docs/reliability.md explains: the broker is a doorbell, never a store of facts.
CELERY_BROKER_URL = REDIS_URL
CELERY_RESULT_BACKEND = None
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_ENABLE_UTC = True
CELERY_TIMEZONE = "UTC"
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_TASK_DEFAULT_QUEUE = "default"
CELERY_TASK_ROUTES = {
    "audit.checkpoint": {"queue": "signer"},
    "audit.write_export": {"queue": "paper"},
    "reports.make_report": {"queue": "paper"},
    "reports.sweep_reports": {"queue": "paper"},
    "reports.watch_nights": {"queue": "paper"},
}
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_MAX_TASKS_PER_CHILD = 1000
CELERY_WORKER_SOFT_SHUTDOWN_TIMEOUT = 5.0
CELERY_WORKER_CANCEL_LONG_RUNNING_TASKS_ON_CONNECTION_LOSS = True
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_TASK_TIME_LIMIT = 60
CELERY_TASK_SOFT_TIME_LIMIT = 45
CELERY_TASK_PUBLISH_RETRY = False
CELERY_BROKER_CONNECTION_TIMEOUT = 1
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "visibility_timeout": 120,
    "unacked_restore_interval": 5,
    "unacked_restore_throttle": 1,
    "max_retries": 0,
    "socket_connect_timeout": 0.5,
    "socket_timeout": env.whole_setting("REDIS_SOCKET_TIMEOUT", 1),
    "socket_keepalive": True,
    "health_check_interval": 10,
}


def _every(seconds: float) -> dict[str, object]:
    return {"schedule": schedule(seconds), "options": {"expires": seconds * 3}}


CELERY_BEAT_SCHEDULE = {
    "sequence": {"task": "audit.sequence", **_every(1)},
    "checkpoint": {"task": "audit.checkpoint", **_every(5)},
    "seal-rows": {"task": "audit.seal_rows", **_every(60)},
    "reconcile": {"task": "audit.reconcile", **_every(60)},
    "heartbeat": {"task": "paigow_site.heartbeat", **_every(5)},
    "sweep-equipment": {"task": "tables.sweep_equipment", **_every(10)},
    "jackpots": {"task": "rounds.contribute_to_jackpots", **_every(60)},
    "sweep-reports": {"task": "reports.sweep_reports", **_every(30)},
    "watch-nights": {"task": "reports.watch_nights", **_every(900)},
    "sum-up-tries": {"task": "staff.sum_up_tries", **_every(60)},
    "sweep-custody": {"task": "tables.sweep_custody", **_every(60)},
    "sweep-limits": {"task": "rounds.sweep_limits", **_every(10)},
    "sweep-counts": {"task": "banking.sweep_counts", **_every(60)},
    "sweep-disputes": {"task": "review.sweep_disputes", **_every(60)},
}

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "staff.authentication.ServiceTokenAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "DEFAULT_PARSER_CLASSES": ["foundation.bodies.StrictJSONParser"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PAGINATION_CLASS": "rest_framework.pagination.CursorPagination",
    "DEFAULT_THROTTLE_CLASSES": ["rounds.api.pace.PaceThrottle"],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "EXCEPTION_HANDLER": "paigow_site.refusals.api_exception_handler",
    "PAGE_SIZE": 50,
    "UNAUTHENTICATED_USER": "django.contrib.auth.models.AnonymousUser",
    "COERCE_DECIMAL_TO_STRING": True,
}
API_CALLS_A_SECOND = env.whole_setting("API_CALLS_A_SECOND", 25)
# How long a tap does nothing after the tablet's screen has changed under the finger.
TOUCH_GUARD_MS = env.whole_setting("TOUCH_GUARD_MS", 500)
SPECTACULAR_SETTINGS = {
    "TITLE": "Pai Gow Floor",
    "DESCRIPTION": _("Commands and records of a pai gow floor."),
    "VERSION": "1",
    "SERVE_INCLUDE_SCHEMA": False,
    "ENUM_GENERATE_CHOICE_DESCRIPTION": False,
    "ENUM_NAME_OVERRIDES": {
        "FaultEnum": "tables.wording.FAULTS",
        "HandStateEnum": "rounds.commands.hands.HOW",
        "EquipmentKindEnum": "tables.models.EquipmentKind.values",
        "SlipKindEnum": "banking.models.SlipKind.values",
    },
}

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "filters": {"request": {"()": "paigow_site.logs.RequestFilter"}},
    "formatters": {
        "json": {
            "()": "pythonjsonlogger.json.JsonFormatter",
            "format": "%(asctime)s %(levelname)s %(name)s %(request_id)s %(message)s",
        },
        "plain": {"format": "%(asctime)s %(levelname).1s %(name)s [%(request_id)s] %(message)s"},
    },
    "handlers": {
        "console": {
            "class": "logging.StreamHandler",
            "filters": ["request"],
            "formatter": env.text_setting("LOG_FORMAT", "plain" if DEBUG else "json"),
        }
    },
    "root": {"handlers": ["console"], "level": env.text_setting("LOG_LEVEL", "INFO")},
    "loggers": {"django.server": {"handlers": ["console"], "propagate": False}},
}

# The audit log: keys live in files that only the signer reads; docs/audit.md explains them.
SIGNER_DIR = Path(env.text_setting("SIGNER_DIR", str(VAR_DIR / "signer")))
WITNESS_URL = env.text_setting("WITNESS_URL")
WITNESS_KEY = env.text_setting("WITNESS_KEY")
WITNESS_STORE = Path(env.text_setting("WITNESS_STORE", str(VAR_DIR / "witness")))
PUBLIC_KEYS_FILE = Path(env.text_setting("PUBLIC_KEYS_FILE", str(WITNESS_STORE / "logs")))
# Who may mirror checkpoints and hashes without a sign-in: "open", or tokens separated by commas.
LOG_MONITORS = env.text_setting("LOG_MONITORS")
# Where bundles and archives are kept for every machine: empty is the database, else
# s3://bucket/prefix?endpoint=…&region=…; while a bundle is written, it is in the scratch folder.
FILES_URL = env.text_setting("FILES_URL")
FILES_KEY, FILES_SECRET = env.text_setting("FILES_KEY"), env.text_setting("FILES_SECRET")
SCRATCH_DIR = Path(env.text_setting("SCRATCH_DIR", str(VAR_DIR / "scratch")))
