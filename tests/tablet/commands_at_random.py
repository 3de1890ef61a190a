"""The commands by which a dealer enters a round: in any order that the table allows, with slips."""

from random import Random


def commands_for(line: dict, chance: Random) -> list[dict]:
    """Enter a round of `rounds_at_random`, from its opening until every hand lies there."""
    steps = [
        {"name": "open", "body": {"carry_wagers": False}, "number": 1, "carried": None},
        *wagers(line, chance),
        *bank(line, chance),
        step("close"),
        *dice(line, chance),
        step("deal"),
        *after_the_deal(line, chance),
    ]
    return [each | {"round": "round"} for each in steps]


def step(name: str, **body: object) -> dict:
    return {"name": name, "body": body}


def wagers(line: dict, chance: Random):
    """Every wager, some entered wrongly first, some by two players; the banker's stands aside."""
    for seat in shuffled(line["seats"], chance):
        sides = {
            name: seat[name]
            for name in ("pair_fortunes", "match_play", "three_card", "four_card")
            if name in seat
        }
        cents = seat.get("wager", 0)
        if seat["seat"] == line["bank"].get("seat"):
            if chance.random() < 0.5:
                yield wager(seat["seat"], "A", 700)
            continue
        if chance.random() < 0.3:
            yield wager(seat["seat"], "A", cents + 500)
        if chance.random() < 0.2:
            part = chance.randint(1, cents - 1)
            yield wager(seat["seat"], "B", part)
            yield wager(seat["seat"], "A", cents - part, **sides)
        else:
            yield wager(seat["seat"], "A", cents, **sides)


def wager(seat: int, player: str, cents: int, **sides: int) -> dict:
    """What somebody wagers; everybody has a marker of their own."""
    marker = f"{player}{seat}"
    return step("wagers", wagers=[{"seat": seat, "player": marker, "cents": cents, **sides}])


def bank(line: dict, chance: Random):
    """Who banks; sometimes another seat had said so first."""
    kind, banker = line["bank"]["kind"], line["bank"].get("seat")
    if chance.random() < 0.2 and kind != "house":
        other = chance.choice([each["seat"] for each in line["seats"]])
        yield step("bank", answers=[{"seat": other, "answer": "take"}])
    if kind != "house":
        said = {"player": "take", "co-bank": "co_bank"}[kind]
        yield step("bank", answers=[{"seat": banker, "answer": said}])
    elif line["profile"] != "three-card-split":
        yield step("bank", answers=[])
    if (line.get("dealer") or {}).get("wager"):
        yield step("dealer-wager", cents=line["dealer"]["wager"])


def dice(line: dict, chance: Random):
    if line["profile"] == "three-card-split":
        return
    if chance.random() < 0.1:
        yield step("roll", no_roll="cocked")
    yield step("roll", dice=[chance.randint(1, 6) for _ in range(3)])


def after_the_deal(line: dict, chance: Random):
    """Hands as they come, some entered wrongly first; how the others ended; the community card."""
    pieces = "cards" if line["profile"] == "three-card-split" else "tiles"
    given = [("dealer", line["dealer"])] if line.get("dealer") else []
    given += [(str(seat["seat"]), seat) for seat in line["seats"]]
    if line.get("community"):
        yield step("community", card=line["community"])
    for place, seat in given:
        if seat.get("state", "played") != "played":
            yield step("states", seat=int(place), state=seat["state"])
    for place, seat in shuffled(given, chance):
        held = seat[pieces]
        if chance.random() < 0.1:
            yield hand(place, pieces, held, held[2:] if pieces == "tiles" else held[1:])
        yield hand(place, pieces, held, seat.get("high"))


def hand(place: str, pieces: str, held: list[str], high: list[str] | None) -> dict:
    low = left_of(held, high) if high else None
    body = {"place": place, pieces: held, "high": high, "low": low, "set_by": "player"}
    return step("hands", hands=[body])


def left_of(held: list[str], high: list[str]) -> list[str]:
    left = list(held)
    for each in high:
        left.remove(each)
    return left


def shuffled(items: list, chance: Random) -> list:
    return chance.sample(items, len(items))
