"""The OpenAPI document, for those who may read how the floor is driven."""

from typing import Any

from django.conf import settings
from django.http import HttpResponse
from django.utils.translation import get_language
from drf_spectacular.renderers import OpenApiJsonRenderer
from drf_spectacular.utils import extend_schema
from rest_framework.permissions import IsAuthenticated
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from foundation.doors import person_of
from foundation.inputs import Input, Text, read_address
from foundation.openapi import written_document
from staff.policy import Act, require

JSON = JSONRenderer()
FILE = {"Content-Disposition": f'inline; filename="{settings.SPECTACULAR_SETTINGS["TITLE"]}.json"'}


class DocumentAsked(Input):
    """In which language the document is wanted."""

    lang: Text = ""


@extend_schema(exclude=True)
class Document(APIView):
    """The whole API as an OpenAPI 3 document, in the reader's language or that of `?lang=`."""

    permission_classes = (IsAuthenticated,)
    renderer_classes = [OpenApiJsonRenderer]
    acts = {"GET": Act.VIEW_SCHEMA}

    def get(self, request: Request) -> HttpResponse:
        require(person_of(request), Act.VIEW_SCHEMA)
        asked = read_address(DocumentAsked, request.GET).lang
        language = asked if asked in dict(settings.LANGUAGES) else get_language()
        written = written_document(language or settings.LANGUAGE_CODE)
        return HttpResponse(written, content_type=OpenApiJsonRenderer.media_type, headers=FILE)

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Any:
        if isinstance(response, Response) and response.exception:
            request.accepted_renderer, request.accepted_media_type = JSON, JSON.media_type
        return super().finalize_response(request, response, *args, **kwargs)
