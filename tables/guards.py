"""Raise `Refused` when a step at a table is not allowed now. Guards read and never write."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from zoneinfo import ZoneInfo

from django.utils.translation import gettext as _

from foundation.prepared import CompiledQuery
from foundation.wording import money_text
from rules.citations import cited
from rules.option_fields import cite_of
from rules.options import Options
from rules.profiles import profile
from rules.refusals import Refused
from staff.house_settings import is_on
from staff.models import Person, Property
from tables.games import KindOfSet, TableGame, game_of_profile
from tables.models import (
    DealerShift,
    GamingTable,
    Placement,
    Qualification,
    RulesSubmission,
    TableState,
)
from tables.wording import hold_words, profile_words

# Apps above this one add what they know: banking its counts, rounds its open round.
TableGuard = Callable[[GamingTable, datetime], None]
OPENING_GUARDS: list[TableGuard] = []
CLOSING_GUARDS: list[TableGuard] = []
LEAVING_GUARDS: list[TableGuard] = []
RETIRING_GUARDS: list[TableGuard] = []


def refusal_of(guard: Callable[..., object], *args: object, **facts: object) -> Refused | None:
    """Ask a guard without stepping: the page shows the reason beside the dead button."""
    try:
        guard(*args, **facts)
    except Refused as refused:
        return refused
    return None


@dataclass(frozen=True, slots=True)
class TableInPlay:
    """What a table is played with: the sets that lie on it, by kind, and its dealer."""

    placed: Mapping[str, Placement]
    dealer_id: int | None


def at_table_now(table: GamingTable) -> TableInPlay:
    shift = OPEN_SHIFT.first(table.pk)
    return TableInPlay(current_placements(table), shift.person_id if shift else None)


def citation(table: GamingTable, subject: str) -> str:
    """The paragraph of the rules that this table plays by, if they have one on the subject."""
    return cited(table.submission.profile, subject)


def game_at(table: GamingTable) -> TableGame:
    return game_of_profile(table.submission.profile, table.submission.options)


def guard_approved_already(house: Property, approved_on: date | None, at: datetime) -> None:
    """Refuse an approval of a day that has not come: nothing is used before it is approved.

    Rule: MD 2 §D, §F.
    """
    if approved_on is not None and approved_on > at.astimezone(ZoneInfo(house.time_zone)).date():
        raise Refused(
            "approved_later",
            _("This approval is dated {day}, which is still to come. Check the day.").format(
                day=approved_on.isoformat()
            ),
            approved_on=approved_on.isoformat(),
        )


def guard_limits(minimum_cents: int, maximum_cents: int, submission: RulesSubmission) -> None:
    """Refuse limits of a table that lie outside those of the rules it plays by.

    Rule: MD 5 §A; Leaflet ¶20; MBS 3.19; NZ 6.6; 3CS 2.
    """
    rules, currency = profile(submission.profile), submission.property.currency
    options = Options.parse(rules, submission.options)
    least, most = options.minimum_wager, options.maximum_wager
    if least is not None and minimum_cents < least:
        raise Refused(
            "below_rules",
            _(
                "The table's minimum {minimum} is below the {least} of its rules. "
                "Raise the minimum, or file a version that allows it."
            ).format(
                minimum=money_text(minimum_cents, currency), least=money_text(least, currency)
            ),
            cite_of(rules, "minimum_wager"),
        )
    if most is not None and maximum_cents > most:
        raise Refused(
            "above_rules",
            _(
                "The table's maximum {maximum} is above the {most} of its rules. "
                "Lower the maximum, or file a version that allows it."
            ).format(maximum=money_text(maximum_cents, currency), most=money_text(most, currency)),
            cite_of(rules, "maximum_wager"),
        )


def guard_round_may_start(table: GamingTable, at: datetime, there: TableInPlay) -> None:
    """Refuse a new round on a table that is not ready at this one moment.

    `at` is the database's clock, read once after taking the table's lock (`database_time`); the
    round keeps it as `opened_at`, and a trigger judges the row by that same moment.

    Rule: MD ch. 2 §E, ch. 3 §A(2), ch. 4 §A, §E.
    """
    guard_table_is_open(table)
    guard_tiles_are_mixed(table)
    guard_equipment_is_ready(table, at, there)
    guard_dealer_is_there(table, there)


def guard_table_is_open(table: GamingTable) -> None:
    if table.state == TableState.SUSPENDED or table.hold:
        raise Refused(
            "table_held",
            _("This table is held ({reason}). A floorperson or pit manager lifts the hold.").format(
                reason=hold_words(table.hold) or _("suspended")
            ),
            hold=table.hold,
        )
    if table.state != TableState.OPEN:
        raise Refused(
            "table_not_open",
            _("This table is not open: {state}. A pit manager opens it.").format(
                state=TableState(table.state).label
            ),
            citation(table, "inspection"),
        )


def guard_tiles_are_mixed(table: GamingTable) -> None:
    """Refuse a round from the display: the tiles are turned face down and mixed first.

    Rule: MD ch. 4 §D(4)-§E, §I; NZ 8, 9.1.
    """
    if table.tiles_displayed:
        raise Refused(
            "tiles_displayed",
            _("The tiles lie face up. Turn them face down, mix and stack them first."),
            citation(table, "tiles-mixed"),
        )


def guard_equipment_is_ready(table: GamingTable, at: datetime, there: TableInPlay) -> None:
    """Refuse when a set is missing, not verified, found unfit, or at its limit at this moment.

    Rule: MD ch. 2 §E, ch. 3 §A(2), ch. 4 §A, §C(3); NZ 10.15.
    """
    for kind in game_at(table).kinds:
        _guard_set(table, kind, there.placed.get(kind.kind.value), at)


def guard_dice_for_bank(table: GamingTable, at: datetime, there: TableInPlay) -> None:
    """Refuse the bank to a player where no dice are fit: who banks shakes, generator or not.

    Rule: MD 9 §J(2).
    """
    for kind in game_at(table).for_player_bank:
        _guard_set(table, kind, there.placed.get(kind.kind.value), at)


def fit_sets(table: GamingTable, at: datetime, there: TableInPlay) -> dict[str, Placement]:
    """The sets at a table that may be played with at this moment, by kind."""
    return {
        kind: placement
        for kind, placement in there.placed.items()
        if placement.verified_at is not None
        and placement.verified_at <= at
        and not is_expired(placement, at)
        and placement.unfit_at is None
    }


def guard_dealer_is_there(table: GamingTable, there: TableInPlay) -> None:
    if there.dealer_id is None:
        raise Refused(
            "no_dealer",
            _("No dealer is at this table. A dealer taps in first."),
            citation(table, "dealer-at-table"),
        )


def guard_qualified(table: GamingTable, person: Person) -> None:
    """Refuse a dealer whom the floor has not qualified for the rules of a table, where it must.

    Rule: COMAR 36.05.03.17-.18.
    """
    if not is_on(table.property, "asks_qualification"):
        return
    rules_played = table.submission.profile
    held = Qualification.objects.filter(
        person=person, profile=rules_played, ended_at__isnull=True, property_id=table.property_id
    )
    if not held.exists():
        raise Refused(
            "not_qualified",
            _("You are not qualified for {rules}. The floor says who is.").format(
                rules=profile_words(rules_played)
            ),
            "COMAR 36.05.03.17-.18",
        )


def guard_deals_at(table: GamingTable, person: Person) -> None:
    """Refuse an act of the dealer by somebody who is not the dealer here."""
    shift = OPEN_SHIFT.first(table.pk)
    if shift is None or shift.person_id != person.pk:
        raise Refused(
            "not_dealing",
            _("You are not the dealer at this table. Tap in here first."),
            citation(table, "dealer-at-table"),
        )


OPEN_SHIFT = CompiledQuery(
    lambda table_id: DealerShift.objects.filter(table_id=table_id, ended_at__isnull=True), -1
)


def current_placements(table: GamingTable) -> dict[str, Placement]:
    return {placement.kind: placement for placement in PLACED(table.pk)}


PLACED = CompiledQuery(
    lambda table_id: Placement.objects.filter(table_id=table_id, during__endswith__isnull=True), -1
)


def is_expired(placement: Placement, at: datetime) -> bool:
    """Judge by the time; the mark of the sweep only keeps a clock turned back from reviving it."""
    if placement.expired_at is not None:
        return True
    return placement.expires_at is not None and at >= placement.expires_at


def guard_table_may_open(table: GamingTable, at: datetime) -> None:
    """Refuse to open a table for play before everything at it is ready."""
    if table.state != TableState.OPENING:
        raise Refused(
            "table_not_opening",
            _("This table is not being opened: {state}.").format(
                state=TableState(table.state).label
            ),
        )
    there = at_table_now(table)
    guard_equipment_is_ready(table, at, there)
    guard_dealer_is_there(table, there)
    guard_floorperson_is_assigned(table)
    _ask_all(OPENING_GUARDS, table, at)


def guard_table_may_close(table: GamingTable, at: datetime) -> None:
    """Refuse to close a table while a set lies on it or something at it is unfinished."""
    if table.state != TableState.CLOSING:
        raise Refused(
            "table_not_closing",
            _("This table is not being closed: {state}.").format(
                state=TableState(table.state).label
            ),
        )
    for placement in current_placements(table).values():
        raise Refused(
            "equipment_at_table",
            _("{set} is still at this table. Remove it first.").format(
                set=placement.equipment.serial
            ),
            citation(table, "set-removed"),
        )
    _ask_all(CLOSING_GUARDS, table, at)


def guard_not_retired(table: GamingTable) -> None:
    """Refuse to open a table that no longer stands on the floor."""
    if table.retired_at is not None:
        raise Refused(
            "table_retired",
            _("This table is retired. An administrator brings it back first."),
        )


def guard_may_retire(table: GamingTable, at: datetime) -> None:
    """Refuse to retire a table twice, or while money of the house is at it."""
    guard_not_retired(table)
    _ask_all(RETIRING_GUARDS, table, at)


def guard_nobody_plays(table: GamingTable, at: datetime) -> None:
    """Refuse to lay the tiles out while a round is open.

    Rule: MD ch. 4 §H.
    """
    _ask_all(LEAVING_GUARDS, table, at)


def guard_set_may_leave(table: GamingTable, at: datetime) -> None:
    """Refuse to take a set from a table at which it is being played with."""
    _ask_all(LEAVING_GUARDS, table, at)


def guard_floorperson_is_assigned(table: GamingTable) -> None:
    if not table.assignments.filter(ended_at__isnull=True).exists():
        raise Refused(
            "no_floorperson",
            _("No floorperson answers for this table. Assign one first."),
            citation(table, "floorperson"),
        )


def _guard_set(
    table: GamingTable, kind: KindOfSet, placement: Placement | None, at: datetime
) -> None:
    if placement is None:
        problem = kind.missing
    elif placement.verified_at is None:
        problem = kind.not_verified
    elif placement.unfit_at is not None:
        problem = kind.unfit
    elif is_expired(placement, at):
        problem = kind.expired
    else:
        return
    raise Refused(problem.code, str(problem.message), citation(table, problem.subject))


def _ask_all(guards: Iterable[TableGuard], table: GamingTable, at: datetime) -> None:
    for guard in guards:
        guard(table, at)
