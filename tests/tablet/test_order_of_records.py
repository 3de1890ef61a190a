"""The order of a tablet's records is the order of versions; it counts them by nothing else."""

from foundation.openapi import written_document
from tests.tree import texts

TABLETS_OWN_COUNT = "tablet-seq"


def names_it(text):
    return TABLETS_OWN_COUNT in text.lower().replace("_", "-")


def test_no_script_view_or_page_of_the_documentation_names_a_count_of_the_tablets_own():
    product = texts("*.py", "*.js", "*.html", "*.md", "*.toml", "deploy/*")
    told = ("CHANGELOG.md", "docs/decisions/", "tests/")  # that it is gone, and why
    naming = {path for path, text in product.items() if names_it(text)}
    assert {"CHANGELOG.md", "docs/decisions/0010-small-laws.md"} <= naming
    assert not {path for path in naming if not path.startswith(told)}


def test_the_document_of_the_api_asks_for_the_version_and_for_no_count():
    document = written_document("en").decode()
    assert '"If-Match"' in document
    assert not names_it(document)
