"""Make the secrets that docker-compose.yml reads: python3 deploy/make_secrets.py

Each in its own file in secrets/. Files that exist are left alone, so it may run again. Standard
library only.
"""

from __future__ import annotations

import os
import secrets
import sys
from pathlib import Path

ROLES = ("owner", "app", "sequencer", "signer", "auditor")
DATABASE = "postgres:5432/paigow"


def write_secret(folder: Path, name: str, value: str) -> None:
    path = folder / name
    if path.exists():
        return
    # A container's user must be able to read the file it is given; on this machine the folder
    # keeps everybody else out.
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o444)
    with os.fdopen(handle, "w") as file:
        file.write(value)
    print(f"made {path}")


def read_or_write(folder: Path, name: str) -> str:
    write_secret(folder, name, secrets.token_urlsafe(40))
    return (folder / name).read_text()


def main() -> None:
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else "secrets")
    folder.mkdir(mode=0o700, exist_ok=True)
    read_or_write(folder, "secret_key")
    read_or_write(folder, "vault_keys")
    superuser = read_or_write(folder, "postgres_password")
    write_secret(
        folder, "database_url_admin", f"postgresql://postgres:{superuser}@postgres:5432/postgres"
    )
    for role in ROLES:
        url = f"postgresql://{role}:{secrets.token_urlsafe(40)}@{DATABASE}"
        write_secret(folder, f"database_url_{role}", url)
    broker = read_or_write(folder, "valkey_password")
    write_secret(folder, "valkey_conf", f'requirepass {broker}\nsave ""\n')
    write_secret(folder, "redis_url", f"redis://:{broker}@valkey:6379/0")


if __name__ == "__main__":
    main()
