"""Paper is PDF/A-2a and PDF/UA-1, whatever people typed; and the checks see faults."""

import io
from datetime import UTC, datetime

import pikepdf
import pytest

from foundation.paper.blocks import (
    Chapter,
    Facts,
    Grid,
    Heading,
    NumberLine,
    Paper,
    Paragraph,
    Picture,
    SignatureLines,
    Together,
    Verdict,
)
from foundation.paper.columns import GAP, fitted
from foundation.paper.letters import MISSING, drawable, text_width
from foundation.paper.press import paper_pdf
from tests.pdf_checks import fonts_of, pdf_faults, pdf_text, pictures_of, structure

NOON = datetime(2026, 11, 18, 12, tzinfo=UTC)
ROWS = [[f"Seat {n}", "地槓 · 天高九", f"${n:,}.00"] for n in range(60)]
CHART = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 90 40"><rect x="5" y="5" width="9"'
    ' height="30" fill="#2c7a58"/><text x="20" y="20" font-family="DejaVu Sans"'
    ' font-size="9">1,250</text></svg>'
)


def paper(*blocks, language="en", **more) -> Paper:
    chapters = [Chapter([Heading("Gaming day"), *blocks], language)]
    return Paper("Gaming day", "Lantern House", NOON, chapters, **more)


@pytest.fixture(scope="module")
def whole() -> bytes:
    return paper_pdf(
        paper(
            Facts([("Property", "Lantern House"), ("Made by", "陳美麗")], abreast=2),
            NumberLine([("Drop", "$1,250.50"), ("Win", "−$4.00")]),
            Together([Heading("Dice", 2), Verdict(["Rare.", "Counted: 9 throws."], "#b0741e")]),
            Picture(CHART, "Bars", 0.5, above="throws", below="total"),
            Heading("Wagers", 2),
            Grid(["Seat", "Hands", "Wager"], ROWS, ["Total", "", "$1"], [False, False, True]),
            SignatureLines(["Floorperson", "Surveillance"]),
            foot_left="Gaming day · Lantern House",
            foot_right="made now · Page {n} of {pages}",
            is_landscape=True,
        )
    )


def test_every_block_conforms_and_can_be_read(whole):
    assert pdf_faults(whole) == []
    text = pdf_text(whole)
    for said in ("Lantern House", "陳美麗", "地槓 · 天高九", "−$4.00", "Counted: 9 throws."):
        assert said in text
    assert "Page 3 of 3" in text
    assert text.count("Wager\n") >= 2, "the head stands on every page of the table"


def test_a_chart_is_vector_and_its_numbers_are_letters(whole):
    assert pictures_of(whole) == 0
    assert "1,250" in pdf_text(whole).replace("\n", "")


def test_the_structure_follows_the_paper(whole):
    with pikepdf.open(io.BytesIO(whole)) as document:
        kinds = [str(each.S) for each in structure(document.Root.StructTreeRoot)]
    assert kinds.count("/H1") == 1
    assert kinds.count("/H2") == 2
    assert kinds.count("/TH") == 3
    assert kinds.count("/TD") == 61 * 3
    assert kinds.count("/Figure") == 1


@pytest.mark.parametrize(
    ("language", "said"), [("zh-hant", "zh-TW"), ("zh-hans", "zh-CN"), ("en", "en")]
)
def test_a_paper_says_its_language(language, said):
    done = paper_pdf(paper(Paragraph("荷官把天牌放錯了"), language=language))
    assert pdf_faults(done) == []
    with pikepdf.open(io.BytesIO(done)) as document:
        assert str(document.Root.Lang) == said
        assert any("NotoSansSC" in str(font.BaseFont) for font in fonts_of(document))


def test_the_same_paper_is_the_same_bytes():
    assert paper_pdf(paper(Paragraph("Seat 3 pushes."))) == paper_pdf(
        paper(Paragraph("Seat 3 pushes."))
    )


@pytest.mark.parametrize(
    "typed",
    [
        "#panic() *bold* $x$ @label <tag> // no markup",
        '"; #read("/etc/passwd") \\u{41}',
        "emoji 🀄 and private \ue000 and \x07 bell",
        "العربية and हिन्दी",
        "",
    ],
)
def test_whatever_people_type_is_set_as_it_stands(typed):
    done = paper_pdf(paper(Paragraph(typed), Facts([(typed, typed)]), Grid([typed], [[typed]])))
    assert pdf_faults(done) == []
    if typed.isascii():
        assert "".join(typed.split()) in "".join(pdf_text(done).split())


def test_what_no_letter_can_draw_is_said_to_be_missing():
    assert drawable("王🀄") == f"王{MISSING}"


def test_numbers_stay_whole_and_words_give_way():
    lines = [["Round", "What was said"], ["1,234,567", "many words " * 40]]
    size, (number, words) = fitted(lines, [True, False], 300)
    assert number >= text_width("1,234,567", size, is_bold=True) + GAP
    assert number + words == pytest.approx(300)


def without_alt(document):
    for each in structure(document.Root.StructTreeRoot):
        if "/Alt" in each:
            del each["/Alt"]


def without_marks(document):
    page = document.pages[0]
    page.Contents = document.make_stream(b"0 0 m 9 9 l S\n" + page.Contents.read_bytes())


def without_font(document):
    for font in fonts_of(document):
        del font.DescendantFonts[0].FontDescriptor["/FontFile2"]
        del font.DescendantFonts[0].FontDescriptor["/CIDSet"]


def without_parents(document):
    document.Root.StructTreeRoot.ParentTree = pikepdf.Dictionary(Nums=[])


def with_script(document):
    document.Root.OpenAction = pikepdf.Dictionary(S=pikepdf.Name.JavaScript, JS="app.alert(1)")


FAULTS = {
    "a figure has no words": without_alt,
    "painted outside the structure": without_marks,
    "is not embedded": without_font,
    "belongs to no element": without_parents,
    "it is not marked as tagged": lambda document: document.Root.__delitem__("/MarkInfo"),
    "it has no language": lambda document: document.Root.__delitem__("/Lang"),
    "OutputIntent": lambda document: document.Root.__delitem__("/OutputIntents"),
    "OpenAction": with_script,
}


@pytest.mark.parametrize("said", FAULTS)
def test_the_checks_find_what_is_wrong(whole, said):
    with pikepdf.open(io.BytesIO(whole)) as document:
        FAULTS[said](document)
        out = io.BytesIO()
        document.save(out)
    assert said in " | ".join(pdf_faults(out.getvalue()))
