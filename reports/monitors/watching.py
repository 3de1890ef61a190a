"""What one gaming day says about each thing that is watched, as bets on a fault."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from reports.chances import edge_of
from reports.models import WatchedNight
from reports.monitors import readings
from reports.monitors.equipment import face_counts
from reports.monitors.evidence import LUCK_STAKES, face_bets, luck_bets, share_bets
from reports.monitors.people import names_of
from reports.scope import Scope, day_period
from staff.models import Property
from tables.models import RulesSubmission

HITS = ("late", "quick", "irregular", "corrected", "void")
DICE, RESULTS, LUCK = "dice", "results", "luck"
MONITORS = (*HITS, DICE, RESULTS, LUCK)
NAMELESS = (LUCK,)
"""A marker belongs to one night, so its evidence ends with the night."""
BEING_WRITTEN = timedelta(minutes=1)
"""What came so shortly before a look may not be seen by it yet: it belongs to the next."""


@dataclass(frozen=True, slots=True)
class Seen:
    """What a night says of one thing: the bets on it, and the counts behind them.

    `hits` of `tries` stand beside `other_hits` of `other_tries`, which is what the night's control
    chart shows; `subject` is how the thing is known, `label` how people call it.
    """

    monitor: str
    subject: str
    label: str
    bets: list[float]
    hits: float
    tries: int
    other_hits: float
    other_tries: int


def night_of(house: Property, day: date, at: datetime) -> Iterator[Seen]:
    """Everything that can be watched in one gaming day of a house, which is looked at now."""
    scope = Scope(house, day_period(house, day))
    yield from people_seen(scope, at)
    yield from dice_seen(scope)
    yield from results_seen(scope)
    yield from players_seen(scope)


def people_seen(scope: Scope, at: datetime) -> Iterator[Seen]:
    """What dealers dealt that day, with the late entries of days before that came meanwhile."""
    period = scope.period
    nights = WatchedNight.objects.filter(property=scope.house, gaming_day__lt=period.first_day)
    last = nights.order_by("-gaming_day").first()
    rows = readings.read_rows(
        readings.DEALERS_OF_NIGHT,
        scope,
        house=scope.house.pk,
        day_began=period.since,
        since=last.looked_at - BEING_WRITTEN if last else period.since,
        until=at - BEING_WRITTEN,
    )
    names = names_of(row["dealer_id"] for row in rows)
    tries = sum(row["rounds"] for row in rows)
    for hits in HITS:
        found = sum(row[hits] for row in rows)
        for row in rows:
            mine = (row[hits], row["rounds"], found - row[hits], tries - row["rounds"])
            key = row["dealer_id"]
            yield Seen(hits, str(key), names[key], share_bets(*mine), *mine)


def dice_seen(scope: Scope) -> Iterator[Seen]:
    for serial, seen in face_counts(scope).items():
        total = sum(seen)
        yield Seen(DICE, serial, serial, face_bets(seen), max(seen), total, total / 6, total)


def results_seen(scope: Scope) -> Iterator[Seen]:
    rows = readings.read_rows(readings.SUBMISSIONS, scope)
    for submission in RulesSubmission.objects.filter(pk__in=[r["submission_id"] for r in rows]):
        edge = float(edge_of(submission))
        found = readings.read_rows(readings.ROUND_RESULTS, scope, submission=submission.pk)
        bets = luck_bets(row["net"] / row["wagered"] + edge for row in found)
        net, wagered = (sum(row[name] for row in found) for name in ("net", "wagered"))
        yield Seen(
            RESULTS, str(submission.pk), str(submission), bets,
            net, len(found), -edge * wagered, len(found),
        )  # fmt: skip


def players_seen(scope: Scope) -> Iterator[Seen]:
    edges: dict[int, float] = {}
    players: dict[tuple[int, str], list[float]] = {}
    for row in readings.read_rows(readings.PLAYER_RESULTS, scope):
        key = row["submission_id"]
        if key not in edges:
            edges[key] = float(edge_of(RulesSubmission.objects.get(pk=key)))
        results = players.setdefault((row["table_number"], row["player"]), [])
        results.append(row["net"] / row["wagered"] + edges[key])
    for (table, player), results in sorted(players.items()):
        won = sum(each > 0.5 for each in results)
        day = scope.period.first_day.isoformat()
        yield Seen(
            LUCK, f"{day}/{table}/{player}", f"{table}, {player}",
            luck_bets(results, LUCK_STAKES), won, len(results), 0.3 * len(results), len(results),
        )  # fmt: skip
