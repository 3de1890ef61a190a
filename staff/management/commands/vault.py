"""`manage.py vault status`, `manage.py vault rotate`: the key that seals secrets at rest."""

import secrets
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from foundation.vault import VaultClosed, key_name
from staff.commands.vault import seal_again, sealed_with


class Command(BaseCommand):
    help = "Which key seals secrets at rest; seal all with the first (rotate); make one (key)."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("what", choices=["status", "rotate", "key"])

    def handle(self, *args: Any, **options: Any) -> None:
        getattr(self, options["what"])()

    def key(self) -> None:
        """A new key, to be put in front of those in VAULT_KEYS."""
        self.stdout.write(secrets.token_urlsafe(40))

    def status(self) -> None:
        known = {key_name(each): "opens" for each in reversed(settings.VAULT_KEYS)}
        if settings.VAULT_KEYS:
            known[key_name(settings.VAULT_KEYS[0])] = "seals"
        counts = sealed_with()
        for name in sorted({*known, *counts}):
            says = known.get(name, "NOT GIVEN to this process")
            self.stdout.write(f"key {name}: {counts[name]} secrets, {says}")
        if any(name not in known for name in counts):
            raise CommandError("some secrets cannot be opened: put their key back into VAULT_KEYS")

    def rotate(self) -> None:
        try:
            done, closed = seal_again(at=timezone.now())
        except VaultClosed as error:
            raise CommandError(str(error)) from None
        self.stdout.write(f"{done} secrets sealed with key {key_name(settings.VAULT_KEYS[0])}")
        if closed:
            raise CommandError(f"no key opens the secret of: {', '.join(closed)}")
