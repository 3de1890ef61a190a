"""Pace, errors, late and quick entries by dealer; who banked how often.

A person is compared with everybody else in the same period. With many people somebody always
stands out, so each chance says how often at least one of so many would.
"""

from typing import Any

from django.utils.translation import gettext_lazy as _

from reports.monitors import readings
from reports.monitors.statistics import at_least_one, fisher_two_sided
from reports.monitors.verdicts import verdict_of, verdict_sentence
from reports.parts import (
    DECIMAL,
    MONEY,
    NUMBER,
    SHARE,
    Column,
    Part,
    Plot,
    ReportFinding,
    Rows,
    Words,
)
from reports.scope import Scope
from reports.table_figures import LONGEST_PAUSE_SECONDS
from staff.models import Person
from tables.models import RulesSubmission

Kept = dict[str, Any]
MOST_BANKS = 200


def names_of(ids: Any) -> dict[int, str]:
    return dict(Person.everybody.filter(pk__in=list(ids)).values_list("pk", "name"))


def compared_people(rows: list[Kept], hits: str) -> list[Kept]:
    """Each person's share of rounds with something, beside the share of all the others."""
    names = names_of(row["dealer_id"] for row in rows)
    rounds, all_hits = sum(row["rounds"] for row in rows), sum(row[hits] for row in rows)
    lines = []
    for row in rows:
        other_rounds = rounds - row["rounds"]
        share = (all_hits - row[hits]) / other_rounds if other_rounds else None
        p = fisher_two_sided(row[hits], row["rounds"], all_hits - row[hits], other_rounds)
        lines.append(
            {
                "name": names[row["dealer_id"]],
                "rounds": row["rounds"],
                "hits": row[hits],
                "share": row[hits] / row["rounds"],
                "others": share,
                "p": at_least_one(p, len(rows)) if other_rounds else None,
            }
        )
    return sorted(lines, key=lambda line: (-line["share"], line["name"]))


def entry_figures(scope: Scope, progress: Any) -> Kept:
    rows = readings.read_rows(readings.DEALERS, scope)
    return {hits: compared_people(rows, hits) for hits in ("late", "quick")}


