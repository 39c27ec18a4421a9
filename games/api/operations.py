"""Acts declared once: the endpoint of the API and the form of a page (`frontend.views.parts.perform`) come of the same
declaration.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

from django.http import HttpResponseBase
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.endpoint import Endpoint
from games.api.fields import Shape, StrictSerializer
from games.api.views import person, read_body, responses
from games.shapes import JsonValue

Done = TypeVar("Done")


@dataclass(frozen=True)
class Answer(Generic[Done]):
    """What an endpoint answers with: the shape that the API's description has of it, and the function that makes it of
    an act's result.
    """

    shape: type[Shape]
    to_json: Callable[[Done], JsonValue]


@dataclass(frozen=True)
class Operation(Generic[Done]):
    """An act of a person who is logged in. Its service says who else may, and refuses.

    `name` is the operation's id in the API's description, `about` a sentence for it. The service takes the person as
    `user`, what the address names, and the fields of `shape` by their `source`. Without an `answer` the endpoint
    answers 204.
    """

    name: str
    service: Callable[..., Done]
    shape: type[StrictSerializer]
    answer: Answer[Done] | None
    about: str

    def handler(self) -> Callable[..., Response]:
        """Returns the method of an endpoint that performs the act."""
        answer = self.answer

        @extend_schema(
            operation_id=self.name,
            description=self.about,
            request=self.shape,
            responses=responses(answer.shape) if answer is not None else responses(None, 204),
        )
        def handle(_endpoint: Endpoint, request: Request, **named: object) -> Response:
            done = self.service(user=person(request), **named, **read_body(self.shape, request))
            return Response(answer.to_json(done)) if answer is not None else Response(status=204)

        return handle

    def as_view(self) -> Callable[..., HttpResponseBase]:
        """Returns the endpoint at whose address POST performs the act."""
        endpoint: type[Endpoint] = type(self.name, (Endpoint,), {"post": self.handler()})
        view: Callable[..., HttpResponseBase] = endpoint.as_view()
        return view
