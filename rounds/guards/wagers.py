"""What the dealer may accept on the layout: limits, areas, side wagers, exact payment."""

from collections.abc import Callable, Mapping, Sequence

from django.utils.translation import gettext as _

import rules
from rounds.games import Game, smallest_chip
from rounds.games.wagering import Areas
from rounds.guards.citing import own_paragraph
from rounds.guards.naming import seat_named
from rounds.guards.steps import guard_seat
from rules.refusals import Refused
from rules.round import SIDE_WAGERS, PlacedWager
from rules.tiles.areas import boxes_without_controller
from rules.wagers import dealer_wager_cents, payable_part, proposition_limits
from rules.wagers import has_maximum as holds_against
from tables.models import GamingTable

PROPOSITIONS = ("three_card", "four_card")


Accepted = Callable[[PlacedWager], bool]


def never(wager: PlacedWager) -> bool:
    return False


def guard_wagers(
    game: Game,
    table: GamingTable,
    entered: rules.Round,
    placed: Sequence[PlacedWager],
    is_accepted: Accepted = never,
) -> None:
    """Refuse wagers that the table cannot accept as they are placed.

    Rule: MD 5 §A-§F; MBS 3.3, 3.19; NZ 6.1-6.8, 6.12; Leaflet ¶20; 3CS 2.
    """
    for wager in placed:
        guard_seat(wager.seat, table.seats)
        guard_amount(game, table, entered, wager, is_accepted)
        guard_side_wagers(game, table, wager)
    guard_box_totals(game, table, entered, is_accepted)
    guard_areas(game, entered)
    for seat in {wager.seat for wager in placed}:
        guard_players_at(game, table, entered, seat)


def guard_amount(
    game: Game,
    table: GamingTable,
    entered: rules.Round,
    wager: PlacedWager,
    is_accepted: Accepted = never,
) -> None:
    """Refuse an amount outside the limits that nobody accepted, or one that chips cannot pay.

    Rule: MBS 3.19; NZ 6.6, 6.8, 6.12; COMAR 36.05.03.21C.
    """
    cents, chip = wager.cents, smallest_chip(game, table)
    if cents < table.minimum_cents and not is_accepted(wager):
        raise _refused(
            "below_minimum",
            _("{seat}: the table minimum is {least}.").format(
                seat=seat_named(game, wager.seat), least=amount(table.minimum_cents)
            ),
            game.wagering.limits_rule,
            wager,
        )
    if cents > table.maximum_cents and has_maximum(game, entered) and not is_accepted(wager):
        raise _refused(
            "above_maximum",
            _("{seat}: the table maximum is {most}.").format(
                seat=seat_named(game, wager.seat), most=amount(table.maximum_cents)
            ),
            game.wagering.limits_rule,
            wager,
        )
    guard_in_chips(game, wager, cents, chip)
    if game.wagering.is_paid_exactly and payable_part(cents, chip) != cents:
        raise _refused(
            "not_payable",
            _("{seat}: a win could not be paid exactly in chips. {part} could.").format(
                seat=seat_named(game, wager.seat), part=amount(payable_part(cents, chip))
            ),
            "NZ 6.12",
            wager,
        )


def guard_in_chips(game: Game, wager: PlacedWager, cents: int, chip: int) -> None:
    """Refuse an amount that chips of this table do not make up."""
    if cents % chip:
        raise _refused(
            "not_in_chips",
            _("{seat}: the smallest chip is {chip}; wager a multiple of it.").format(
                seat=seat_named(game, wager.seat), chip=amount(chip)
            ),
            "",
            wager,
        )


def has_maximum(game: Game, entered: rules.Round) -> bool:
    """Against a player bank some profiles know no maximum; against a co-bank all do."""
    bank = entered.bank
    return not bank.is_decided or holds_against(game.profile, bank.kind)


def guard_side_wagers(game: Game, table: GamingTable, wager: PlacedWager) -> None:
    """Refuse side wagers that the submission does not offer, or of an amount that cannot stand.

    Rule: MD 5 §F; Leaflet ¶20; 3CS App. B.
    """
    chip = smallest_chip(game, table)
    for name in SIDE_WAGERS:
        cents = wager.side(name)
        if not cents:
            continue
        if name not in game.side_wagers:
            raise _refused(
                "not_offered",
                _("{seat}: this side wager is not offered here.").format(
                    seat=seat_named(game, wager.seat)
                ),
                "",
                wager,
            )
        guard_in_chips(game, wager, cents, chip)
        if name in PROPOSITIONS:
            guard_proposition(game, wager, cents)
    if (wager.match_play or 0) > wager.cents:
        raise _refused(
            "coupon_amount",
            _("{seat}: beside a match-play coupon lie chips of at least its amount.").format(
                seat=seat_named(game, wager.seat)
            ),
            "Leaflet ¶20",
            wager,
        )
    if 2 * (wager.three_card or 0) > wager.cents:
        raise _refused(
            "three_card_too_high",
            _("{seat}: Three Card is at most half of the wager.").format(
                seat=seat_named(game, wager.seat)
            ),
            "3CS App. B",
            wager,
        )


