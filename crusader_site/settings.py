"""Every setting of the site, typed from the environment; `docs/operations.md` lists the variables.

With nothing configured the site is *local*: SQLite, an in-process channel layer, tasks run at once, mail written to
files, all data under `var/`, and it answers to the names of this machine only. `PRODUCTION=1` is a promise to configure
it: a missing or unsafe setting then stops the start with a sentence that says what to set. `DEBUG` is off in both,
because its error pages would show the hidden side of a position.

Importing this module writes nothing and starts nothing: `crusader_site.apps` does, when a process starts.
"""

import re
import socket
from email.utils import parseaddr
from pathlib import Path
from urllib.parse import urlsplit

from cryptography.fernet import Fernet
from csp.constants import NONE, SELF
from django.utils.translation import gettext_lazy as _
from kombu.entity import Queue

from crusader_site import logs, schedule, unsafe
from crusader_site.databases import configure_databases
from crusader_site.runtime.layer import host_at
from crusader_site.secret import DICE_KEY_FILE, SECRET_KEY_FILE, SIGNING_KEY_FILE, read_secret
from crusader_site.static import mark_etag_weak

BASE_DIR = Path(__file__).resolve().parent.parent
env = unsafe.Environment()

PRODUCTION = env.bool("PRODUCTION", default=False)
DEBUG = env.bool("DEBUG", default=False)
VAR_FOLDER = Path(env.str("VAR_FOLDER", default=str(BASE_DIR / "var")))

LOCAL_HOSTS = ["localhost", "127.0.0.1", "[::1]", socket.gethostname()]
SECRET_KEY = env.str("SECRET_KEY", default="")
SECRET_KEY_FALLBACKS = env.list("SECRET_KEY_FALLBACKS", default=[])
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=[])
DICE_KEY = env.str("DICE_KEY", default="")
DICE_KEY_FALLBACKS = env.list("DICE_KEY_FALLBACKS", default=[])
SIGNING_KEY = env.str("SIGNING_KEY", default="")
SIGNING_KEYS_BEFORE = env.list("SIGNING_KEYS_BEFORE", default=[])
# How long a game's start waits for a player's part of the dice.
DICE_WAIT_HOURS = env.int("DICE_WAIT_HOURS", default=24)

if PRODUCTION:
    if DEBUG:
        raise unsafe.Misconfigured(
            "DEBUG and PRODUCTION are both on. Error pages would show hidden blocks: unset DEBUG."
        )
    if len(SECRET_KEY) < 50:
        raise unsafe.Misconfigured(
            "PRODUCTION needs SECRET_KEY: at least 50 random characters, the same for every process."
        )
    if not ALLOWED_HOSTS or "*" in ALLOWED_HOSTS:
        raise unsafe.Misconfigured(
            "PRODUCTION needs ALLOWED_HOSTS: the names the site is reached by, separated by commas, without *."
        )
    if not DICE_KEY:
        raise unsafe.Misconfigured(
            "PRODUCTION needs DICE_KEY, which encrypts the secrets of the dice, the same for every process. Make one"
            ' with: python -c "from cryptography.fernet import Fernet; print(Fernet.generate_key().decode())"'
        )
    if not SIGNING_KEY:
        raise unsafe.Misconfigured(
            "PRODUCTION needs SIGNING_KEY, by which results of games are signed, the same for every process. Make one"
            ' with: python -c "import secrets; print(secrets.token_hex(32))"'
        )
if DEBUG and not set(ALLOWED_HOSTS) <= set(LOCAL_HOSTS):
    raise unsafe.Misconfigured(
        "DEBUG is on and ALLOWED_HOSTS names other machines. Error pages would show hidden blocks: unset DEBUG."
    )
# Keys of a local site lie in files. Before its first start there are none yet: `crusader_site.apps` makes them.
SECRET_KEY = SECRET_KEY or read_secret(VAR_FOLDER / SECRET_KEY_FILE)
ALLOWED_HOSTS = ALLOWED_HOSTS or LOCAL_HOSTS
DICE_KEY = DICE_KEY or read_secret(VAR_FOLDER / DICE_KEY_FILE)
for name, keys in {"DICE_KEY": [DICE_KEY] if DICE_KEY else [], "DICE_KEY_FALLBACKS": DICE_KEY_FALLBACKS}.items():
    try:
        list(map(Fernet, keys))
    except ValueError as error:
        raise unsafe.Misconfigured(
            f"{name} holds something that is not a key: 32 bytes as base64, as Fernet.generate_key() makes them."
        ) from error

