"""Checks of a PDF against PDF/A-2a and PDF/UA-1.

Two judges. pikepdf.pdfa, an allowlist made from veraPDF's rules, judges everything that level B
asks: file structure, fonts and their programs, colours, transparency, actions. It knows neither
level A nor extension schemas, so it gets the same file with a plain packet of metadata. What it
leaves out is judged here: the metadata themselves, the structure tree, marked content, CIDSet.
"""

import io
import re
from collections import Counter
from collections.abc import Iterator

import pikepdf
from fontTools.ttLib import TTFont
from pikepdf import pdfa

PLAIN_PACKET = """<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/">
<pdfaid:part>2</pdfaid:part><pdfaid:conformance>B</pdfaid:conformance>
</rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="w"?>"""
PREDEFINED = {"dc", "xmp", "pdf", "pdfaid", "xmpMM", "xmpTPg", "rdf", "x", "xml"}
"""Schemas of XMP 2005 itself and that of PDF/A; any other is declared in the packet."""
HELPERS = {"stEvt", "pdfaExtension", "pdfaSchema", "pdfaProperty"}
JUDGED_HERE = ("ISO_19005_2:6.2.11.4.2-2",)
"""CIDSet: `faults_of_fonts` compares it with the embedded program."""
PAINTS = {"Tj", "TJ", "'", '"', "f", "F", "f*", "B", "B*", "b", "b*", "S", "s", "Do", "sh", "BI"}


def pdf_faults(pdf: bytes) -> list[str]:
    """Everything in which a PDF falls short of PDF/A-2a and PDF/UA-1; nothing is the aim."""
    with pikepdf.open(io.BytesIO(pdf)) as document:
        return [
            *(["it is encrypted"] if document.is_encrypted else []),
            *faults_of_metadata(document.Root.Metadata.read_bytes().decode()),
            *faults_of_fonts(document),
            *faults_of_structure(document),
            *(fault for page in document.pages for fault in faults_of_marks(document, page)),
            *faults_at_level_b(document),
        ]


def faults_at_level_b(document: pikepdf.Pdf) -> Iterator[str]:
    document.Root.Metadata = document.make_stream(
        PLAIN_PACKET.encode(), Type=pikepdf.Name.Metadata, Subtype=pikepdf.Name.XML
    )
    if "/Info" in document.trailer:
        del document.trailer["/Info"]
    for item in outline_items(document):
        item.Dest = pikepdf.Array(
            list(item.Dest)
        )  # the judge wants the place itself, not a pointer
    out = io.BytesIO()
    document.save(out)
    report = pdfa.validate_written(out, "2b")
    yield from (str(found) for found in report.findings if found.rule not in JUDGED_HERE)


def outline_items(document: pikepdf.Pdf) -> Iterator[pikepdf.Object]:
    waiting = [document.Root.Outlines.First] if "/Outlines" in document.Root else []
    while waiting:
        item = waiting.pop()
        yield item
        waiting += [item[name] for name in ("/First", "/Next") if name in item]


def faults_of_metadata(packet: str) -> Iterator[str]:
    for property_, value in (
        ("pdfaid:part", "2"),
        ("pdfaid:conformance", "A"),
        ("pdfuaid:part", "1"),
    ):
        if f"<{property_}>{value}</{property_}>" not in packet:
            yield f"metadata do not say {property_} {value}"
    declared = set(re.findall(r"<pdfaSchema:prefix>(\w+)<", packet))
    used = set(re.findall(r"<(\w+):\w+", packet))
    for prefix in sorted(used - declared - PREDEFINED - HELPERS):
        yield f"schema {prefix} is not declared"
    if "<dc:title>" not in packet:
        yield "it has no title"


def faults_of_fonts(document: pikepdf.Pdf) -> Iterator[str]:
    for font in fonts_of(document):
        name = str(font.BaseFont)
        descriptor = font.DescendantFonts[0].FontDescriptor
        if "/FontFile2" not in descriptor and "/FontFile3" not in descriptor:
            yield f"{name} is not embedded"
        if "/ToUnicode" not in font:
            yield f"{name} does not say its characters"
        if "/CIDSet" in descriptor and glyphs_said(descriptor) != glyphs_there(descriptor):
            yield f"CIDSet of {name} differs from the font"


