"""The engines of the cluster drills: Debian's packages and PyPI's, unpacked and never installed.

A package of a newer Debian runs here with the libraries that it came with.
"""

import hashlib
import lzma
import re
import shutil
import subprocess
import sys
import urllib.request
from functools import cache
from pathlib import Path

from paigow_site.servers.postgres import PostgresServer
from paigow_site.servers.processes import SystemUser

SUITE = "forky"  # the first with pgBackRest, PgBouncer and etcd for PostgreSQL 18
PACKAGES = ("etcd-server", "pgbouncer", "haproxy", "pgbackrest")
PATRONI = ("patroni[etcd3]==4.1.5", "psycopg[binary]==3.3.9")


@cache
def mirror() -> str:
    """Where this machine's own apt fetches Debian's packages from."""
    asked = ["apt-get", "indextargets", "--format", "$(REPO_URI)", "Component: main"]
    found = subprocess.run(asked, check=True, capture_output=True, text=True).stdout.split()
    return min(found, key=len).rstrip("/")  # a mirror of updates has the longer address


class Engines:
    """A folder that an ordinary user can read, filled at the first use."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.packages: dict[str, dict[str, str]] = {}

    @classmethod
    def for_account(cls, account: SystemUser | None) -> "Engines":
        if account is None:
            return cls(Path.home() / ".cache" / "paigow-floor" / "engines")
        return cls(PostgresServer(Path("/nonexistent")).home_for_root(account, "engines"))

    def program(self, name: str) -> list[str]:
        """Return the command of a program: this machine's own, or an unpacked package's."""
        root = self.folder / "debian"
        found = next((root / place / name for place in ("usr/bin", "usr/sbin")
                      if (root / place / name).exists()), None)  # fmt: skip
        if found is None:
            raise FileNotFoundError(name)
        libraries = root / "usr/lib/x86_64-linux-gnu"
        loader = libraries / "ld-linux-x86-64.so.2"
        return [str(loader), "--library-path", str(libraries), str(found)]

    def patroni(self) -> tuple[list[str], dict[str, str]]:
        """Return how Patroni is called, and the environment that it needs."""
        python = "/usr/bin/python3" if self.is_same_python("/usr/bin/python3") else sys.executable
        return [python, "-m", "patroni"], {"PYTHONPATH": str(self.folder / "patroni")}

    @staticmethod
    def is_same_python(python: str) -> bool:
        asked = [python, "-c", "import sys; print(*sys.version_info[:2])"]
        try:
            said = subprocess.run(asked, check=True, capture_output=True, text=True).stdout
        except (OSError, subprocess.CalledProcessError):
            return False
        return said.split() == [str(part) for part in sys.version_info[:2]]

    def fetch(self) -> None:
        """Get what is not here yet."""
        done = self.folder / f"fetched-{hashlib.sha256(str(PATRONI).encode()).hexdigest()[:8]}"
        if done.exists():
            return
        shutil.rmtree(self.folder / "debian", ignore_errors=True)
        shutil.rmtree(self.folder / "patroni", ignore_errors=True)
        self.read_index()
        for name in sorted(self.closure(PACKAGES)):
            self.unpack(name)
        pip = [sys.executable, "-m", "pip", "install", "--quiet", "--prefer-binary"]
        subprocess.run([*pip, "--target", self.folder / "patroni", *PATRONI], check=True,
                       stderr=subprocess.DEVNULL)  # fmt: skip
        subprocess.run(["chmod", "-R", "go+rX", self.folder], check=True)
        done.touch()

    def read_index(self) -> None:
        address = f"{mirror()}/dists/{SUITE}/main/binary-amd64/Packages.xz"
        with urllib.request.urlopen(address, timeout=60) as answer:
            text = lzma.decompress(answer.read()).decode()
        for paragraph in text.split("\n\n"):
            fields = dict(re.findall(r"^([\w-]+): (.*)$", paragraph, re.MULTILINE))
            if fields:
                self.packages[fields["Package"]] = fields

    def closure(self, wanted: tuple[str, ...]) -> set[str]:
        """Return the packages and every library that they are linked with."""
        found: set[str] = set()
        left = list(wanted)
        while left:
            name = left.pop()
            if name in found or name not in self.packages:
                continue
            found.add(name)
            depends = self.packages[name].get("Depends", "")
            needed = [re.split(r"[ (|:]", each.strip())[0] for each in depends.split(",") if each]
            left += [each for each in needed if each.startswith(("lib", "zlib"))]
        return found

    def unpack(self, name: str) -> None:
        fields = self.packages[name]
        with urllib.request.urlopen(f"{mirror()}/{fields['Filename']}", timeout=60) as answer:
            content = answer.read()
        if hashlib.sha256(content).hexdigest() != fields["SHA256"]:
            raise RuntimeError(f"{name} is not what Debian's index says")
        package = self.folder / f"{name}.deb"
        package.write_bytes(content)
        root = self.folder / "debian"
        subprocess.run(["dpkg-deb", "--extract", package, root], check=True)
        package.unlink()
