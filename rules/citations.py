"""Which paragraphs of its own document stand behind a step at a table.

A table plays by one document. What it shows or refuses names a paragraph of that document, or of
the law of its place, and never one of another house's rules; where the document is silent the
step is the procedure of the house and names none.
"""

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from rules.profiles import PROFILES, profile

REGULATIONS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {"maryland": ("COMAR", "25 CFR", "26 CFR", "31 CFR")}
)
"""The law beside a document, by the prefix of its paragraphs."""

PARAGRAPHS: Mapping[str, str] = MappingProxyType(
    {
        "inspection": "MD ch. 4 §A; NZ 8",
        "verified-as-displayed": "NZ 8",
        "set-replaced": "MD ch. 4 §C(3)(a)",
        "set-brought": "COMAR 36.05.02.19F",
        "set-failed": "MD ch. 4 §C(3); NZ 10.15; COMAR 36.05.02.19G",
        "set-sealed": "MD ch. 4 §C(3)(b); COMAR 36.05.02.19G-J",
        "set-removed": "COMAR 36.05.02.19G",
        "removal-check": "NZ 10.16-10.17",
        "tiles-limit": "MD ch. 3 §A(2); COMAR 36.05.02.19S",
        "tile-replaced": "NZ 10.15",
        "tiles-displayed": "MD ch. 4 §D, §H, §I; NZ 8, 10.16",
        "tiles-mixed": "MD ch. 4 §E, §I; NZ 8, 9.1",
        "dealer-at-table": "MD ch. 2 §D(2)-(3)",
        "shaker": "MD ch. 2 §D; NZ 3.3(c); MBS 3.8",
        "shaker-approved": "MD ch. 2 §D",
        "deck-changed": "3CS 1",
        "design-approved": "COMAR 36.05.02.18",
        "set-received": "COMAR 36.05.02.19A",
        "set-issued": "COMAR 36.05.02.19B-D",
        "envelope-collected": "COMAR 36.05.02.19K",
        "set-returned": "COMAR 36.05.02.19L",
        "discrepancy": "COMAR 36.05.02.19L(5)",
        "set-rebuilt": "COMAR 36.05.02.19M-P",
        "sets-counted": "COMAR 36.05.02.19Q",
        "dice-checked": "COMAR 36.05.02.13H",
        "dice-inspection": "COMAR 36.05.02.13F; NZ 3.3(b)",
        "dice-limit": "MD ch. 2 §E",
        "floorperson": "COMAR 36.05.03.01C",
        "chips-counted": "COMAR 36.05.03.02-.03",
        "chips-difference": "COMAR 36.05.03.03",
        "slip-signed": "COMAR 36.05.03.04-.05",
        "limits-announced": "COMAR 36.05.03.14C",
        "boxes-exchanged": "COMAR 36.05.03.15",
        "dealer-qualified": "COMAR 36.05.03.17-.18",
        "large-payout": "COMAR 36.05.03.23",
        "limits-outside": "COMAR 36.05.03.21C",
        "dispute": "COMAR 36.03.10.47",
        "dispute-video": "COMAR 36.03.10.11",
        "cameras-failed": "COMAR 36.03.10.12C(5)",
        "hold-outside": "COMAR 36.05.03.25",
        "evidence-kept": "25 CFR 543.10(c)",
        "cash-identified": "31 CFR 1021.311-.313",
        "stacks": "MD 4 §E(2); Leaflet ¶11; MBS 3.10; NZ 9.1",
        "first-hand": "MD 6 §B, 9 §K; Leaflet ¶11; MBS 3.9; NZ 9.6, 9.9",
    }
)
"""The paragraphs of all documents behind a subject, each with the prefix of its document."""


def _prefixes(profile_id: str) -> tuple[str, ...]:
    cites = (profile(profile_id).cite, *REGULATIONS.get(profile_id, ()))
    return tuple(f"{cite} " for cite in cites)


def own_paragraphs(profile_id: str, paragraphs: str) -> str:
    """Leave out of a list of paragraphs those of documents that a table does not play by.

    >>> own_paragraphs("new-zealand", "MD ch. 4 §A; NZ 8")
    'NZ 8'
    >>> own_paragraphs("maryland", "MD ch. 4 §C(3); COMAR 36.05.02.19G")
    'MD ch. 4 §C(3); COMAR 36.05.02.19G'
    >>> own_paragraphs("mbs", "MD ch. 4 §A; NZ 8")
    ''
    """
    return paragraphs_of((profile_id,), paragraphs)


def paragraphs_of(profile_ids: Iterable[str], paragraphs: str) -> str:
    """The same for a house, which may play by several documents: a storeroom has no table.

    >>> paragraphs_of(["new-zealand", "three-card-split"], "COMAR 36.05.02.19A; NZ 8; 3CS 1")
    'NZ 8; 3CS 1'
    """
    own = {prefix for each in profile_ids for prefix in _prefixes(each)}
    foreign = tuple(
        prefix for other in PROFILES for prefix in _prefixes(other) if prefix not in own
    )
    return "; ".join(each for each in paragraphs.split("; ") if not each.startswith(foreign))


def cited(profile_id: str, subject: str) -> str:
    """Name the paragraphs of a table's own document on a subject, or none.

    >>> cited("maryland", "inspection"), cited("new-zealand", "inspection")
    ('MD ch. 4 §A', 'NZ 8')
    >>> cited("mbs", "inspection")
    ''
    """
    return own_paragraphs(profile_id, PARAGRAPHS[subject])
