"""A settlement for people, as text: hands, reasons with paragraphs, chips as they move."""

from collections.abc import Iterator, Mapping

from rules import explain as tile_reasons
from rules import lines as tile_lines
from rules import settlement as tile_settlement
from rules.explain import money
from rules.movements import Movement
from rules.three_card_split import explain as card_reasons
from rules.three_card_split import lines as card_lines
from rules.three_card_split import settlement as card_settlement

Settlement = tile_settlement.Settlement | card_settlement.Settlement
SeatResult = tile_settlement.SeatResult | card_settlement.SeatResult


def settlement_text(line: Mapping[str, object]) -> str:
    """Say a whole `settle` line of tiles for people."""
    profile, options, facts = tile_lines.round_of(line)
    settlement = tile_settlement.settle(profile, options, facts)
    reasons = tile_reasons.explain(profile, options, facts, settlement)
    why = [f"{tile_reasons.sentence(each)}  [{each.citation}]" for each in reasons]
    return _text(settlement, why)


def card_settlement_text(line: Mapping[str, object]) -> str:
    """Say a whole `settle` line of cards for people."""
    profile, options, facts = card_lines.round_of(line)
    settlement = card_settlement.settle(profile, options, facts)
    reasons = card_reasons.explain(profile, options, facts, settlement)
    why = [f"{card_reasons.sentence(each)}  [{each.citation}]" for each in reasons]
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
    return f"  {money(move.amount_cents):>12}  {move.from_place} to {move.to_place}: {move.reason}"


def _results(settlement: Settlement) -> Iterator[str]:
    for row in settlement.seats:
        yield _row(settlement.profile.seat_word, row)
    if settlement.bank.kind != "house":
        seat = settlement.bank.seat
        yield f"  {money(settlement.bank.net_cents):>12}  {settlement.bank.kind} at {seat}"
    house = settlement.house
    yield f"  {money(house.net_cents):>12}  house, of which vigorish {money(house.vigorish_cents)}"
    yield f"  {money(_sum(settlement)):>12}  all together"


def _row(word: str, row: SeatResult) -> str:
    return f"  {money(row.total_cents):>12}  {word} {row.seat}: {row.outcome}"


def _sum(settlement: Settlement) -> int:
    seats = sum(row.total_cents for row in settlement.seats)
    return seats + settlement.bank.net_cents + settlement.house.net_cents
