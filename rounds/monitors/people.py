"""Pace, errors, late and quick entries by dealer; who banked how often.

A person is compared with everybody else in the same period. With many people somebody always
stands out, so each chance says how often at least one of so many would.
"""

from typing import Any

from django.utils.translation import gettext_lazy as _

from rounds.monitors import readings
from rounds.monitors.statistics import at_least_one, binomial_two_sided
from rounds.monitors.verdicts import verdict_of, verdict_sentence
from rounds.reports.parts import (
    DECIMAL,
    MONEY,
    NUMBER,
    SHARE,
    Column,
    Finding,
    Part,
    Plot,
    Rows,
    Words,
)
from rounds.reports.scope import Scope
from rounds.reports.table_figures import LONGEST_PAUSE_SECONDS
from staff.models import Person

Kept = dict[str, Any]


def names_of(ids: Any) -> dict[int, str]:
    return dict(Person.objects.filter(pk__in=list(ids)).values_list("pk", "name"))


def compared_people(rows: list[Kept], hits: str) -> list[Kept]:
    """Each person's share of rounds with something, beside the share of all the others."""
    names = names_of(row["dealer_id"] for row in rows)
    rounds, all_hits = sum(row["rounds"] for row in rows), sum(row[hits] for row in rows)
    lines = []
    for row in rows:
        other_rounds = rounds - row["rounds"]
        share = (all_hits - row[hits]) / other_rounds if other_rounds else None
        p = binomial_two_sided(row[hits], row["rounds"], share) if share else None
        lines.append(
            {
                "name": names[row["dealer_id"]],
                "rounds": row["rounds"],
                "hits": row[hits],
                "share": row[hits] / row["rounds"],
                "others": share,
                "p": at_least_one(p, len(rows)) if p is not None else None,
            }
        )
    return sorted(lines, key=lambda line: (-line["share"], line["name"]))


def entry_figures(scope: Scope, progress: Any) -> Kept:
    rows = readings.read(readings.DEALERS, scope)
    return {hits: compared_people(rows, hits) for hits in ("late", "quick")}


def error_figures(scope: Scope, progress: Any) -> Kept:
    rows = readings.read(readings.DEALERS, scope)
    return {hits: compared_people(rows, hits) for hits in ("irregular", "corrected", "void")}


TITLES = {
    "late": _("Rounds entered late"),
    "quick": _("Rounds entered by outcomes only"),
    "irregular": _("Rounds with an irregularity"),
    "corrected": _("Rounds corrected"),
    "void": _("Void rounds"),
}
MEANINGS = {
    "late": _("A late entry was typed in after the round: no network, or a busy pit."),
    "quick": _("A quick entry keeps outcomes without tiles; a busy table does that more often."),
    "irregular": _("Who reports every irregularity has more of them than who reports none."),
    "corrected": _("A correction may be the dealer's, the tablet's or the floor's."),
    "void": _("A void round has its reason in the record."),
}


def people_parts(kept: Kept) -> list[Part]:
    parts: list[Part] = []
    for hits, lines in kept.items():
        known = [line["p"] for line in lines if line["p"] is not None]
        p = min(known) if known else None
        parts += [
            Finding(TITLES[hits], verdict_of(p), verdict_sentence(p), MEANINGS[hits]),
            people_rows(TITLES[hits], lines),
        ]
    return parts


def people_rows(title: Words, lines: list[Kept]) -> Rows:
    return Rows(
        title,
        [
            Column(_("Dealer")),
            Column(_("Rounds"), NUMBER),
            Column(_("Of these"), NUMBER),
            Column(_("Share"), SHARE),
            Column(_("All others"), SHARE),
            Column(_("Chance"), SHARE),
        ],
        [[e["name"], e["rounds"], e["hits"], e["share"], e["others"], e["p"]] for e in lines],
        empty=_("No round in this period."),
        note=_(
            "Chance: how often at least one of so many dealers would stand out as much, if all "
            "were alike."
        ),
    )


def pace_figures(scope: Scope, progress: Any) -> Kept:
    """Rounds an hour by dealer, and how long a round takes; pauses left out."""
    rows = readings.read(readings.PACE, scope, pause=LONGEST_PAUSE_SECONDS)
    names = names_of(row["dealer_id"] for row in rows)
    lines = [
        {
            "name": names[row["dealer_id"]],
            "rounds": row["rounds"],
            "an_hour": row["rounds"] * 3600 / row["seconds"] if row["seconds"] else None,
            "median": row["median"],
            "slow": row["slow"],
        }
        for row in rows
    ]
    lines.sort(key=lambda line: (-(line["an_hour"] or 0), line["name"]))
    seconds, rounds = sum(row["seconds"] for row in rows), sum(row["rounds"] for row in rows)
    return {"lines": lines, "an_hour": rounds * 3600 / seconds if seconds else None}


def pace_parts(kept: Kept) -> list[Part]:
    return [
        Plot(
            _("Rounds an hour by dealer"),
            [str(number) for number in range(1, len(kept["lines"]) + 1)],
            [line["an_hour"] or 0 for line in kept["lines"]],
            [kept["an_hour"] or 0] * len(kept["lines"]),
            note=_("Bars in the order of the table below. Marks: all dealers together."),
        ),
        Rows(
            _("Pace"),
            [
                Column(_("Dealer")),
                Column(_("Rounds"), NUMBER),
                Column(_("Rounds an hour"), DECIMAL),
                Column(_("Half take at most (s)"), DECIMAL),
                Column(_("Nine of ten take at most (s)"), DECIMAL),
            ],
            [[e["name"], e["rounds"], e["an_hour"], e["median"], e["slow"]] for e in kept["lines"]],
            empty=_("No round in this period."),
            note=_("From opening to opening. A full table is slower than one with two players."),
        ),
    ]


def bank_figures(scope: Scope, progress: Any) -> Kept:
    """Who held the bank, how often the bank came out ahead, beside all other player banks."""
    rows = readings.read(readings.BANKS, scope)
    turns, won = sum(row["turns"] for row in rows), sum(row["won"] for row in rows)
    for row in rows:
        others = turns - row["turns"]
        share = (won - row["won"]) / others if others else None
        row["others"] = share
        p = binomial_two_sided(row["won"], row["turns"], share) if share else None
        row["p"] = at_least_one(p, len(rows)) if p is not None else None
    return {"rows": rows, "turns": turns, "won": won}


def bank_parts(kept: Kept) -> list[Part]:
    known = [row["p"] for row in kept["rows"] if row["p"] is not None]
    p = min(known) if known else None
    return [
        Finding(
            _("Player banks"),
            verdict_of(p),
            verdict_sentence(p),
            _(
                "A bank wins copies and is ahead more often than not. One marker at one seat is "
                "one line; names are not known here."
            ),
        ),
        Rows(
            _("Who banked"),
            [
                Column(_("Table"), NUMBER),
                Column(_("Seat"), NUMBER),
                Column(_("Marker")),
                Column(_("Turns"), NUMBER),
                Column(_("Ahead"), NUMBER),
                Column(_("Share"), SHARE),
                Column(_("All others"), SHARE),
                Column(_("Bank's net"), MONEY),
                Column(_("Wagers against it"), MONEY),
                Column(_("Largest round"), MONEY),
                Column(_("Chance"), SHARE),
            ],
            [
                [row["table_number"], row["seat"], row["player"], row["turns"], row["won"],
                 row["won"] / row["turns"], row["others"], row["net"], row["wagered"],
                 row["largest"], row["p"]]
                for row in kept["rows"]
            ],
            empty=_("No player held the bank."),
        ),
    ]  # fmt: skip
