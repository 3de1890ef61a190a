import socket
import threading

from foundation import live
from tests.foundation.wires import hang_up


def test_a_broker_that_hears_and_does_not_answer_is_asked_once(settings):
    asked = []
    with socket.create_server(("127.0.0.1", 0)) as silent:
        settings.REDIS_URL = f"redis://127.0.0.1:{silent.getsockname()[1]}/0"

        def hear():
            while True:
                try:
                    asked.append(silent.accept())
                except OSError:
                    return

        threading.Thread(target=hear, daemon=True).start()
        hang_up()
        try:
            live._publish(1, "table:7", "round")
        finally:
            hang_up()
        silent.shutdown(socket.SHUT_RDWR)
    for connection, _address in asked:
        connection.close()
    assert len(asked) == 1
