"""Make `docs/rules-index.md`: `python -m tests.rules.tiles.make_index`.

Every paragraph of the four documents on tiles, with the code that cites it in a `Rule:` line or
in its table of citations, and the tests and golden rounds that cite it. Nothing is listed by hand
but the paragraphs themselves.
"""

import ast
import re
import tomllib
from pathlib import Path

from tests.rules.tiles import golden

ROOT = Path(__file__).parents[3]
HERE = Path(__file__).parent
INDEX = ROOT / "docs" / "rules-index.md"
DOCUMENTS = {
    "MD": ("maryland", "Maryland, Standard Rules - Pai Gow Tiles"),
    "Leaflet": ("leaflet", "A casino's leaflet for players, paragraphs counted from the first"),
    "MBS": ("mbs", "Marina Bay Sands, version 2"),
    "NZ": ("new-zealand", "New Zealand, division on pai gow"),
}
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
        rf"|(?P<first>\d+(?:\.\d+)?[A-Z]?)(?P<subs>{SUBS}*)"
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
    text = re.sub(r"\s+#?\s*", " ", text)
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
    return item[0] == "Appendix 4"


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
    start, end = f"{prefix}{item['first']}{item['subs']}", item["end"]
    if end and end.startswith("("):
        end = re.sub(rf"{SUBS}$", "", start) + end
    elif end:
        end = prefix + end
    return _span(ids, start, end)


def _span(ids, start, end):
    """All paragraphs from one citation to another, in the order of the document."""
    first, last = _under(ids, start), _under(ids, end or start)
    if not first or not last:
        return []
    return ids[ids.index(first[0]) : ids.index(last[-1]) + 1]


def _under(ids, cited):
    """The paragraph and what it contains; for a deeper citation the paragraph that contains it."""
    while cited:
        found = [each for each in ids if each == cited or _contains(cited, each)]
        if found or not cited.endswith(")"):
            return found
        cited = re.sub(rf"{SUBS}$", "", cited)
    return []


def _contains(cited, each):
    return each.startswith((f"{cited}(", f"{cited}.", f"{cited} §"))


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
    for path in sorted((ROOT / "rules").rglob("*.py")):
        if "cards" not in path.parts:
            unknown += _collect_code(path, lists, by_id)
    for path in sorted(HERE.glob("test_*.py")):
        _collect_tests(path, lists, by_id)
    _collect_golden(lists, by_id)
    return documents, unknown


def _collect_code(path, lists, by_id):
    unknown = []
    module = ".".join(path.relative_to(ROOT / "rules").with_suffix("").parts)
    module = module.removesuffix(".__init__")
    for name, text, _ in parts(path):
        told = " ".join(RULE.findall(text))
        is_rule = bool(told)
        if not told and "house_ways" not in path.parts:
            told = text
        found, wrong = citations(told, lists)
        unknown += [(module, name, each) for each in wrong]
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


def _some(names, most=3):
    different = list(dict.fromkeys(names))
    shown = ", ".join(f"`{each}`" for each in different[:most])
    return shown + (f" and {len(different) - most} more" if len(different) > most else "")


def row(paragraph):
    if paragraph.handling == "recorded":
        return f"| {paragraph.id} | {paragraph.says} | table procedure: recorded, not computed | |"
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
        "the citations of the tests, and checked by `tests/rules/tiles/test_index.py`. `rules.` is",
        "left out before code, `tests/rules/tiles/` before tests, `tests/rules/` before golden",
        "rounds. The card game has an [index of its own](rules-index-cards.md).",
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
