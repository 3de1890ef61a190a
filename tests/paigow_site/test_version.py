import pytest
from django.conf import settings

from paigow_site.version import build_version

COMMIT = "0123456789abcdef0123456789abcdef01234567"
OTHER = "f" * 40


@pytest.fixture
def checkout(tmp_path):
    (tmp_path / "pyproject.toml").write_text('[project]\nversion = "1.4.0"\n')
    git = tmp_path / ".git"
    (git / "refs" / "heads").mkdir(parents=True)
    (git / "refs" / "tags").mkdir()
    (git / "HEAD").write_text("ref: refs/heads/main\n")
    (git / "refs" / "heads" / "main").write_text(f"{COMMIT}\n")
    return tmp_path


def test_between_releases_it_is_the_version_and_the_commit(checkout):
    (checkout / ".git" / "refs" / "tags" / "v1.3.0").write_text(f"{OTHER}\n")
    assert build_version(checkout) == "1.4.0+0123456789ab"


def test_a_release_is_known_by_its_tag(checkout):
    (checkout / ".git" / "refs" / "tags" / "v1.4.1").write_text(f"{COMMIT}\n")
    assert build_version(checkout) == "1.4.1+0123456789ab"


def test_packed_refs_are_read_too_and_a_tag_that_somebody_signed(checkout):
    (checkout / ".git" / "refs" / "heads" / "main").unlink()
    packed = f"# pack-refs\n{COMMIT} refs/heads/main\n{OTHER} refs/tags/v1.4.2\n^{COMMIT}\n"
    (checkout / ".git" / "packed-refs").write_text(packed)
    assert build_version(checkout) == "1.4.2+0123456789ab"


def test_a_further_worktree_knows_its_own_commit(checkout, tmp_path):
    place = checkout / ".git" / "worktrees" / "second"
    place.mkdir(parents=True)
    (place / "HEAD").write_text(f"{OTHER}\n")
    (place / "commondir").write_text("../..\n")
    second = tmp_path / "second"
    second.mkdir()
    (second / "pyproject.toml").write_text('[project]\nversion = "1.4.0"\n')
    (second / ".git").write_text(f"gitdir: {place}\n")
    assert build_version(second) == f"1.4.0+{OTHER[:12]}"


def test_an_image_has_it_in_a_file(checkout):
    (checkout / "VERSION").write_text("1.4.0+0123456789ab\n")
    (checkout / ".git" / "HEAD").unlink()
    assert build_version(checkout) == "1.4.0+0123456789ab"


def test_without_git_it_does_not_pretend(checkout):
    (checkout / ".git" / "HEAD").unlink()
    assert build_version(checkout) == "1.4.0+unknown"


def test_what_every_event_says_is_this_build_and_fits_its_column():
    assert build_version() == settings.SOFTWARE_VERSION
    assert len(settings.SOFTWARE_VERSION) <= 40
