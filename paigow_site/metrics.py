"""Figures for Prometheus, served by a process of their own on an address inside the house.

``python -m paigow_site.metrics --port 9100`` answers at ``/metrics``. Everything is read from the
database and the broker at the moment of the scrape: it counts the whole floor, however many web
servers there are, and costs nothing between scrapes.
"""

import argparse
import os
import signal
import threading
from collections.abc import Iterable, Iterator, Mapping

import django
import redis
from prometheus_client import CollectorRegistry, start_http_server
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from paigow_site.servers.ports import LOCAL

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "paigow_site.settings")

QUEUES = ("default", "paper", "signer")


class FloorCollector(Collector):
    """What the floor is like now."""

    def collect(self) -> Iterable[Metric]:
        from django.db import DatabaseError, connections

        try:
            yield from self.parts()
            yield from self.counts()
            yield self.queues()
        except (DatabaseError, redis.RedisError):
            return  # the parts above say which is away
        finally:
            connections.close_all()  # each scrape has a thread of its own

    def parts(self) -> Iterator[Metric]:
        from paigow_site.health import probes

        found = {probe.name: float(probe.well) for probe in probes()}
        yield _family("paigow_part_well", "1 when a part is well, as on /readyz", "part", found)

    def counts(self) -> Iterator[Metric]:
        from django.db.models import Count

        from audit.models import Pending
        from audit.queries.gaps import oldest_unsealed_seconds
        from review.models import Dispute
        from rounds.models import OPEN_STATES, Round
        from tables.models import Alert, GamingTable

        def counted(rows: Iterable[tuple[str, int]]) -> dict[str, float]:
            return {name: float(count) for name, count in rows}

        tables = GamingTable.objects.values_list("state").annotate(Count("pk")).order_by()
        yield _family("paigow_tables", "tables by state", "state", counted(tables))
        rounds = Round.objects.filter(state__in=OPEN_STATES)
        rounds_by_state = rounds.values_list("state").annotate(Count("pk")).order_by()
        yield _family("paigow_open_rounds", "open rounds", "state", counted(rounds_by_state))
        alerts = Alert.objects.filter(acknowledged_at__isnull=True)
        by_severity = alerts.values_list("severity").annotate(Count("pk")).order_by()
        yield _family("paigow_open_alerts", "open alerts", "severity", counted(by_severity))
        disputes = Dispute.objects.filter(decided_at__isnull=True).count()
        yield GaugeMetricFamily("paigow_open_disputes", "undecided disputes", disputes)
        yield GaugeMetricFamily("paigow_unsealed_events", "unsealed", Pending.objects.count())
        age = oldest_unsealed_seconds()
        yield GaugeMetricFamily("paigow_oldest_unsealed_seconds", "age of the oldest", age)

    def queues(self) -> Metric:
        from django.conf import settings

        broker = redis.Redis.from_url(settings.REDIS_URL, socket_timeout=1)
        lengths = {name: float(broker.llen(name)) for name in QUEUES}
        return _family("paigow_queue_length", "tasks that wait for a worker", "queue", lengths)


def _family(name: str, says: str, label: str, values: Mapping[str, float]) -> Metric:
    family = GaugeMetricFamily(name, says, labels=[label])
    for key, value in values.items():
        family.add_metric([key], value)
    return family


def serve(host: str, port: int) -> int:
    """Answer scrapes in threads of their own; return the port."""
    registry = CollectorRegistry()
    registry.register(FloorCollector())
    server, _ = start_http_server(port, addr=host, registry=registry)
    return int(server.server_port)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m paigow_site.metrics", description=__doc__)
    parser.add_argument("--host", default=LOCAL)
    parser.add_argument("--port", type=int, default=9100)
    options = parser.parse_args()
    django.setup()
    stopping = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: stopping.set())
    serve(options.host, options.port)
    stopping.wait()


if __name__ == "__main__":
    main()