def glyphs_said(descriptor: pikepdf.Object) -> int:
    return sum(byte.bit_count() for byte in descriptor.CIDSet.read_bytes())


def glyphs_there(descriptor: pikepdf.Object) -> int:
    program = TTFont(io.BytesIO(descriptor.FontFile2.read_bytes()))
    return int(program["maxp"].numGlyphs)


def fonts_of(document: pikepdf.Pdf) -> list[pikepdf.Object]:
    return [
        each
        for each in document.objects
        if isinstance(each, pikepdf.Dictionary) and each.get("/Subtype") == "/Type0"
    ]


def faults_of_structure(document: pikepdf.Pdf) -> Iterator[str]:
    root = document.Root
    if not root.get("/MarkInfo", {}).get("/Marked"):
        yield "it is not marked as tagged"
    if not str(root.get("/Lang", "")):
        yield "it has no language"
    if not root.ViewerPreferences.get("/DisplayDocTitle"):
        yield "its title is not shown"
    elements = list(structure(root.StructTreeRoot))
    kinds = Counter(str(each.S) for each in elements)
    if not kinds["/H1"]:
        yield "it has no first heading"
    yield from skipped_headings(elements)
    for each in elements:
        if each.S == "/Figure" and not str(each.get("/Alt", "")):
            yield "a figure has no words"
        if each.S == "/Table" and "/TH" not in {str(inner.S) for inner in structure(each)}:
            yield "a table has no head"


def skipped_headings(elements: list[pikepdf.Object]) -> Iterator[str]:
    levels = [int(str(each.S)[2]) for each in elements if re.fullmatch(r"/H\d", str(each.S))]
    for before, after in zip([0, *levels], levels, strict=False):
        if after > before + 1:
            yield f"heading {after} follows {before}"


def structure(element: pikepdf.Object) -> Iterator[pikepdf.Object]:
    """Every element below one, in reading order."""
    for kid in kids(element):
        if isinstance(kid, pikepdf.Dictionary) and "/S" in kid:
            yield kid
            yield from structure(kid)


def kids(element: pikepdf.Object) -> list[pikepdf.Object]:
    inside = element.get("/K", [])
    return list(inside) if isinstance(inside, pikepdf.Array) else [inside]


def faults_of_marks(document: pikepdf.Pdf, page: pikepdf.Page) -> Iterator[str]:
    """Everything painted is an element's or said to be none; and each side knows the other."""
    marked, seen, unmarked = [], set(), 0
    for operands, operator in pikepdf.parse_content_stream(page):
        name = str(operator)
        if name in ("BDC", "BMC"):
            marked.append(operands)
            if name == "BDC" and "/MCID" in operands[1]:
                seen.add(int(operands[1]["/MCID"]))
        elif name == "EMC":
            marked.pop()
        elif name in PAINTS and not marked:
            unmarked += 1
    if unmarked:
        yield f"{unmarked} things are painted outside the structure"
    parents = pikepdf.NumberTree(document.Root.StructTreeRoot.ParentTree)
    number = int(page.obj.get("/StructParents", -1))
    known = dict(parents).get(number, [])
    for mark in sorted(seen):
        if mark >= len(known) or mark not in own_marks(known[mark]):
            yield f"mark {mark} belongs to no element"


def own_marks(element: pikepdf.Object) -> set[int]:
    found = set()
    for kid in kids(element):
        if isinstance(kid, int):
            found.add(kid)
        elif isinstance(kid, pikepdf.Dictionary) and kid.get("/Type") == "/MCR":
            found.add(int(kid.MCID))
    return found


def pictures_of(pdf: bytes) -> int:
    """How many bitmaps a PDF has; a chart is none."""
    with pikepdf.open(io.BytesIO(pdf)) as document:
        return sum(
            isinstance(each, pikepdf.Stream) and each.get("/Subtype") == "/Image"
            for each in document.objects
        )


def pdf_text(pdf: bytes) -> str:
    import pypdfium2

    document = pypdfium2.PdfDocument(pdf)
    try:
        return "\n".join(
            document[n].get_textpage().get_text_range() for n in range(len(document))
        ).replace("\r", "")
    finally:
        document.close()
