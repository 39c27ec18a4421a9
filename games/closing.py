"""Why sockets are closed: the codes, and how a socket that may not be opened tells its code."""

import logging

from games.shapes import Application, JsonObject, Receive, Scope, Send

logger = logging.getLogger(__name__)

INTERRUPTED = 1012
NOTHING_IS_ACCEPTED = 4400
NOBODY = 4401
BANNED = 4403
NO_SUCH_GAME = 4404
SUSPENDED = 4405
ANOTHER_SEAT = 4409
TOO_MANY = 4429


async def refuse(send: Send, code: int) -> None:
    """Accepts a handshake and closes the socket at once.

    Without the first, browsers and programs would be told 403, and no code.

    Nothing that comes by the socket afterwards is read: its server ends it when the other end has answered, or after
    its own time-out.
    """
    await send({"type": "websocket.accept"})
    await send({"type": "websocket.close", "code": code})


async def no_such_socket(scope: Scope, receive: Receive, send: Send) -> None:
    """Refuses the sockets of all addresses at which there are none."""
    await refuse(send, NO_SUCH_GAME)


class ClosedOnFailure:
    """ASGI middleware: a socket that cannot be opened by a fault of the site's own, or without its database, is closed
    as an interrupted one, so that its page tries again. Later faults are not caught here."""

    def __init__(self, application: Application) -> None:
        self.application = application

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        answered = False

        async def noted(message: JsonObject) -> None:
            nonlocal answered
            answered = True
            await send(message)

        try:
            await self.application(scope, receive, noted)
        except Exception:
            if answered:
                raise
            logger.exception("A socket could not be opened.")
            await refuse(send, INTERRUPTED)
