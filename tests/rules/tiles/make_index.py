"""Make `docs/rules-index.md`: `python -m tests.rules.tiles.make_index`.

Every paragraph of the four documents on tiles, with the code that names it in a `Rule:` line or
in its table of citations *and that a door of the product leads to* (`tests/rules/reached.py`), and
the tests and golden rounds that name it. A range over sections ("12.1-12.17") names its two ends
and proves nothing of what lies between. Nothing is listed by hand but the paragraphs themselves,
and where the record keeps what is only done at the table.
"""

import ast
import re
import tomllib
from pathlib import Path

from tests.rules.reached import ROOT, reached_names
from tests.rules.tiles import golden

HERE = Path(__file__).parent
INDEX = ROOT / "docs" / "rules-index.md"
DOCUMENTS = {
    "MD": ("maryland", "Maryland, Standard Rules - Pai Gow Tiles"),
    "Leaflet": ("leaflet", "A casino's leaflet for players, paragraphs counted from the first"),
    "MBS": ("mbs", "Marina Bay Sands, version 2"),
    "NZ": ("new-zealand", "New Zealand, division on pai gow"),
}
ROOMS = ("rules", "tables", "rounds", "banking", "review", "tablet", "floor")
TESTED = ("rules/tiles", "tables", "rounds", "banking", "review", "tablet")
SUBS = r"(?:\([0-9a-z]+\))"
ITEMS = {
    "MD": re.compile(
        rf"(?:(?P<chapter>\d+)\b ?)?(?:§(?P<letter>[A-Z])(?P<subs>{SUBS}*)"
        rf"(?:-(?P<end>§?[A-Z]{SUBS}*|{SUBS}+))?)?"
    ),
    "Leaflet": re.compile(r"¶(?P<first>\d+)(?:-¶?(?P<last>\d+))?"),
    "MBS": re.compile(
        r"(?P<appendix>Appendix A)(?: \d+(?:-\d+)?)?"
        r"|(?P<kind>split|rule|exception)s? (?P<number>\d+)(?:\([a-z]\))?(?:-(?P<last>\d+))?"
        r"|(?P<first>\d+(?:\.\d+)*)(?:-(?P<end>\d+(?:\.\d+)*))?"
    ),
    "NZ": re.compile(
        r"Appendix (?P<appendix>\d)"
        r"|1\.0 (?P<word>[A-Z][A-Za-z/-]*(?: [A-Z][A-Za-z]*)*)"
        rf"|(?!3CS)(?P<first>\d+(?:\.\d+)?[A-Z]?)(?P<subs>{SUBS}*)"
        rf"(?:-(?P<end>\d+(?:\.\d+)?[A-Z]?{SUBS}*|{SUBS}+))?"
    ),
}
MENTION = re.compile(r"\b(MD|MBS|NZ|Leaflet) (?=[\d§¶A-Zesr])")
BETWEEN = re.compile(r"(?: \(reading\))?(?:[,;] | then )")


class Paragraph:
    """A paragraph of a document, what it says and what the product does about it."""

    def __init__(self, line):
        self.id, self.handling, self.says = (part.strip() for part in line.split(" | ", 2))
        self.code, self.tests = [], []


def paragraphs(document):
    text = (HERE / "paragraphs" / f"{DOCUMENTS[document][0]}.txt").read_text(encoding="utf-8")
    return [Paragraph(line) for line in text.splitlines()]


def citations(text, lists):
    """Give every paragraph that a text cites, and every citation that names none."""
    text = re.sub(r"\s+#?\s*", " ", text).replace("MD ch. ", "MD ")
    found, unknown = [], []
    for mention in MENTION.finditer(text):
        document, at, context = mention[1], mention.end(), {}
        while (item := ITEMS[document].match(text, at)) and item[0]:
            cited = _cited(document, item, context, lists[document])
            found += [(document, each) for each in cited]
            unknown += [] if cited or _is_only_context(item) else [f"{document} {item[0]}"]
            more = BETWEEN.match(text, item.end())
            if not more:
                break
            at = more.end()
    return found, unknown


def _is_only_context(item):
    return item[0] == "Appendix 4" or bool(re.fullmatch(r"\d+ ?", item[0]))


