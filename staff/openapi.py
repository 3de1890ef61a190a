"""What the OpenAPI document says about every call: problems and headers."""

from collections.abc import Mapping
from typing import Any

from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse
from rest_framework import serializers


class ProblemSerializer(serializers.Serializer[Any]):
    """Why a call was not carried out: a stable code, a sentence, the rule; details may follow."""

    code = serializers.CharField()
    message = serializers.CharField()
    rule = serializers.CharField(allow_blank=True)


PROBLEMS: Mapping[int, str] = {
    400: "The request is not as it should be; `fields` says where.",
    401: "Nobody is signed in.",
    403: "This person's role may not do this.",
    404: "There is no such thing here.",
    409: "The step is refused now; `rule` names the paragraph.",
    412: "Changed since the version in If-Match; a round's `sheet` is how it is now.",
    415: "Only application/json is read.",
    422: "The Idempotency-Key was used for something else.",
    423: "Locked out after wrong PINs.",
    428: "If-Match is missing.",
    429: "Too many calls; see Retry-After.",
    503: "The record is out of reach for a moment; nothing was saved.",
}
READING = (409, 412, 415, 422, 423, 428)

IDEMPOTENCY = OpenApiParameter(
    "Idempotency-Key",
    OpenApiTypes.UUID,
    OpenApiParameter.HEADER,
    required=True,
    description="A UUID made by the client; the same again gives the first answer.",
)
IF_MATCH = OpenApiParameter(
    "If-Match",
    OpenApiTypes.STR,
    OpenApiParameter.HEADER,
    required=True,
    description='The version that the client saw, in quotes: "7".',
    pattern=r'^"[0-9]{1,9}"$',
)


def problems(*without: int) -> dict[int, OpenApiResponse]:
    return {
        status: OpenApiResponse(ProblemSerializer, description=text)
        for status, text in PROBLEMS.items()
        if status not in without
    }


class ServiceTokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """How smart tables and imports show who they are."""

    target_class = "staff.authentication.ServiceTokenAuthentication"
    name = "serviceToken"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        return {
            "type": "apiKey",
            "in": "header",
            "name": "Authorization",
            "description": "`Token …`, as made on the page of tablets and tokens.",
        }