def error_figures(scope: Scope, progress: Any) -> Kept:
    rows = readings.read_rows(readings.DEALERS, scope)
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
    for hits in (each for each in TITLES if each in kept):
        lines = kept[hits]
        known = [line["p"] for line in lines if line["p"] is not None]
        p = min(known) if known else None
        rounds, found = (sum(line[name] for line in lines) for name in ("rounds", "hits"))
        basis = str(_("{hits} of {rounds} rounds.")).format(hits=f"{found:,}", rounds=f"{rounds:,}")
        parts += [
            ReportFinding(TITLES[hits], verdict_of(p), verdict_sentence(p), MEANINGS[hits], basis),
            people_rows(_("By dealer"), lines),
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
    """Rounds an hour by rules and dealer, and how long a round takes; pauses left out.

    A game of cards and a full table of tiles have no common pace, so a dealer stands beside
    everybody who dealt the same rules.
    """
    rows = readings.read_rows(readings.PACE, scope, pause=LONGEST_PAUSE_SECONDS)
    names = names_of(row["dealer_id"] for row in rows)
    rules = rules_of(rows)
    lines = []
    for row in rows:
        alike = [each for each in rows if each["submission_id"] == row["submission_id"]]
        lines.append(
            {
                "name": names[row["dealer_id"]],
                "rules": rules[row["submission_id"]],
                "rounds": row["rounds"],
                "an_hour": rounds_an_hour([row]),
                "alike": rounds_an_hour(alike),
                "median": row["median"],
                "slow": row["slow"],
            }
        )
    lines.sort(key=lambda line: (line["rules"], -(line["an_hour"] or 0), line["name"]))
    return {"lines": lines}


def rounds_an_hour(rows: list[Kept]) -> float | None:
    seconds = sum(row["seconds"] for row in rows)
    return sum(row["rounds"] for row in rows) * 3600 / seconds if seconds else None


def rules_of(rows: list[Kept]) -> dict[int, str]:
    found = RulesSubmission.objects.in_bulk({row["submission_id"] for row in rows})
    return {pk: str(submission) for pk, submission in found.items()}


def pace_parts(kept: Kept) -> list[Part]:
    lines = kept["lines"]
    table = Rows(
        _("Pace by rules and dealer"),
        [
            Column(_("No."), NUMBER),
            Column(_("Rules")),
            Column(_("Dealer")),
            Column(_("Rounds"), NUMBER),
            Column(_("Rounds an hour"), DECIMAL),
            Column(_("All at these rules"), DECIMAL),
            Column(_("Half take at most (s)"), NUMBER),
            Column(_("Nine of ten take at most (s)"), NUMBER),
        ],
        [
            [n, e["rules"], e["name"], e["rounds"], e["an_hour"], e["alike"], e["median"],
             e["slow"]]
            for n, e in enumerate(lines, 1)
        ],
        empty=_("No round in this period."),
        note=_(
            "From opening to opening, pauses of more than fifteen minutes left out. A full table "
            "is slower than one with two players."
        ),
    )  # fmt: skip
    if not lines:
        return [table]
    plot = Plot(
        _("Rounds an hour by dealer"),
        [str(number) for number in range(1, len(lines) + 1)],
        [line["an_hour"] or 0 for line in lines],
        [line["alike"] or 0 for line in lines],
        note=_("Bars: dealers by their number in the table. Marks: everybody at the same rules."),
        up=_("rounds an hour"),
        across=_("dealer by number"),
    )
    return [plot, table]


def bank_figures(scope: Scope, progress: Any) -> Kept:
    """Who held the bank and how often it came out ahead, beside other banks at the same rules."""
    rows = readings.read_rows(readings.BANKS, scope)
    groups = [
        {"rules": name, "rows": compared_banks([r for r in rows if r["submission_id"] == pk])}
        for pk, name in rules_of(rows).items()
    ]
    return {"groups": sorted(groups, key=lambda group: str(group["rules"]))}


def compared_banks(rows: list[Kept]) -> list[Kept]:
    turns, won = sum(row["turns"] for row in rows), sum(row["won"] for row in rows)
    for row in rows:
        others = turns - row["turns"]
        share = (won - row["won"]) / others if others else None
        row["others"] = share
        p = fisher_two_sided(row["won"], row["turns"], won - row["won"], others)
        row["p"] = at_least_one(p, len(rows)) if others else None
    return rows[:MOST_BANKS]


def bank_parts(kept: Kept) -> list[Part]:
    parts: list[Part] = []
    for group in kept["groups"]:
        parts += bank_group_parts(group["rules"], group["rows"])
    return parts or [
        ReportFinding(
            _("Player banks"), "few", verdict_sentence(None), _("No player held the bank.")
        )
    ]  # fmt: skip


def bank_group_parts(rules: str, rows: list[Kept]) -> list[Part]:
    known = [row["p"] for row in rows if row["p"] is not None]
    p = min(known) if known else None
    turns = sum(row["turns"] for row in rows)
    basis = str(_("{turns} turns of {banks} player banks.")).format(
        turns=f"{turns:,}", banks=f"{len(rows):,}"
    )
    return [
        ReportFinding(
            rules,
            verdict_of(p),
            verdict_sentence(p),
            _(
                "With one wager against it a bank is ahead in about three rounds of ten, behind "
                "in nearly as many and even in four; it wins equal hands. One marker at one seat "
                "is one line; names are not known here."
            ),
            basis,
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
                for row in rows
            ],
            note=_(
                "All others: other player banks at the same rules. Chance: how often at least one "
                "of so many banks would stand out as much, if all were alike."
            ),
        ),
    ]  # fmt: skip