def guard_not_alone(game: Game, said: Sequence[PlacedWager]) -> None:
    """Refuse a side wager of somebody who makes no wager beside it.

    Rule: MD 5 §F; Leaflet ¶20; 3CS 2.
    """
    for wager in said:
        if not wager.cents and any(map(wager.side, SIDE_WAGERS)):
            raise _refused(
                "side_needs_wager",
                _("{seat}: a side wager lies beside a wager. Place that first.").format(
                    seat=seat_named(game, wager.seat)
                ),
                own_paragraph(game, "MD 5 §F; Leaflet ¶20; 3CS 2"),
                wager,
            )


def guard_proposition(game: Game, wager: PlacedWager, cents: int) -> None:
    """Refuse a proposition wager outside its own posted limits.

    Rule: 3CS 2.
    """
    least, most = proposition_limits(game.options)
    if least is not None and cents < least:
        raise _refused(
            "proposition_too_low",
            _("{seat}: a proposition wager is at least {least}.").format(
                seat=seat_named(game, wager.seat), least=amount(least)
            ),
            "3CS 2",
            wager,
        )
    if most is not None and cents > most:
        raise _refused(
            "proposition_too_high",
            _("{seat}: a proposition wager is at most {most}.").format(
                seat=seat_named(game, wager.seat), most=amount(most)
            ),
            "3CS 2",
            wager,
        )


def guard_box_totals(
    game: Game, table: GamingTable, entered: rules.Round, is_accepted: Accepted = never
) -> None:
    """Refuse more on one box than the table takes, or a wager where the bank is.

    Rule: NZ 6.5-6.6, 11.1(a); MD 9 §F.
    """
    for seat, cents in entered.wager_by_seat().items():
        is_above = cents > table.maximum_cents and has_maximum(game, entered)
        if is_above and not any(map(is_accepted, entered.wagers_at(seat))):
            raise Refused(
                "above_maximum",
                _("{seat}: together more than the maximum of {most}.").format(
                    seat=seat_named(game, seat), most=amount(table.maximum_cents)
                ),
                game.wagering.limits_rule,
                seat=seat,
            )
        guard_box_of_bank(game, entered, seat)
        guard_box_in_play(table, seat)


def guard_outside(table: GamingTable, wager: PlacedWager) -> None:
    """Refuse to sign for a wager that the limits allow anyway, or for none.

    Rule: COMAR 36.05.03.21C.
    """
    if not wager.cents or table.minimum_cents <= wager.cents <= table.maximum_cents:
        raise Refused(
            "within_limits",
            _("This wager lies within the limits; nobody has to sign for it."),
            seat=wager.seat,
        )


def guard_box_in_play(table: GamingTable, seat: int) -> None:
    """Refuse a wager on a box that a ruling has taken out of play.

    Rule: NZ 12.9-12.11.
    """
    if seat in table.boxes_off:
        raise Refused(
            "box_off",
            _("Box {seat} is out of play until the floor brings it back.").format(seat=seat),
            "NZ 12.10-12.11",
            seat=seat,
        )


def guard_box_of_bank(game: Game, entered: rules.Round, seat: int) -> None:
    """Refuse a wager where the bank is.

    Rule: NZ 6.5, 11.1(a); MD 9 §F.
    """
    bank = entered.bank
    if bank.is_decided and bank.seat == seat:
        raise Refused(
            "banker_wagers",
            _("{seat} holds the bank and cannot wager as well.").format(
                seat=seat_named(game, seat)
            ),
            own_paragraph(game, "MD 9 §F; NZ 6.5"),
            seat=seat,
        )
    if bank.is_decided and bank.kind == "house" and seat == game.wagering.house_seat:
        raise Refused(
            "house_box",
            _("The house banks from box {seat}; it takes no wager.").format(seat=seat),
            "NZ 11.1(a)",
            seat=seat,
        )


def guard_areas(game: Game, entered: rules.Round) -> None:
    """Refuse one player on more betting areas than the submission permits; a banker has one.

    The seat at which somebody sits is an area of theirs, wager or not.

    Rule: MD 5 §C, §E, 9 §F; MBS 3.12; NZ 6.1, 6.7.
    """
    areas: dict[str, list[int]] = {}
    for wager in entered.wagers:
        if wager.player:
            areas.setdefault(wager.player, []).append(wager.seat)
    guard_one_area_of_bank(game, entered, areas)
    if game.wagering.areas is Areas.ANY:
        return
    for player, wagered in areas.items():
        seats = sorted({*wagered, *entered.seats_of(player)})
        if len(seats) == 1:
            continue
        is_adjacent = len(seats) == 2 and abs(seats[0] - seats[1]) == 1
        if game.wagering.areas is Areas.ADJACENT and game.options.adjacent_areas and is_adjacent:
            continue
        raise Refused(
            "too_many_areas",
            _("{player} wagers on seats {seats}. That is not permitted here.").format(
                player=player, seats=", ".join(map(str, seats))
            ),
            game.wagering.areas_rule,
            seats=seats,
        )


