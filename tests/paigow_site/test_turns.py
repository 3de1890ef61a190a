import os
import socket
import threading
import time
from types import SimpleNamespace

import pytest
from waitress import wasyncore

from paigow_site.servers import turns as manners
from paigow_site.servers.turns import Attendance, Turns
from paigow_site.servers.web import ATTENDANCE, Connection, FloorWorker

NOON = 43_200.0


def says_its_size(environ, start_response):
    """An application whose answer is as long as its address says."""
    body = b"x" * int(environ["PATH_INFO"][1:])
    start_response("200 OK", [("Content-Length", str(len(body)))])
    return [body]


class Door:
    """A worker's loop at the socket that all of them share."""

    def __init__(self, opened, attendance, place):
        self.connections = {}
        self.turns = Turns(attendance, place)
        self.at_work = []
        FloorWorker.listen(
            SimpleNamespace(wsgi=says_its_size),
            opened.dup(),
            SimpleNamespace(add_task=self.take),
            self.turns,
            self.connections,
        )

    def take(self, connection):
        self.at_work.append(threading.Thread(target=connection.service))
        self.at_work[-1].start()

    def look(self):
        self.turns.patience(len(self.connections), time.monotonic())
        wasyncore.loop(timeout=0, use_poll=True, map=self.connections, count=1)

    @property
    def taken(self):
        return sum(isinstance(each, Connection) for each in self.connections.values())

    def close(self):
        for each in list(self.connections.values()):
            each.handle_close()


@pytest.fixture
def street(request, monkeypatch):
    """A listening socket, two workers at it who have all the time, and clients who come."""
    monkeypatch.setattr(manners, "HESITATION_SECONDS", 3600.0)
    opened = socket.create_server(("127.0.0.1", 0))
    attendance = Attendance()
    doors = [Door(opened, attendance, place) for place in (0, 1)]
    clients = []

    def come(number):
        for _each in range(number):
            clients.append(socket.create_connection(opened.getsockname(), 10))

    yield SimpleNamespace(doors=doors, come=come, clients=clients)
    for each in [*doors[0].at_work, *doors[1].at_work]:
        each.join(10)
    for each in [*doors, *clients, opened]:
        each.close()


@pytest.mark.parametrize("number", [2, 4, 16])
def test_keep_alive_connections_lie_evenly_on_the_workers(street, number):
    first, second = street.doors
    first.look()
    second.look()
    street.come(number)
    while first.taken + second.taken < number:
        first.look()
        second.look()
    assert (first.taken, second.taken) == (number // 2, number // 2)


def test_who_is_quicker_leaves_the_second_connection_to_the_other(street):
    quick, slow = street.doors
    slow.look()
    street.come(2)
    for _time in range(50):
        quick.look()
    assert (quick.taken, slow.taken) == (1, 0)
    slow.look()
    assert (quick.taken, slow.taken) == (1, 1)


def test_a_crowd_is_taken_without_counting_each(street):
    first, second = street.doors
    first.look()
    second.look()
    street.come(100)
    while first.taken + second.taken < 100:
        first.look()
        second.look()
    assert min(first.taken, second.taken) >= 40


def workers(connections):
    """Turns of workers with so many connections each, at noon."""
    attendance = Attendance()
    made = [Turns(attendance, place) for place in range(len(connections))]
    for each, number in zip(made, connections, strict=True):
        each.present(number, NOON)
    return made


def test_it_takes_what_the_other_does_not_come_for():
    mine, _other = workers([5, 2])
    assert not mine.is_mine(5, NOON)
    assert mine.patience(5, NOON + 0.01) == manners.LOOK_AGAIN_SECONDS
    assert not mine.looks(5, NOON + 0.01)
    later = NOON + manners.HESITATION_SECONDS
    mine.patience(5, later)
    assert mine.looks(5, later)
    assert all(mine.is_mine(connections, later) for connections in range(5, 37))


def test_after_that_it_hesitates_again():
    mine, _other = workers([5, 2])
    assert not mine.is_mine(5, NOON)
    mine.patience(5, NOON + 0.1)
    assert mine.is_mine(5, NOON + 0.1)
    assert mine.patience(6, NOON + 0.2) == manners.TURN_SECONDS
    assert not mine.is_mine(6, NOON + 0.2)


def test_it_takes_the_next_as_soon_as_the_other_has_as_many():
    mine, other = workers([3, 2])
    assert not mine.is_mine(3, NOON)
    other.present(3, NOON)
    assert mine.looks(3, NOON)
    assert mine.is_mine(3, NOON)


def test_nobody_waits_for_a_worker_that_ended_or_hangs():
    mine, _other = workers([5, 2])
    assert mine.is_mine(5, NOON + manners.ABSENT_SECONDS)


def test_nobody_waits_for_a_worker_that_leaves():
    mine, other = workers([5, 2])
    other.leave()
    assert mine.is_mine(5, NOON)


def test_a_worker_alone_takes_everybody():
    (mine,) = workers([500])
    assert mine.is_mine(500, NOON)


def test_workers_that_are_forked_share_what_they_write():
    place = ATTENDANCE.places - 1
    child = os.fork()
    if child == 0:
        ATTENDANCE.write(place, 7, NOON)
        os._exit(0)
    os.waitpid(child, 0)
    assert ATTENDANCE.fewest_of_others(0, NOON) == 7
    ATTENDANCE.write(place, 0, 0.0)


def asks(street, size):
    """One client at one worker, who asks for so many bytes; the answer as it comes."""
    street.come(1)
    (client,) = street.clients
    client.sendall(f"GET /{size} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
    door = street.doors[0]
    while not door.at_work:
        door.look()
    return client


def test_an_answer_does_not_wait_for_a_turn_of_the_loop(street):
    client = asks(street, 3)
    street.doors[0].at_work[0].join(10)
    assert client.recv(4096).endswith(b"\r\n\r\nxxx")


def test_what_a_client_does_not_take_at_once_is_sent_by_the_loop(street):
    client = asks(street, 8_000_000)
    client.setblocking(False)
    read = b""
    while len(read) < 8_000_000:
        street.doors[0].look()
        try:
            read += client.recv(1_000_000)
        except BlockingIOError:
            pass
    assert read.partition(b"\r\n\r\n")[2] == b"x" * 8_000_000
