"""Values as the document of the API describes them, and values that nobody expects."""

import random
from collections.abc import Callable, Mapping
from typing import Any

LONG = "x" * 5000
HOSTILE: tuple[Any, ...] = (
    *(None, True, False, 0, -1, 1, 7, 9, 127, 32_768, 2**31, 2**53 - 1, 2**53, 2**63, 2**64),
    *(-(2**31), -(2**63), 10**12, 10**13, 10**30, 0.5, -0.0, 1e15, 1e308),
    *("", " ", "a", "0", "-1", "1.5", "1e5", "9" * 40, "٣", "９", LONG, "null", "true", "None"),
    *("'; drop table x; --", "<script>alert(1)</script>", "../../etc/passwd", "%00", "%s %d {x}"),
    *("a\x00b", "\ufeff", "\u202e", "\U0001f600", "e\u0301", "\n", "\r\n", "\t", "=1+1", "@SUM"),
    *("2026-02-30", "0001-01-01", "9999-12-31", "9999-12-31T23:59:59Z", "0001-01-01T00:00:00Z"),
    *(
        "2026-01-01T00:00:00+99:00",
        "T",
        "::",
        "table:",
        "table:x",
        "round:1",
        "seat-9",
        "6-6",
        "AS",
    ),
    *([], [None], [[]], [{}], [0], [1, 1], [None] * 300, {}, {"": None}, {"a": {"b": []}}),
    *([2**53], ["x"], {"seat": None}, {"seat": 2**53}, [{"seat": 1, "cents": 2**63}]),
)
DEEPEST = 8


class Values:
    """Draws values for a schema; what a floor has of a name goes before what the schema says."""

    def __init__(self, chance: random.Random, known: Callable[[str], Any]) -> None:
        self.chance, self.known = chance, known
        self.components: Mapping[str, Any] = {}

    def of(self, schema: Mapping[str, Any], name: str = "", depth: int = 0) -> Any:
        """A value that fits, or nearly."""
        if "$ref" in schema:
            schema = self.components[schema["$ref"].rpartition("/")[2]]
        for either in ("anyOf", "oneOf", "allOf"):
            if either in schema:
                return self.of(self.chance.choice(schema[either]), name, depth)
        if "const" in schema:
            return schema["const"]
        if "enum" in schema:
            return self.chance.choice(schema["enum"])
        found = self.known(name)
        if found is not None and schema.get("type") not in ("array", "object"):
            return found
        kind = schema.get("type", "object" if "properties" in schema else "string")
        kind = self.chance.choice(kind) if isinstance(kind, list) else kind
        if depth > DEEPEST:
            return None
        return getattr(self, f"_{kind}")(schema, name, depth)

    def _null(self, *_all: Any) -> None:
        return None

    def _boolean(self, *_all: Any) -> bool:
        return self.chance.random() < 0.5

    def _integer(self, schema: Mapping[str, Any], *_all: Any) -> int:
        least = int(schema.get("minimum", schema.get("exclusiveMinimum", -5)))
        most = int(schema.get("maximum", schema.get("exclusiveMaximum", least + 5000)))
        near = [least, most, least + 1, min(most, 2500), min(most, max(least, 3))]
        return self.chance.choice([*near, self.chance.randint(least, most)])

    _number = _integer

    def _string(self, schema: Mapping[str, Any], *_all: Any) -> str:
        if schema.get("format") == "uuid":
            return f"{self.chance.getrandbits(32):08x}-0000-4000-8000-000000000000"
        if schema.get("format") in ("date", "date-time"):
            day = f"20{self.chance.randint(24, 28)}-{self.chance.randint(1, 12):02}-01"
            return day if schema["format"] == "date" else f"{day}T10:00:00Z"
        longest = schema.get("maxLength", 30)
        return self.chance.choice(["a", "word", "x" * min(longest, 5000), "x" * (longest + 1)])

    def _array(self, schema: Mapping[str, Any], name: str, depth: int) -> list[Any]:
        least, most = schema.get("minItems", 0), schema.get("maxItems", 4)
        items = schema.get("items", schema.get("prefixItems", [{}])[0])
        count = self.chance.randint(least, max(least, min(most, least + 4)))
        return [self.of(items, name.removesuffix("s"), depth + 1) for _ in range(count)]

    def _object(self, schema: Mapping[str, Any], _name: str, depth: int) -> dict[str, Any]:
        needed = set(schema.get("required", ()))
        found = {
            key: self.of(each, key, depth + 1)
            for key, each in schema.get("properties", {}).items()
            if key in needed or self.chance.random() < 0.6
        }
        more = schema.get("additionalProperties")
        if isinstance(more, Mapping):
            found |= {
                str(n): self.of(more, "", depth + 1) for n in range(self.chance.randint(0, 3))
            }
        return found

    def spoiled(self, value: Any) -> Any:
        """The same with one thing in it that nobody expects."""
        if isinstance(value, dict) and value and self.chance.random() < 0.85:
            key = self.chance.choice(list(value))
            change = self.chance.random()
            if change < 0.12:
                return {each: value[each] for each in value if each != key}
            if change < 0.2:
                return {**value, self.chance.choice(["extra", "__proto__", LONG, ""]): 1}
            return {**value, key: self.spoiled(value[key])}
        if isinstance(value, list) and value and self.chance.random() < 0.8:
            place = self.chance.randrange(len(value))
            if self.chance.random() < 0.2:
                return value * self.chance.choice([2, 40])
            return [*value[:place], self.spoiled(value[place]), *value[place + 1 :]]
        return self.chance.choice(HOSTILE)
