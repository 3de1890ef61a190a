"""Add files to a dispute: photographs, papers, short clips."""

import hashlib
import re
from typing import Annotated

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from audit.events import EventKind
from foundation.files import keep_file, kept_file, scratch
from foundation.inputs import text
from review.commands.disputes import OfDispute, tell
from review.guards import guard_any_round, open_dispute_of
from review.models import Attachment
from rounds.commands.steps import Play, round_command
from rounds.guards.steps import guard_may_dispute
from rules.refusals import Refused
from staff.policy import Act

MOST_BYTES = 8 * 1024 * 1024
MOST_FILES = 20
BEGINNINGS = (
    (b"\xff\xd8\xff", "image/jpeg"),
    (b"\x89PNG\r\n\x1a\n", "image/png"),
    (b"%PDF-", "application/pdf"),
)
ENDINGS = {
    "image/jpeg": "jpg",
    "image/png": "png",
    "application/pdf": "pdf",
    "video/mp4": "mp4",
}


class AttachFile(OfDispute):
    """What the file shows, its name, and the hash under which its content is kept."""

    title: Annotated[str, text(120)]
    file_name: Annotated[str, text(120)]
    sha256: Annotated[str, text(64)]
    media_type: Annotated[str, text(40)]


@round_command(
    AttachFile,
    says=gettext_lazy("Add a file"),
    act=Act.OPEN_DISPUTE,
    who=guard_may_dispute,
    when=guard_any_round,
)
def attach_file(play: Play, given: AttachFile) -> None:
    """Add a kept file to a dispute; its hash is on the record, so another file is found out.

    Rule: COMAR 36.03.10.47.
    """
    dispute = open_dispute_of(play.round, given.dispute_id)
    kept = kept_file(stored_name(play.round.property_id, given.sha256))
    if kept is None or kept.sha256 != given.sha256:
        raise Refused("file_missing", _("Choose the file again."))
    there = Attachment.objects.filter(dispute=dispute)
    if there.count() >= MOST_FILES:
        raise Refused("too_many_files", _("A dispute has at most twenty files."))
    if there.filter(sha256=given.sha256).exists():
        raise Refused("same_file", _("This very file is there already."))
    attachment = Attachment.objects.create(
        property_id=play.round.property_id,
        dispute=dispute,
        n=there.count() + 1,
        title=given.title.strip() or given.file_name,
        file_name=given.file_name,
        media_type=given.media_type,
        size=kept.size,
        sha256=given.sha256,
        added_by=play.by,
        added_at=play.at,
    )
    play.subjects += [dispute, attachment]
    play.happened(
        EventKind.FILE_ATTACHED,
        dispute=dispute.pk,
        n=attachment.n,
        title=attachment.title,
        file_name=attachment.file_name,
        media_type=attachment.media_type,
        size=attachment.size,
        sha256=attachment.sha256,
    )
    tell(play)


def stored_name(property_id: int, sha256: str) -> str:
    """Under which name of the kept files an attachment's content lies."""
    return f"disputes/{property_id}/{sha256}"


def keep_attachment(property_id: int, name: str, content: bytes) -> dict[str, str]:
    """Keep what was sent, and give what `attach_file` takes: its type is told by its beginning."""
    media_type = media_type_of(content)
    sha256 = hashlib.sha256(content).hexdigest()
    with scratch(sha256) as path:
        path.write_bytes(content)
        keep_file(stored_name(property_id, sha256), path)
    return {"file_name": plain_name(name, media_type), "sha256": sha256, "media_type": media_type}


def media_type_of(content: bytes) -> str:
    """What a file is, whatever it calls itself; anything else is refused.

    >>> media_type_of(b"%PDF-1.7 ...")
    'application/pdf'
    """
    if content[4:8] == b"ftyp":
        return "video/mp4"
    found = next((kind for start, kind in BEGINNINGS if content.startswith(start)), "")
    if not found:
        raise Refused(
            "file_type", _("Photographs (JPEG, PNG), papers (PDF) and clips (MP4) can be added.")
        )
    return found


def plain_name(name: str, media_type: str) -> str:
    r"""A file's name that every computer takes, with the ending of what it is.

    >>> plain_name('..\\x/"felt" 3.exe', "image/png")
    'felt-3.png'
    """
    last = re.split(r"[\\/]", name)[-1]
    stem = re.sub(r"[^\w]+", "-", last.rpartition(".")[0] or last).strip("-")
    return f"{stem[:80] or 'file'}.{ENDINGS[media_type]}"
