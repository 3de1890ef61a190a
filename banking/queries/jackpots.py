"""Jackpots: their meters now, and recomputed from the start."""

from collections.abc import Collection

from django.db.models import Sum

from banking.models import Account, AccountKind, Entry, EntryKind, Jackpot, JackpotPeriod, Posting
from banking.queries.balances import balance


def meter(jackpot: Jackpot) -> int:
    """What the sign above the table shows."""
    return balance(Account.objects.get(jackpot=jackpot, kind=AccountKind.JACKPOT))


def meters_at(table_ids: Collection[int]) -> dict[int, int]:
    """What the sign above each of these tables shows, for those that play for a jackpot."""
    postings = Posting.objects.filter(
        account__jackpot__tables__in=table_ids, account__jackpot__ended_at__isnull=True
    )
    return dict(postings.values_list("account__jackpot__tables").annotate(cents=Sum("cents")))


def meter_from_the_start(jackpot: Jackpot) -> tuple[int, int]:
    """The meter as its history tells it (seeds, periods, awards), and as its postings add up."""
    account = Account.objects.get(jackpot=jackpot, kind=AccountKind.JACKPOT)
    postings = Posting.objects.filter(account=account)
    contributed = JackpotPeriod.objects.filter(jackpot=jackpot).aggregate(n=Sum("cents"))["n"] or 0
    others = postings.exclude(entry__kind=EntryKind.JACKPOT_CONTRIBUTION)
    rest = others.aggregate(n=Sum("cents"))["n"] or 0
    return contributed + rest, balance(account)


def awards(jackpot: Jackpot) -> list[dict[str, object]]:
    """Every round that paid this jackpot out, latest first."""
    account = Account.objects.get(jackpot=jackpot, kind=AccountKind.JACKPOT)
    entries = Entry.objects.filter(
        kind=EntryKind.ROUND, postings__account=account, postings__cents__lt=0
    )
    rows = entries.annotate(cents=Sum("postings__cents")).order_by("-at")
    return [
        {"round": row.round_id, "at": row.at, "cents": -(row.cents or 0)}
        for row in rows.filter(postings__account=account)
    ]
