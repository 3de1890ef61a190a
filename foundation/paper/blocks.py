"""What a sheet of paper is made of; how it looks is the press's matter (paper.typ)."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading; no level is left out on the way down."""

    text: str
    level: int = 1
    block: str = field(default="heading", init=False)


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph."""

    text: str
    size: float = 9
    is_bold: bool = False
    is_faint: bool = False
    block: str = field(default="words", init=False)


@dataclass(frozen=True, slots=True)
class Space:
    """Room left free, in points."""

    points: float
    block: str = field(default="gap", init=False)


@dataclass(frozen=True, slots=True)
class Facts:
    """Names with what they stand for, `abreast` pairs in a line."""

    pairs: Sequence[tuple[str, str]]
    abreast: int = 1
    size: float = 9
    is_ruled: bool = True
    block: str = field(default="facts", init=False)


@dataclass(frozen=True, slots=True)
class NumberLine:
    """Figures as on a page: a small name above a large number, five in a line."""

    pairs: Sequence[tuple[str, str]]
    block: str = field(default="numbers", init=False)


@dataclass(frozen=True, slots=True)
class Grid:
    """A table. Its head stands on every page it needs; `total` is its last line.

    `numbers` are set flush right; `whole` columns never break a line.
    """

    head: Sequence[str]
    rows: Sequence[Sequence[str]]
    total: Sequence[str] = ()
    numbers: Sequence[bool] = ()
    whole: Sequence[bool] = ()
    block: str = field(default="table", init=False)


@dataclass(frozen=True, slots=True)
class Verdict:
    """What was found, beside a bar in the colour of the finding."""

    lines: Sequence[str]
    colour: str
    block: str = field(default="verdict", init=False)


@dataclass(frozen=True, slots=True)
class Picture:
    """A drawing as SVG, `width` a share of the page; `alt` says it to whoever cannot see it."""

    svg: str
    alt: str
    width: float = 1.0
    above: str = ""
    below: str = ""
    block: str = field(default="picture", init=False)


@dataclass(frozen=True, slots=True)
class SignatureLines:
    """A line for a name, a licence number and a time, for each who signs."""

    names: Sequence[str]
    block: str = field(default="signatures", init=False)


@dataclass(frozen=True, slots=True)
class Together:
    """Blocks that stay on one page where they fit on one."""

    blocks: Sequence["Block"]
    block: str = field(default="together", init=False)


Block = (
    Heading | Paragraph | Space | Facts | NumberLine | Grid | Verdict | Picture | SignatureLines
    | Together
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Chapter:
    """Blocks in one language; each chapter begins a page."""

    blocks: Sequence[Block]
    language: str


@dataclass(frozen=True, slots=True)
class Paper:
    """A document: its properties, its foot on every page, and its chapters."""

    title: str
    author: str
    made_at: datetime
    chapters: Sequence[Chapter]
    subject: str = ""
    foot_left: str = ""
    foot_right: str = ""
    paper_size: str = "a4"
    is_landscape: bool = False
    margin: float = 42
    has_folds: bool = False
    """Two dashed lines across, where a letter is folded so that the secrets lie inside."""
