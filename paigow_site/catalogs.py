"""Collect the sentences of the product, keep their translations, compile them.

``python -m paigow_site.catalogs`` brings ``locale/*/LC_MESSAGES/django.po`` up to date with the
source (new sentences empty, gone ones dropped), writes the ``.mo`` beside it and says what is
missing. It needs no gettext tools.
"""

from __future__ import annotations

import ast
import re
import struct
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from django.utils.translation.template import templatize

from foundation.wording import TILE_CONTEXTS
from rules.cards import sentences as card_sentences
from rules.option_fields import OPTION_FIELDS
from rules.profiles import PROFILES, TileProfile
from rules.reasons import PREFIXES, SIDES
from rules.tiles import bank, irregularities, sentences
from rules.tiles.ranking import HAND_NAMES
from rules.tiles.tile import KINDS

ROOT = Path(__file__).resolve().parent.parent
LOCALE = ROOT / "locale"
LANGUAGES = ("zh_Hant", "zh_Hans")
PARTS = (
    "paigow_site",
    "demo",
    "first_day",
    "floor",
    "reports",
    "tablet",
    "review",
    "rounds",
    "banking",
    "tables",
    "audit",
    "staff",
    "foundation",
)
# The place of context, singular and plural among a function's arguments.
CALLS: dict[str, tuple[int | None, int, int | None]] = {
    "_": (None, 0, None),
    "gettext": (None, 0, None),
    "gettext_lazy": (None, 0, None),
    "gettext_noop": (None, 0, None),
    "ngettext": (None, 0, 1),
    "ngettext_lazy": (None, 0, 1),
    "pgettext": (0, 1, None),
    "pgettext_lazy": (0, 1, None),
    "npgettext": (0, 1, 2),
    "npgettext_lazy": (0, 1, 2),
}
STRING = r"""u?(?:"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*')"""
TEMPLATE_CALL = re.compile(rf"\b(_|n?p?gettext)\(({STRING}(?:\s*,\s*{STRING})*)", re.DOTALL)
HEADER = """Project-Id-Version: Pai Gow Floor
Language: {language}
MIME-Version: 1.0
Content-Type: text/plain; charset=UTF-8
Content-Transfer-Encoding: 8bit
Plural-Forms: nplurals=1; plural=0;
"""


@dataclass(frozen=True, order=True)
class Sentence:
    """A sentence of the source, as gettext knows it."""

    text: str
    context: str = ""
    plural: str = ""

    @property
    def key(self) -> str:
        """The sentence as a compiled catalog names it."""
        text = f"{self.text}\0{self.plural}" if self.plural else self.text
        return f"{self.context}\x04{text}" if self.context else text


Catalog = dict[Sentence, str]


def catalog_sentence(name: str, words: list[str | None]) -> Sentence | None:
    """Read the words of one call; None for a place that is not written out in the source."""
    context_at, text_at, plural_at = CALLS[name]
    places = [at for at in (context_at, text_at, plural_at) if at is not None]
    if len(words) <= max(places) or any(words[at] is None for at in places):
        return None
    context = words[context_at] if context_at is not None else ""
    plural = words[plural_at] if plural_at is not None else ""
    return Sentence(words[text_at] or "", context or "", plural or "")


def sentences_in_python(source: str) -> Iterator[Sentence]:
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call):
            continue
        name = getattr(node.func, "id", getattr(node.func, "attr", ""))
        if name not in CALLS:
            continue
        words = [
            part.value if isinstance(part, ast.Constant) and isinstance(part.value, str) else None
            for part in node.args
        ]
        found = catalog_sentence(name, words)
        if found is not None and found.text:
            yield found


def sentences_in_template(source: str) -> Iterator[Sentence]:
    for name, words in TEMPLATE_CALL.findall(templatize(source)):
        found = catalog_sentence(
            name, [ast.literal_eval(word) for word in re.findall(STRING, words)]
        )
        if found is not None and found.text:
            yield found


def sentences_of_rules() -> Iterator[Sentence]:
    """The rules know no gettext: what they say in English is translated under its own words."""
    tables = [each.irregularities for each in PROFILES.values() if isinstance(each, TileProfile)]
    rulings = (ruling for table in tables for rows in table.values() for _, ruling in rows)
    texts: Iterable[str] = (
        *(kind.name for kind in KINDS),
        *HAND_NAMES.values(),
        *PREFIXES.values(),
        *SIDES.values(),
        *sentences.SENTENCES.values(),
        *sentences.COMMISSION_SENTENCES.values(),
        *sentences.BONUS_NAMES.values(),
        card_sentences.DEALER,
        *card_sentences.SENTENCES.values(),
        *card_sentences.CLASS_NAMES.values(),
        *irregularities.EVENTS.values(),
        *bank.REFUSAL_SENTENCES.values(),
        irregularities.PLAYS_ON,
        *(ruling.says for ruling in rulings),
        *(each.says for each in OPTION_FIELDS),
    )
    yield from map(Sentence, texts)
    yield from (Sentence(kind.name, TILE_CONTEXTS.get(kind.text, "")) for kind in KINDS)


