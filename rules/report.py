"""A settlement for people, as text: hands, reasons with paragraphs, chips as they move."""

from collections.abc import Iterator, Mapping

from rules.explain import explain, money, sentence
from rules.lines import round_of
from rules.movements import Movement
from rules.settlement import SeatResult, Settlement, settle


def settlement_text(line: Mapping[str, object]) -> str:
    """Say a whole `settle` line of tiles for people."""
    profile, options, facts = round_of(line)
    settlement = settle(profile, options, facts)
    reasons = explain(profile, options, facts, settlement)
    parts = [
        f"{profile.title}, {profile.edition}",
        "",
        "Why",
        *(f"  {sentence(each)}  [{each.citation}]" for each in reasons),
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
