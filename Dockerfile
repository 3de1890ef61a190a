# The application's image: one for web, feed, worker, clerk, signer, beat, metrics and witness.
# The tests run these very steps in a clean root (tests/paigow_site/test_image.py).
ARG PYTHON_IMAGE=python:3.13-slim-trixie
FROM ${PYTHON_IMAGE} AS build
ENV PIP_NO_CACHE_DIR=1 PIP_DISABLE_PIP_VERSION_CHECK=1
WORKDIR /floor
COPY requirements/production.txt requirements/production.txt
RUN python -m venv /venv \
 && /venv/bin/pip install --quiet --no-deps --require-hashes --only-binary :all: -r requirements/production.txt
COPY . .
# The tag and the commit, which every event carries, and what the image is made of.
RUN /venv/bin/python -m paigow_site.version > /tmp/version \
 && mv /tmp/version VERSION \
 && rm -rf .git \
 && /venv/bin/python deploy/make_sbom.py > sbom.cdx.json
# Nothing is written in a container: what is not compiled here, every process compiles at every start.
RUN /venv/bin/python -m compileall -q --invalidation-mode unchecked-hash . \
 && SECRET_KEY=only-while-the-image-is-built-0123456789abcdefghijklmnop \
    /venv/bin/python manage.py collectstatic --no-input --verbosity 0

FROM ${PYTHON_IMAGE}
RUN groupadd --system --gid 10001 floor \
 && useradd --system --uid 10001 --gid floor --home-dir /var/lib/floor --create-home floor \
 && cd /var/lib/floor \
 && mkdir -m 0700 signer witness log-keys scratch \
 && chown floor:floor signer witness log-keys scratch
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
