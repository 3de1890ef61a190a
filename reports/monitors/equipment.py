"""Dice and tiles against chance: totals, faces, starting positions, kinds of tiles."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, fields
from itertools import product

from django.utils.translation import gettext_lazy as _

from reports.monitors import readings
from reports.monitors.statistics import at_least_one, expected_interval, goodness_of_fit
from reports.monitors.verdicts import verdict_of, verdict_sentence
from reports.parts import DECIMAL, NUMBER, SHARE, Column, Part, Plot, ReportFinding, Rows, Words
from reports.scope import Progress, Scope
from rounds.games import game_of
from rounds.games.tiles import TileGame
from rounds.wording import place_words
from rules.tiles.dealing import starting_positions
from rules.tiles.tile import KINDS
from tables.models import RulesSubmission

Shares = tuple[tuple[str, float], ...]
FACES = range(1, 7)
SET_SIZE = 32
THROWS = 6**3
WAYS = {
    total: sum(sum(dice) == total for dice in product(range(1, 7), repeat=3))
    for total in range(3, 19)
}
"""In how many of the 216 throws of three dice each total comes up."""


@dataclass(frozen=True, slots=True)
class ChanceComparison:
    """Counts beside what chance expects of each, and how well they fit together."""

    labels: tuple[str, ...]
    seen: tuple[int, ...]
    expected: tuple[float, ...]
    low: tuple[float, ...]
    high: tuple[float, ...]
    n: int
    chi_square: float | None
    freedom: int | None
    p: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class StartComparison(ChanceComparison):
    """Who received the first hand, under rules whose positions and shares are the same."""

    rules: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FacesOfSet:
    """How often each face of a set of dice came up."""

    serial: str
    seen: tuple[int, ...]
    throws: int
    p: float | None


@dataclass(frozen=True, slots=True)
class DiceFigures:
    """Dice against chance, and how many throws were left out of it."""

    totals: ChanceComparison
    faces: ChanceComparison
    sets: tuple[FacesOfSet, ...]
    starts: tuple[StartComparison, ...]
    of_void_rounds: int | None = None
    no_rolls: int | None = None


@dataclass(frozen=True, slots=True)
class TileFigures:
    """Kinds of tiles in all hands, and in the dealer's alone."""

    all: ChanceComparison
    dealer: ChanceComparison


def compared(
    labels: Sequence[str], seen: Sequence[int], shares: Sequence[float], spread: float = 1.0
) -> ChanceComparison:
    """Counts beside their exact shares, the interval to expect of each, and the fit of them all."""
    total = sum(seen)
    fit = goodness_of_fit(seen, shares, spread=spread)
    spans = [expected_interval(share, total, spread=spread) for share in shares]
    return ChanceComparison(
        labels=tuple(labels),
        seen=tuple(seen),
        expected=tuple(total * share for share in shares),
        low=tuple(low for low, _high in spans),
        high=tuple(high for _low, high in spans),
        n=total,
        chi_square=fit.value if fit else None,
        freedom=fit.freedom if fit else None,
        p=fit.p if fit else None,
    )


def dice_figures(scope: Scope, progress: Progress) -> DiceFigures:
    """Totals of three dice, single faces, and where the first hand went when the house banked."""
    totals = {row["total"]: row["n"] for row in readings.read_rows(readings.TOTALS, scope)}
    faces = {row["face"]: row["n"] for row in readings.read_rows(readings.FACES, scope)}
    (left_out,) = readings.read_rows(readings.THROWS_LEFT_OUT, scope)
    progress(1, 2)
    return DiceFigures(
        totals=compared(
            [str(total) for total in WAYS],
            [totals.get(total, 0) for total in WAYS],
            [ways / THROWS for ways in WAYS.values()],
        ),
        faces=compared(
            [str(face) for face in FACES],
            [faces.get(face, 0) for face in FACES],
            [1 / 6] * 6,
        ),
        sets=tuple(faces_by_set(scope)),
        starts=tuple(start_figures(scope)),
        **left_out,
    )


def face_counts(scope: Scope) -> dict[str, list[int]]:
    """How often each face of each set of dice came up, the sets by serial."""
    counts: dict[str, list[int]] = {}
    for row in readings.read_rows(readings.FACES_BY_SET, scope):
        counts.setdefault(row["serial"], [0] * 6)[row["face"] - 1] = row["n"]
    return dict(sorted(counts.items()))


