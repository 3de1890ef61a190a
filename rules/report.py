"""A settlement for people, as text: hands, reasons with paragraphs, chips as they move."""

from collections.abc import Iterator, Mapping

from rules.cards import explain as card_reasons
from rules.cards import lines as card_lines
from rules.cards import settlement as card_settlement
from rules.movements import Movement
from rules.reasons import plain_money
from rules.tiles import explain as tile_reasons
from rules.tiles import lines as tile_lines
from rules.tiles import settlement as tile_settlement

Settlement = tile_settlement.TileSettlement | card_settlement.CardSettlement
SeatResult = tile_settlement.TileSeatResult | card_settlement.CardSeatResult


def settlement_text(line: Mapping[str, object]) -> str:
    """Say a whole `settle` line of tiles for people."""
    profile, options, facts = tile_lines.round_of_tiles(line)
    settlement = tile_settlement.settle_tiles(profile, options, facts)
    reasons = tile_reasons.explain_tiles(profile, options, facts, settlement)
    why = [f"{tile_reasons.tile_sentence(each)}  [{each.citation}]" for each in reasons]
    return _text(settlement, why)


def card_settlement_text(line: Mapping[str, object]) -> str:
    """Say a whole `settle` line of cards for people."""
    profile, options, facts = card_lines.round_of_cards(line)
    settlement = card_settlement.settle_cards(profile, options, facts)
    reasons = card_reasons.explain_cards(profile, options, facts, settlement)
    why = [f"{card_reasons.card_sentence(each)}  [{each.citation}]" for each in reasons]
    return _text(settlement, why)


TEXTS = {"tiles": settlement_text, "cards": card_settlement_text}


def _text(settlement: Settlement, why: list[str]) -> str:
    parts = [
        f"{settlement.profile.title}, {settlement.profile.edition}",
        "",
        "Why",
        *(f"  {each}" for each in why),
        "",
        "Chips as they move",
        *(_movement(each) for each in settlement.movements),
        "",
        "Result",
        *_results(settlement),
    ]
    return "\n".join(parts)


def _movement(move: Movement) -> str:
    cents = plain_money(move.amount_cents)
    return f"  {cents:>12}  {move.from_place} to {move.to_place}: {move.reason}"


def _results(settlement: Settlement) -> Iterator[str]:
    for row in settlement.seats:
        yield _row(settlement.profile.seat_word, row)
    if settlement.bank.kind != "house":
        seat = settlement.bank.seat
        yield f"  {plain_money(settlement.bank.net_cents):>12}  {settlement.bank.kind} at {seat}"
    house = settlement.house
    vigorish = plain_money(house.vigorish_cents)
    yield f"  {plain_money(house.net_cents):>12}  house, of which vigorish {vigorish}"
    yield f"  {plain_money(_sum(settlement)):>12}  all together"


def _row(word: str, row: SeatResult) -> str:
    return f"  {plain_money(row.total_cents):>12}  {word} {row.seat}: {row.outcome}"


def _sum(settlement: Settlement) -> int:
    seats = sum(row.total_cents for row in settlement.seats)
    return seats + settlement.bank.net_cents + settlement.house.net_cents
