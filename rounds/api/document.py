"""The OpenAPI document, for those who may read how the floor is driven."""

from typing import Any

from drf_spectacular.renderers import OpenApiJsonRenderer
from drf_spectacular.utils import extend_schema
from drf_spectacular.views import SpectacularAPIView
from rest_framework.permissions import IsAuthenticated
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from foundation.doors import person_of
from staff.policy import Act, require

JSON = JSONRenderer()


@extend_schema(exclude=True)
class Document(SpectacularAPIView):
    """The whole API as an OpenAPI 3 document."""

    permission_classes = (IsAuthenticated,)  # upstream shows it to everybody
    renderer_classes = [OpenApiJsonRenderer]
    acts = {"GET": Act.VIEW_SCHEMA}

    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        require(person_of(request), Act.VIEW_SCHEMA)
        answer: Response = super().get(request, *args, **kwargs)  # type: ignore[no-untyped-call]  # upstream has no types
        return answer

    def finalize_response(
        self, request: Request, response: Response, *args: Any, **kwargs: Any
    ) -> Response:
        if response.exception:
            request.accepted_renderer, request.accepted_media_type = JSON, JSON.media_type
        return super().finalize_response(request, response, *args, **kwargs)
