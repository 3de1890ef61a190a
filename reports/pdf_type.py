"""Type for the PDF: Latin letters are embedded, Chinese uses the reader's own standard faces."""

import re
from typing import Any
from xml.sax.saxutils import escape

from django.utils.translation import get_language

LATIN, BOLD = "DejaVuSans", "DejaVuSans-Bold"
CHINESE = {"zh-hant": "MSung-Light", "zh-hans": "STSong-Light"}
INK, FAINT, RULE = "#17211c", "#5d5748", "#d3c9b4"
_CJK = re.compile(r"([⺀-鿿豈-﫿︰-﹏＀-￯　-〿]+)")


def register_fonts() -> None:
    from matplotlib import get_data_path
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.cidfonts import UnicodeCIDFont
    from reportlab.pdfbase.ttfonts import TTFont

    known = set(pdfmetrics.getRegisteredFontNames())
    for name in {LATIN, BOLD} - known:
        pdfmetrics.registerFont(TTFont(name, f"{get_data_path()}/fonts/ttf/{name}.ttf"))
    for name in set(CHINESE.values()) - known:
        pdfmetrics.registerFont(UnicodeCIDFont(name))


def chinese_face() -> str:
    return CHINESE.get(get_language() or "", CHINESE["zh-hant"])


def face_of(text: str) -> str:
    return chinese_face() if _CJK.search(text) else LATIN


def marked(text: object) -> str:
    """Text for a paragraph, each run of Chinese in its own face."""
    return _CJK.sub(rf'<font name="{chinese_face()}">\1</font>', escape(str(text)))


def text_width(text: str, size: float, *, bold: bool = False) -> float:
    """How wide a text is; a Chinese character is as wide as it is high."""
    from reportlab.pdfbase.pdfmetrics import stringWidth

    chinese = sum(len(run) for run in _CJK.findall(text))
    return float(stringWidth(_CJK.sub("", text), BOLD if bold else LATIN, size)) + chinese * size


def paragraph(
    text: object,
    size: float = 9,
    *,
    bold: bool = False,
    right: bool = False,
    colour: str = INK,
    right_of: float = 0,
    holds_next: bool = False,
) -> Any:
    """A paragraph. `right_of` sets it flush right within so many points from the left."""
    from reportlab.lib.colors import HexColor
    from reportlab.lib.enums import TA_LEFT, TA_RIGHT
    from reportlab.lib.styles import ParagraphStyle
    from reportlab.platypus import Paragraph

    said = str(text)
    style = ParagraphStyle(
        "report",
        fontName=BOLD if bold else LATIN,
        fontSize=size,
        leading=size * 1.35,
        textColor=HexColor(colour),
        alignment=TA_RIGHT if right else TA_LEFT,
        leftIndent=max(0.0, right_of - text_width(said, size)) if right_of else 0,
        keepWithNext=holds_next,
        wordWrap="CJK" if _CJK.search(said) else None,
    )
    return Paragraph(marked(said), style)
