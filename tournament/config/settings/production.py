"""Servers behind HTTPS. What has no safe default must be in the environment."""

from .base import *  # noqa: F403 — Django's way of refining settings
from .base import env

SECRET_KEY = env.str("SECRET_KEY")
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS")
SITE_URL = env.str("SITE_URL").rstrip("/")

# Whether a request came over HTTPS is said by the proxies of TRUSTED_PROXIES (see config/asgi.py),
# and by nobody else: SECURE_PROXY_SSL_HEADER would believe anybody.
SECURE_SSL_REDIRECT = True
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
SECURE_HSTS_SECONDS = 31_536_000
SECURE_HSTS_INCLUDE_SUBDOMAINS = True
SECURE_HSTS_PRELOAD = True
SESSION_COOKIE_SECURE = True
CSRF_COOKIE_SECURE = True
