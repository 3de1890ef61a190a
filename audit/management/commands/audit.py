"""`manage.py audit …`: everything that is done to the record by hand, and its verification."""

import argparse
import getpass
import shutil
import sys
import time
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone
from django.utils.dateparse import parse_datetime

from audit.commands.archive import Month, archive_month
from audit.commands.copies import copy_logs
from audit.commands.export import write_selection
from audit.commands.restoring import give_administrator, restore_database
from audit.commands.rotate import rotate_key
from audit.commands.sequence import seal_everything
from audit.commands.sign import sign_everything
from audit.commands.successor import open_successor
from audit.log.copies import Incomplete
from audit.log.notes import BadNote, VerifierKey
from audit.log.verify import Fault as BundleFault
from audit.models import SITE_LOG, Archive
from audit.queries.keys import pinned_witness_key
from audit.queries.rebuilding import Rebuilding
from audit.queries.selections import Selection
from audit.queries.trees import all_trees
from audit.queries.verification import INCOMPLETE, Report, Trust, verify_logs
from audit.queries.verification.archives import archive_name, archives_in, kept_archive
from audit.queries.verification.crew import processes_for
from audit.queries.verification.reading import snapshot
from audit.witnessing import WitnessClient
from rules.refusals import Refused
from staff.commands.signing import identify
from staff.models import Person, Property

MOST_FAULTS_SHOWN = 20
SIGNER_SECONDS = 5.0
NOT_PROVEN = 4


