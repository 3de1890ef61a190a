"""The press: sets a paper as PDF/A-2a and PDF/UA-1. It refuses what would not conform."""

import json
from dataclasses import asdict
from functools import cache
from pathlib import Path
from typing import Any

from foundation.paper.blocks import Block, Chapter, Grid, Paper, Together
from foundation.paper.columns import GAP, fitted
from foundation.paper.letters import drawable, font_folders

FORM = Path(__file__).with_name("paper.typ")
TAGS = {"zh-hant": ("zh", "TW"), "zh-hans": ("zh", "CN")}
WIDTHS = {("a4", False): 595.28, ("a4", True): 841.89, ("a5", False): 419.53}


def paper_pdf(paper: Paper) -> bytes:
    import typst

    width = WIDTHS[paper.paper_size, paper.is_landscape] - 2 * paper.margin
    said = _inked(
        asdict(paper) | {"made_at": "", "chapters": [_chapter(x, width) for x in paper.chapters]}
    )
    done: bytes = typst.compile(
        FORM,
        font_paths=_fonts(),
        sys_inputs={"paper": json.dumps(said)},
        pdf_standards=["a-2a", "ua-1"],
        timestamp=int(paper.made_at.timestamp()),
    )
    return done


@cache
def _fonts() -> Any:
    import typst

    return typst.Fonts(
        include_system_fonts=False,
        include_embedded_fonts=False,
        font_paths=[str(folder) for folder in font_folders()],
    )


def _chapter(chapter: Chapter, width: float) -> dict[str, Any]:
    language, region = TAGS.get(chapter.language, ("en", None))
    blocks = [_block(each, width) for each in chapter.blocks]
    return {"lang": language, "region": region, "blocks": blocks}


def _block(block: Block, width: float) -> dict[str, Any]:
    if isinstance(block, Together):
        return {"block": block.block, "blocks": [_block(each, width) for each in block.blocks]}
    if isinstance(block, Grid):
        return asdict(block) | _columns(block, width)
    return asdict(block)


def _columns(grid: Grid, width: float) -> dict[str, Any]:
    numbers = list(grid.numbers) or [False] * len(grid.head)
    whole = list(grid.whole) or numbers
    lines = [grid.head, *grid.rows, *([grid.total] if grid.total else [])]
    size, widths = fitted(lines, whole, width)
    return {"numbers": numbers, "whole": whole, "size": size, "widths": widths, "gap": GAP}


def _inked(said: Any) -> Any:
    if isinstance(said, str):
        return drawable(said)
    if isinstance(said, dict):
        return {name: _inked(each) for name, each in said.items()}
    if isinstance(said, list | tuple):
        return [_inked(each) for each in said]
    return said
