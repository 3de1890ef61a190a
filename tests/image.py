"""The image and its containers without a container engine: the same steps in a clean root.

A root of its own has the system's programs read-only, a Python, and nothing else. The Dockerfile's
instructions run in it one by one; a service of docker-compose.yml then runs in it as a container
would: user, environment, secrets, volumes, read-only root, no capabilities, a network of its own.
"""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from dataclasses import dataclass, field
from fnmatch import fnmatch
from pathlib import Path

import yaml

from paigow_site.servers.processes import Child
from paigow_site.version import git_folder

ROOT = Path(__file__).resolve().parent.parent
NAMES = ("postgres", "valkey", "web", "feed", "witness", "metrics")
ETC = ("nsswitch.conf", "ld.so.cache", "login.defs", "ssl", "ca-certificates", "resolv.conf")
TOOLS = ("unshare", "chroot", "setpriv", "ip", "mount", "useradd")


def missing() -> str:
    """Say what this machine lacks; nothing when the image can be run here."""
    if os.geteuid() != 0:
        return "root"
    return ", ".join(tool for tool in TOOLS if shutil.which(tool) is None)


def python_home() -> Path:
    """Return the Python that stands for the base image's: 3.13 if this machine has one."""
    wanted = re.search(r"python:(\d+\.\d+)", (ROOT / "Dockerfile").read_text())[1]
    beside = sorted(Path(sys.base_prefix).parent.glob(f"{wanted}.*/bin/python3"))
    return beside[-1].parent.parent if beside else Path(sys.base_prefix)


def instructions() -> list[tuple[str, str]]:
    """Return the Dockerfile's instructions in order, each on one line."""
    lines = [
        line
        for line in (ROOT / "Dockerfile").read_text().splitlines()
        if not line.lstrip().startswith("#")
    ]
    joined = "\n".join(lines).replace("\\\n", " ")
    return [tuple(line.split(" ", 1)) for line in joined.splitlines() if line.strip()]


def is_ignored(path: str, patterns: list[str]) -> bool:
    """Whether .dockerignore leaves a path out: the last pattern that fits decides."""
    parts = Path(path).parts
    above = ["/".join(parts[: n + 1]) for n in range(len(parts))]
    ignored = False
    for pattern in patterns:
        plain = pattern.removeprefix("!").removeprefix("**/")
        names = parts if "**/" in pattern else above
        if any(fnmatch(name, plain) for name in names):
            ignored = not pattern.startswith("!")
    return ignored


