"""Results against the exact odds of the rules, and hands against the house way."""

from typing import Any

from django.utils.translation import gettext_lazy as _

from foundation.wording import moment_text
from reports.chances import chances_of
from reports.monitors import readings
from reports.monitors.statistics import Sum, grouped_sum, holm, together
from reports.monitors.verdicts import verdict_of, verdict_sentence
from reports.parts import (
    DECIMAL,
    MONEY,
    NUMBER,
    ROUND,
    SHARE,
    Column,
    Part,
    Plot,
    ReportFinding,
    Rows,
)
from reports.scope import Scope
from rounds.games import game_of
from rounds.models import Round
from rounds.wording import outcome_words
from tables.models import RulesSubmission

Kept = dict[str, Any]
FEWEST_ROUNDS = 30
MOST_LISTED = 100


def result_figures(scope: Scope, progress: Any) -> Kept:
    """For each rules submission in play: wins, pushes, losses and money against the exact odds."""
    rows = readings.read_rows(readings.SUBMISSIONS, scope)
    submissions = RulesSubmission.objects.in_bulk([row["submission_id"] for row in rows])
    lines = []
    for done, submission in enumerate(submissions.values()):
        lines.append(submission_figures(scope, submission))
        progress(done + 1, len(submissions) + 1)
    found = [line for line in lines if line["wagers"]]
    tested = [line for line in found if line["p"] is not None]
    for line, p in zip(tested, holm([line["p"] for line in tested]), strict=True):
        line["p"] = p
    return {"lines": sorted(found, key=lambda line: str(line["name"]))}


def submission_figures(scope: Scope, submission: RulesSubmission) -> Kept:
    odds, commission = chances_of(submission)
    shares = {
        name: float(odds.share(count))
        for name, count in (("win", odds.win), ("push", odds.push), ("lose", odds.lose))
    }
    edge = float(odds.house_edge(commission))
    (row,) = readings.read_rows(
        readings.WAGERS, scope, submission=submission.pk, edge=edge, **shares
    )
    wagers, rounds = int(row["wagers"] or 0), row["rounds"]
    line: Kept = {
        "name": str(submission),
        "rounds": rounds,
        "wagers": wagers,
        "edge": edge,
        "deals": odds.total,
        "left_out": readings.read_rows(readings.LEFT_OUT, scope, submission=submission.pk),
    }
    for name, share in shares.items():
        line[name] = {"share": share} | kept_sum(
            grouped_sum(row[name] or 0, wagers * share, row[f"{name}_squares"] or 0), rounds
        )
    wagered = row["wagered"] or 0.0
    line["wagered"] = wagered
    line["net"] = kept_sum(
        grouped_sum(-(row["net"] or 0.0), wagered * edge, row["net_squares"] or 0), rounds
    )
    line["p"] = all_at_once(row, line) if rounds >= FEWEST_ROUNDS else None
    return line


def all_at_once(row: Kept, line: Kept) -> float | None:
    """One chance for wins, losses and money of the same rounds; what pushes is what is left."""
    names = ("win", "lose", "net")
    if any(line[name]["expected"] is None for name in names):
        return None
    money = row["net"] + row["wagered"] * line["edge"]
    deviations = [
        *(line[name]["seen"] - line[name]["expected"] for name in ("win", "lose")),
        money,
    ]
    products = [
        [row["win_squares"], row["win_lose"], row["win_net"]],
        [row["win_lose"], row["lose_squares"], row["lose_net"]],
        [row["win_net"], row["lose_net"], row["net_squares"]],
    ]
    found = together(deviations, products)
    return found.p if found else None


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
        ReportFinding(_("Results"), "few", verdict_sentence(None), _("No wager against the house."))
    ]


