"""Tiles that were exposed before a round is open: while stacking, or in an additional mix."""

from typing import Annotated, Literal

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from pydantic import Field

from audit.events import EventKind
from foundation.commands import Call, command
from foundation.inputs import Id, Input
from rules.refusals import Refused
from rules.rulings import Ruling
from staff.policy import Act
from tables.commands.table_state import TABLE, table_asked
from tables.guards import (
    game_at,
    guard_deals_at,
    guard_table_is_open,
    guard_tiles_are_mixed,
)
from tables.locks import step
from tables.models import GamingTable
from tables.queries.answers import table_answer
from tables.queries.exposures import exposure_ruling

EVENTS = {"stacking": "tile-exposed-stacking", "laja": "tiles-exposed-laja"}


class ExposedTiles(Input):
    """At which table, how many tiles, and while what was done."""

    table_id: Id
    tiles: Annotated[int, Field(ge=1, le=32)] = 1
    during: Literal["stacking", "laja"] = "stacking"


@command(
    ExposedTiles,
    act=Act.DEAL,
    says=gettext_lazy("A tile was exposed"),
    path=f"{TABLE}exposed-tiles/",
    answer=table_answer,
    versioned=True,
)
def report_exposed_tiles(call: Call[ExposedTiles]) -> GamingTable:
    """Record that tiles were exposed before a round, and what the rules then ask of the dealer.

    Rule: MD 4 §F; NZ 12.1-12.2.
    """
    table = table_asked(call)
    guard_table_is_open(table)
    guard_deals_at(table, call.by)
    guard_tiles_are_mixed(table)
    ruling = ruling_on_exposure(table, call.input.during, call.input.tiles)
    step(table)
    call.record(
        EventKind.TILES_EXPOSED,
        about=table,
        detail={
            "during": call.input.during,
            "tiles": call.input.tiles,
            "ruling": ruling.code,
            "rule": ruling.cite,
        },
    )
    call.publish(f"table:{table.pk}", "table")
    return table


def ruling_on_exposure(table: GamingTable, during: str, tiles: int) -> Ruling:
    """What the rules of a table ask when tiles are exposed before a round."""
    if not game_at(table).shows_sets_to_players:
        raise Refused("wrong_kind", _("This table plays without tiles."))
    ruling = exposure_ruling(table.submission.profile, EVENTS[during], tiles)
    if ruling is None:
        raise Refused(
            "no_such_rule",
            _("The rules of this table say nothing of it. Mix the tiles again if you wish."),
        )
    return ruling