@dataclass
class Root:
    """A clean root in a folder, with the image's own settings."""

    folder: Path
    python: Path
    environment: dict[str, str] = field(default_factory=dict)
    workdir: str = "/"
    user: str = "root"
    command: list[str] = field(default_factory=list)

    def make(self) -> None:
        for name in ("proc", "dev", "tmp", "run", "var/lib", "usr", "etc", "root", "home"):
            (self.folder / name).mkdir(parents=True, exist_ok=True)
        (self.folder / "tmp").chmod(0o1777)
        for name in ("bin", "sbin", "lib", "lib64"):
            if Path(f"/{name}").is_symlink():
                (self.folder / name).symlink_to(Path(f"/{name}").readlink())
        for name in ETC:
            source = Path("/etc") / name
            if source.is_dir():
                shutil.copytree(source, self.folder / "etc" / name, symlinks=True)
            elif source.exists():
                shutil.copyfile(source, self.folder / "etc" / name)
        for name in ("passwd", "group", "shadow", "gshadow"):
            lines = (Path("/etc") / name).read_text().splitlines()
            kept = [line for line in lines if not line.startswith("floor:")]
            (self.folder / "etc" / name).write_text("\n".join(kept) + "\n")
        hosts = "\n".join(f"127.0.0.1 {name}" for name in ("localhost", *NAMES))
        (self.folder / "etc" / "hosts").write_text(f"{hosts}\n")
        self.place("usr-local/bin").mkdir(parents=True)
        for name in ("python", "python3"):
            (self.place("usr-local/bin") / name).symlink_to(self.python / "bin" / "python3")
        self.place(str(self.python)).mkdir(parents=True)

    def place(self, path: str) -> Path:
        return self.folder / path.lstrip("/")

    def mounts(self) -> list[str]:
        """Return the shell lines that turn the folder into a root, in a namespace of its own."""
        at = shlex.quote(str(self.folder))
        own = [
            f"mount --bind {at} {at}",
            f"mount --rbind /usr {at}/usr",
            f"mount -o remount,ro,bind {at}/usr",
            f"mount --bind {at}/usr-local {at}/usr/local",
            f"mount --bind {self.python} {at}{self.python}",
            f"mount -o remount,ro,bind {at}{self.python}",
            f"mount -t tmpfs tmpfs {at}/dev",
            f"mkdir {at}/dev/shm && mount -t tmpfs tmpfs {at}/dev/shm",
            f"mount -t proc proc {at}/proc",
        ]
        for device in ("null", "zero", "random", "urandom"):
            own.append(f"touch {at}/dev/{device} && mount --bind /dev/{device} {at}/dev/{device}")
        return own

    def build(self, *, pip: dict[str, str]) -> None:
        """Run the Dockerfile's instructions; both stages in this one root."""
        for word, rest in instructions():
            if word == "RUN":
                self.run(rest, extra=pip)
            elif word == "ENV":
                self.set_environment(rest)
            elif word == "WORKDIR":
                self.workdir = rest
                self.place(rest).mkdir(parents=True, exist_ok=True)
            elif word == "COPY" and not rest.startswith("--from="):
                self.copy(*rest.split())
            elif word == "USER":
                self.user = rest
            elif word == "CMD":
                self.command = json.loads(rest)

    def set_environment(self, rest: str) -> None:
        for pair in shlex.split(rest):
            name, _, value = pair.partition("=")
            known = {"PATH": "/usr/local/bin:/usr/bin:/usr/sbin:/bin:/sbin"} | self.environment
            self.environment[name] = value.replace("$PATH", known["PATH"])

    def copy(self, source: str, target: str) -> None:
        if source != ".":
            destination = self.place(f"{self.workdir}/{target}")
            destination.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / source, destination)
            return
        patterns = [
            line
            for line in (ROOT / ".dockerignore").read_text().splitlines()
            if line and not line.startswith("#")
        ]
        for path in self.context(patterns):
            destination = self.place(f"{self.workdir}/{path}")
            destination.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / path, destination)
        self.copy_git(patterns)

    def context(self, patterns: list[str]) -> list[str]:
        listed = subprocess.run(
            ["git", "ls-files", "--cached", "--others", "--exclude-standard"],
            cwd=ROOT,
            check=True,
            capture_output=True,
            text=True,
        )
        found = [path for path in listed.stdout.splitlines() if (ROOT / path).is_file()]
        return [path for path in found if not is_ignored(path, patterns)]

    def copy_git(self, patterns: list[str]) -> None:
        """What .dockerignore lets through of .git; a further worktree has it elsewhere."""
        own = git_folder(ROOT)
        if own is None:
            return
        shared = own / "commondir"
        common = own / shared.read_text().strip() if shared.exists() else own
        for source in (own / "HEAD", common / "packed-refs", *(common / "refs").rglob("*")):
            name = source.relative_to(own if source.name == "HEAD" else common).as_posix()
            if source.is_file() and not is_ignored(f".git/{name}", patterns):
                target = self.place(f"{self.workdir}/.git/{name}")
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(source, target)

    def run(self, line: str, *, extra: dict[str, str]) -> None:
        """Run one RUN instruction as root, with this machine's way to its packages."""
        local = [path for path in ("/opt",) if Path(path).is_dir()]
        binds = []
        for path in local:
            self.place(path).mkdir(parents=True, exist_ok=True)
            binds.append(f"mount --bind {path} {self.folder}{path}")
        inside = f"cd {self.workdir} && {line}"
        script = "\n".join(
            [
                "set -e",
                *self.mounts(),
                *binds,
                f"exec chroot {self.folder} sh -ec {shlex.quote(inside)}",
            ]
        )
        done = subprocess.run(
            ["unshare", "--mount", "sh", "-c", script],
            check=False,
            capture_output=True,
            text=True,
            env={"PATH": "/usr/local/bin:/usr/bin:/usr/sbin:/bin:/sbin"} | self.environment | extra,
        )
        assert done.returncode == 0, f"{line}\n{done.stdout[-2000:]}{done.stderr[-2000:]}"


