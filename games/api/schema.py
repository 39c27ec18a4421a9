"""The description of the API: what drf-spectacular makes of it, what it cannot know, and the address that gives it away."""

from functools import lru_cache
from typing import Any

from django.conf import settings
from django.http import HttpResponse
from django.utils import translation
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.plumbing import get_lib_doc_excludes
from drf_spectacular.utils import extend_schema
from drf_spectacular.views import SpectacularAPIView
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from games import errors
from games.api.fields import Lines, Shape, StrictSerializer
from games.api.schemas import COMPONENTS
from games.api.schemas.base import SIDE
from games.api.serializers import Contributing
from games.models.game import SIDES

PROBLEM = "application/problem+json"


class Description(SpectacularAPIView):
    """The description of the API in OpenAPI 3, as YAML or JSON, in the reader's language or the one of `?lang=`."""

    @extend_schema(exclude=True)
    def get(self, request: Request, *args: Any, **kwargs: Any) -> HttpResponse:
        renderer = request.accepted_renderer
        language = request.query_params.get("lang") or translation.get_language()
        if language not in dict(settings.LANGUAGES):
            raise errors.NoSuchLanguage(languages=[code for code, _name in settings.LANGUAGES])
        kind = f"{renderer.media_type}; charset={renderer.charset}" if renderer.charset else renderer.media_type
        name = f'inline; filename="{settings.SPECTACULAR_SETTINGS["TITLE"]}.{renderer.format}"'
        return HttpResponse(description(language, renderer.media_type), content_type=kind, headers={"Content-Disposition": name})

    def handle_exception(self, exc: Exception) -> Response:
        """Problems are JSON, whatever form of the description was asked for."""
        self.request.accepted_renderer = JSONRenderer()
        response: Response = super().handle_exception(exc)
        return response


@lru_cache(maxsize=4 * len(settings.LANGUAGES))
def description(language: str, media_type: str) -> bytes:
    """The description in one language and form. It depends on the code alone, so a process makes each once."""
    renderer = next(renderer for renderer in Description.renderer_classes if renderer.media_type == media_type)
    with translation.override(language):
        found = renderer().render(SchemaGenerator().get_schema(request=None, public=True), renderer_context={})
    return found if isinstance(found, bytes) else found.encode()


def classes_without_words() -> list[type]:
    """Whose docstrings are not for readers of the description, though classes that are described inherit them."""
    return [*get_lib_doc_excludes(), Shape, StrictSerializer, Lines, Contributing]


def complete_description(result: Any, generator: Any, request: Any, public: bool) -> Any:
    """Corrects what drf-spectacular generated: errors are problem documents, objects are closed, and the JSON of the rules is added."""
    result["paths"] = {path.replace("{game_id}", "{game}"): methods for path, methods in result["paths"].items()}
    blocked = result["paths"]["/api/v1/blocked/"]
    blocked["delete"]["requestBody"] = blocked["post"]["requestBody"]  # the tool describes none of a DELETE
    for methods in result["paths"].values():
        for operation in methods.values():
            for parameter in operation.get("parameters", []):
                parameter["name"] = parameter["name"].replace("game_id", "game")
                if parameter["schema"].get("enum") == list(SIDES):
                    parameter["schema"] = SIDE
            for status, response in operation.get("responses", {}).items():
                content = response.get("content", {})
                if status[0] in "45" and "application/json" in content:
                    content[PROBLEM] = content.pop("application/json")
    components = result["components"]["schemas"]
    for component in components.values():
        if component.get("type") == "object":
            component.setdefault("additionalProperties", False)
    components |= COMPONENTS
    return result
