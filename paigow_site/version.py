"""Which build this is: the release's tag and the commit, as every event, round and report says.

An image has it in the file VERSION, which `python -m paigow_site.version` writes while it is built;
a checkout reads it from git's own files, so that neither needs git itself.
"""

from __future__ import annotations

import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
COMMIT_LETTERS = 12


def build_version(root: Path = ROOT) -> str:
    """Return "0.2.0+1f0c…": the tag of this commit or the project's version, and the commit."""
    written = root / "VERSION"
    if written.exists():
        return written.read_text().strip()
    release = tomllib.loads((root / "pyproject.toml").read_text())["project"]["version"]
    folder = git_folder(root)
    refs = known_refs(folder) if folder else {}
    commit = refs.get("HEAD", "")
    if not commit:
        return f"{release}+unknown"
    tags = [name for name, at in refs.items() if name.startswith("refs/tags/v") and at == commit]
    tag = max(tags).removeprefix("refs/tags/v") if tags else release
    return f"{tag}+{commit[:COMMIT_LETTERS]}"


def git_folder(root: Path) -> Path | None:
    """Return git's folder of a checkout; in a further worktree it is named by a file."""
    place = root / ".git"
    if place.is_file():
        place = root / place.read_text().removeprefix("gitdir:").strip()
    return place if (place / "HEAD").exists() else None


def known_refs(folder: Path) -> dict[str, str]:
    """Return the commit of each branch and tag, and of HEAD."""
    shared = folder / "commondir"
    common = folder / shared.read_text().strip() if shared.exists() else folder
    found = packed_refs(common / "packed-refs")
    for path in sorted((common / "refs").rglob("*")):
        if path.is_file():
            found[path.relative_to(common).as_posix()] = path.read_text().strip()
    head = (folder / "HEAD").read_text().strip()
    found["HEAD"] = found.get(head.removeprefix("ref: "), "") if head.startswith("ref:") else head
    return found


def packed_refs(path: Path) -> dict[str, str]:
    found: dict[str, str] = {}
    name = ""
    for line in path.read_text().splitlines() if path.exists() else ():
        if line.startswith("^"):  # the commit of the annotated tag above
            found[name] = line[1:]
        elif not line.startswith("#"):
            commit, name = line.split(" ", 1)
            found[name] = commit
    return found


if __name__ == "__main__":
    print(build_version())
