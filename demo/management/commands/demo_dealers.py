"""Let simulated dealers play on the demo floor, until stopped."""

import signal
import threading
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from demo.dealers import Dealers


class Command(BaseCommand):
    help = "Let simulated dealers play on the demo floor, until stopped."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--speed", type=float, default=1.0, help="1 is the pace of a floor")
        parser.add_argument("--seed", type=int, default=1, help="the same seed, the same rounds")

    def handle(self, *args: Any, **options: Any) -> None:
        stop = threading.Event()
        for name in (signal.SIGTERM, signal.SIGINT):
            signal.signal(name, lambda *_: stop.set())
        dealers = Dealers(speed=max(options["speed"], 0.01), seed=options["seed"])
        dealers.run(until=stop.is_set, sleep=lambda seconds: _sleep(stop, seconds))


def _sleep(stop: threading.Event, seconds: float) -> None:
    stop.wait(seconds)
