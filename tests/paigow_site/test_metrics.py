"""Figures for Prometheus: what the floor is like at the moment of the scrape."""

import urllib.request
from datetime import UTC, datetime
from uuid import uuid4

from prometheus_client import CollectorRegistry
from prometheus_client.parser import text_string_to_metric_families

from paigow_site.metrics import FloorCollector, serve
from paigow_site.servers.ports import LOCAL
from tests.factories import make_floor
from tests.rounds.taps import Call, Opening, open_round


def scraped(registry):
    return {
        (sample.name, *sample.labels.values()): sample.value
        for family in registry.collect()
        for sample in family.samples
    }


def test_an_opened_round_is_counted(committed):
    registry = CollectorRegistry()
    registry.register(FloorCollector())
    floor = make_floor(at=datetime.now(UTC))
    before = scraped(registry)
    open_round(floor.table.pk, Opening(uuid4()), Call(by=floor.dealer))
    after = scraped(registry)
    key = ("paigow_open_rounds", "betting")
    assert after[key] == before.get(key, 0) + 1
    assert after["paigow_part_well", "database"] == 1
    assert after["paigow_unsealed_events",] > before["paigow_unsealed_events",]


def test_prometheus_can_read_the_answer(committed):
    port = serve(LOCAL, 0)
    with urllib.request.urlopen(f"http://{LOCAL}:{port}/metrics") as answer:
        families = {f.name for f in text_string_to_metric_families(answer.read().decode())}
    assert {"paigow_part_well", "paigow_tables", "paigow_queue_length"} <= families
