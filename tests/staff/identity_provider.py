"""An identity provider on this machine: discovery, code with PKCE, and real keys."""

import base64
import hashlib
import json
import secrets
import threading
import time
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, unquote, urlencode, urlsplit

from joserfc import jwt
from joserfc.jwk import RSAKey

CLIENT, SECRET = "paigow-floor", "a secret: with / odd % signs"


class IdentityProvider(ThreadingHTTPServer):
    """Whoever comes is let in as `person`, a mapping of claims."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.issuer = f"http://127.0.0.1:{self.server_port}"
        self.key = RSAKey.generate_key(2048, {"kid": "one", "use": "sig"})
        self.person: dict = {}
        self.codes: dict[str, dict] = {}
        self.error = ""
        self.spoil = lambda claims: claims
        self.sign = lambda claims, **header: jwt.encode(
            {"alg": "RS256", "kid": "one", **header}, claims, self.key
        )

    def word(self, nonce: str) -> str:
        now = int(time.time())
        claims = {"iss": self.issuer, "aud": CLIENT, "sub": "u1", "nonce": nonce, "iat": now}
        return self.sign(self.spoil({**claims, "exp": now + 300, "amr": ["mfa"], **self.person}))

    def farewell(self, kind: str = "logout+jwt", **changed) -> str:
        """A word that somebody was signed out, as Back-Channel Logout 1.0 says."""
        now = int(time.time())
        claims = {
            "iss": self.issuer,
            "aud": CLIENT,
            "iat": now,
            "exp": now + 120,
            "jti": secrets.token_urlsafe(8),
            "sid": self.person.get("sid", ""),
            "events": {"http://schemas.openid.net/event/backchannel-logout": {}},
            **changed,
        }
        said = {name: value for name, value in claims.items() if value is not None}
        return self.sign(said, typ=kind)

    def leave(self, asked: dict) -> str:
        """Whom a browser that comes to leave was, and where it goes then."""
        word = jwt.decode(asked["id_token_hint"], self.key).claims
        assert asked["client_id"] == word["aud"] == CLIENT
        return f"{word['sub']} to {asked['post_logout_redirect_uri']}"


class Handler(BaseHTTPRequestHandler):
    server: IdentityProvider

    def log_message(self, *_all) -> None:
        pass

    def do_GET(self) -> None:
        parts = urlsplit(self.path)
        provider = self.server
        if parts.path == "/.well-known/openid-configuration":
            self.answer(
                {
                    "issuer": provider.issuer,
                    "authorization_endpoint": f"{provider.issuer}/authorize",
                    "token_endpoint": f"{provider.issuer}/token",
                    "jwks_uri": f"{provider.issuer}/keys",
                    "end_session_endpoint": f"{provider.issuer}/leave",
                    "backchannel_logout_supported": True,
                    "backchannel_logout_session_supported": True,
                }
            )
        elif parts.path == "/keys":
            self.answer({"keys": [provider.key.as_dict(private=False)]})
        elif parts.path == "/authorize":
            self.authorize({name: each[0] for name, each in parse_qs(parts.query).items()})
        elif parts.path == "/leave":
            asked = {name: each[0] for name, each in parse_qs(parts.query).items()}
            self.answer({"left": provider.leave(asked)})
        else:
            self.send_error(404)

    def authorize(self, asked: dict) -> None:
        wanted = (asked["client_id"], asked["response_type"], asked["code_challenge_method"])
        assert wanted == (CLIENT, "code", "S256")
        assert "openid" in asked["scope"].split()
        code = secrets.token_urlsafe(16)
        self.server.codes[code] = asked
        back = {"state": asked["state"], "code": code}
        if self.server.error:
            back = {"state": asked["state"], "error": self.server.error}
        self.send_response(302)
        self.send_header("Location", f"{asked['redirect_uri']}?{urlencode(back)}")
        self.end_headers()

    def do_POST(self) -> None:
        form = self.rfile.read(int(self.headers["Content-Length"])).decode()
        given = {name: each[0] for name, each in parse_qs(form).items()}
        asked = self.server.codes.pop(given.get("code", ""), None)
        digest = hashlib.sha256(given.get("code_verifier", "").encode()).digest()
        challenge = base64.urlsafe_b64encode(digest).decode().rstrip("=")
        kind, _, pair = self.headers.get("Authorization", "").partition(" ")
        client, _, secret = base64.b64decode(pair).decode().partition(":")
        is_client = kind == "Basic" and (unquote(client), unquote(secret)) == (CLIENT, SECRET)
        if (
            asked is None
            or not is_client
            or challenge != asked["code_challenge"]
            or given["redirect_uri"] != asked["redirect_uri"]
        ):
            self.answer({"error": "invalid_grant"}, 400)
        else:
            word = self.server.word(asked["nonce"])
            self.answer({"access_token": "x", "token_type": "Bearer", "id_token": word})

    def answer(self, body: dict, status: int = 200) -> None:
        written = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(written)))
        self.end_headers()
        self.wfile.write(written)


@contextmanager
def running_provider():
    provider = IdentityProvider()
    thread = threading.Thread(target=provider.serve_forever, daemon=True)
    thread.start()
    try:
        yield provider
    finally:
        provider.shutdown()
        provider.server_close()
        thread.join()
