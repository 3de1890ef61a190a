"""What somebody writes into Redis: a task is a bell, and a bell carries no facts."""

import base64
import json
import pickle
from uuid import uuid4

import pytest
import redis
from django.conf import settings
from kombu.exceptions import ContentDisallowed
from kombu.serialization import loads, prepare_accept_content

from audit.models import Export
from paigow_site.celery import app
from paigow_site.models import Heartbeat
from tests.attacks.callers import state_of
from tests.factories import make_floor
from tests.paigow_site.test_live_floor import eventually


class Bomb:
    def __reduce__(self):
        return (print, ("a worker ran this",))


def message(task, args, *, kind="application/json", body=None, queue="default"):
    """A message as kombu lays it into the list of a queue."""
    written = json.dumps([args, {}, {}]).encode() if body is None else body
    return json.dumps(
        {
            "body": base64.b64encode(written).decode(),
            "content-encoding": "utf-8" if kind == "application/json" else "binary",
            "content-type": kind,
            "headers": {
                "task": task,
                "id": str(uuid4()),
                "lang": "py",
                "argsrepr": "",
                "retries": 0,
            },
            "properties": {
                "correlation_id": str(uuid4()),
                "delivery_mode": 2,
                "delivery_info": {"exchange": "", "routing_key": queue},
                "priority": 0,
                "body_encoding": "base64",
                "delivery_tag": str(uuid4()),
            },
        }
    )


def test_a_worker_reads_json_only():
    accepted = prepare_accept_content(app.conf.accept_content)
    assert accepted == {"application/json"}
    for kind in ("application/x-python-serialize", "application/x-yaml"):
        with pytest.raises(ContentDisallowed):
            loads(pickle.dumps(Bomb()), kind, "binary", accept=accepted)


def test_tasks_take_no_facts():
    """Every task takes nothing, or one id that it looks up; none takes an amount or a time."""
    app.loader.import_default_modules()
    ours = {name: task for name, task in app.tasks.items() if not name.startswith("celery.")}
    assert len(ours) >= 6
    for name, task in ours.items():
        names = task.run.__code__.co_varnames[: task.run.__code__.co_argcount]
        facts = {each for each in names if not each.endswith("_id")} - {"self", "sent_by"}
        assert facts == set(), name


@pytest.mark.live
def test_a_worker_survives_what_is_thrown_into_its_queue(live_floor):
    """Unknown tasks, pickles, rubbish, ten megabytes, forged arguments; then real work."""
    floor = make_floor()
    before = state_of(floor.property)
    broker = redis.Redis.from_url(settings.REDIS_URL)
    for thrown in (
        message("os.system", ["id"]),
        message("celery.chord", [[], None]),
        message(
            "audit.sequence", [], kind="application/x-python-serialize", body=pickle.dumps(Bomb())
        ),
        message("audit.sequence", [1, 2, 3]),
        message("audit.write_export", ["../../etc/passwd"]),
        message("audit.write_export", [str(uuid4())]),
        message("paigow_site.heartbeat", [], body=b"[" * 2000),
        message("audit.sequence", ["x" * 10 * 2**20]),
    ):
        broker.lpush("default", thrown)
    from paigow_site.tasks import heartbeat

    heartbeat.delay(sent_by="after-attack")
    eventually(Heartbeat.objects.filter(name="after-attack").exists, seconds=120)
    assert state_of(floor.property) == before
    assert not Export.objects.filter(property_id=floor.property.pk).exists()
    assert live_floor.parts["worker"].is_running()
