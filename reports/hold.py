"""Win, drop and hold by table, game, shift and dealer, beside what the exact odds expect of them.

Every wager is known, so that the interval is not a rule of thumb: mean and variance of what the
house wins follow from the exact odds and from the wagers that were made.

Rule: COMAR 36.05.03.25.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from datetime import date
from decimal import Decimal
from fractions import Fraction
from itertools import pairwise
from math import sqrt
from typing import Any

from django.db import connection
from django.utils.translation import gettext_lazy as _

from reports.chances import Spread, chances_of
from reports.models import CaseEnd, MonitorCase
from reports.monitors.people import names_of
from reports.parts import MONEY, NUMBER, SHARE, TEXT, Column, Part, Rows
from reports.scope import Progress, Scope, day_period
from reports.wagered import JACKPOT, THREE_CARD, card_submissions, side_stakes
from reports.wording import HOLD_GROUPS, HOLD_HEADS, HOLD_PERIODS
from staff.gaming_day import gaming_day_bounds, shift_starts
from staff.models import Property
from tables.models import GamingTable, RulesSubmission

WITHIN_95 = 1.959963984540054
"""Of a normal distribution 95 % lie within so many deviations of the mean."""
FEWEST_ROUNDS = 30
"""With fewer rounds the sum is not near enough to a normal distribution to judge it."""
HOLD = "hold"
PERIODS = ("day", "month", "year")
GROUPS = ("table", "game", "shift", "dealer")


@dataclass(frozen=True, slots=True, kw_only=True)
class WinLine:
    """What a table, game, shift or dealer won, beside the interval that the exact odds give."""

    name: str
    rounds: int
    wagered: int
    drop: int
    win: int
    measured: int
    left_out: int
    theoretical: int
    low: int | None
    high: int | None
    is_out: bool | None
    """None where too little was played to say."""

    @property
    def hold(self) -> float | None:
        return self.win / self.drop if self.drop > 0 else None


@dataclass(frozen=True, slots=True)
class HoldOfPeriod:
    """The same play in four ways."""

    table: tuple[WinLine, ...] = ()
    game: tuple[WinLine, ...] = ()
    shift: tuple[WinLine, ...] = ()
    dealer: tuple[WinLine, ...] = ()


@dataclass(frozen=True, slots=True)
class HoldCase:
    """A case that hold opened, and how it ended."""

    number: int
    label: str
    day: str
    won: int
    low: int
    high: int
    end: str
    words: str


@dataclass(frozen=True, slots=True)
class HoldFigures:
    """The gaming day, its month and its year so far, and the cases of the month."""

    day: HoldOfPeriod = field(default_factory=HoldOfPeriod)
    month: HoldOfPeriod = field(default_factory=HoldOfPeriod)
    year: HoldOfPeriod = field(default_factory=HoldOfPeriod)
    cases: tuple[HoldCase, ...] = ()


@dataclass(slots=True)
class Tally:
    """What was played and sold together; the last five are of wagers whose odds are known.

    Those are all wagers against the house and all side wagers, each kind with a variance of its
    own. What a player bank pays is won, but not judged; a jackpot is in neither.
    """

    rounds: int = 0
    wagered: int = 0
    win: int = 0
    drop: int = 0
    judged: int = 0
    measured: int = 0
    mean: Fraction = Fraction(0)
    variances: dict[str, float] = field(default_factory=dict)

    def add(self, other: "Tally") -> None:
        for name in ADDED:
            setattr(self, name, getattr(self, name) + getattr(other, name))
        for kind, variance in other.variances.items():
            self.variances[kind] = self.variances.get(kind, 0.0) + variance

    @property
    def deviation(self) -> float:
        """The wagers of one hand go together, so their deviations are added."""
        return sum(map(sqrt, self.variances.values()))

    @property
    def is_out(self) -> bool | None:
        """Whether the win lies outside; None where too little was played to say."""
        if self.judged < FEWEST_ROUNDS:
            return None
        return abs(self.measured - float(self.mean)) > WITHIN_95 * self.deviation

    def as_line(self, name: str) -> WinLine:
        mean, reach = float(self.mean), WITHIN_95 * self.deviation
        return WinLine(
            name=name,
            rounds=self.rounds,
            wagered=self.wagered,
            drop=self.drop,
            win=self.win,
            measured=self.measured,
            left_out=self.win - self.measured,
            theoretical=round(self.mean),
            low=round(mean - reach) if self.judged else None,
            high=round(mean + reach) if self.judged else None,
            is_out=self.is_out,
        )


ADDED = tuple(each.name for each in fields(Tally) if each.name != "variances")

HoldPart = dict[str, Any]


def tallies_of(scope: Scope) -> list[tuple[HoldPart, Tally]]:
    """What happened from the year's first day to the scope's last, in the smallest parts.

    A part is a table, a game, a dealer and a shift, in the day, the rest of its month or the rest
    of its year.
    """
    last = scope.period.last_day
    bounds = _bounds(scope, last)
    submissions = RulesSubmission.objects.in_bulk()
    found = []
    for row in _rows(PLAYED, bounds):
        tally = Tally(row["rounds"], row["wagered"], row["win"])
        found.append((row, tally))
    for row in _rows(JUDGED, bounds):
        found.append((row, _judged(row, submissions[row["game"]])))
    games = dict(GamingTable.objects.filter(property=scope.house).values_list("pk", "submission"))
    for row in _rows(SOLD, bounds):
        found.append((row | {"game": games[row["table"]]}, Tally(drop=row["drop"])))
    return found


def _judged(row: HoldPart, submission: RulesSubmission) -> Tally:
    """Mean and variance of what the house wins on these wagers.

    Two seats lose to the same strong hand of the bank: `shared` is their covariance.
    """
    chances = chances_of(submission)
    stakes = side_stakes(row["rest"], row["three_card"])
    squares = side_stakes(row["rest_squares"], row["three_squares"])
    together = side_stakes(row["rest_squares"], row["three_round_squares"])
    tally = Tally(
        judged=row["rounds"],
        measured=row["won"],
        mean=chances.expected_win(row["wagered"], stakes),
    )
    tally.variances["main"] = _variance(chances.main, row["squares"], row["round_squares"])
    for name, spread in chances.sides.items():
        tally.variances[name] = _variance(spread, squares[name], together[name])
    return tally


def _variance(spread: Spread, squares: int, round_squares: int) -> float:
    return float(spread.variance * squares + spread.shared * (round_squares - squares))


def summed_by(
    parts: Iterable[tuple[HoldPart, Tally]], group: str, periods: Sequence[str]
) -> dict[Any, Tally]:
    """Add up what lies in these periods, by table, game, shift or dealer."""
    found: dict[Any, Tally] = defaultdict(Tally)
    for place, tally in parts:
        if place["period"] in periods and place.get(group) is not None:
            found[place[group]].add(tally)
    return dict(found)


def hold_figures(scope: Scope, progress: Progress) -> HoldFigures:
    """Collect what the report says; numbers and codes only."""
    parts = tallies_of(scope)
    progress(1, 2)
    names = _names(scope, parts)
    day, month, year = (
        HoldOfPeriod(
            *(_lines(summed_by(parts, group, PERIODS[:n]), names[group]) for group in GROUPS)
        )
        for n in (1, 2, 3)
    )
    progress(2, 2)
    return HoldFigures(day, month, year, _cases(scope))


def _lines(found: Mapping[Any, Tally], names: Mapping[Any, str]) -> tuple[WinLine, ...]:
    named = [(names.get(key, str(key)), tally) for key, tally in found.items()]
    return tuple(
        tally.as_line(name)
        for name, tally in sorted(named, key=lambda each: _in_order(each[0]))
        if tally.rounds or tally.drop
    )


def _in_order(name: str) -> tuple[int, str]:
    """Numbers by their size, words by their letters."""
    return (int(name), "") if name.isdigit() else (0, name)


def _names(scope: Scope, parts: Iterable[tuple[HoldPart, Tally]]) -> dict[str, Mapping[Any, str]]:
    places = [place for place, _tally in parts]
    games = RulesSubmission.objects.in_bulk({place["game"] for place in places})
    return {
        "table": {table.pk: str(table.number) for table in scope.tables},
        "game": {key: str(game) for key, game in games.items()},
        "shift": {},
        "dealer": names_of({place["dealer"] for place in places if place.get("dealer")}),
    }


def _cases(scope: Scope) -> tuple[HoldCase, ...]:
    """The cases that hold opened in the month, and how each ended."""
    last = scope.period.last_day
    found = MonitorCase.objects.filter(
        property=scope.house, monitor=HOLD, gaming_day__range=(last.replace(day=1), last)
    )
    return tuple(
        HoldCase(
            number=case.number,
            label=case.label,
            day=case.gaming_day.isoformat(),
            won=case.evidence["won"],
            low=case.evidence["low"],
            high=case.evidence["high"],
            end=case.end,
            words=case.words,
        )
        for case in found.order_by("number")
    )


def hold_parts(kept: HoldFigures) -> list[Part]:
    """The report in words."""
    parts: list[Part] = []
    for period, words in HOLD_PERIODS.items():
        for group, of in HOLD_GROUPS.items():
            parts.append(
                Rows(
                    f"{words}: {of}",
                    [Column(HOLD_HEADS[group]), *HOLD_COLUMNS],
                    [_cells(line) for line in getattr(getattr(kept, period), group)],
                    empty=_("Nothing was played."),
                    note=NOTE if (period, group) == ("day", "table") else "",
                )
            )
    return [*parts, _case_part(kept)]


def _cells(line: WinLine) -> list[object]:
    verdict = {None: _("too little played"), True: _("outside"), False: _("within")}
    return [line.name, *(getattr(line, name) for name in HOLD_CELLS), verdict[line.is_out]]


def _case_part(kept: HoldFigures) -> Rows:
    ends = dict(CaseEnd.choices)
    return Rows(
        _("Cases of this month"),
        [
            Column(_("Case"), NUMBER),
            Column(_("What")),
            Column(_("Gaming day")),
            Column(_("Win"), MONEY),
            Column(_("From"), MONEY),
            Column(_("To"), MONEY),
            Column(_("State")),
            Column(_("What was found")),
        ],
        [
            [
                each.number, each.label, each.day, each.won, each.low,
                each.high, ends.get(each.end, _("open")), each.words,
            ]
            for each in kept.cases
        ],
        empty=_("No case was opened."),
    )  # fmt: skip


HOLD_CELLS = (
    "rounds", "wagered", "drop", "win", "hold", "left_out", "measured", "theoretical", "low",
    "high",
)  # fmt: skip
HOLD_COLUMNS = (
    Column(_("Rounds"), NUMBER),
    Column(_("Wagered"), MONEY),
    Column(_("Drop"), MONEY),
    Column(_("Win"), MONEY),
    Column(_("Hold"), SHARE),
    Column(_("Not judged"), MONEY),
    Column(_("Win by known odds"), MONEY),
    Column(_("Theoretical"), MONEY),
    Column(_("From"), MONEY),
    Column(_("To"), MONEY),
    Column(_("95 % interval"), TEXT),
)
NOTE = _(
    "Win by known odds is of every wager against the house and of every side wager. Not judged is "
    "what else was won: vigorish and the dealer's wager where a player banks. Jackpots are paid "
    "from what was set aside for them and are in neither. In 95 of 100 such periods chance alone "
    "keeps the win by known odds between from and to, which follow from the exact odds and from "
    "every wager made. A table that leaves its interval on a gaming day, or a game at the end of "
    "a month, opens a case."
)


def tables_outside(house: Property, day: date) -> list[tuple[GamingTable, Tally]]:
    """The tables whose gaming day lies outside its interval."""
    scope = Scope(house, day_period(house, day))
    found = summed_by(tallies_of(scope), "table", ("day",))
    return [(table, found[table.pk]) for table in scope.tables if _is_out(found, table.pk)]


def games_outside(house: Property, day: date) -> list[tuple[RulesSubmission, Tally]]:
    """The games whose month until this day lies outside its interval."""
    scope = Scope(house, day_period(house, day))
    found = summed_by(tallies_of(scope), "game", ("day", "month"))
    games = RulesSubmission.objects.in_bulk(found)
    return [(games[key], tally) for key, tally in found.items() if _is_out(found, key)]


def _is_out(found: Mapping[Any, Tally], key: Any) -> bool:
    return key in found and bool(found[key].is_out)


def _bounds(scope: Scope, last: date) -> HoldPart:
    first = last.replace(month=1, day=1)
    shifts = _shifts(scope.house, first, last)
    return {
        "property": scope.house.pk,
        "tables": scope.table_ids,
        "first": first,
        "month": last.replace(day=1),
        "last": last,
        "since": shifts[0][0],
        "until": shifts[-1][1],
        "starts": [each[0] for each in shifts],
        "ends": [each[1] for each in shifts],
        "numbers": [each[2] for each in shifts],
        "cards": card_submissions(scope.house),
    }


def _shifts(house: Property, first: date, last: date) -> list[tuple[Any, Any, int]]:
    """Every shift of these gaming days: from when, until when, its number in the day."""
    found = []
    for ordinal in range(first.toordinal(), last.toordinal() + 1):
        day = date.fromordinal(ordinal)
        starts = [*shift_starts(house, day), gaming_day_bounds(house, day)[1]]
        found += [(since, until, n) for n, (since, until) in enumerate(pairwise(starts), 1)]
    return found


def _rows(query: str, bounds: Mapping[str, Any]) -> list[HoldPart]:
    with connection.cursor() as cursor:
        cursor.execute(query, bounds)
        names = [column.name for column in cursor.description]
        return [
            {name: _plain(value) for name, value in zip(names, row, strict=True)}
            for row in cursor.fetchall()
        ]


def _plain(value: Any) -> Any:
    """A sum of whole numbers comes as a decimal."""
    return int(value) if isinstance(value, Decimal) else value


SHIFT = """
  unnest(%(starts)s::timestamptz[], %(ends)s::timestamptz[], %(numbers)s::int[])
    as shift (since, until, n)
