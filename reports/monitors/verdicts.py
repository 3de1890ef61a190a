"""Say what a statistic means, plainly and without accusing anybody."""

from django.utils.translation import gettext as _

from reports.monitors.statistics import once_in

FEW, EXPECTED, UNUSUAL, RARE = "few", "expected", "unusual", "rare"
UNUSUAL_BELOW, RARE_BELOW = 0.05, 0.001


def verdict_of(p: float | None) -> str:
    """How far from chance: too few to say, as expected, unusual, rare."""
    if p is None:
        return FEW
    return RARE if p < RARE_BELOW else UNUSUAL if p < UNUSUAL_BELOW else EXPECTED


def verdict_sentence(p: float | None) -> str:
    """What the verdict means, with how often chance alone does this."""
    verdict = verdict_of(p)
    if p is None:
        return _("Too few rounds to say anything.")
    if verdict == EXPECTED:
        return _("As chance alone would have it (p = {p}).").format(p=p_text(p))
    times = _("{n:,}").format(n=min(round(once_in(p)), 10**9)) if p > 0 else "1,000,000,000"
    if verdict == UNUSUAL:
        return _(
            "Unusual: chance alone gives this about once in {times} such samples (p = {p}). "
            "Over many monitors and days that happens; look again with more rounds."
        ).format(times=times, p=p_text(p))
    return _(
        "Rare: chance alone gives this about once in {times} such samples (p = {p}). "
        "It says nothing about a cause: equipment, entry and procedure are checked first."
    ).format(times=times, p=p_text(p))


def p_text(p: float) -> str:
    return f"{p:.3f}" if p >= 0.001 else f"{p:.0e}"
