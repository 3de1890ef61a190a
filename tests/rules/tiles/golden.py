"""Golden rounds: what a round was and what it must come to, as a casino person can check it.

`write` makes the file of a round with the amounts of the oracle; `read` gives back the line of
`python -m rules settle` and the answer that it must have.
"""

import tomllib
from pathlib import Path

from tests.rules.tiles import oracle, settlement_oracle

FOLDER = Path(__file__).parents[1] / "golden"
PROFILES = ("maryland", "leaflet", "mbs", "new-zealand")


def paths(profile):
    return sorted((FOLDER / profile).glob("*.toml"))


def read(path):
    """Give the line and the expected answer of one golden round."""
    told = tomllib.loads(path.read_text(encoding="utf-8"))
    line = {
        "profile": path.parent.name,
        "options": told.get("options", {}),
        "bank": told["bank"],
        "seats": [_seat(each) for each in told["seats"]],
    }
    if "dealer" in told:
        line["dealer"] = _seat(told["dealer"])
    return line, _answer(told)


def _seat(told):
    facts = {
        key: told[key] for key in ("seat", "wager", "state", "stands", "match_play") if key in told
    }
    for key in ("tiles", "high"):
        if key in told:
            facts[key] = told[key].split()
    if "pair_fortunes" in told:
        facts["pair_fortunes"] = told["pair_fortunes"]["wager"]
    return facts


def _answer(told):
    result, dealer = told["result"], told.get("dealer", {})
    bank = {"kind": told["bank"]["kind"], "seat": told["bank"].get("seat")}
    return {
        "seats": [_row(each) for each in told["seats"]],
        "bank": bank | {"net": result["bank"], "vigorish": result["bank_vigorish"]},
        "house": {"net": result["house"], "vigorish": result["vigorish"]},
        "dealer": {"outcome": dealer.get("outcome"), "net": dealer.get("net", 0)},
    }


def _row(told):
    high, low = told["hands"].split() if "hands" in told else (None, None)
    row = {
        "seat": told["seat"],
        "outcome": told["outcome"],
        "high": high,
        "low": low,
        "won": told.get("won", 0),
        "vigorish": told.get("vigorish", 0),
        "net": told.get("net", 0),
        "returned": told.get("returned", 0),
        "total": told["total"],
    }
    if "pair_fortunes" in told:
        side = told["pair_fortunes"]
        row["pair_fortunes"] = {key: side[key] for key in ("class", "won", "net")}
    return row


def hands(path):
    """Give each hand as the file says it is set: tiles, high, low."""
    told = tomllib.loads(path.read_text(encoding="utf-8"))
    for each in [*told["seats"], told.get("dealer", {})]:
        if "set" in each:
            high, low = (part.split() for part in each["set"].split("/"))
            yield each.get("seat"), high, low


def text_of(title, cites, line):
    """Write a round with its expected amounts."""
    want = settlement_oracle.settle(line)
    parts = [f'title = "{title}"', f"cites = [{', '.join(_quoted(cite) for cite in cites)}]", ""]
    bank = line["bank"]
    parts += ["[bank]", *_pairs(bank), ""]
    if line.get("options"):
        parts += ["[options]", *_pairs(line["options"]), ""]
    if line.get("dealer"):
        parts += ["[dealer]", *_dealer(line, want["dealer"]), ""]
    for seat, row in zip(line["seats"], want["seats"], strict=True):
        parts += ["[[seats]]", *_told_seat(line, seat, row), ""]
    result = {
        "bank": want["bank"]["net"],
        "bank_vigorish": want["bank"]["vigorish"],
        "house": want["house"]["net"],
        "vigorish": want["house"]["vigorish"],
    }
    return "\n".join([*parts, "[result]", *_pairs(result), ""])


def _quoted(text):
    return f'"{text}"'


def _pairs(told):
    for key, value in told.items():
        if isinstance(value, bool):
            yield f"{key} = {str(value).lower()}"
        else:
            yield f"{key} = {_quoted(value) if isinstance(value, str) else value}"


def _dealer(line, want):
    dealer = line["dealer"]
    told = {"tiles": " ".join(dealer["tiles"])}
    if dealer.get("high"):
        told["high"] = " ".join(dealer["high"])
    if dealer.get("stands"):
        told["stands"] = True
    if dealer.get("wager"):
        told["wager"] = dealer["wager"]
    told["set"] = _set(line, dealer, free=dealer.get("stands"))
    if want["outcome"]:
        told |= want
    return _pairs(told)


def _told_seat(line, seat, row):
    told = {key: seat[key] for key in ("seat", "wager", "state") if key in seat}
    if "match_play" in seat:
        told["match_play"] = seat["match_play"]
    told["tiles"] = " ".join(seat["tiles"])
    if seat.get("high"):
        told["high"] = " ".join(seat["high"])
    is_bank = row["outcome"] == "bank"
    if row["high"] is not None or is_bank:
        free = not is_bank or line["bank"]["kind"] == "player" or line["bank"].get("stands")
        told["set"] = _set(line, seat, free=free)
    told["outcome"] = row["outcome"]
    if row["high"] is not None:
        told["hands"] = f"{row['high']} {row['low']}"
    told |= {key: row[key] for key in ("won", "vigorish", "net", "returned") if row[key]}
    told["total"] = row["total"]
    lines = list(_pairs(told))
    if "pair_fortunes" in row:
        side = row["pair_fortunes"]
        lines.append(
            f'pair_fortunes = {{ wager = {seat["pair_fortunes"]}, class = "{side["class"]}", '
            f"won = {side['won']}, net = {side['net']} }}"
        )
    return lines


def _set(line, seat, *, free):
    """Say how a hand is set: high / low."""
    profile, held = line["profile"], tuple(seat["tiles"])
    if free and seat.get("high"):
        chosen = oracle.as_set(profile, held, seat["high"])
        pool = [w for w in oracle.ways(profile, held) if _is_of(w, seat["high"])]
    else:
        chosen = oracle.set_hand(profile, held)
        pool = oracle.ways(profile, held)
    way = next(each for each in pool if each.setting == chosen)
    return f"{' '.join(way.high_tiles)} / {' '.join(way.low_tiles)}"


def _is_of(way, high):
    return sorted(high) in (sorted(way.high_tiles), sorted(way.low_tiles))