SIGNING_KEY = SIGNING_KEY or read_secret(VAR_FOLDER / SIGNING_KEY_FILE)
for name, keys in {
    "SIGNING_KEY": [SIGNING_KEY] if SIGNING_KEY else [],
    "SIGNING_KEYS_BEFORE": SIGNING_KEYS_BEFORE,
}.items():
    if not all(re.fullmatch("[0-9a-f]{64}", key) for key in keys):
        raise unsafe.Misconfigured(f"{name} holds something that is not a key: 64 hexadecimal digits in small letters.")

KEYS_TO_MAKE = [
    name
    for name, key in {"SECRET_KEY": SECRET_KEY, "DICE_KEY": DICE_KEY, "SIGNING_KEY": SIGNING_KEY}.items()
    if not key
]

INSTALLED_APPS = [
    "crusader_site",
    "frontend",
    "games",
    "games.people.apps.GuardedAdminConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "channels",
    "csp",
    "rest_framework",
    "drf_spectacular",
]

MIDDLEWARE = [
    "crusader_site.watch.name_the_route",
    "games.budget.charge",
    "crusader_site.headers.privacy_headers",
    "django.middleware.security.SecurityMiddleware",
    # Pages and the API; static files too on a local site. Those of a production site are compressed already and pass as
    # they are.
    "crusader_site.static.CompressingMiddleware",
    "crusader_site.static.StaticFiles",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "games.people.tokens.middleware",
    "games.people.devices.middleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "crusader_site.errors.lead_to_pages",
    "games.limits.FormRateLimit",
    "games.readers.language_and_time_of_the_reader",
    "games.limits.tell_limits",
    "games.readers.refuse_pages_of_others",
    "frontend.views.banned.keep_out",
    "frontend.views.guests.keep_guests_apart",
    "games.budget.refuse",
]

ROOT_URLCONF = "crusader_site.urls"
ASGI_APPLICATION = "crusader_site.asgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "frontend.language.languages",
                "frontend.display.display",
            ],
        },
    },
]

# --- data
# -------------------------------------------------------------------------------------------------------------------

# Off, the site runs without anything of `crusader_site.runtime`, on what Django, Channels and their drivers bring
# alone.
OWN_RUNTIME = env.bool("OWN_RUNTIME", default=True)
DATABASES = configure_databases(env, default=VAR_FOLDER / "site.sqlite3", own_runtime=OWN_RUNTIME)

DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

REDIS_URL = env.str("REDIS_URL", default="")
if REDIS_URL:
    CHANNEL_LAYERS = {
        "default": {
            # Redis hands a message once to each process, however many sockets it holds, and keeps nothing.
            "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
            # Publishing knows no databases: two sites on one Redis would hear each other, were it not for the prefix.
            "CONFIG": {
                "hosts": [host_at(REDIS_URL) if OWN_RUNTIME else REDIS_URL],
                "prefix": f"asgi.{urlsplit(REDIS_URL).path.strip('/')}",
            },
        }
    }
    cache = (
        "crusader_site.runtime.cache.FallbackCache" if OWN_RUNTIME else "django.core.cache.backends.redis.RedisCache"
    )
    CACHES = {"default": {"BACKEND": cache, "LOCATION": REDIS_URL}}
else:
    CHANNEL_LAYERS = {"default": {"BACKEND": "channels.layers.InMemoryChannelLayer"}}
    CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}
# In the memory of this process alone: for what is asked too often to go to Redis each time.
GAMES_TO_WATCH_KEPT_FOR = 3 if REDIS_URL else 0  # seconds; a site of one process has no need
STATISTICS_KEPT_FOR = 60  # seconds
STATE_CACHE_MB = env.int("STATE_CACHE_MB", default=16)  # of games under way, twice: `games.services.record.state_cache`
REPLAYS_KEPT_MB = env.int("REPLAYS_KEPT_MB", default=16)  # of finished games: `games.services.views.kept_replays`
CACHES["near"] = {
    "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
    "LOCATION": "near",
    "OPTIONS": {"MAX_ENTRIES": 10_000},
}