def faces_by_set(scope: Scope) -> list[FacesOfSet]:
    """The faces of each set of dice: a die that is not true belongs to one set.

    Of many sets one always fits worst, so each chance is that of the worst of so many.
    """
    counts = face_counts(scope)
    lines = []
    for serial, seen in counts.items():
        fit = goodness_of_fit(seen, [1 / 6] * 6)
        p = at_least_one(fit.p, len(counts)) if fit else None
        lines.append(FacesOfSet(serial, tuple(seen), sum(seen) // 3, p))
    return lines


def start_figures(scope: Scope) -> list[StartComparison]:
    """Starting positions with the house banking, one comparison for each layout of the table.

    Rules whose positions and shares are the same are counted together; others never are.
    """
    rows = readings.read_rows(readings.STARTS, scope)
    submissions = RulesSubmission.objects.in_bulk({row["submission_id"] for row in rows})
    names: dict[Shares, set[str]] = {}
    seen: dict[Shares, Counter[str]] = {}
    for row in rows:
        submission = submissions[row["submission_id"]]
        shares = tuple(sorted(start_shares(submission).items(), key=by_place))
        names.setdefault(shares, set()).add(str(submission))
        seen.setdefault(shares, Counter())[row["start"]] += row["n"]
    lines = [
        started(
            names[shares],
            compared(
                [place for place, _share in shares],
                [seen[shares][place] for place, _share in shares],
                [share for _place, share in shares],
            ),
        )
        for shares in seen
    ]
    return sorted(lines, key=lambda line: line.rules)


def started(rules: Iterable[str], found: ChanceComparison) -> StartComparison:
    values = {each.name: getattr(found, each.name) for each in fields(ChanceComparison)}
    return StartComparison(rules=tuple(sorted(rules)), **values)


def by_place(share: tuple[str, float]) -> tuple[bool, int, str]:
    """Seats and boxes by their number, then the dealer and the dead hand."""
    place = share[0]
    number = place.rsplit("-", 1)[-1]
    return not number.isdigit(), int(number) if number.isdigit() else 0, place


def start_shares(submission: RulesSubmission) -> dict[str, float]:
    """How often each position receives the first hand when the house banks.

    Rule: MD 6 §A-§C; MBS 3.8-3.10; NZ 9.6, 10.1.
    """
    game = game_of(submission)
    if not isinstance(game, TileGame):
        return {}
    shares: dict[str, float] = {}
    for total, ways in WAYS.items():
        layout, seats = game.profile.layout, game.options.seats
        place = starting_positions(layout, total, None, seats=seats)[0]
        shares[place] = shares.get(place, 0.0) + ways / THROWS
    return shares


def tile_figures(scope: Scope, progress: Progress) -> TileFigures:
    """How often each kind of tile lay in a hand: in all hands, and in the dealer's alone."""
    every = kinds_seen(scope, None)
    progress(1, 2)
    return TileFigures(every, kinds_seen(scope, 0))


def kinds_seen(scope: Scope, seat: int | None) -> ChanceComparison:
    """Count kinds; hands of one round come from one set, so counts vary less than free draws.

    Of n tiles drawn from 32 without replacing them, a count has (32 - n) / 31 of the variance
    that n independent draws would have.
    """
    counts = {row["tile"]: row["n"] for row in readings.read_rows(readings.TILES, scope, seat=seat)}
    rounds = readings.read_rows(readings.TILES_A_ROUND, scope, seat=seat)
    drawn = sum(row["dealt"] * row["n"] for row in rounds)
    varied = sum(row["dealt"] * row["n"] * (SET_SIZE - row["dealt"]) / 31 for row in rounds)
    return compared(
        [kind.text for kind in KINDS],
        [counts.get(kind.text, 0) for kind in KINDS],
        [kind.count / SET_SIZE for kind in KINDS],
        spread=varied / drawn if drawn else 1.0,
    )


def dice_parts(kept: DiceFigures) -> list[Part]:
    parts = [
        *count_parts(
            kept.totals,
            ComparisonWords(
                _("Totals of three dice"),
                _("Total"),
                _("throws"),
                _(
                    "Three fair dice total 3 to 18 with known chances: 1 of 216 for 3, 27 of 216 "
                    "for 10. Chi-square adds up how far each count lies from its own."
                ),
            ),
        ),
        *count_parts(
            kept.faces,
            ComparisonWords(
                _("Faces of single dice"),
                _("Face"),
                _("faces"),
                _("Each face of a fair die comes up once in six."),
            ),
        ),
        set_lines(kept.sets),
        left_out_lines(kept),
    ]
    for line in kept.starts:
        parts += count_parts(line, start_words(line.rules))
    if not kept.starts:
        parts += count_parts(compared([], [], []), start_words([]))
    return parts


def start_words(names: Sequence[str]) -> "ComparisonWords":
    title = str(_("Who received the first hand"))
    rules = ", ".join(names)
    return ComparisonWords(
        f"{title}: {rules}" if rules else title,
        _("Position"),
        _("rounds that the house banked"),
        _(
            "The count starts with the house as one, so each position has its exact share of the "
            "216 throws. Only rules with the same positions are counted together. D is the "
            "dealer, X the dead hand."
        ),
        place_words,
        short_place,
    )


def short_place(position: str) -> str:
    """A position in the room of a bar: `seat-3` is 3, the dealer D, the dead hand X."""
    return {"dealer": "D", "dead-hand": "X"}.get(position, position.rsplit("-", 1)[-1])


def set_lines(lines: Sequence[FacesOfSet]) -> Rows:
    return Rows(
        _("Faces by set of dice"),
        [
            Column(_("Set")),
            Column(_("Throws"), NUMBER),
            *(Column(str(face), NUMBER) for face in FACES),
            Column(_("Chance"), SHARE),
        ],
        [[line.serial, line.throws, *line.seen, line.p] for line in lines],
        empty=_("No throw in this period."),
        note=_(
            "Chance: how often the worst of so many fair sets would fit as badly. A dash: fewer "
            "than ten throws."
        ),
    )


def left_out_lines(kept: DiceFigures) -> Rows:
    return Rows(
        _("Throws that were left out"),
        [Column(_("Why")), Column(_("Throws"), NUMBER)],
        [[_("The round is void"), kept.of_void_rounds], [_("No roll"), kept.no_rolls]],
        note=_(
            "A round may be void because of its throw, and a no roll counts for nothing: among "
            "the others they would not be a fair sample."
        ),
    )


def tile_parts(kept: TileFigures) -> list[Part]:
    meaning = _(
        "Each kind should lie in hands as often as the set holds it: one or two of 32. Hands of "
        "one round come from one set, which narrows the interval. All tile games use the same "
        "32 tiles and four to a hand, so their rounds are counted together."
    )
    return [
        *count_parts(
            kept.all,
            ComparisonWords(_("Tiles in all hands"), _("Tile"), _("tiles in hands"), meaning),
        ),
        *count_parts(
            kept.dealer,
            ComparisonWords(
                _("Tiles in the dealer's hand"), _("Tile"), _("tiles in hands"), meaning
            ),
        ),
    ]


@dataclass(frozen=True, slots=True)
class ComparisonWords:
    """The words of a comparison: its title, what is along the axis, what was counted, meaning.

    `word` says a label in the table, `short` in the room of a bar.
    """

    title: Words
    of: Words
    counted: Words
    meaning: Words
    word: Callable[[str], str] = str
    short: Callable[[str], str] = str


def count_parts(kept: ChanceComparison, said: ComparisonWords) -> list[Part]:
    """A finding, its plot and its table; only the finding where nothing was counted."""
    basis = str(_("Counted: {n} {what}.")).format(n=f"{kept.n:,}", what=said.counted)
    finding = ReportFinding(
        said.title, verdict_of(kept.p), verdict_sentence(kept.p), said.meaning, basis
    )
    if not kept.n:
        return [finding]
    return [
        finding,
        Plot(
            _("Seen and expected"),
            [said.short(label) for label in kept.labels],
            kept.seen,
            kept.expected,
            kept.low,
            kept.high,
            note=_(
                "Bars: what was seen. Marks: what is expected, with the interval in which "
                "nineteen of twenty fair samples lie."
            ),
            up=said.counted,
            across=said.of,
        ),
        Rows(
            _("In numbers"),
            [
                Column(said.of),
                Column(_("Seen"), NUMBER),
                Column(_("Expected"), DECIMAL),
                Column(_("Expected from"), DECIMAL),
                Column(_("Expected to"), DECIMAL),
                Column(_("Share seen"), SHARE),
                Column(_("Exact share"), SHARE),
            ],
            [
                [said.word(label), seen, due, low, high, seen / kept.n, due / kept.n]
                for label, seen, due, low, high in zip(
                    kept.labels, kept.seen, kept.expected, kept.low, kept.high, strict=True
                )
            ],
            [_("Total"), kept.n, kept.n, "", "", 1, 1],
            note=statistic_note(kept),
        ),
    ]


def statistic_note(kept: ChanceComparison) -> str:
    if kept.chi_square is None:
        return str(_("Too few for chi-square: each cell should expect five or more."))
    return str(
        _(
            "Chi-square {value} with {freedom} degrees of freedom; neighbours that expect fewer "
            "than five are counted together."
        )
    ).format(value=f"{kept.chi_square:.2f}", freedom=kept.freedom)
