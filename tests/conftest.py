import os

from hypothesis import HealthCheck, settings

pytest_plugins = [
    "tests.servers",
    "tests.owner",
    "tests.running_floor",
    "tests.in_order",
    "tests.left_out",
    "tests.screens",
]

settings.register_profile(
    "ci",
    derandomize=True,
    max_examples=40,
    deadline=None,
    database=None,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)
settings.register_profile(
    "nightly", settings.get_profile("ci"), derandomize=False, max_examples=2000
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))