def line_parts(line: Kept) -> list[Part]:
    outcomes = (("win", _("Win")), ("push", _("Push")), ("lose", _("Lose")))
    return [
        ReportFinding(
            line["name"],
            verdict_of(line["p"]),
            verdict_sentence(line["p"]),
            str(
                _(
                    "Wins, losses and money together, beside the exact odds of these rules over "
                    "all {deals} deals of two hands, both set the house way. How much is usual "
                    "comes from how whole rounds vary, because the seats of a round share the "
                    "bank's hand. Where several rules are looked at, the chance allows for it."
                )
            ).format(deals=f"{line['deals']:,}"),
            str(
                _("{rounds} rounds with {wagers} wagers; {fewest} rounds are needed.")
            ).format(
                rounds=f"{line['rounds']:,}", wagers=f"{line['wagers']:,}", fewest=FEWEST_ROUNDS
            )
            if line["rounds"] < FEWEST_ROUNDS
            else str(_("{rounds} rounds with {wagers} wagers.")).format(
                rounds=f"{line['rounds']:,}", wagers=f"{line['wagers']:,}"
            ),
        ),
        Plot(
            _("Wins, pushes and losses of players"),
            ["W", "P", "L"],
            [line[name]["seen"] or 0 for name, _label in outcomes],
            [line[name]["expected"] or 0 for name, _label in outcomes],
            [max(0.0, line[name]["low"] or 0) for name, _label in outcomes],
            [line[name]["high"] or 0 for name, _label in outcomes],
            note=_("Bars: what was seen. Marks: what is expected, with its interval."),
            up=_("wagers"),
            across=_("W wins, P pushes, L losses"),
        ),
        Rows(
            _("Outcomes"),
            [
                Column(_("Outcome")),
                Column(_("Seen"), NUMBER),
                Column(_("Expected"), DECIMAL),
                Column(_("Expected from"), DECIMAL),
                Column(_("Expected to"), DECIMAL),
                Column(_("Exact share"), SHARE),
                Column(_("Chance"), SHARE),
            ],
            [
                [label, line[name]["seen"], line[name]["expected"], line[name]["low"],
                 line[name]["high"], line[name]["share"], line[name]["p"]]
                for name, label in outcomes
            ],
            [_("Total"), line["wagers"], line["wagers"], "", "", 1, ""],
        ),
        Rows(
            _("Left out, because the hand was not compared"),
            [Column(_("How it ended")), Column(_("Wagers"), NUMBER), Column(_("Wagered"), MONEY)],
            [
                [outcome_words(each["outcome"]), each["n"], each["wagered"]]
                for each in line["left_out"]
            ],
            empty=_("Every wager against the house was compared."),
            note=_(
                "A hand that is given up is seldom a good one, so what is left is a little better "
                "for the players than the odds say."
            ),
        ),
        Rows(
            _("What the house won from these wagers"),
            [
                Column(_("Wagered"), MONEY),
                Column(_("Won"), MONEY),
                Column(_("Expected"), MONEY),
                Column(_("Expected from"), MONEY),
                Column(_("Expected to"), MONEY),
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
    rows = readings.read_rows(readings.SETTINGS, scope)
    submissions = RulesSubmission.objects.in_bulk({row["submission_id"] for row in rows})
    counts: dict[str, Kept] = {}
    listed: list[Kept] = []
    for row in rows:
        submission = submissions[row["submission_id"]]
        who = "dealer" if row["is_dealer"] else "player"
        line = counts.setdefault(str(submission), {"dealer": [0, 0], "player": [0, 0]})[who]
        line[0] += row["n"]
        game = game_of(submission)
        hand = game.hand(row["tiles"], row["high"], row["low"])
        if game.is_house_way(hand):
            continue
        line[1] += row["n"]
        if who == "dealer" and len(listed) < MOST_LISTED:
            right = list(game.hand(row["tiles"]).high)
            more = {"n": row["n"], "example": row["example"], "right": right}
            held = {"held": row["tiles"], "high": row["high"], "low": row["low"]}
            listed.append({**held, **more, "rules": str(submission)})
    return {
        "rules": [{"rules": name} | line for name, line in sorted(counts.items())],
        "listed": named_rounds(listed),
    }


def named_rounds(listed: list[Kept]) -> list[Kept]:
    """Give each example its table, day and number."""
    ids = [line["example"] for line in listed]
    rounds = {
        str(pk): f"{table}/{number}, {moment_text(day, 'day')}"
        for pk, table, number, day in Round.objects.filter(pk__in=ids).values_list(
            "pk", "table__number", "number", "gaming_day"
        )
    }
    return [line | {"example": [line["example"], rounds[line["example"]]]} for line in listed]


def setting_parts(kept: Kept) -> list[Part]:
    hands, unlike = (sum(line["dealer"][n] for line in kept["rules"]) for n in (0, 1))
    return [
        ReportFinding(
            _("The dealer's hand and the house way"),
            "unusual" if unlike else "expected" if hands else "few",
            str(_("{unlike} of {hands} hands were set otherwise.")).format(
                unlike=f"{unlike:,}", hands=f"{hands:,}"
            ),
            _(
                "The house way decides how the dealer's hand is set. A hand set otherwise stands "
                "only by a ruling; look at the round's replay."
            ),
        ),
        Rows(
            _("Hands set otherwise by the dealer"),
            [Column(_("Rules")), Column(_("Tiles or cards")), Column(_("High hand as set")),
             Column(_("House way's high hand")), Column(_("Times"), NUMBER),
             Column(_("Latest: table/round, day"), ROUND)],
            [
                [e["rules"], " ".join(e["held"]), " ".join(e["high"]), " ".join(e["right"]),
                 e["n"], e["example"]]
                for e in kept["listed"]
            ],
            empty=_("Every hand of the dealer was set the house way."),
        ),
        Rows(
            _("How often"),
            [Column(_("Rules")), Column(_("Who")), Column(_("Hands"), NUMBER),
             Column(_("Set otherwise"), NUMBER), Column(_("Share"), SHARE)],
            [
                [line["rules"], label, line[who][0], line[who][1],
                 line[who][1] / line[who][0] if line[who][0] else None]
                for line in kept["rules"]
                for who, label in (("dealer", _("Dealer")), ("player", _("Players")))
            ],
            empty=_("No hand in this period."),
            note=_("Players set their hands as they like; their line is for comparison only."),
        ),
    ]  # fmt: skip
