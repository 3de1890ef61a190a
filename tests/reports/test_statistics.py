from math import comb, erfc, exp, pi, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reports.monitors.equipment import THROWS, WAYS
from reports.monitors.statistics import (
    at_least_one,
    chi_square_survival,
    expected_interval,
    fisher_two_sided,
    goodness_of_fit,
    grouped_sum,
    holm,
    normal_two_sided,
    once_in,
    pooled,
    together,
)
from reports.monitors.verdicts import verdict_of, verdict_sentence

# Critical values of chi-square as printed in every table of it.
CRITICAL = [
    (2.705543, 1, 0.10),
    (3.841459, 1, 0.05),
    (6.634897, 1, 0.01),
    (10.827566, 1, 0.001),
    (5.991465, 2, 0.05),
    (11.070498, 5, 0.05),
    (15.086272, 5, 0.01),
    (18.307038, 10, 0.05),
    (24.995790, 15, 0.05),
    (31.410433, 20, 0.05),
    (45.314747, 20, 0.001),
    (10.850811, 20, 0.95),
    (43.772972, 30, 0.05),
    (124.342113, 100, 0.05),
]


@pytest.mark.parametrize(("value", "freedom", "p"), CRITICAL)
def test_chi_square_as_printed(value, freedom, p):
    assert chi_square_survival(value, freedom) == pytest.approx(p, rel=2e-6)


def test_chi_square_of_two_degrees_is_an_exponential():
    for value in (0.1, 1, 7, 40, 300):
        assert chi_square_survival(value, 2) == pytest.approx(exp(-value / 2), rel=1e-12)
    assert chi_square_survival(0, 3) == 1.0
    with pytest.raises(ValueError, match="degrees of freedom"):
        chi_square_survival(1, 0)


@given(st.floats(0.01, 200), st.integers(1, 80))
def test_chi_square_falls_from_one_to_nothing(value, freedom):
    here = chi_square_survival(value, freedom)
    assert 0 <= chi_square_survival(value + 1, freedom) <= here <= 1


NORMAL = [(1.0, 0.3173105), (1.6448536, 0.10), (2.5758293, 0.01), (3.2905267, 0.001)]


@pytest.mark.parametrize(("z", "p"), NORMAL)
def test_normal_as_printed(z, p):
    assert normal_two_sided(z) == normal_two_sided(-z) == pytest.approx(p, rel=1e-6)


def test_fisher_is_exact():
    # Fisher's tea: all eight cups right, four of each kind.
    assert fisher_two_sided(4, 4, 0, 4) == pytest.approx(2 / comb(8, 4))
    assert fisher_two_sided(3, 4, 1, 4) == pytest.approx(2 * (1 + 16) / comb(8, 4))
    assert fisher_two_sided(2, 4, 2, 4) == pytest.approx(1.0)
    assert fisher_two_sided(0, 10, 0, 20) == fisher_two_sided(1, 0, 1, 9) == 1.0


@given(st.integers(0, 30), st.integers(1, 30), st.integers(0, 30), st.integers(1, 30))
def test_fisher_is_the_same_from_both_sides(hits, tries, others, other_tries):
    hits, others = min(hits, tries), min(others, other_tries)
    here = fisher_two_sided(hits, tries, others, other_tries)
    assert here == pytest.approx(fisher_two_sided(others, other_tries, hits, tries))
    assert 0 <= here <= 1


def test_whoever_does_it_alone_stands_out_and_nobody_else():
    alone = fisher_two_sided(40, 60, 0, 150)
    other = fisher_two_sided(0, 50, 40, 160)
    assert alone < 1e-20
    assert other > alone * 1e10


@given(st.lists(st.floats(0, 1), min_size=1, max_size=8))
def test_holm_lies_between_one_look_and_as_many_as_there_were(chances):
    for adjusted, p in zip(holm(chances), chances, strict=True):
        assert p <= adjusted <= min(1.0, len(chances) * p) + 1e-12


def test_sums_that_hang_together_count_once():
    apart = together([2.0, 2.0], [[1.0, 0.0], [0.0, 1.0]])
    assert (apart.value, apart.freedom) == (pytest.approx(8.0), 2)
    nearly = together([2.0, 2.0], [[1.0, 0.999], [0.999, 1.0]])
    assert nearly.value == pytest.approx(8 / 1.999)
    assert together([2.0, 2.0], [[1.0, 1.0], [1.0, 1.0]]) is None, "the second says nothing new"
    assert together([0.0, 1.0], [[0.0, 0.0], [0.0, 1.0]]) is None


def test_totals_of_three_dice_have_all_216_throws():
    assert sum(WAYS.values()) == THROWS == 216
    assert (WAYS[3], WAYS[10], WAYS[11], WAYS[18]) == (1, 27, 27, 1)


def test_a_fit_by_hand():
    # 60 throws of one die: (3² + 2² + 2² + 1² + 2² + 4²) / 10
    fit = goodness_of_fit([13, 8, 12, 9, 12, 6], [1 / 6] * 6)
    assert (fit.value, fit.freedom) == (pytest.approx(3.8), 5)
    # Five degrees of freedom have a closed form.
    closed = erfc(sqrt(1.9)) + sqrt(7.6 / pi) * exp(-1.9) * (1 + 3.8 / 3)
    assert fit.p == pytest.approx(closed, rel=1e-12)


def test_cells_that_expect_fewer_than_five_are_put_together():
    assert pooled([1, 2, 9, 1], [2, 4, 8, 1]) == [(3, 6), (10, 9)]
    assert goodness_of_fit([1, 1], [0.5, 0.5]) is None


def test_drawing_without_replacement_narrows_the_spread():
    free = goodness_of_fit([60, 40], [0.5, 0.5])
    bound = goodness_of_fit([60, 40], [0.5, 0.5], spread=16 / 31)
    assert bound.value == pytest.approx(free.value * 31 / 16)
    wide, narrow = expected_interval(0.5, 100), expected_interval(0.5, 100, spread=0.25)
    assert narrow[1] - narrow[0] == pytest.approx((wide[1] - wide[0]) / 2)


def test_groups_that_hang_together_are_one_draw():
    found = grouped_sum(seen=120.0, expected=100.0, squares=100.0)
    assert found.z == pytest.approx(2.0)
    assert (found.low, found.high) == (pytest.approx(80.40036), pytest.approx(119.59964))
    assert grouped_sum(1, 1, 0) is None


def test_many_looks_find_something():
    assert at_least_one(0.05, 1) == pytest.approx(0.05)
    assert at_least_one(1.0, 5) == 1.0
    assert once_in(0.01) == 100


VERDICTS = [(None, "few"), (0.4, "expected"), (0.049, "unusual"), (0.0005, "rare"), (0.0, "rare")]


@pytest.mark.parametrize(("p", "verdict"), VERDICTS)
def test_a_verdict_says_how_often_and_accuses_nobody(p, verdict):
    assert verdict_of(p) == verdict
    words = verdict_sentence(p).lower()
    assert not {"cheat", "fraud", "suspect", "guilty"} & set(words.split())