def _cited(document, item, context, ids):
    if document == "MD":
        context["chapter"] = item["chapter"] or context.get("chapter")
        start = context["chapter"] + (f" §{item['letter']}{item['subs']}" if item["letter"] else "")
        end = item["end"]
        if end and end.startswith("("):
            end = re.sub(rf"{SUBS}$", "", start) + end
        elif end:
            end = f"{context['chapter']} §{end.removeprefix('§')}"
        return _span(ids, start, end)
    if document == "Leaflet":
        return _span(ids, f"¶{item['first']}", item["last"] and f"¶{item['last']}")
    if document == "MBS":
        if item["appendix"]:
            return _span(ids, "Appendix A", None)
        if item["kind"]:
            last = item["last"] and f"{item['kind']} {item['last']}"
            return _span(ids, f"{item['kind']} {item['number']}", last)
        return _span(ids, item["first"], item["end"])
    return _cited_in_new_zealand(item, context, ids)


def _cited_in_new_zealand(item, context, ids):
    if item["appendix"]:
        context["house way"] = item["appendix"] == "4"
        return [] if context["house way"] else _span(ids, f"Appendix {item['appendix']}", None)
    if item["word"]:
        return [each for each in ids if each == f"1.0 {item['word']}"]
    prefix = "House Way " if context.get("house way") else ""
    if f"{item['first']}.0" in ids and not prefix:
        return [f"{item['first']}.0"]
    start, end = f"{prefix}{item['first']}{item['subs']}", item["end"]
    if end and end.startswith("("):
        end = re.sub(rf"{SUBS}$", "", start) + end
    elif end:
        end = prefix + end
    return _span(ids, start, end)


def _span(ids, start, end):
    """All paragraphs from one citation to another, in the order of the document.

    Of a range over several sections only the two ends are named.
    """
    first, last = _under(ids, start), _under(ids, end or start)
    if not first or not last:
        return []
    if end and _section(start) != _section(end):
        return list(dict.fromkeys([*first, *last]))
    return ids[ids.index(first[0]) : ids.index(last[-1]) + 1]


def _section(cited):
    """What a range may not cross: the paragraph without its last number in brackets."""
    return re.sub(rf"{SUBS}$", "", cited)


def _under(ids, cited):
    """The paragraph itself; where only its parts are listed, those; else what contains it.

    A citation of "MD 9 §J" proves nothing of §J(2). A whole chapter ("MD 10", "NZ 12") names none
    of its paragraphs.
    """
    while cited:
        found = [each for each in ids if each == cited] or [
            each for each in ids if _contains(cited, each)
        ]
        if found or not cited.endswith(")"):
            return found
        cited = re.sub(rf"{SUBS}$", "", cited)
    return []


def _contains(cited, each):
    return each.startswith(f"{cited}(") or ("." in cited and each.startswith(f"{cited}."))


def parts(path):
    """Give the name, the text and the node of each function, class, method and table of a file."""
    text = path.read_text(encoding="utf-8")
    lines = text.splitlines()
    for node in ast.parse(text).body:
        yield from _parts_of(node, lines, "")


def _parts_of(node, lines, prefix):
    if isinstance(node, ast.ClassDef):
        own = [each for each in node.body if not isinstance(each, ast.FunctionDef)]
        yield f"{prefix}{node.name}", _source(own, lines, node), node
        for each in node.body:
            if isinstance(each, ast.FunctionDef):
                yield from _parts_of(each, lines, f"{prefix}{node.name}.")
    elif isinstance(node, ast.FunctionDef):
        yield f"{prefix}{node.name}", _source([node], lines, node), node
    elif isinstance(node, ast.Assign | ast.AnnAssign):
        target = node.targets[0] if isinstance(node, ast.Assign) else node.target
        if isinstance(target, ast.Name):
            yield target.id, _source([node], lines, node), node


def _source(nodes, lines, node):
    """The text of some nodes, with the comment that stands before the first."""
    first = node.lineno - 1
    while first and lines[first - 1].startswith("#"):
        first -= 1
    end = max((each.end_lineno for each in nodes), default=node.lineno)
    return "\n".join(lines[first:end])


RULE = re.compile(r"Rule: (.*?)(?=\n\s*\n|\"\"\"|\n\s*>>>|\n[A-Z_a-z]|\Z)", re.DOTALL)