"""
PERIOD = """
  case when {0}.gaming_day = %(last)s then 'day'
       when {0}.gaming_day >= %(month)s then 'month' else 'year' end as period
"""
OF_ROUNDS = """
  r.property_id = %(property)s and r.table_id = any(%(tables)s) and r.state = 'settled'
  and r.gaming_day between %(first)s and %(last)s
  and r.opened_at >= %(since)s and r.opened_at < %(until)s
"""

PLAYED = f"""
select r.table_id as table, r.submission_id as game, r.dealer_id as dealer, shift.n as shift,
       {PERIOD.format("r")}, count(*) as rounds, coalesce(sum(s.wagered_cents), 0) as wagered,
       coalesce(sum(s.house_net_cents + {JACKPOT}), 0) as win
  from rounds_round r
  join rounds_settlement s on s.id = r.settlement_id
  join {SHIFT} on r.opened_at >= shift.since and r.opened_at < shift.until
 where {OF_ROUNDS}
 group by 1, 2, 3, 4, 5
"""  # noqa: S608

# Several players on one box hold one hand: their wagers are one.
JUDGED = f"""
select table_id as table, submission_id as game, dealer_id as dealer, shift.n as shift,
       {PERIOD.format("each_round")}, count(*) as rounds, sum(wagered) as wagered,
       sum(squares) as squares, sum(wagered * wagered) as round_squares,
       sum(won + jackpot) as won, sum(rest) as rest, sum(rest_squares) as rest_squares,
       sum(three_card) as three_card, sum(three_squares) as three_squares,
       sum(three_card * three_card) as three_round_squares
  from (
    select id, table_id, submission_id, dealer_id, gaming_day, opened_at, jackpot,
           sum(wagered) as wagered, sum(wagered * wagered) as squares, sum(won) as won,
           sum(rest) as rest, sum(rest * rest) as rest_squares,
           sum(three_card) as three_card, sum(three_card * three_card) as three_squares
      from (
        select id, table_id, submission_id, dealer_id, gaming_day, opened_at, jackpot, seat,
               sum(wagered) as wagered, sum(won) as won, sum(side - three_card) as rest,
               sum(three_card) as three_card
          from (
            select r.id, r.table_id, r.submission_id, r.dealer_id, r.gaming_day, r.opened_at,
                   p.seat,
                   {JACKPOT} as jackpot,
                   case when r.bank_kind = 'house' then p.wager_cents else 0 end as wagered,
                   case when r.bank_kind = 'house' then -p.total_cents
                        else p.net_cents - p.total_cents end as won,
                   p.side_cents as side, {THREE_CARD} as three_card
              from rounds_round r
              join rounds_settlement s on s.id = r.settlement_id
              join rounds_play p on p.settlement_id = r.settlement_id
             where {OF_ROUNDS} and p.wager_cents > 0 and p.outcome <> 'void') each_wager
         where wagered > 0 or side > 0
         group by id, table_id, submission_id, dealer_id, gaming_day, opened_at, jackpot, seat
        ) each_hand
     group by id, table_id, submission_id, dealer_id, gaming_day, opened_at, jackpot) each_round
  join {SHIFT} on opened_at >= shift.since and opened_at < shift.until
 group by 1, 2, 3, 4, 5
"""  # noqa: S608

# What went into the box by who sold the chips; what its count found is the table's, and nobody's.
SOLD = f"""
select e.table_id as table, case when e.kind <> 'drop' then e.by_id end as dealer,
       shift.n as shift, {PERIOD.format("e")},
       coalesce(sum(p.cents) filter (where a.kind = 'drop' and e.kind <> 'drop'), 0)
         - coalesce(sum(p.cents) filter (where a.kind = 'over_short' and e.kind = 'drop'), 0)
         as drop
  from banking_entry e
  join banking_posting p on p.entry_id = e.id
  join banking_account a on a.id = p.account_id
  left join {SHIFT} on e.at >= shift.since and e.at < shift.until
 where e.table_id = any(%(tables)s) and e.gaming_day between %(first)s and %(last)s
   and e.kind in ('buy_in', 'cash_back', 'drop')
 group by 1, 2, 3, 4
"""  # noqa: S608