class Stack:
    """The services of docker-compose.yml on a root, in a network that only they see."""

    def __init__(self, root: Root, folder: Path, secrets: Path, variables: dict[str, str]) -> None:
        self.root, self.folder, self.secrets = root, folder, secrets
        self.variables = variables
        self.services = yaml.safe_load((ROOT / "docker-compose.yml").read_text())["services"]
        self.network = f"image-{os.getpid()}"
        self.parts: dict[str, Child] = {}

    def open(self) -> None:
        subprocess.run(["ip", "netns", "add", self.network], check=True)
        subprocess.run(["ip", "-n", self.network, "link", "set", "lo", "up"], check=True)

    def close(self) -> None:
        servers = ("postgres", "valkey")
        floor = [part for name, part in self.parts.items() if name not in servers]
        for part in floor:
            part.ask_to_stop()
        for part in [*floor, *(self.parts[name] for name in servers if name in self.parts)]:
            part.stop()
        subprocess.run(["ip", "netns", "del", self.network], check=False)

    def substituted(self, text: str) -> str:
        """Put the variables in as compose does: ${NAME}, ${NAME:-else}, ${NAME:?why}."""

        def value(found: re.Match[str]) -> str:
            name, _, default = found[1].partition(":-")
            name = name.partition(":?")[0]
            return self.variables.get(name) or default

        return re.sub(r"\$\{([^}]*)\}", value, text).replace("$$", "$")

    def environment(self, name: str) -> dict[str, str]:
        own = self.services[name].get("environment", {})
        given = {key: self.substituted(str(value)) for key, value in own.items()}
        base = {"PATH": "/usr/bin:/bin", "HOME": "/var/lib/floor"}
        return base | self.root.environment | given

    def volume(self, name: str, target: str) -> Path:
        """A named volume begins as a copy of what the image has there, rights and all."""
        place = self.folder / "volumes" / name
        if not place.exists():
            place.parent.mkdir(exist_ok=True)
            subprocess.run(["cp", "-a", self.root.place(target), place], check=True)
        return place

    def script(self, name: str, command: list[str]) -> str:
        service, at = self.services[name], self.root.folder
        assert service["read_only"] is True
        assert service["cap_drop"] == ["ALL"]
        lines = ["set -e", *self.root.mounts(), f"mount -t tmpfs -o mode=755 tmpfs {at}/run"]
        lines += [f"mount -t tmpfs -o mode=1777 tmpfs {at}{path}" for path in service["tmpfs"]]
        lines.append(f"mkdir {at}/run/secrets")
        for secret in service.get("secrets", ()):
            lines.append(f"cp {self.secrets / secret} {at}/run/secrets/{secret}")
        for each in service.get("volumes", ()):
            source, target, *mode = each.split(":")
            lines.append(f"mount --bind {self.volume(source, target)} {at}{target}")
            if mode == ["ro"]:
                lines.append(f"mount -o remount,ro,bind {at}{target}")
        lines.append(f"mount -o remount,ro,bind {at}")
        user = "--reuid 10001 --regid 10001 --clear-groups --bounding-set=-all --no-new-privs"
        inside = f"cd {self.root.workdir} && exec setpriv {user} {shlex.join(command)}"
        return "\n".join([*lines, f"exec chroot {at} sh -c {shlex.quote(inside)}"])

    def container(self, name: str, *words: str) -> list[str]:
        service = self.services[name]
        entrypoint = service.get("entrypoint", [])
        command = [*entrypoint, *(words or service.get("command") or self.root.command)]
        inside = ["unshare", "--mount", "sh", "-c", self.script(name, command)]
        return ["ip", "netns", "exec", self.network, *inside]

    def run(self, name: str, *words: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
        """Run a service to its end, as `docker compose run --rm` does."""
        return subprocess.run(
            self.container(name, *words),
            check=False,
            capture_output=True,
            text=True,
            input=stdin,
            env=self.environment(name),
        )

    def start(self, name: str) -> Child:
        return self.launch(name, self.container(name), self.environment(name))

    def launch(self, name: str, command: list[str], env: dict[str, str] | None = None) -> Child:
        log = self.folder / "log" / f"{name}.log"
        self.parts[name] = Child(name, command, log=log, env=env)
        return self.parts[name]

    def near(self, *command: str | Path, env: dict[str, str]) -> subprocess.CompletedProcess[str]:
        """Run something of this machine's own in the containers' network."""
        return subprocess.run(
            ["ip", "netns", "exec", self.network, *map(str, command)],
            check=False,
            capture_output=True,
            text=True,
            cwd=ROOT,
            env={"PATH": os.environ["PATH"]} | env,
        )
