import json
import time
import urllib.request

import pytest

from paigow_site.models import Heartbeat

pytestmark = pytest.mark.live


def eventually(question, seconds=60):
    deadline = time.monotonic() + seconds
    while not (answer := question()):
        assert time.monotonic() < deadline, "waited in vain"
        time.sleep(0.1)
    return answer


def test_the_web_server_is_alive(live_floor):
    with urllib.request.urlopen(f"{live_floor.url}/healthz") as answer:
        assert json.load(answer)["alive"] is True


def test_the_worker_takes_a_task_from_the_broker(live_floor):
    from paigow_site.tasks import heartbeat

    heartbeat.delay(sent_by="test")
    eventually(Heartbeat.objects.filter(name="test").exists)


@pytest.mark.browser
def test_a_tablet_reaches_the_floor(page):
    answer = page.goto("/readyz")
    assert answer.status in {200, 503}
    assert page.locator("#probes tbody tr").count() >= 7
    assert page.viewport_size == {"width": 1280, "height": 800}
    assert page.evaluate("navigator.maxTouchPoints") > 0
