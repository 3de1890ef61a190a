"""What a newcomer may do on the demo floor, and nowhere else."""

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_POST

from demo.people import hand_over_tablet
from foundation.answers import go_to
from staff.devices import remember_tablet


@login_not_required
@require_POST
def demo_tablet(request: HttpRequest, tablet_id: int) -> HttpResponse:
    """Let a newcomer's browser be one of the demo floor's tablets."""
    key = hand_over_tablet(tablet_id, at=timezone.now())
    request.session.flush()
    response = go_to(request, "sign-in")
    remember_tablet(response, key)
    return response
