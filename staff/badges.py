"""A badge as it is kept and counted, however it was typed."""

import unicodedata


def plain_badge(typed: str) -> str:
    """One spelling for what looks alike: full-width letters, unseen signs, small letters, blanks.

    >>> plain_badge(" ｄ１０１\\u200b ")
    'D101'
    """
    shown = unicodedata.normalize("NFKC", typed)
    seen = (each for each in shown if unicodedata.category(each) not in {"Cf", "Cc", "Mn"})
    return unicodedata.normalize("NFKC", "".join(seen).upper()).strip()
