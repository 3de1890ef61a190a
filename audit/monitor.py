"""The log for an outside monitor or witness: checkpoints and hashes, without a sign-in.

Hashes and signatures say nothing of what happened, so anybody may mirror them where the house lets
them: `LOG_MONITORS=open`, or tokens of their own, one for each monitor, separated by commas. Empty
shuts it. The addresses under `log/<tree>/` are those of C2SP tlog-tiles.
"""

import hmac

from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from audit.queries.tile_files import hash_tile
from audit.queries.trees import TreeHead, every_tree, latest_checkpoint

OPEN = "open"
FOR_EVER = "public, max-age=31536000, immutable"


@login_not_required
@require_safe
def monitored_logs(request: HttpRequest) -> HttpResponse:
    """Every log: its number and its origin, one a line."""
    _admit(request)
    lines = [f"{tree.tree_id} {tree.origin}\n" for tree in every_tree()]
    return HttpResponse("".join(lines), content_type="text/plain; charset=utf-8")


@login_not_required
@require_safe
def monitored_checkpoint(request: HttpRequest, tree_id: int) -> HttpResponse:
    """The newest signed checkpoint of a log, with its cosignatures."""
    _admit(request)
    head = latest_checkpoint(_tree(tree_id).tree_id)
    if head is None:
        raise Http404
    answer = HttpResponse(str(head.note), content_type="text/plain; charset=utf-8")
    answer["Cache-Control"] = "no-cache"
    return answer


@login_not_required
@require_safe
def monitored_tile(request: HttpRequest, tree_id: int, tile: str) -> HttpResponse:
    """A hash tile; entries, which say what happened, are for people who sign in."""
    _admit(request)
    content = None if tile.startswith("entries/") else hash_tile(_tree(tree_id), tile)
    if content is None:
        raise Http404
    answer = HttpResponse(content, content_type="application/octet-stream")
    answer["Cache-Control"] = FOR_EVER
    return answer


def _admit(request: HttpRequest) -> None:
    """Let in whom the house lets in; for everybody else there is nothing here."""
    wanted = settings.LOG_MONITORS
    if wanted == OPEN:
        return
    scheme, _, given = request.headers.get("Authorization", "").partition(" ")
    tokens = [token.strip() for token in wanted.split(",") if token.strip()]
    is_known = any(hmac.compare_digest(token.encode(), given.encode()) for token in tokens)
    if scheme != "Bearer" or not is_known:
        raise Http404


def _tree(tree_id: int) -> TreeHead:
    for tree in every_tree():
        if tree.tree_id == tree_id:
            return tree
    raise Http404