CELERY_BROKER_URL = REDIS_URL or "memory://"
CELERY_TASK_ALWAYS_EAGER = not REDIS_URL
CELERY_TASK_EAGER_PROPAGATES = False
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_TIMEZONE = "UTC"
# A worker outlives Redis: it asks again for as long as it takes.
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None
CELERY_WORKER_CANCEL_LONG_RUNNING_TASKS_ON_CONNECTION_LOSS = True
# What a worker that died had taken is handed out again after this; what it was to send is claimed by its lease besides.
# A process that hands a task to a Redis that hangs waits no longer than a few seconds.
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "visibility_timeout": 900,
    "socket_keepalive": True,
    "socket_connect_timeout": 2,
    "socket_timeout": 5,
}
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_DB_REUSE_MAX = 1000  # tasks; see `crusader_site.celery`
# The computer thinks in a queue of its own, so that a worker apart may serve it, behind everybody's requests.
COMPUTER_QUEUE = "computer"
CELERY_TASK_QUEUES = [Queue("celery"), Queue(COMPUTER_QUEUE)]
CELERY_TASK_DEFAULT_QUEUE = "celery"
CELERY_TASK_ROUTES = {"games.tasks.play_computer": {"queue": COMPUTER_QUEUE}}
COMPUTER_AT_ONCE = env.int(
    "COMPUTER_AT_ONCE", default=1
)  # games that are thought about at the same time, by all processes together
COMPUTER_NICE = env.int("COMPUTER_NICE", default=10)  # how far its thread in the server's process stands back
# Without a broker the server's own process runs these, on the same schedule: `crusader_site.background`.
BACKGROUND_IN_SERVER = env.bool("BACKGROUND_IN_SERVER", default=not REDIS_URL)
# Seconds between two signs of life of scheduler and workers. Who gives none for six times as long is taken for dead:
# `games.watching`.
SIGNS_OF_LIFE_EVERY = env.float("SIGNS_OF_LIFE_EVERY", default=20.0)
CELERY_BEAT_SCHEDULE = schedule.tasks(env, computer_queue=COMPUTER_QUEUE)

# --- people
# -----------------------------------------------------------------------------------------------------------------

