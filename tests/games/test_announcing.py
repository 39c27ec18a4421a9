"""Announcements in a server process: carried in order, by nobody who waits for an answer."""

import asyncio
from typing import Any

import pytest

from games.services.after_commit import announce
from games.services.after_commit.announce import AnnouncementSender


class Layer:
    def __init__(self) -> None:
        self.sent: list[str] = []
        self.open = asyncio.Event()
        self.open.set()

    async def group_send(self, name: str, message: dict[str, Any]) -> None:
        await self.open.wait()
        if name == "away":
            raise OSError("nobody is there")
        if name == "hangs":
            await asyncio.Event().wait()
        self.sent.append(name)


@pytest.fixture
def layer(monkeypatch: pytest.MonkeyPatch) -> Layer:
    layer = Layer()
    monkeypatch.setattr(announce, "get_channel_layer", lambda: layer)
    monkeypatch.setattr(announce, "MOST_SECONDS", 0.05)
    return layer


def messages(*names: str) -> list[announce.Message]:
    return [(name, {}) for name in names]


async def test_announcements_of_several_moves_arrive_in_order(layer: Layer) -> None:
    sender = AnnouncementSender()
    sender.begin()
    for number in range(5):
        sender.take(messages(f"{number}", f"{number}'"))
        await asyncio.sleep(0)
    await sender.end()
    assert layer.sent == ["0", "0'", "1", "1'", "2", "2'", "3", "3'", "4", "4'"]


async def test_one_that_cannot_be_sent_does_not_hold_up_the_others(layer: Layer) -> None:
    sender = AnnouncementSender()
    sender.begin()
    sender.take(messages("before", "away", "hangs", "behind"))
    await sender.end()
    assert layer.sent == ["before", "behind"]


async def test_while_the_layer_is_away_the_latest_are_kept(layer: Layer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(announce, "MOST_WAITING", 3)
    sender = AnnouncementSender()
    sender.begin()
    sender.take(messages(*"abcde"))
    await sender.end()
    assert layer.sent == ["c", "d", "e"]


async def test_who_acts_in_a_server_does_not_wait_for_the_layer(layer: Layer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(announce, "MOST_SECONDS", 60.0)
    sender = AnnouncementSender()
    monkeypatch.setattr(announce, "sender", sender)
    sender.begin()
    layer.open.clear()
    async with asyncio.timeout(30):
        await asyncio.to_thread(announce._send, messages("game"))
    assert layer.sent == []
    layer.open.set()
    await sender.end()
    assert layer.sent == ["game"]


def test_without_a_server_who_acts_sends(layer: Layer) -> None:
    announce._send(messages("game"))
    assert layer.sent == ["game"]
