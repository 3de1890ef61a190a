"""What must survive: killed workers, two sequencers at once, a flushed broker."""

import random
import threading
import time

import pytest
import redis
from celery import current_app
from django.conf import settings as site
from django.db import connections

from audit.commands.sequence import seal_log
from audit.log.notes import VerifierKey
from audit.models import Pending
from audit.queries.leaves import leaf_of
from audit.queries.verification import Trust, verify_logs

pytestmark = [pytest.mark.live, pytest.mark.slow(10)]

KILLS = 4


def eventually(question, seconds=240):
    deadline = time.monotonic() + seconds
    while not (answer := question()):
        assert time.monotonic() < deadline, "waited in vain"
        time.sleep(0.1)
    return answer


class Load:
    """Writers, a doorbell and a second sequencer, until the block ends."""

    def __init__(self, house):
        self.house, self.stop, self.recorded = house, threading.Event(), []
        works = [self.write, self.write, self.ring, self.seal]
        self.threads = [threading.Thread(target=self.run, args=[work]) for work in works]
        self.troubles = []

    def __enter__(self):
        for thread in self.threads:
            thread.start()
        return self

    def __exit__(self, *_):
        self.stop.set()
        for thread in self.threads:
            thread.join()

    def run(self, work):
        try:
            while not self.stop.is_set():
                work()
        except Exception as trouble:
            self.troubles.append(trouble)
        finally:
            connections.close_all()

    def write(self):
        subject = f"table:{threading.get_ident()}"
        self.recorded += self.house.record(random.randrange(1, 20), subject=subject)
        self.stop.wait(0.02)

    def ring(self):
        current_app.send_task("audit.sequence")
        self.stop.wait(0.1)

    def seal(self):
        seal_log(self.house.log_id)
        self.stop.wait(0.3)


def test_killed_workers_and_a_flushed_broker_lose_and_double_nothing(
    live_floor, house, witness, settings
):
    # Another test may have left these running: they would sign this log with keys of their own.
    for name in {"signer", "beat"} & set(live_floor.parts):
        live_floor.kill(name)
    seed = random.randrange(1 << 30)
    print(f"seed {seed}")
    chance = random.Random(seed)
    with Load(house) as load:
        for turn in range(KILLS):
            sealed = house.tree.size if house.tree else 0
            eventually(lambda: house.tree and house.tree.size > sealed + 50)  # noqa: B023
            time.sleep(chance.random() / 4)
            live_floor.kill("worker")
            if turn == 1:
                with redis.Redis.from_url(site.REDIS_URL) as broker:
                    broker.flushdb()
            live_floor.start("worker")
    assert load.troubles == []

    def everything_is_sealed():
        current_app.send_task("audit.sequence")
        return not Pending.objects.filter(log_id=house.log_id).exists()

    eventually(everything_is_sealed)
    assert len(load.recorded) > 200
    places = [leaf_of(event_id).idx for event_id in load.recorded]
    assert len(set(places)) == len(places)
    ((leaves, size),) = house.rows(
        "select count(*), max(t.size) from audit_leaf l join audit_tree t on t.id = l.tree_id"
        " where t.log_id = %s",
        house.log_id,
    )
    assert leaves == size
    house.sign()
    keys = [VerifierKey.parse(line) for line in settings.PUBLIC_KEYS_FILE.read_text().split()]
    report = verify_logs(Trust(tuple(keys)), log_ids=[house.log_id])
    assert report.faults == []
    assert size <= report.events <= house.tree.size


def test_the_web_process_seals_when_everybody_else_is_gone(live_floor, house):
    live_floor.kill("worker")
    try:
        (event_id,) = house.record(1)
        eventually(lambda: leaf_of(event_id))
    finally:
        live_floor.start("worker")