AUTH_USER_MODEL = "games.User"
LOGIN_URL = "login"
LOGIN_REDIRECT_URL = "my-games"
LOGOUT_REDIRECT_URL = "login"
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 10}},
    {"NAME": "games.people.passwords.UnlikeNameValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]

AUTHENTICATION_BACKENDS = ["games.people.backend.NameOrMail"]
ACCOUNT_ADAPTER = "games.accounts.adapter.AccountAdapter"
ACCOUNT_FORMS = {
    "signup": "frontend.account_forms.SignUpForm",
    "login": "frontend.account_forms.LogInForm",
    "change_password": "frontend.account_forms.ChangePasswordForm",
    "set_password": "frontend.account_forms.SetPasswordForm",
    "reset_password": "frontend.account_forms.ResetPasswordForm",
    "reset_password_from_key": "frontend.account_forms.ResetPasswordKeyForm",
}
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email", "password1*", "password2*"]
# One may play at once, without an address or before it is confirmed; only alerts wait for the confirmation.
ACCOUNT_EMAIL_VERIFICATION = "optional"
# An address that somebody else has confirmed can be given at a sign-up, and nothing tells; but it can be confirmed once
# only.
ACCOUNT_PREVENT_ENUMERATION = "strict"
ACCOUNT_CHANGE_EMAIL = True
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
ACCOUNT_REAUTHENTICATION_REQUIRED = True
ACCOUNT_REAUTHENTICATION_TIMEOUT = 900
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_LOGIN_ON_PASSWORD_RESET = True
ACCOUNT_LOGOUT_REDIRECT_URL = "home"
ACCOUNT_DEFAULT_HTTP_PROTOCOL = "https" if PRODUCTION else "http"
ACCOUNT_RATE_LIMITS = {
    # By address only so much that a school behind one has room: a class of thirty comes at the same time, and some try
    # twice. Guessing is limited by account.
    "signup": env.str("SIGNUP_RATE", default="90/10m/ip"),
    "guest": env.str("GUEST_RATE", default="90/h/ip"),
    "login": env.str("LOGIN_RATE", default="90/m/ip"),
    # By address, and by name. `games.people.devices` has known devices guess a few times although others have used
    # these up; the three together let nobody guess more often than ten times in ten minutes.
    "login_failed": "60/m/ip,5/10m/key",
    "login_failed_device": "4/10m/key",
    "login_failed_devices": "5/10m/key",
    "reset_password": "60/10m/ip,3/10m/key",
    "export": "6/h/user",
    # Each is a mail to whatever address somebody gives.
    "manage_email": "10/h/user",
    # Words of trial to one's browsers and chats.
    "trial": "10/10m/user",
    # Every form of the pages together, by one person or from one address: `games.limits`.
    "post": env.str("POST_RATE", default="240/m/key"),
}
# Links in mails: a new password within a day, an address confirmed within three.
PASSWORD_RESET_TIMEOUT = 24 * 3600
ACCOUNT_EMAIL_CONFIRMATION_EXPIRE_DAYS = 3
MFA_ADAPTER = "games.accounts.adapter.SecondFactorAdapter"
MFA_FORMS = {
    "add_webauthn": "frontend.account_forms.AddPasskeyForm",
    "authenticate": "games.people.second_factor_forms.CodeForm",
    "reauthenticate": "games.people.second_factor_forms.CodeAgainForm",
    "authenticate_webauthn": "games.people.second_factor_forms.PasskeyForm",
    "reauthenticate_webauthn": "games.people.second_factor_forms.PasskeyAgainForm",
}
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
# Addresses need not be confirmed before: an account locked up with somebody else's address hinders them in nothing, the
# address stays free.
MFA_ALLOW_UNVERIFIED_EMAIL = True
MFA_TOTP_ISSUER = "Crusader Rex"
# Browsers take passkeys without https:// on this very machine only, and only as "localhost".
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = not PRODUCTION

# Any sender that Django knows: SMTP by its address, else by the name of its backend, with what django-anymail wants to
# know as JSON.
EMAIL_URL = env.str("EMAIL_URL", default="smtp://localhost:25" if PRODUCTION else "")
if env.str("EMAIL_BACKEND", default=""):
    EMAIL_BACKEND = env.str("EMAIL_BACKEND")
    ANYMAIL = env.json("ANYMAIL", default={})
elif EMAIL_URL:
    vars().update(env.email_url_config(EMAIL_URL))
else:
    EMAIL_BACKEND = "django.core.mail.backends.filebased.EmailBackend"
    EMAIL_FILE_PATH = VAR_FOLDER / "mail"
EMAIL_TIMEOUT = 20
DEFAULT_FROM_EMAIL = env.str("DEFAULT_FROM_EMAIL", default="Crusader Rex <crusader-rex@localhost>")
# Whose mails are piped to `manage.py take_bounce`, with any extension behind a +: `games.alerts.envelopes`.
BOUNCE_ADDRESS = env.str("BOUNCE_ADDRESS", default="")

# --- alerts
# -----------------------------------------------------------------------------------------------------------------

# Where links in mails lead: mails are written by a process that no browser talks to.
SITE_URL = env.str(
    "SITE_URL",
    default=(
        f"https://{ALLOWED_HOSTS[0].lstrip('.')}" if PRODUCTION else f"http://127.0.0.1:{env.int('PORT', default=8000)}"
    ),
).rstrip("/")
CONTACT_MAIL = env.str("CONTACT_MAIL", default=parseaddr(DEFAULT_FROM_EMAIL)[1])
UNSUBSCRIBE_MAILTO = env.str("UNSUBSCRIBE_MAILTO", default="")
VAPID_KEY_FILE = env.str("VAPID_KEY_FILE", default=str(VAR_FOLDER / "vapid.pem"))

# --- language and time
# ------------------------------------------------------------------------------------------------------

LANGUAGE_CODE = "en"
LANGUAGES = [("en", _("English")), ("fr", _("French")), ("pl", _("Polish"))]
LANGUAGE_COOKIE_AGE = 365 * 24 * 3600
LANGUAGE_COOKIE_HTTPONLY = True
LANGUAGE_COOKIE_SAMESITE = "Lax"
LANGUAGE_COOKIE_SECURE = PRODUCTION
LOCALE_PATHS = [BASE_DIR / "locale"]
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"

# --- static files
# -----------------------------------------------------------------------------------------------------------

STATIC_URL = "static/"
STATICFILES_FINDERS = ["django.contrib.staticfiles.finders.AppDirectoriesFinder", "frontend.joining.JoinedScripts"]
STATIC_ROOT = VAR_FOLDER / "static"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": (
            "crusader_site.storage.HashedStaticFiles"
            if PRODUCTION
            else "django.contrib.staticfiles.storage.StaticFilesStorage"
        )
    },
}
# A local site serves files from where they lie and has the browser ask each time; a production site needs
# `collectstatic`.
WHITENOISE_USE_FINDERS = not PRODUCTION
WHITENOISE_MAX_AGE = 3600 if PRODUCTION else 0
WHITENOISE_ADD_HEADERS_FUNCTION = mark_etag_weak