def collected():
    """Give the paragraphs of every document with the code and the tests that cite them."""
    documents = {document: paragraphs(document) for document in DOCUMENTS}
    lists = {document: [each.id for each in rows] for document, rows in documents.items()}
    by_id = {(d, each.id): each for d, rows in documents.items() for each in rows}
    unknown = []
    for path in sorted(each for room in ROOMS for each in (ROOT / room).rglob("*.py")):
        if not {"cards", "migrations"} & set(path.parts):
            unknown += _collect_code(path, lists, by_id)
    for path in sorted(each for room in TESTED for each in (ROOT / "tests" / room).glob("*.py")):
        if path.name.startswith("test_") and path.name != "test_index.py":
            _collect_tests(path, lists, by_id)
    _collect_golden(lists, by_id)
    return documents, unknown


def _collect_code(path, lists, by_id):
    unknown = []
    module = ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
    module = module.removeprefix("rules.")
    for name, text, _ in parts(path):
        told = " ".join(RULE.findall(text))
        is_rule = bool(told)
        if path.is_relative_to(ROOT / "rules") and (
            path.stem == "mbs" or (not told and "house_ways" not in path.parts)
        ):
            told = text
        found, wrong = citations(told, lists)
        unknown += [(module, name, each) for each in wrong]
        if name.rpartition(".")[2] not in reached_names():
            continue
        for key in dict.fromkeys(found):
            by_id[key].code.append((not is_rule, f"{module}.{name}"))
    return unknown


def _collect_tests(path, lists, by_id):
    everything = list(parts(path))
    tests = [(name, text, node) for name, text, node in everything if name.startswith("test_")]
    for name, text, _ in everything:
        if path.name == "test_house_ways.py":
            text = re.sub(r"\bNZ (?=\d)", "NZ Appendix 4, ", text)
        found, _ = citations(text, lists)
        if name.startswith("test_"):
            users = [name]
        else:
            users = [test for test, body, _ in tests if re.search(rf"\b{name}\b", body)]
            users += [
                test
                for test, _, node in tests
                if any(name in ast.unparse(each) for each in node.decorator_list)
            ]
        for key in dict.fromkeys(found):
            by_id[key].tests += [f"{path.name}::{user}" for user in users]


def _collect_golden(lists, by_id):
    for profile in golden.PROFILES:
        for path in golden.paths(profile):
            cites = tomllib.loads(path.read_text(encoding="utf-8"))["cites"]
            if path.stem.split("-", 1)[1].startswith("house-way"):
                cites = [re.sub(r"^NZ ", "NZ Appendix 4, ", each) for each in cites]
            found, _ = citations("; ".join(cites), lists)
            for key in dict.fromkeys(found):
                by_id[key].tests.append(f"golden/{profile}/{path.stem[:2]}")


WORDS = {
    "conduct": "conduct at the table, not in the product",
    "word": "a word or a statement, used as it is meant",
}


def _some(names, most=3):
    different = list(dict.fromkeys(names))
    shown = ", ".join(f"`{each}`" for each in different[:most])
    return shown + (f" and {len(different) - most} more" if len(different) > most else "")


def row(paragraph):
    if paragraph.handling in WORDS:
        return f"| {paragraph.id} | {paragraph.says} | {WORDS[paragraph.handling]} | |"
    if paragraph.handling.startswith("recorded: "):
        return f"| {paragraph.id} | {paragraph.says} | {paragraph.handling} | |"
    if paragraph.handling == "out":
        return f"| {paragraph.id} | | out of scope because {paragraph.says} | |"
    code = _some([name for _, name in sorted(paragraph.code)])
    return f"| {paragraph.id} | {paragraph.says} | {code} | {_some(paragraph.tests)} |"


def text():
    """Write the whole index."""
    documents, _ = collected()
    shown = [
        "# Where the rules of tiles are",
        "",
        "Made by `python -m tests.rules.tiles.make_index` from the `Rule:` lines of the code and",
        "the citations of the tests, and checked by `tests/rules/tiles/test_index.py`. Code is",
        "listed only if it names the paragraph itself (a range such as 12.1-12.17 names its two",
        "ends) and a page, a tablet, an API or the command line leads to it. `rules.` is left out",
        "before code, the folder before tests. *Recorded* says in which field of the record it is;",
        "*conduct* is what people do at the table and the product does not see. The card game has",
        "an [index of its own](rules-index-cards.md); [readings](readings.md) are listed apart.",
    ]
    for document, rows in documents.items():
        shown += ["", f"## {document}: {DOCUMENTS[document][1]}", ""]
        shown += ["| paragraph | says | implemented | tested |", "|---|---|---|---|"]
        shown += [row(each) for each in rows]
    return "\n".join([*shown, ""])


def main():
    INDEX.write_text(text(), encoding="utf-8")


if __name__ == "__main__":
    main()
