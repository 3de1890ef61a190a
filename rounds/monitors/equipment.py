"""Dice and tiles against chance: totals, faces, starting positions, kinds of tiles."""

from itertools import product
from typing import Any

from django.utils.translation import gettext_lazy as _

from rounds.event_words import place_said
from rounds.games import game_of
from rounds.games.tiles import TileGame
from rounds.monitors import readings
from rounds.monitors.statistics import expected_interval, goodness_of_fit
from rounds.monitors.verdicts import verdict_of, verdict_sentence
from rounds.reports.parts import DECIMAL, NUMBER, SHARE, Column, Finding, Part, Plot, Rows, Words
from rounds.reports.scope import Scope
from rules.dealing import starting_positions
from rules.tiles import KINDS
from tables.models import RulesSubmission

Kept = dict[str, Any]
SET_SIZE = 32
THROWS = 6**3
WAYS = {
    total: sum(sum(dice) == total for dice in product(range(1, 7), repeat=3))
    for total in range(3, 19)
}
"""In how many of the 216 throws of three dice each total comes up."""


def compared(labels: list[str], seen: list[int], shares: list[float], spread: float = 1.0) -> Kept:
    """Counts beside their exact shares, the interval to expect of each, and the fit of them all."""
    total = sum(seen)
    fit = goodness_of_fit(seen, shares, spread=spread)
    spans = [expected_interval(share, total, spread=spread) for share in shares]
    return {
        "labels": labels,
        "seen": seen,
        "expected": [total * share for share in shares],
        "low": [low for low, _high in spans],
        "high": [high for _low, high in spans],
        "n": total,
        "chi_square": fit.value if fit else None,
        "freedom": fit.freedom if fit else None,
        "p": fit.p if fit else None,
    }


def dice_figures(scope: Scope, progress: Any) -> Kept:
    """Totals of three dice, single faces, and where the first hand went when the house banked."""
    totals = {row["total"]: row["n"] for row in readings.read(readings.TOTALS, scope)}
    faces = {row["face"]: row["n"] for row in readings.read(readings.FACES, scope)}
    progress(1, 2)
    return {
        "totals": compared(
            [str(total) for total in WAYS],
            [totals.get(total, 0) for total in WAYS],
            [ways / THROWS for ways in WAYS.values()],
        ),
        "faces": compared(
            [str(face) for face in range(1, 7)],
            [faces.get(face, 0) for face in range(1, 7)],
            [1 / 6] * 6,
        ),
        "starts": start_figures(scope),
    }


def start_figures(scope: Scope) -> Kept:
    """Starting positions with the house banking, each submission by its own layout."""
    rows = readings.read(readings.STARTS, scope)
    submissions = RulesSubmission.objects.in_bulk({row["submission_id"] for row in rows})
    seen: dict[str, int] = {}
    due: dict[str, float] = {}
    for row in rows:
        for place, share in start_shares(submissions[row["submission_id"]]).items():
            due[place] = due.get(place, 0.0) + share * row["n"]
        seen[row["start"]] = seen.get(row["start"], 0) + row["n"]
    places = sorted(due)
    total = sum(seen.values()) or 1
    return compared(
        places, [seen.get(place, 0) for place in places], [due[place] / total for place in places]
    )


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


def tile_figures(scope: Scope, progress: Any) -> Kept:
    """How often each kind of tile lay in a hand: in all hands, and in the dealer's alone."""
    found = {"all": kinds_seen(scope, None)}
    progress(1, 2)
    return found | {"dealer": kinds_seen(scope, 0)}


def kinds_seen(scope: Scope, seat: int | None) -> Kept:
    """Count kinds; hands of one round come from one set, so counts vary less than free draws.

    Of n tiles drawn from 32 without replacing them, a count has (32 - n) / 31 of the variance
    that n independent draws would have.
    """
    counts = {row["tile"]: row["n"] for row in readings.read(readings.TILES, scope, seat=seat)}
    rounds = readings.read(readings.TILES_A_ROUND, scope, seat=seat)
    drawn = sum(row["dealt"] * row["n"] for row in rounds)
    varied = sum(row["dealt"] * row["n"] * (SET_SIZE - row["dealt"]) / 31 for row in rounds)
    return compared(
        [kind.text for kind in KINDS],
        [counts.get(kind.text, 0) for kind in KINDS],
        [kind.count / SET_SIZE for kind in KINDS],
        spread=varied / drawn if drawn else 1.0,
    )


def dice_parts(kept: Kept) -> list[Part]:
    return [
        *count_parts(
            kept["totals"],
            _("Totals of three dice"),
            _("Total"),
            _(
                "Three fair dice total 3 to 18 with known chances: 1 of 216 for 3, 27 of 216 for "
                "10. Chi-square adds up how far each count lies from its own."
            ),
        ),
        *count_parts(
            kept["faces"],
            _("Faces of single dice"),
            _("Face"),
            _("Each face of a fair die comes up once in six."),
        ),
        *count_parts(
            kept["starts"] | {"labels": [place_said(each) for each in kept["starts"]["labels"]]},
            _("Who received the first hand"),
            _("Position"),
            _(
                "The count starts with the house as one, so each position has its exact share of "
                "the 216 throws. Rounds that the house banked."
            ),
        ),
    ]


def tile_parts(kept: Kept) -> list[Part]:
    meaning = _(
        "Each kind should lie in hands as often as the set holds it: one or two of 32. Hands of "
        "one round come from one set, which narrows the interval."
    )
    return [
        *count_parts(kept["all"], _("Tiles in all hands"), _("Tile"), meaning),
        *count_parts(kept["dealer"], _("Tiles in the dealer's hand"), _("Tile"), meaning),
    ]


def count_parts(kept: Kept, title: Words, of: Words, meaning: Words) -> list[Part]:
    """A finding, its plot and its table."""
    return [
        Finding(title, verdict_of(kept["p"]), verdict_sentence(kept["p"]), meaning),
        Plot(
            title,
            kept["labels"],
            kept["seen"],
            kept["expected"],
            kept["low"],
            kept["high"],
            note=_(
                "Bars: what was seen. Marks: what is expected, with the interval in which "
                "nineteen of twenty fair samples lie."
            ),
        ),
        Rows(
            title,
            [
                Column(of),
                Column(_("Seen"), NUMBER),
                Column(_("Expected"), DECIMAL),
                Column(_("From"), DECIMAL),
                Column(_("To"), DECIMAL),
                Column(_("Share"), SHARE),
            ],
            [
                [label, seen, due, low, high, seen / kept["n"] if kept["n"] else None]
                for label, seen, due, low, high in zip(
                    *(kept[name] for name in ("labels", "seen", "expected", "low", "high")),
                    strict=True,
                )
            ],
            note=statistic_note(kept),
        ),
    ]


def statistic_note(kept: Kept) -> str:
    if kept["chi_square"] is None:
        return ""
    return str(_("Chi-square {value} with {freedom} degrees of freedom, {n} counted.")).format(
        value=f"{kept['chi_square']:.2f}", freedom=kept["freedom"], n=f"{kept['n']:,}"
    )
