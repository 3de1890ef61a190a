"""`make drills`: run every drill, or those that are named, and say what did not hold."""

import argparse
import random
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from datetime import UTC, datetime

from tests.drills.breaking import DRILLS, Drill
from tests.drills.cluster_drills import CLUSTER_DRILLS, cluster_ground
from tests.drills.ground import Ground, ground
from tests.drills.pitr import archived_ground, restore_to_a_second
from tests.drills.upgrade import upgrade, upgrade_ground


def options_of(arguments: list[str] | None = None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.drills", description=__doc__)
    parser.add_argument(
        "names",
        nargs="*",
        choices=[*DRILLS, *CLUSTER_DRILLS, "cluster", "pitr", "upgrade", []],
        metavar="NAME",
    )
    parser.add_argument("--seconds", type=float, default=60.0, help="how long each breaks things")
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(1 << 30))
    return parser.parse_args(arguments)


def open_tables() -> list[tuple[int, str]]:
    """Open four tables of four houses, each with a dealer and a service."""
    import django

    django.setup()
    from tests.factories import make_floor
    from tests.services import service_token

    found = []
    for _ in range(4):
        made = make_floor(at=datetime.now(UTC))
        _, token = service_token(made.administrator, at=datetime.now(UTC))
        found.append((made.table.pk, token))
    return found


def run(standing: Ground, name: str, tables: list[tuple[int, str]], chosen: argparse.Namespace):
    from tests.drills.checks import faults
    from tests.drills.crew import Crew

    drill = Drill(standing, random.Random(f"{chosen.seed}:{name}"), chosen.seconds)
    found = []
    with Crew(standing, tables, chosen.seed) as crew:
        drill.crew = crew
        try:
            (DRILLS | CLUSTER_DRILLS)[name](drill)
        except (RuntimeError, AssertionError) as error:
            found.append(str(error))
        ended = time.monotonic()
        seen = len(crew.rounds)
        while len(crew.rounds) < seen + 4 and time.monotonic() < ended + 60:
            time.sleep(0.1)
        back = time.monotonic() - ended
    found += faults(standing, crew)
    asked = sorted(second for told in crew.told for second in told.seconds)
    print(
        f"{name:<16} {len(crew.rounds):>6} rounds  {sum(told.retries for told in crew.told):>5}"
        f" asked again  p99 {asked[len(asked) * 99 // 100]:5.2f} s  longest {asked[-1]:5.2f} s"
        f"  back in {back:4.1f} s  {'FAILED' if found else 'held'}",
        flush=True,
    )
    for line in [*drill.said, *found]:
        print(f"    {line}", flush=True)
    return not found


def on_ground(
    opened: Callable[[], AbstractContextManager[Ground]],
    names: list[str],
    chosen: argparse.Namespace,
) -> Iterator[bool]:
    """Run drills one after another on one floor."""
    if not names:
        return
    with opened() as standing:
        tables = open_tables()
        for name in names:
            yield run(standing, name, tables, chosen)


def rehearse_restore(chosen: argparse.Namespace) -> bool:
    """Restore to a second, on a floor of its own."""
    with archived_ground() as standing:
        tables = open_tables()
        print("pitr", flush=True)
        try:
            for line in restore_to_a_second(standing, tables, chosen.seconds, chosen.seed):
                print(f"    {line}", flush=True)
        except (RuntimeError, AssertionError) as error:
            print(f"    FAILED: {error}", flush=True)
            return False
    return True


def rehearse_upgrade(chosen: argparse.Namespace) -> bool:
    """Upgrade from the version before the last migration while everybody works."""
    with upgrade_ground() as standing:
        tables = standing.open_tables()
        import django

        django.setup()
        from tests.drills.checks import faults
        from tests.drills.crew import Crew

        print("upgrade", flush=True)
        found: list[str] = []
        with Crew(standing, tables, chosen.seed) as crew:
            try:
                for line in upgrade(standing, crew, chosen.seconds):
                    print(f"    {line}", flush=True)
            except (RuntimeError, AssertionError) as error:
                found.append(str(error))
        found += faults(standing, crew)
        asked_again = sum(told.retries for told in crew.told)
        print(f"    {len(crew.rounds)} rounds, {asked_again} asked again", flush=True)
        for fault in found:
            print(f"    FAILED: {fault}", flush=True)
    return not found


def main() -> int:
    chosen = options_of()
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    begun = time.monotonic()
    print(f"seed {chosen.seed}, {chosen.seconds:.0f} s each", flush=True)
    names = [
        each
        for name in chosen.names or DRILLS
        for each in (CLUSTER_DRILLS if name == "cluster" else [name])
    ]
    held = [*on_ground(ground, [each for each in names if each in DRILLS], chosen)]
    held += on_ground(cluster_ground, [each for each in names if each in CLUSTER_DRILLS], chosen)
    if "pitr" in names:
        held.append(rehearse_restore(chosen))
    if "upgrade" in names:
        held.append(rehearse_upgrade(chosen))
    minutes = (time.monotonic() - begun) / 60
    print(f"{sum(held)} of {len(held)} drills held in {minutes:.1f} minutes, seed {chosen.seed}")
    return 0 if all(held) else 1


if __name__ == "__main__":
    sys.exit(main())