# --- security
# ---------------------------------------------------------------------------------------------------------------

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        "manifest-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
    }
}
CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", default=[])
SESSION_ENGINE = "games.people.sessions"
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = PRODUCTION
SECURE_SSL_REDIRECT = env.bool("SECURE_SSL_REDIRECT", default=PRODUCTION)
SECURE_HSTS_SECONDS = env.int("SECURE_HSTS_SECONDS", default=365 * 24 * 3600 if PRODUCTION else 0)
SECURE_HSTS_INCLUDE_SUBDOMAINS = env.bool("SECURE_HSTS_INCLUDE_SUBDOMAINS", default=False)
SECURE_HSTS_PRELOAD = env.bool("SECURE_HSTS_PRELOAD", default=False)
# Both are promises for a whole domain, of which the site may be one name among others: for the domain's owner to give.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
BEHIND_PROXY = env.bool("BEHIND_PROXY", default=False)
if BEHIND_PROXY:
    # Only with a proxy that sets this header itself: a visitor's own would otherwise be believed.
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    # Whose tries are counted together: the last address of X-Forwarded-For, which the proxy wrote.
    ALLAUTH_TRUSTED_PROXY_COUNT = 1
PROXIES = 1 if BEHIND_PROXY else 0

# --- API
# --------------------------------------------------------------------------------------------------------------------

# Processor time of requests, for each person and each address of visitors: `games.budget`. A look through a whole long
# game takes 2 to 4.
PROCESSOR_SECONDS = env.float("PROCESSOR_SECONDS", default=12.0)
PROCESSOR_SHARE = env.float("PROCESSOR_SHARE", default=0.1)  # of one processor, by which it comes back
REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "games.api.authentication.ByToken",
        "games.api.authentication.SessionOrUnauthorized",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "DEFAULT_PARSER_CLASSES": ["games.api.json_bodies.StrictJSONParser"],
    "DEFAULT_RENDERER_CLASSES": ["games.api.json_bodies.FastJSONRenderer"],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "DEFAULT_THROTTLE_CLASSES": ["games.limits.PersonThrottle", "games.limits.VisitorThrottle"],
    # Against runaway scripts, not against people: a fast player sends a few requests a second.
    "DEFAULT_THROTTLE_RATES": {
        "user": env.str("API_RATE", default="1200/min"),
        "anon": env.str("API_RATE_ANONYMOUS", default="120/min"),
    },
    # Without this a visitor's own X-Forwarded-For would count: a new one for each request, and no limit ever reached.
    "NUM_PROXIES": PROXIES,
    "EXCEPTION_HANDLER": "games.api.problems.as_problem",
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Crusader Rex online",
    "DESCRIPTION": "Play Crusader Rex move by move. Errors are problem details with a stable `code`.",
    "VERSION": "1",
    "SERVE_INCLUDE_SCHEMA": False,
    "OAS_VERSION": "3.1.0",  # its schemas are JSON Schemas, as libraries read them
    "ENUM_NAME_OVERRIDES": {
        "Side": "games.models.game.SIDES",
        "SideChoiceEnum": "games.api.serializers.SIDE_CHOICES",
        "Level": "games.people.computers.LEVEL_NAMES",
        "AnalysisState": "games.api.computer.STATES",
        "DecisionState": "games.api.exercises.STATES",
        "TournamentState": "games.api.tournament_shapes.STATES",
        "TournamentSystem": "games.api.tournament_shapes.SYSTEMS",
        "SystemOfRounds": "games.tournaments.creating.WITH_ROUNDS",
        "ChallengeState": "games.api.tournament_shapes.CHALLENGE_STATES",
    },
    "POSTPROCESSING_HOOKS": ["drf_spectacular.hooks.postprocess_schema_enums", "games.api.schema.complete_description"],
    "ENUM_GENERATE_CHOICE_DESCRIPTION": False,
    "GET_LIB_DOC_EXCLUDES": "games.api.schema.classes_without_words",
    "SERVE_PERMISSIONS": ["rest_framework.permissions.AllowAny"],
}

# --- watching
# ---------------------------------------------------------------------------------------------------------------

LOG_JSON = env.bool("LOG_JSON", default=PRODUCTION)
LOGGING = logs.configuration(
    as_json=LOG_JSON,
    level=env.str("LOG_LEVEL", default="WARNING"),
    requests=env.bool("LOG_REQUESTS", default=PRODUCTION),
)
METRICS_TOKEN = env.str("METRICS_TOKEN", default="")
WEB_CONCURRENCY = env.int("WEB_CONCURRENCY", default=1)  # uvicorn's: so many processes
SENTRY_DSN = env.str("SENTRY_DSN", default="")
SENTRY_RELEASE = env.str("SENTRY_RELEASE", default="")
SENTRY_ENVIRONMENT = env.str("SENTRY_ENVIRONMENT", default="")

unsafe.refuse_unsafe_settings(vars())
