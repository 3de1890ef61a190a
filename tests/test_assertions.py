"""Every assertion must be able to fail: what is always true tests nothing."""

import ast

import pytest

from tests.tree import texts

NEVER_FALSE = (ast.JoinedStr, ast.Lambda, ast.GeneratorExp)
WRAPS = {"zip", "enumerate", "sorted", "list", "set", "tuple", "reversed", "map"}


def is_always_true(said):
    """Whether a condition holds by the way it is written."""
    match said:
        case ast.BoolOp(op=ast.Or()):
            return any(map(is_always_true, said.values))
        case ast.BoolOp():
            return all(map(is_always_true, said.values))
        case ast.UnaryOp(op=ast.Not(), operand=ast.Constant(value=value)):
            return not value
        case ast.Constant(value=value):
            return bool(value)
        case ast.Compare(left=left, ops=[ast.Eq() | ast.Is() | ast.LtE()], comparators=[right]):
            # A call on both sides is asked twice, and may answer differently.
            return not calls_in(left) and ast.dump(left) == ast.dump(right)
        case ast.Compare(left=ast.Call(), ops=[ast.GtE()], comparators=[ast.Constant(value=0)]):
            return ast.unparse(said.left.func).endswith(("len", ".count"))
    return isinstance(said, NEVER_FALSE) or has_items(said)


def calls_in(said):
    return [each for each in ast.walk(said) if isinstance(each, ast.Call | ast.Await)]


def has_items(said):
    return bool(getattr(said, "elts", None) or getattr(said, "keys", None))


def names_in(said):
    return [each.id for each in ast.walk(said) if isinstance(each, ast.Name)]


def gone_over(said):
    """What the calls of `all` in a condition go over."""
    for call in calls_in(said):
        if ast.unparse(call.func) == "all" and hasattr(call.args[0], "generators"):
            yield call.args[0].generators[0].iter


def root_of(said):
    """The name that an expression begins with: `found` of `found["rows"].values()`."""
    return next((name for name in names_in(said) if name not in WRAPS), "")


def may_be_empty(said):
    """Whether there may be nothing to go over; a table of data has CAPITALS, as has a class."""
    return not (has_items(said) or root_of(said)[:1].isupper() or root_of(said) == "range")


def can_all_pass_over_nothing(said, assertions):
    """Whether `all` may go over nothing and no assertion beside it asks of the same name."""
    for each in gone_over(said):
        asked = sum(names_in(other).count(root_of(each)) for other in assertions)
        alone = [over for other in assertions for over in gone_over(other)]
        if may_be_empty(each) and asked <= sum(root_of(over) == root_of(each) for over in alone):
            return True
    return False


def empty_assertions(source):
    """The assertions that cannot fail, or that pass where there is nothing to look at."""
    found = []
    for function in ast.walk(ast.parse(source)):
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
            asserted = [each.test for each in ast.walk(function) if isinstance(each, ast.Assert)]
            found += [
                ast.unparse(said)
                for said in asserted
                if is_always_true(said) or can_all_pass_over_nothing(said, asserted)
            ]
    return found


CANNOT_FAIL = [
    "assert found or True",
    "assert found or 'nothing was found'",
    "assert found == 3 or (first, second)",
    "assert (found, 'nothing was found')",
    "assert f'found {found}'",
    "assert (each for each in found)",
    "assert len(found) >= 0",
    "assert found.rows == found.rows",
    "assert not None",
    "assert all(each.cents for each in found)",
    "assert all(each.cents for each in sorted(found.rows))",
]
CAN_FAIL = [
    "assert found or others",
    "assert found == (first, second)",
    "assert drawn() == drawn()",
    "assert found and all(each.cents for each in found)",
    "assert len(found) == 3\n    assert all(each.cents for each in found)",
    "assert all(each.cents for each in KINDS)",
    "assert all(each(found) for each in (first, second))",
    "assert all(found(each) for each in range(3))",
]


@pytest.mark.parametrize("said", CANNOT_FAIL)
def test_what_cannot_fail_is_found(said):
    assert len(empty_assertions(f"def test_it():\n    {said}\n")) == 1


@pytest.mark.parametrize("said", CAN_FAIL)
def test_what_can_fail_is_let_be(said):
    assert empty_assertions(f"def test_it():\n    {said}\n") == []


def test_every_assertion_can_fail():
    tests = texts("tests/*.py")
    assert len(tests) > 300
    found = {path: empty_assertions(text) for path, text in tests.items()}
    assert {path: said for path, said in found.items() if said} == {}