class Command(BaseCommand):
    help = "Verify, export, seal, sign and archive the record."

    def add_arguments(self, parser: CommandParser) -> None:
        parts = parser.add_subparsers(dest="part", required=True)
        verify = parts.add_parser("verify", help="recheck everything and name the first fault")
        _property(verify, "one property only, by its slug; `site` is the operator's own log")
        verify.add_argument("--keys", type=Path, help="file with the public keys that you trust")
        verify.add_argument(
            "--archive",
            nargs="?",
            const=kept_archive,
            type=lambda folder: archives_in(Path(folder)),
            help="check the archives too: those that are kept, or those in a folder",
        )
        verify.add_argument("--no-witness", action="store_true", help="do not ask the witness")
        export = parts.add_parser("export", help="write a bundle that an outsider can verify")
        _property(export, "the property's slug", required=True)
        for kind in ("round", "dispute", "set", "table", "person"):
            export.add_argument(f"--{kind}", help=f"about this {kind}, by its number")
        export.add_argument("--since", type=_time, help="from this time on, with its zone")
        export.add_argument("--until", type=_time, help="before this time")
        export.add_argument("--to", type=Path, required=True, help="the zip file to write")
        parts.add_parser("sequence", help="seal what is pending, now")
        parts.add_parser("sign", help="sign the heads of all logs, now (where the key is)")
        for name, text in (
            ("rotate-key", "change a log's signing key (where the key is)"),
            ("successor", "open a successor log after a restore or a lost key"),
        ):
            part = parts.add_parser(name, help=text)
            _property(part, "the property's slug", required=True)
            _two_people(part)
            if name == "successor":
                part.add_argument("--reason", required=True)
        rebuild = parts.add_parser("rebuild", help="make the rows again from the log; compare")
        rebuild.add_argument("--to", type=Path, help="write the rows there, a line of JSON each")
        archives = parts.add_parser("archives", help="copy the kept archives to a folder")
        archives.add_argument("--to", type=Path, required=True, help="the folder")
        copy = parts.add_parser("copy", help="copy the logs to a folder, or what came since")
        copy.add_argument("--to", type=Path, required=True, help="the folder")
        restore = parts.add_parser(
            "restore", help="fill an empty database from copies and archives (as owner)"
        )
        restore.add_argument(
            "--from", dest="folders", type=Path, nargs="+", required=True, help="their folders"
        )
        restore.add_argument("--keys", type=Path, help="file with the public keys that you trust")
        _property(restore, "the property of the administrator, by its slug")
        restore.add_argument("--administrator", help="badge of who gets the first secrets")
        archive = parts.add_parser("archive", help="move a month's events to files (as owner)")
        archive.add_argument("--month", required=True, help="as 2026-11")
        archive.add_argument("--keep", default="5y", help="which class: 5y or 3y")
        _two_people(archive)

    def handle(self, *args: Any, **options: Any) -> None:
        parts: dict[str, Callable[[dict[str, Any]], None]] = {
            "verify": self.verify,
            "rebuild": self.rebuild,
            "export": self.export,
            "sequence": self.sequence,
            "sign": self.sign,
            "rotate-key": self.rotate_key,
            "successor": self.successor,
            "archive": self.archive,
            "archives": self.archives,
            "copy": self.copy,
            "restore": self.restore,
        }
        try:
            parts[options["part"]](options)
        except (Refused, PermissionDenied, BadNote, Incomplete, BundleFault) as refused:
            raise CommandError(str(refused)) from refused

    def verify(self, options: dict[str, Any]) -> None:
        keys = options["keys"] or settings.PUBLIC_KEYS_FILE
        log_ids = [_log_id(options["property"])] if options["property"] else None
        begun = time.monotonic()
        report = verify_logs(
            Trust(self.trusted_keys(keys), *self.witness(is_wanted=not options["no_witness"])),
            log_ids=log_ids,
            archive=options["archive"],
            patience=SIGNER_SECONDS,
            progress=self.progress,
        )
        seconds = time.monotonic() - begun
        self.show(report)
        rate = f"{report.events} events in {seconds:.1f} s"
        if report.is_proven:
            self.stdout.write(self.style.SUCCESS(f"OK: {rate}; proven by the witness"))
            return
        if not report.faults:
            raise CommandError(f"NOT PROVEN: {rate}, no fault found", returncode=NOT_PROVEN)
        is_only_incomplete = all(fault.code in INCOMPLETE for fault in report.faults)
        raise CommandError(f"NOT OK: {rate}", returncode=2 if is_only_incomplete else 1)

    def rebuild(self, options: dict[str, Any]) -> None:
        """Make the rows again from the log; say how they differ, and write them out."""
        begun = time.monotonic()
        with snapshot() as (reader, moment):
            run = Rebuilding(
                reader,
                moment,
                processes=processes_for(sum(tree.size for tree in all_trees())),
                progress=self.progress,
            )
            made = run.run(options["to"])
        seconds = time.monotonic() - begun
        for message in made.differences[:MOST_FAULTS_SHOWN]:
            self.stdout.write(self.style.ERROR(message))
        said = f"{made.rows.total()} rows from {made.versions} versions in {seconds:.1f} s"
        if made.differences:
            count = len(made.differences)
            raise CommandError(f"NOT OK: {said}, {count} differences", returncode=1)
        self.stdout.write(self.style.SUCCESS(f"OK: {said}, all as they are there"))

    def show(self, report: Report) -> None:
        for finding in report.findings:
            self.stdout.write(finding)
        for number, fault in enumerate(report.faults[:MOST_FAULTS_SHOWN]):
            label = "FIRST FAULT" if number == 0 else "FAULT"
            self.stdout.write(self.style.ERROR(f"{label} {fault.code}: {fault}"))
        for doubt in report.doubts:
            self.stdout.write(self.style.WARNING(f"not proven: {doubt}"))
        left_out = len(report.faults) - MOST_FAULTS_SHOWN
        if left_out > 0:
            self.stdout.write(f"and {left_out} more")

    def progress(self, done: int, total: int) -> None:
        if self.stderr.isatty() and total:
            filled = 40 * done // total
            bar = "#" * filled + "." * (40 - filled)
            self.stderr.write(f"\r[{bar}] {done} of {total}", ending="\n" if done >= total else "")
            self.stderr.flush()

    def trusted_keys(self, path: Path) -> tuple[VerifierKey, ...]:
        """The logs' public keys; without any, everything but signatures is checked all the same."""
        if not path.exists():
            self.stdout.write(
                self.style.WARNING(f"no public keys at {path}; give them with --keys")
            )
            return ()
        self.stdout.write(f"public keys: {path}; compare them with those that you were given")
        return tuple(_read_keys(path))

    def witness(self, *, is_wanted: bool) -> tuple[WitnessClient | None, str]:
        """The witness, known by a key that was pinned before; or why it cannot be asked."""
        if not is_wanted:
            return None, "--no-witness"
        if not settings.WITNESS_URL:
            return None, "none is configured, so a tail cut off would not be noticed"
        key = pinned_witness_key()
        if not key:
            return None, "its key is not pinned: WITNESS_KEY is empty and the signer kept none"
        return WitnessClient(settings.WITNESS_URL, VerifierKey.parse(key)), ""

    def export(self, options: dict[str, Any]) -> None:
        log_id = _log_id(options["property"])
        subject = _subject(options)
        if not subject and not options["since"]:
            raise CommandError("say what about: --round, --table, … or --since")
        selection = Selection(log_id, subject, options["since"], options["until"])
        title = " ".join(filter(None, [options["property"], subject, str(options["since"] or "")]))
        written = write_selection(selection, title=title, path=options["to"], at=timezone.now())
        self.stdout.write(
            f"{written.path}: {written.events} events, sha256 {written.sha256}\n"
            f"check it with: python3 verify.py {written.path} --keys KEYS"
        )

    def sequence(self, options: dict[str, Any]) -> None:
        self.stdout.write(f"{seal_everything(within_seconds=3600)} events sealed")

    def sign(self, options: dict[str, Any]) -> None:
        self.stdout.write(f"{sign_everything(at=timezone.now())} checkpoints signed")

    def rotate_key(self, options: dict[str, Any]) -> None:
        log_id = _log_id(options["property"])
        by, second = self.two_people(options)
        key = rotate_key(log_id, by=by, second=second, at=timezone.now())
        self.stdout.write(f"the log now signs with\n{key}\nGive this to all who verify it.")

    def successor(self, options: dict[str, Any]) -> None:
        log_id = _log_id(options["property"])
        by, second = self.two_people(options)
        tree = open_successor(
            log_id, by=by, second=second, reason=options["reason"], at=timezone.now()
        )
        self.stdout.write(f"{tree.origin} is open; it names what was lost in its first entry")

    def archive(self, options: dict[str, Any]) -> None:
        try:
            month = Month.parse(options["month"], options["keep"])
        except ValueError as error:
            raise CommandError(str(error)) from error
        by, second = self.two_people(options)
        for written in archive_month(month, by=by, second=second, at=timezone.now()):
            name = archive_name(written.path.name)
            self.stdout.write(f"{name}: {written.events} events, sha256 {written.sha256}")

    def archives(self, options: dict[str, Any]) -> None:
        """Copy a kept archive to a folder, for whoever keeps or verifies it elsewhere."""
        for archive in Archive.objects.order_by("month", "keep", "tree_id"):
            with kept_archive(archive.file) as path:
                if not path.exists():
                    raise CommandError(f"{archive.file} is not kept")
                shutil.copyfile(path, options["to"] / archive.file)
            self.stdout.write(f"{options['to'] / archive.file}")

    def copy(self, options: dict[str, Any]) -> None:
        written = 0
        for each in copy_logs(options["to"], at=timezone.now()):
            written += each.events
            self.stdout.write(f"{each.path}: {each.events} events, sha256 {each.sha256}")
        self.stdout.write(f"{written} events copied; keep the folder away from this machine")

    def restore(self, options: dict[str, Any]) -> None:
        """Make a lost database again; say what people have to do next."""
        begun = time.monotonic()
        keys = self.trusted_keys(options["keys"] or settings.PUBLIC_KEYS_FILE)
        rows = restore_database(options["folders"], keys, at=timezone.now(), tell=self.stdout.write)
        seconds = time.monotonic() - begun
        said = f"OK: {rows} rows in {seconds:.1f} s, each with the hash that the log has of it"
        self.stdout.write(self.style.SUCCESS(said))
        self.stdout.write("Names, PINs, passwords, second factors, codes and tablets are new.")
        if options["administrator"]:
            house = _log_id(options["property"]) if options["property"] else _only_house()
            person, given = give_administrator(options["administrator"], house, at=timezone.now())
            self.stdout.write(f"{person.badge}: PIN {given.pin}, password {given.password}")
            self.stdout.write(f"second factor: {given.totp_uri}")

    def two_people(self, options: dict[str, Any]) -> tuple[Person, Person]:
        """Both prove themselves now, each with their own PIN."""
        return self.person(options["by"]), self.person(options["second"])

    def person(self, badge: str) -> Person:
        found = Person.objects.filter(badge__iexact=badge).first()
        if found is None:
            raise CommandError(f"nobody has the badge {badge}")
        prompt = f"PIN of {found.name} ({badge}): "
        pin = getpass.getpass(prompt) if sys.stdin.isatty() else sys.stdin.readline().strip()
        signer = identify(badge, pin, property_id=found.property_id, tablet=None, at=timezone.now())
        return signer.person


