import gc
import os
import sys

from django.core.wsgi import get_wsgi_application
from django.urls import resolve

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "paigow_site.settings")

application = get_wsgi_application()

from audit.ticker import start_ticker  # noqa: E402 - Django is set up first
from foundation.reach import WATCH  # noqa: E402

resolve("/")  # imports every view now, not while the first request waits

# What is in memory by now stays there. Looking through it for garbage halts all requests.
gc.collect()
gc.freeze()

# A request waits for PostgreSQL many times, and each time for its turn among the threads after
# that. While a report or a seal is computed beside it, a turn comes only after this long.
sys.setswitchinterval(0.0005)

start_ticker()
WATCH.start()
