"""`python -m rules`: the rules as a filter, one JSON object per line in and out."""

import argparse
import json
import sys
from collections.abc import Callable, Iterable, Mapping
from importlib import import_module
from typing import BinaryIO

from rules.profiles import profile
from rules.refusals import RulesError

Handler = Callable[[Mapping[str, object]], dict[str, object]]

# Each game brings a module with HANDLERS: command -> handler.
GAMES = {"tiles": "rules.lines", "cards": "rules.three_card_split.lines"}

COMMANDS = {
    "compare": "who wins one hand against the bank",
    "rank": "what two tiles are and how good",
    "set": "set a hand the house way",
    "start": "the positions in delivery order, from the dice",
    "deliver": "the ten styles of delivery, place by place",
    "bonus": "the class and pay of a bonus wager",
    "offer": "who is offered the bank, who is refused and why",
    "settle": "settle a whole round",
    "odds": "exact chances, house way against house way",
}
WITHOUT_PROFILE = frozenset({"deliver"})


def registry() -> dict[str, dict[str, Handler]]:
    """Give the table command -> game -> handler."""
    table: dict[str, dict[str, Handler]] = {command: {} for command in COMMANDS}
    for game, module in GAMES.items():
        try:
            handlers = import_module(module).HANDLERS
        except ModuleNotFoundError:
            continue
        for command, handler in handlers.items():
            table[command][game] = handler
    return table


def answer(
    handlers: Mapping[str, Handler], line: bytes, *, needs_profile: bool
) -> dict[str, object]:
    """Answer one line, with an error in its place when it is bad."""
    try:
        given = _object(line)
        game = profile(given.get("profile")).game if needs_profile else "tiles"
        if game not in handlers:
            raise RulesError("bad-option", f"not a command for {game}")
        return handlers[game](given)
    except RulesError as error:
        return {"error": {"code": error.code, "message": error.message}}


def _object(line: bytes) -> dict[str, object]:
    try:
        given = json.loads(line.decode(), parse_constant=_no_constant)
    except (ValueError, RecursionError) as error:
        raise RulesError("bad-json", f"not JSON: {error}") from None
    if not isinstance(given, dict):
        raise RulesError("bad-json", "not a JSON object")
    return given


def _no_constant(name: str) -> object:
    raise ValueError(f"{name} is no JSON number")


def answer_all(command: str, lines: Iterable[bytes], out: BinaryIO) -> int:
    """Answer line by line as they come. Give 1 if any line was bad."""
    handlers = registry()[command]
    status = 0
    for line in lines:
        found = answer(handlers, line, needs_profile=command not in WITHOUT_PROFILE)
        status = 1 if "error" in found else status
        text = json.dumps(found, ensure_ascii=False)
        out.write(text.encode(errors="backslashreplace") + b"\n")
        out.flush()
    return status


def main(arguments: list[str] | None = None) -> int:
    """Run one command over standard input."""
    parser = argparse.ArgumentParser(prog="python -m rules", description=__doc__)
    parser.add_argument("command", choices=COMMANDS)
    chosen = parser.parse_args(arguments)
    return answer_all(chosen.command, sys.stdin.buffer, sys.stdout.buffer)


if __name__ == "__main__":
    raise SystemExit(main())