def _property(parser: argparse.ArgumentParser, text: str, *, required: bool = False) -> None:
    parser.add_argument("--property", required=required, help=text)


def _two_people(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--by", required=True, help="badge of the one who acts")
    parser.add_argument("--second", required=True, help="badge of the one who agrees")


def _log_id(slug: str) -> int:
    if slug == "site":
        return SITE_LOG
    found = Property.objects.filter(slug=slug).first()
    if found is None:
        raise CommandError(f"no such property: {slug}")
    return found.pk


def _only_house() -> int:
    houses = list(Property.objects.values_list("pk", flat=True)[:2])
    if len(houses) != 1:
        raise CommandError("there are several houses: say --property")
    return int(houses[0])


def _subject(options: dict[str, Any]) -> str:
    names = {"set": "equipment"}
    for kind in ("round", "dispute", "set", "table", "person"):
        if options[kind]:
            return f"{names.get(kind, kind)}:{options[kind]}"
    return ""


def _time(text: str) -> datetime:
    found = parse_datetime(text)
    if found is None or found.tzinfo is None:
        raise argparse.ArgumentTypeError("a time with its zone, as 2026-11-16T06:00:00-05:00")
    return found


def _read_keys(path: Path) -> list[VerifierKey]:
    lines = path.read_text().splitlines()
    return [VerifierKey.parse(line) for line in lines if line and not line.startswith("#")]
