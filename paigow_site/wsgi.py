import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "paigow_site.settings")

application = get_wsgi_application()

from audit.ticker import start_ticker  # noqa: E402 - Django is set up first

start_ticker()
