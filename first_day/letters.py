"""First PIN, password and second factor as letters: one page a person, folded and sealed."""

from collections.abc import Iterator, Sequence

from django.utils import timezone, translation
from django.utils.translation import gettext

from first_day.commands.importing import Letter
from foundation.paper.blocks import Block, Chapter, Facts, Heading, Paper, Paragraph, Picture, Space
from foundation.paper.press import paper_pdf
from foundation.qr import qr

MARGIN = 62
CODE_WIDTH = 0.3
"""With all of the secrets above it, the code ends before the second fold."""


def letters_pdf(letters: Sequence[Letter], house: str) -> bytes:
    """Each letter on a page of its own, in the reader's language; nothing of it is kept."""
    return paper_pdf(
        Paper(
            title=house,
            author=house,
            made_at=timezone.now(),
            chapters=[_chapter(letter, house) for letter in letters],
            margin=MARGIN,
            has_folds=True,
        )
    )


def _chapter(letter: Letter, house: str) -> Chapter:
    language = letter.language or translation.get_language() or "en"
    with translation.override(language):
        return Chapter(list(_blocks(letter, house)), language)


def _blocks(letter: Letter, house: str) -> Iterator[Block]:
    yield Paragraph(house, 10, is_faint=True)
    yield Heading(letter.name)
    yield Space(190)
    alone = gettext("Only for {name}. Open alone, use at once, then destroy.")
    yield Paragraph(alone.format(name=letter.name), 10)
    yield Space(4)
    yield Facts(
        [
            (gettext("Badge"), letter.badge),
            (gettext("First PIN"), letter.given.pin),
            (gettext("First password"), letter.given.password),
        ],
        size=13,
        is_ruled=False,
    )
    yield Space(4)
    yield Paragraph(
        gettext(
            "PIN and password count for the first sign-in only: you choose your own then."
            " Nobody signs with a first PIN."
        ),
        10,
    )
    yield Paragraph(
        gettext("If this letter was open when you got it, tell an administrator now."), 10
    )
    code = gettext("At a desk you also need six digits: scan this with an authenticator.")
    yield Paragraph(code, 10)
    yield Picture(str(qr(letter.given.totp_uri)), code, CODE_WIDTH)