def guard_one_area_of_bank(
    game: Game, entered: rules.Round, areas: Mapping[str, Sequence[int]]
) -> None:
    """Refuse a wager of whoever banks, on whichever area.

    Rule: MD 9 §F; MBS 3.20; NZ 6.1.
    """
    for banker in entered.bankers() if entered.bank.is_decided else ():
        if banker in areas:
            raise Refused(
                "banker_wagers",
                _("{player} holds the bank and cannot wager as well.").format(player=banker),
                own_paragraph(game, "MD 9 §F; MBS 3.20; NZ 6.1"),
                seat=areas[banker][0],
            )


def guard_players_at(game: Game, table: GamingTable, entered: rules.Round, seat: int) -> None:
    """Refuse more players at one seat or box than the submission permits, or more from one.

    Rule: MD 5 §C; NZ 6.5, 6.6, 7.1-7.2.
    """
    guard_player_count(game, entered, seat)
    limit = table.player_maximum_cents or game.options.player_maximum
    for wager in entered.wagers_at(seat):
        if limit is not None and wager.cents > limit and has_maximum(game, entered):
            raise _refused(
                "above_player_maximum",
                _("{seat}: one player's maximum is {most}.").format(
                    seat=seat_named(game, seat), most=amount(limit)
                ),
                own_paragraph(game, "NZ 6.6"),
                wager,
            )


def guard_player_count(game: Game, entered: rules.Round, seat: int) -> None:
    """Refuse more players at one seat or box than the submission permits.

    Where only those who are seated wager, whoever sits there is one of them.

    Rule: MD 5 §C; Leaflet ¶22; NZ 6.5.
    """
    most = game.options.players_a_box
    there = {each.player for each in entered.seats.get(seat, ())}
    if game.wagering.areas is not Areas.ANY:
        there |= {wager.player for wager in entered.wagers_at(seat) if wager.player}
    if len(entered.wagers_at(seat)) > most or len(there) > most:
        raise Refused(
            "too_many_players",
            _("{seat}: at most {most} may play here.").format(
                seat=seat_named(game, seat), most=most
            ),
            own_paragraph(game, "MD 5 §C; Leaflet ¶22; NZ 6.5"),
            seat=seat,
        )


def guard_is_at(game: Game, entered: rules.Round, seat: int, player: str) -> None:
    """Refuse that somebody leaves a seat at which they neither sit nor wager."""
    seated = any(each.player == player for each in entered.seats.get(seat, ()))
    if not seated and all(each.player != player for each in entered.wagers_at(seat)):
        raise Refused(
            "not_at_this_seat",
            _("{seat}: {player} does not play here.").format(
                seat=seat_named(game, seat), player=player
            ),
            seat=seat,
        )


def guard_controllers(entered: rules.Round) -> None:
    """Refuse “no more bets” while nobody has said who decides about the tiles of a box.

    Rule: NZ 7.1(a)-(b).
    """
    unknown = boxes_without_controller(entered)
    if unknown:
        raise Refused(
            "controller_unknown",
            _(
                "Box {seat}: the highest wagers are equal and nobody sits there. "
                "Name the player whose wager lies nearest to you."
            ).format(seat=unknown[0]),
            "NZ 7.1(a)-(b)",
            seat=unknown[0],
        )


def guard_somebody_wagers(game: Game, entered: rules.Round) -> None:
    """Refuse to go on with an empty layout.

    Rule: MD 5 §A; MBS 3.3; NZ 6.1; Leaflet ¶11; 3CS 2.
    """
    if not entered.wagers:
        raise Refused(
            "no_wagers",
            _("Nobody has wagered. Place at least one wager first."),
            own_paragraph(game, "MD 5 §A; MBS 3.3; NZ 6.1; Leaflet ¶11; 3CS 2"),
        )


def guard_dealer_wager(game: Game, entered: rules.Round, cents: int, last_wager_cents: int) -> None:
    """Refuse a dealer's wager where there is none, or more than the submission gives.

    Rule: MD 9 §E(5), §H(3), §I(1); Leaflet ¶18 (reading).
    """
    most = dealer_wager_cents(game.options, last_wager_cents)
    if entered.bank.kind != "player":
        raise Refused(
            "no_dealer_wager",
            _("The dealer wagers only against a player who banks alone."),
            own_paragraph(game, "MD 9 §E(5), §H(3); Leaflet ¶18 (reading)"),
        )
    if cents > most:
        raise Refused(
            "dealer_wager_too_high",
            _("The dealer wagers at most {most}; the bank may direct less.").format(
                most=amount(most)
            ),
            own_paragraph(game, "MD 9 §H(3)-§I; Leaflet ¶18 (reading)"),
            most_cents=most,
        )


def amount(cents: int) -> str:
    """An amount for people: whole units, and the cents only where there are any."""
    units, rest = divmod(cents, 100)
    return f"{units:,}.{rest:02}" if rest else f"{units:,}"


def _refused(code: str, message: str, rule: str, wager: PlacedWager) -> Refused:
    return Refused(code, message, rule, seat=wager.seat, player=wager.player)