def collected(root: Path = ROOT) -> list[Sentence]:
    """Collect every sentence, in the order of the files, each once."""
    found: dict[Sentence, None] = dict.fromkeys(sentences_of_rules())
    for part in PARTS:
        for path in sorted((root / part).rglob("*.py")):
            if "migrations" not in path.parts:
                found |= dict.fromkeys(sentences_in_python(path.read_text(encoding="utf-8")))
    for path in sorted((root / "templates").rglob("*.html")):
        found |= dict.fromkeys(sentences_in_template(path.read_text(encoding="utf-8")))
    return list(found)


def quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'


def unquoted(lines: Iterable[str]) -> str:
    return "".join(ast.literal_eval(line) for line in lines)


def written_catalog(catalog: Catalog, language: str) -> str:
    """Write a catalog as a .po file; no dates and no line numbers, so that only words change."""
    header = map(quoted, HEADER.format(language=language).splitlines(keepends=True))
    blocks = ["\n".join(('msgid ""', 'msgstr ""', *header)) + "\n"]
    for sentence, translation in catalog.items():
        lines = [f"msgctxt {quoted(sentence.context)}"] if sentence.context else []
        lines.append(f"msgid {quoted(sentence.text)}")
        if sentence.plural:
            lines.append(f"msgid_plural {quoted(sentence.plural)}")
        lines.append(f"msgstr{'[0]' if sentence.plural else ''} {quoted(translation)}")
        blocks.append("\n".join(lines) + "\n")
    return "\n".join(blocks)


def read_catalog(text: str) -> Catalog:
    """Read a .po file back; comments and the header are left out."""
    catalog: Catalog = {}
    for block in re.split(r"\n\s*\n", text):
        fields: dict[str, list[str]] = {}
        word = ""
        for line in block.splitlines():
            match = re.match(r"(msgctxt|msgid_plural|msgid|msgstr)(?:\[\d\])?\s+(.*)", line)
            if match:
                word, line = match[1], match[2]
            if line.startswith('"'):
                fields.setdefault(word, []).append(line)
        values = {name: unquoted(lines) for name, lines in fields.items()}
        if values.get("msgid"):
            sentence = Sentence(
                values["msgid"], values.get("msgctxt", ""), values.get("msgid_plural", "")
            )
            catalog[sentence] = values.get("msgstr", "")
    return catalog


def compiled(catalog: Catalog, language: str) -> bytes:
    """Compile to the binary form that Python's gettext reads: two sorted tables of strings."""
    messages = {"": HEADER.format(language=language)}
    messages |= {sentence.key: text for sentence, text in catalog.items() if text}
    pairs = sorted((key.encode(), text.encode()) for key, text in messages.items())
    tables_at, strings_at = 7 * 4, 7 * 4 + 16 * len(pairs)
    originals, translations, strings = b"", b"", b""
    for key, _ in pairs:
        originals += struct.pack("<II", len(key), strings_at + len(strings))
        strings += key + b"\0"
    for _, text in pairs:
        translations += struct.pack("<II", len(text), strings_at + len(strings))
        strings += text + b"\0"
    second_at = tables_at + 8 * len(pairs)
    head = struct.pack("<7I", 0x950412DE, 0, len(pairs), tables_at, second_at, 0, strings_at)
    return head + originals + translations + strings


def place(language: str, ending: str) -> Path:
    return LOCALE / language / "LC_MESSAGES" / f"django.{ending}"


def kept(language: str) -> Catalog:
    path = place(language, "po")
    return read_catalog(path.read_text(encoding="utf-8")) if path.exists() else {}


def main() -> None:
    sentences = collected()
    for language in LANGUAGES:
        known = kept(language)
        catalog = {sentence: known.get(sentence, "") for sentence in sentences}
        place(language, "po").parent.mkdir(parents=True, exist_ok=True)
        place(language, "po").write_text(written_catalog(catalog, language), encoding="utf-8")
        place(language, "mo").write_bytes(compiled(catalog, language))
        missing = [sentence.text for sentence, text in catalog.items() if not text]
        sys.stdout.write(f"{language}: {len(catalog)} sentences, {len(missing)} to translate\n")
        sys.stdout.writelines(f"  {text}\n" for text in missing)


if __name__ == "__main__":
    main()
