import configparser
import re
from pathlib import Path

import yaml

from paigow_site.environment import database

FOLDER = Path(__file__).resolve().parent.parent.parent / "deploy" / "cluster"


def test_an_acknowledged_round_is_on_two_machines():
    told = yaml.safe_load((FOLDER / "patroni.yml").read_text())["bootstrap"]["dcs"]
    assert told["synchronous_mode"] == "quorum"
    assert told["synchronous_mode_strict"] is True
    parameters = told["postgresql"]["parameters"]
    for name in ("fsync", "full_page_writes", "synchronous_commit"):
        assert parameters[name] == "on"
    # Patroni's own rule, without which a primary could be replaced that still believes in itself.
    assert told["ttl"] >= told["loop_wait"] + 2 * told["retry_timeout"]


def test_the_pool_speaks_by_transaction_and_knows_planned_statements():
    file = configparser.ConfigParser(comment_prefixes=(";",), interpolation=None)
    file.read_string((FOLDER / "pgbouncer.ini").read_text())
    own = file["pgbouncer"]
    assert own["pool_mode"] == "transaction"
    assert int(own["max_prepared_statements"]) > 0
    assert own["auth_type"] == "scram-sha-256"


def test_the_connections_of_two_web_machines_fit_into_the_server():
    file = configparser.ConfigParser(comment_prefixes=(";",), interpolation=None)
    file.read_string((FOLDER / "pgbouncer.ini").read_text())
    pool = int(file["pgbouncer"]["default_pool_size"]) + int(file["pgbouncer"]["reserve_pool_size"])
    most = yaml.safe_load((FOLDER / "patroni.yml").read_text())
    allowed = most["bootstrap"]["dcs"]["postgresql"]["parameters"]["max_connections"]
    from_web = 2 * 3 * pool
    from_tasks = 2 * (2 + 2) + 2 * (1 + 1) + 2 + 2 + 2 + 10
    assert from_web + from_tasks < allowed
    page = (FOLDER / "README.md").read_text()
    assert str(from_web) in page
    assert str(allowed) in page


def test_haproxy_asks_patroni_on_every_machine_who_leads():
    text = (FOLDER / "haproxy.cfg").read_text()
    assert re.findall(r"httpchk OPTIONS (\S+)", text) == ["/primary", "/replica?lag=16MB"]
    for name in ("db1", "db2", "db3"):
        assert text.count(f"server {name} {name}:5432 check port 8008") == 2


def test_the_door_asks_every_web_machine_whether_it_lives():
    text = (FOLDER / "door.cfg").read_text()
    assert "uri /healthz" in text
    for name in ("web1", "web2"):
        assert text.count(f"server {name} {name}:8000 check") == 1


def test_an_address_may_name_several_machines():
    found = database(
        "postgresql://app:p%40ss@db1:5432,db2:5433/paigow?target_session_attrs=primary"
    )
    assert (found["HOST"], found["PORT"]) == ("db1,db2", "5432,5433")
    assert (found["USER"], found["PASSWORD"]) == ("app", "p@ss")
    assert found["OPTIONS"]["target_session_attrs"] == "primary"
    assert found["DISABLE_SERVER_SIDE_CURSORS"] is False


def test_an_address_of_one_machine_or_of_a_socket_stays_what_it_was():
    one = database("postgresql://app@[::1]:5432/paigow")
    assert (one["HOST"], one["PORT"]) == ("::1", "5432")
    socket = database("postgresql://app@/paigow?host=/run/postgresql")
    assert (socket["HOST"], socket["PORT"]) == ("/run/postgresql", "")


def test_behind_pgbouncer_no_cursor_stays_in_the_server():
    found = database("postgresql://app@127.0.0.1:6432/paigow?pgbouncer=1")
    assert found["DISABLE_SERVER_SIDE_CURSORS"] is True
    assert "pgbouncer" not in found["OPTIONS"]
