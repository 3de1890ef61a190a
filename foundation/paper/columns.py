"""A table's columns on paper: as wide as what stands in them, in the largest letters that fit."""

from collections.abc import Sequence

from foundation.paper.letters import text_width

LETTER_SIZES = (8.5, 8.0, 7.5, 7.0, 6.5)
GAP = 10.0
"""Between columns; half on either side."""
MOST_AIR = 14.0
"""What a column may have beyond its wish, where there is room."""
WIDEST = 260.0
"""A column of words breaks its lines beyond this."""


def fitted(
    lines: Sequence[Sequence[str]], whole: Sequence[bool], width: float
) -> tuple[float, list[float]]:
    """The largest letters in which the table fits, and its columns.

    Numbers and times stay on one line; words give way down to their longest word.
    """
    for size in LETTER_SIZES:
        needed = [_least(lines, column, size, whole[column]) for column in range(len(whole))]
        if sum(needed) <= width:
            wished = [
                max(low, min(WIDEST, _widest(lines, column, size)))
                for column, low in enumerate(needed)
            ]
            return size, _shared(needed, wished, width)
    return LETTER_SIZES[-1], [each * width / sum(needed) for each in needed]


def _least(lines: Sequence[Sequence[str]], column: int, size: float, is_whole: bool) -> float:
    """The narrowest a column may be."""
    head = _longest_word(lines[0][column], size)
    body = text_width if is_whole else _longest_word
    return max(head, *(body(line[column], size, is_bold=True) for line in lines[1:])) + GAP


def _widest(lines: Sequence[Sequence[str]], column: int, size: float) -> float:
    body = max(text_width(line[column], size) for line in lines[1:])
    return max(body, text_width(lines[0][column], size, is_bold=True)) + GAP


def _longest_word(text: str, size: float, *, is_bold: bool = True) -> float:
    """Chinese breaks anywhere, so that its longest word is one character."""
    words = (text_width(word, size, is_bold=is_bold) for word in _words(text))
    return max(words, default=0.0)


def _words(text: str) -> list[str]:
    return "".join(f" {each} " if each >= "\u2e80" else each for each in text).split()


def _shared(needed: Sequence[float], wished: Sequence[float], width: float) -> list[float]:
    """Give each column its wish as far as there is room; a narrow table stays narrow."""
    spare, asked = width - sum(needed), sum(wished) - sum(needed)
    part = min(1.0, spare / asked) if asked > 0 else 0.0
    given = [low + (wish - low) * part for low, wish in zip(needed, wished, strict=True)]
    more = min(MOST_AIR, max(0.0, width - sum(given)) / len(given))
    return [each + more for each in given]
