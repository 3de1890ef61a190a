"""Results against the exact odds of the rules, and hands against the house way."""

from typing import Any

from django.utils.translation import gettext_lazy as _

from rounds.games import game_of
from rounds.monitors import readings
from rounds.monitors.statistics import Sum, grouped_sum
from rounds.monitors.verdicts import verdict_of, verdict_sentence
from rounds.reports.chances import chances_of
from rounds.reports.parts import DECIMAL, MONEY, NUMBER, SHARE, Column, Finding, Part, Plot, Rows
from rounds.reports.scope import Scope
from tables.models import RulesSubmission

Kept = dict[str, Any]
FEWEST_ROUNDS = 30
MOST_LISTED = 100


def result_figures(scope: Scope, progress: Any) -> Kept:
    """For each rules submission in play: wins, pushes, losses and money against the exact odds."""
    rows = readings.read(readings.SUBMISSIONS, scope)
    submissions = RulesSubmission.objects.in_bulk([row["submission_id"] for row in rows])
    lines = []
    for done, submission in enumerate(submissions.values()):
        lines.append(submission_figures(scope, submission))
        progress(done + 1, len(submissions) + 1)
    return {"lines": [line for line in lines if line["wagers"]]}


def submission_figures(scope: Scope, submission: RulesSubmission) -> Kept:
    odds, commission = chances_of(submission)
    shares = {
        name: float(odds.share(count))
        for name, count in (("win", odds.win), ("push", odds.push), ("lose", odds.lose))
    }
    edge = float(odds.house_edge(commission))
    (row,) = readings.read(readings.WAGERS, scope, submission=submission.pk, edge=edge, **shares)
    wagers, rounds = int(row["wagers"] or 0), row["rounds"]
    line: Kept = {"name": str(submission), "rounds": rounds, "wagers": wagers, "edge": edge}
    for name, share in shares.items():
        line[name] = {"share": share} | kept_sum(
            grouped_sum(row[name] or 0, wagers * share, row[f"{name}_squares"] or 0), rounds
        )
    wagered = row["wagered"] or 0.0
    line["wagered"] = wagered
    line["net"] = kept_sum(
        grouped_sum(-(row["net"] or 0.0), wagered * edge, row["net_squares"] or 0), rounds
    )
    return line


def kept_sum(found: Sum | None, rounds: int) -> Kept:
    if found is None:
        return {"seen": None, "expected": None, "low": None, "high": None, "p": None}
    return {
        "seen": found.seen,
        "expected": found.expected,
        "low": found.low,
        "high": found.high,
        "p": found.p if rounds >= FEWEST_ROUNDS else None,
    }


def result_parts(kept: Kept) -> list[Part]:
    parts: list[Part] = []
    for line in kept["lines"]:
        parts += line_parts(line)
    return parts or [
        Finding(_("Results"), "few", verdict_sentence(None), _("No wager against the house."))
    ]


def line_parts(line: Kept) -> list[Part]:
    outcomes = (("win", _("Win")), ("push", _("Push")), ("lose", _("Lose")))
    return [
        Finding(
            line["name"],
            verdict_of(line["net"]["p"]),
            verdict_sentence(line["net"]["p"]),
            _(
                "What the house won from wagers against it, beside the exact edge of these rules "
                "over all 736,281,000 deals of two hands, both set the house way. The interval "
                "comes from how much whole rounds vary, because the seats of a round share the "
                "bank's hand."
            ),
        ),
        Plot(
            line["name"],
            ["W", "P", "L"],
            [line[name]["seen"] or 0 for name, _label in outcomes],
            [line[name]["expected"] or 0 for name, _label in outcomes],
            [max(0.0, line[name]["low"] or 0) for name, _label in outcomes],
            [line[name]["high"] or 0 for name, _label in outcomes],
            note=_("Wins, pushes and losses of players, with the interval to expect."),
        ),
        Rows(
            line["name"],
            [
                Column(_("Outcome")),
                Column(_("Seen"), NUMBER),
                Column(_("Expected"), DECIMAL),
                Column(_("From"), DECIMAL),
                Column(_("To"), DECIMAL),
                Column(_("Exact share"), SHARE),
                Column(_("Chance"), SHARE),
            ],
            [
                [label, line[name]["seen"], line[name]["expected"], line[name]["low"],
                 line[name]["high"], line[name]["share"], line[name]["p"]]
                for name, label in outcomes
            ],
        ),
        Rows(
            _("What the house won from these wagers"),
            [
                Column(_("Wagered"), MONEY),
                Column(_("Won"), MONEY),
                Column(_("Expected"), MONEY),
                Column(_("From"), MONEY),
                Column(_("To"), MONEY),
                Column(_("Exact edge"), SHARE),
                Column(_("Chance"), SHARE),
            ],
            [
                [line["wagered"], line["net"]["seen"], line["net"]["expected"], line["net"]["low"],
                 line["net"]["high"], line["edge"], line["net"]["p"]]
            ],
        ),
    ]  # fmt: skip


def setting_figures(scope: Scope, progress: Any) -> Kept:
    """How often hands were set unlike the house way: the dealer's, and the players' own choice."""
    rows = readings.read(readings.SETTINGS, scope)
    submissions = RulesSubmission.objects.in_bulk({row["submission_id"] for row in rows})
    found: Kept = {
        "dealer": {"hands": 0, "unlike": 0},
        "player": {"hands": 0, "unlike": 0},
        "listed": [],
    }
    for row in rows:
        game = game_of(submissions[row["submission_id"]])
        who = "dealer" if row["is_dealer"] else "player"
        hand = {"held": row["tiles"], "high": row["high"], "low": row["low"]}
        found[who]["hands"] += row["n"]
        if not game.is_house_way(hand):  # type: ignore[arg-type]
            found[who]["unlike"] += row["n"]
            if who == "dealer" and len(found["listed"]) < MOST_LISTED:
                right = game.hand(row["tiles"], None, None)
                found["listed"].append(
                    {**hand, "n": row["n"], "round": row["example"], "right": right["high"]}
                )
    return found


def setting_parts(kept: Kept) -> list[Part]:
    dealer = kept["dealer"]
    return [
        Finding(
            _("The dealer's hand and the house way"),
            "unusual" if dealer["unlike"] else "expected" if dealer["hands"] else "few",
            str(
                _("{unlike} of {hands} hands were set otherwise.")
            ).format(unlike=f"{dealer['unlike']:,}", hands=f"{dealer['hands']:,}"),
            _(
                "The house way decides how the dealer's hand is set. A hand set otherwise stands "
                "only by a ruling; look at the round's replay."
            ),
        ),
        Rows(
            _("Hands set otherwise by the dealer"),
            [Column(_("Tiles")), Column(_("High hand as set")), Column(_("House way's high hand")),
             Column(_("Times"), NUMBER), Column(_("Latest round"))],
            [
                [" ".join(e["held"]), " ".join(e["high"]), " ".join(e["right"]), e["n"], e["round"]]
                for e in kept["listed"]
            ],
            empty=_("Every hand of the dealer was set the house way."),
        ),
        Rows(
            _("How often"),
            [Column(_("Who")), Column(_("Hands"), NUMBER), Column(_("Set otherwise"), NUMBER),
             Column(_("Share"), SHARE)],
            [
                [label, kept[who]["hands"], kept[who]["unlike"],
                 kept[who]["unlike"] / kept[who]["hands"] if kept[who]["hands"] else None]
                for who, label in (("dealer", _("Dealer")), ("player", _("Players")))
            ],
            note=_("Players set their hands as they like; their line is for comparison only."),
        ),
    ]  # fmt: skip
