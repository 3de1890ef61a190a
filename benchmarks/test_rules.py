from benchmarks import rules


def test_how_fast_the_rules_are():
    rules.main()
