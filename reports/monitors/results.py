"""Results against the exact odds of the rules, and hands against the house way."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from django.utils.translation import gettext_lazy as _

from foundation.wording import moment_text
from reports.chances import odds_of
from reports.monitors import readings
from reports.monitors.readings import Row
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
from reports.scope import Progress, Scope
from rounds.games import game_of
from rounds.models import Round
from rounds.wording import outcome_words
from tables.models import RulesSubmission

FEWEST_ROUNDS = 30
MOST_LISTED = 100


@dataclass(frozen=True, slots=True)
class SeenAndDue:
    """A sum beside what is expected of it; nothing where it cannot be compared."""

    seen: float | None = None
    expected: float | None = None
    low: float | None = None
    high: float | None = None
    p: float | None = None
    share: float | None = None


@dataclass(frozen=True, slots=True)
class LeftOut:
    """Wagers whose hand was not compared, by how they ended."""

    outcome: str
    n: int
    wagered: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultLine:
    """What was played under one submission, against the exact odds of its rules."""

    name: str
    rounds: int
    wagers: int
    wagered: float
    edge: float
    deals: int
    win: SeenAndDue
    push: SeenAndDue
    lose: SeenAndDue
    net: SeenAndDue
    left_out: tuple[LeftOut, ...] = ()
    p: float | None = None


@dataclass(frozen=True, slots=True)
class ResultFigures:
    """Results by the rules that were in play."""

    lines: tuple[ResultLine, ...] = ()


Counts = tuple[int, int]
"""How many hands, and how many of them were set otherwise."""


@dataclass(frozen=True, slots=True)
class SetByRules:
    """How often hands were set otherwise than the house way, by who set them."""

    rules: str
    dealer: Counts
    player: Counts


@dataclass(frozen=True, slots=True)
class HandSetOtherwise:
    """A hand of the dealer that was set otherwise; the latest round by its id and name."""

    held: tuple[str, ...]
    high: tuple[str, ...]
    low: tuple[str, ...]
    right: tuple[str, ...]
    n: int
    example: tuple[str, str]
    rules: str


@dataclass(frozen=True, slots=True)
class SettingFigures:
    """Hands against the house way."""

    rules: tuple[SetByRules, ...] = ()
    listed: tuple[HandSetOtherwise, ...] = ()


def result_figures(scope: Scope, progress: Progress) -> ResultFigures:
    """For each rules submission in play: wins, pushes, losses and money against the exact odds."""
    rows = readings.read_rows(readings.SUBMISSIONS, scope)
    submissions = RulesSubmission.objects.in_bulk([row["submission_id"] for row in rows])
    lines = []
    for done, submission in enumerate(submissions.values()):
        lines.append(submission_figures(scope, submission))
        progress(done + 1, len(submissions) + 1)
    found = [line for line in lines if line.wagers]
    known = [line.p for line in found if line.p is not None]
    allowed = iter(holm(known))
    found = [line if line.p is None else replace(line, p=next(allowed)) for line in found]
    return ResultFigures(tuple(sorted(found, key=lambda line: line.name)))


def submission_figures(scope: Scope, submission: RulesSubmission) -> ResultLine:
    odds, commission = odds_of(submission)
    shares = {
        name: float(odds.share(count))
        for name, count in (("win", odds.win), ("push", odds.push), ("lose", odds.lose))
    }
    edge = float(odds.house_edge(commission))
    (row,) = readings.read_rows(
        readings.WAGERS, scope, submission=submission.pk, edge=edge, **shares
    )
    wagers, rounds = int(row["wagers"] or 0), row["rounds"]
    outcomes = {
        name: kept_sum(
            grouped_sum(row[name] or 0, wagers * share, row[f"{name}_squares"] or 0), rounds, share
        )
        for name, share in shares.items()
    }
    wagered = row["wagered"] or 0.0
    net = grouped_sum(-(row["net"] or 0.0), wagered * edge, row["net_squares"] or 0)
    line = ResultLine(
        name=str(submission),
        rounds=rounds,
        wagers=wagers,
        wagered=wagered,
        edge=edge,
        deals=odds.total,
        net=kept_sum(net, rounds),
        left_out=tuple(
            LeftOut(each["outcome"], each["n"], int(each["wagered"]))
            for each in readings.read_rows(readings.LEFT_OUT, scope, submission=submission.pk)
        ),
        win=outcomes["win"],
        push=outcomes["push"],
        lose=outcomes["lose"],
    )
    return replace(line, p=all_at_once(row, line)) if rounds >= FEWEST_ROUNDS else line


def all_at_once(row: Row, line: ResultLine) -> float | None:
    """One chance for wins, losses and money of the same rounds; what pushes is what is left."""
    deviations = []
    for each in (line.win, line.lose):
        if each.seen is None or each.expected is None:
            return None
        deviations.append(each.seen - each.expected)
    if line.net.expected is None:
        return None
    deviations.append(row["net"] + row["wagered"] * line.edge)
    products = [
        [row["win_squares"], row["win_lose"], row["win_net"]],
        [row["win_lose"], row["lose_squares"], row["lose_net"]],
        [row["win_net"], row["lose_net"], row["net_squares"]],
    ]
    found = together(deviations, products)
    return found.p if found else None


def kept_sum(found: Sum | None, rounds: int, share: float | None = None) -> SeenAndDue:
    if found is None:
        return SeenAndDue(share=share)
    p = found.p if rounds >= FEWEST_ROUNDS else None
    return SeenAndDue(found.seen, found.expected, found.low, found.high, p, share)


def result_parts(kept: ResultFigures) -> list[Part]:
    parts: list[Part] = []
    for line in kept.lines:
        parts += line_parts(line)
    return parts or [
        ReportFinding(_("Results"), "few", verdict_sentence(None), _("No wager against the house."))
    ]


def line_parts(line: ResultLine) -> list[Part]:
    outcomes = ((line.win, _("Win")), (line.push, _("Push")), (line.lose, _("Lose")))
    return [
        ReportFinding(
            line.name,
            verdict_of(line.p),
            verdict_sentence(line.p),
            str(
                _(
                    "Wins, losses and money together, beside the exact odds of these rules over "
                    "all {deals} deals of two hands, both set the house way. How much is usual "
                    "comes from how whole rounds vary, because the seats of a round share the "
                    "bank's hand. Where several rules are looked at, the chance allows for it."
                )
            ).format(deals=f"{line.deals:,}"),
            str(
                _("{rounds} rounds with {wagers} wagers; {fewest} rounds are needed.")
            ).format(
                rounds=f"{line.rounds:,}", wagers=f"{line.wagers:,}", fewest=FEWEST_ROUNDS
            )
            if line.rounds < FEWEST_ROUNDS
            else str(_("{rounds} rounds with {wagers} wagers.")).format(
                rounds=f"{line.rounds:,}", wagers=f"{line.wagers:,}"
            ),
        ),
        Plot(
            _("Wins, pushes and losses of players"),
            ["W", "P", "L"],
            [each.seen or 0 for each, _label in outcomes],
            [each.expected or 0 for each, _label in outcomes],
            [max(0.0, each.low or 0) for each, _label in outcomes],
            [each.high or 0 for each, _label in outcomes],
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
                [label, each.seen, each.expected, each.low, each.high, each.share, each.p]
                for each, label in outcomes
            ],
            [_("Total"), line.wagers, line.wagers, "", "", 1, ""],
        ),
        Rows(
            _("Left out, because the hand was not compared"),
            [Column(_("How it ended")), Column(_("Wagers"), NUMBER), Column(_("Wagered"), MONEY)],
            [
                [outcome_words(each.outcome), each.n, each.wagered]
                for each in line.left_out
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
                [line.wagered, line.net.seen, line.net.expected, line.net.low, line.net.high,
                 line.edge, line.net.p]
            ],
        ),
    ]  # fmt: skip


def setting_figures(scope: Scope, progress: Progress) -> SettingFigures:
    """How often hands were set unlike the house way: the dealer's, and the players' own choice."""
    rows = readings.read_rows(readings.SETTINGS, scope)
    submissions = RulesSubmission.objects.in_bulk({row["submission_id"] for row in rows})
    counts: dict[str, dict[str, list[int]]] = {}
    listed: list[Row] = []
    for row in rows:
        submission = submissions[row["submission_id"]]
        who = "dealer" if row["is_dealer"] else "player"
        line = counts.setdefault(str(submission), {"dealer": [0, 0], "player": [0, 0]})[who]
        line[0] += row["n"]
        game = game_of(submission)
        if game.is_house_way(game.hand(row["tiles"], row["high"], row["low"])):
            continue
        line[1] += row["n"]
        if who == "dealer" and len(listed) < MOST_LISTED:
            right = tuple(game.hand(row["tiles"]).high)
            listed.append(row | {"right": right, "rules": str(submission)})
    return SettingFigures(
        tuple(
            SetByRules(name, _counts(seen["dealer"]), _counts(seen["player"]))
            for name, seen in sorted(counts.items())
        ),
        tuple(_set_otherwise(listed)),
    )


def _counts(found: list[int]) -> Counts:
    hands, otherwise = found
    return hands, otherwise


def _set_otherwise(listed: list[Row]) -> Iterator[HandSetOtherwise]:
    """Hands of the dealer, each with the table, day and number of its latest round."""
    ids = [row["example"] for row in listed]
    rounds = {
        str(pk): f"{table}/{number}, {moment_text(day, 'day')}"
        for pk, table, number, day in Round.objects.filter(pk__in=ids).values_list(
            "pk", "table__number", "number", "gaming_day"
        )
    }
    for row in listed:
        yield HandSetOtherwise(
            held=tuple(row["tiles"]),
            high=tuple(row["high"]),
            low=tuple(row["low"]),
            right=row["right"],
            n=row["n"],
            example=(row["example"], rounds[row["example"]]),
            rules=row["rules"],
        )


def setting_parts(kept: SettingFigures) -> list[Part]:
    hands, unlike = (sum(line.dealer[n] for line in kept.rules) for n in (0, 1))
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
                [e.rules, " ".join(e.held), " ".join(e.high), " ".join(e.right),
                 e.n, e.example]
                for e in kept.listed
            ],
            empty=_("Every hand of the dealer was set the house way."),
        ),
        Rows(
            _("How often"),
            [Column(_("Rules")), Column(_("Who")), Column(_("Hands"), NUMBER),
             Column(_("Set otherwise"), NUMBER), Column(_("Share"), SHARE)],
            [
                [line.rules, label, hands, otherwise, otherwise / hands if hands else None]
                for line in kept.rules
                for label, (hands, otherwise) in (
                    (_("Dealer"), line.dealer),
                    (_("Players"), line.player),
                )
            ],
            empty=_("No hand in this period."),
            note=_("Players set their hands as they like; their line is for comparison only."),
        ),
    ]  # fmt: skip
