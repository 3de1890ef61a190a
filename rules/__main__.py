"""The rules as a filter: one JSON object per line on standard input, one per line out.

A bad line gives {"error": {"code", "message"}} in its place, the rest goes on, and the exit
status is 1 at the end. Tiles are written as their pips ("1-3"), cards as rank and suit ("QS"),
money as whole cents; "profile" is one of the five ids.
"""

import argparse
import json
import os
import sys
from collections.abc import Callable, Iterable, Mapping
from importlib import import_module
from typing import BinaryIO

from rules.profiles import PROFILES, profile
from rules.refusals import RulesError

Answer = dict[str, object]
Handler = Callable[[Mapping[str, object]], Answer]

# Each game brings a module with HANDLERS: command -> handler.
GAMES = {"tiles": "rules.tiles.lines", "cards": "rules.cards.lines"}

COMMANDS = {
    "compare": "who wins one hand against the bank: profile, bank, player",
    "rank": "what two tiles are and how good: profile, tiles",
    "set": "set a hand the house way: profile, tiles or cards",
    "start": "the positions in delivery order: profile, total, bank, adjust, seats",
    "deliver": "the eight hands of a style, place by place: style",
    "bonus": "class and pay of a bonus wager: profile, paytable, tiles or cards and community",
    "offer": "who is offered the bank and who is refused: profile, seats, history, wagers, funds",
    "settle": "settle a whole round: profile, options, bank, dealer, seats",
    "odds": "exact chances, house way against house way: profile, commission",
    "explain": "settle a whole round and say why, for people",
}
WITHOUT_PROFILE = frozenset({"deliver"})

EXAMPLE = """examples:
  echo '{"profile": "mbs", "tiles": ["1-3", "4-4", "2-6", "1-6"]}' | python -m rules set
  echo '{"style": "jung-quat"}' | python -m rules deliver
  echo '{"profile": "maryland", "total": 11, "bank": 4}' | python -m rules start
"""


def registry() -> dict[str, dict[str, Handler]]:
    """Give the table command -> game -> handler."""
    table: dict[str, dict[str, Handler]] = {command: {} for command in COMMANDS}
    for game, module in GAMES.items():
        for command, handler in import_module(module).HANDLERS.items():
            table[command][game] = handler
    return table


def read_object(line: bytes) -> dict[str, object]:
    """Read one line as a JSON object, strictly."""
    try:
        given = json.loads(line.decode("utf-8"), parse_constant=_no_constant)
    except (ValueError, RecursionError) as error:
        raise RulesError("bad-json", f"not JSON: {error}") from None
    if not isinstance(given, dict):
        raise RulesError("bad-json", "not a JSON object")
    return given


def _no_constant(name: str) -> object:
    raise ValueError(f"{name} is no JSON number")


def answer_line(command: str, handlers: Mapping[str, Handler], line: bytes) -> Answer:
    """Answer one line, with an error in its place when it is bad."""
    try:
        given = read_object(line)
        game = "tiles" if command in WITHOUT_PROFILE else profile(given.get("profile")).game
        if game not in handlers:
            raise RulesError("bad-option", f"{command} is not for {game}")
        return handlers[game](given)
    except RulesError as error:
        return _error(error)
    except RecursionError:
        return _error(RulesError("bad-json", "nested too deeply"))


def _error(error: RulesError) -> Answer:
    return {"error": {"code": error.code, "message": error.message}}


def answer_all(command: str, lines: Iterable[bytes], out: BinaryIO) -> int:
    """Answer line by line as they come. Give 1 if any line was bad."""
    handlers = registry()[command]
    status = 0
    for line in lines:
        found = answer_line(command, handlers, line)
        status = 1 if "error" in found else status
        _write(out, json.dumps(found, ensure_ascii=False))
    return status


def explain_all(lines: Iterable[bytes], out: BinaryIO) -> int:
    """Say every `settle` line for people. Give 1 if any line was bad."""
    handlers = registry()["settle"]
    status = 0
    for line in lines:
        found = answer_line("settle", handlers, line)
        status = 1 if "error" in found else status
        _write(out, _text(line, found) + "\n")
    return status


def _text(line: bytes, found: Answer) -> str:
    if isinstance(found.get("error"), dict):
        return json.dumps(found, ensure_ascii=False)
    from rules.report import TEXTS

    given = read_object(line)
    return TEXTS[profile(given.get("profile")).game](given)


def _write(out: BinaryIO, text: str) -> None:
    out.write(text.encode("utf-8", errors="backslashreplace") + b"\n")
    out.flush()


def parser() -> argparse.ArgumentParser:
    """Describe the command line."""
    commands = "\n".join(f"  {name:9} {says}" for name, says in COMMANDS.items())
    profiles = "\n".join(f"  {each.id:17} {each.title}" for each in PROFILES.values())
    made = argparse.ArgumentParser(
        prog="python -m rules",
        description=__doc__,
        epilog=f"commands:\n{commands}\n\nprofiles:\n{profiles}\n\n{EXAMPLE}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    made.add_argument("command", choices=COMMANDS, metavar="command", help="one of those below")
    return made


def main(arguments: list[str] | None = None) -> int:
    """Run one command over standard input."""
    command = parser().parse_args(arguments).command
    try:
        if command == "explain":
            return explain_all(sys.stdin.buffer, sys.stdout.buffer)
        return answer_all(command, sys.stdin.buffer, sys.stdout.buffer)
    except BrokenPipeError:
        # The reader went away; without this Python complains once more when it flushes at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1


if __name__ == "__main__":
    raise SystemExit(main())
