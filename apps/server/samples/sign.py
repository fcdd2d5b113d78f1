"""Signs a request with Python's own library (Python 3.8 or newer)."""
import hashlib
import hmac
import json
import sys
from urllib.parse import quote, unquote_to_bytes


def query_of(query):
    """The query's pairs, decoded, encoded by RFC 3986 and sorted by name, then by value."""

    def coded(text):
        return quote(unquote_to_bytes(text.replace("+", " ")), safe="")

    pairs = []
    for piece in query.split("&"):
        if piece:
            name, _, value = piece.partition("=")
            pairs.append((coded(name), coded(value)))
    return "&".join("=".join(pair) for pair in sorted(pairs))


def sign(secret, method, target, timestamp, nonce, body=b""):
    """The value of x-signature. `target` is path and query as sent; `body` is the bytes that are sent."""
    path, _, query = target.partition("?")
    body_hash = hashlib.sha256(body).hexdigest()
    text = "\n".join([method, path, query_of(query), timestamp, nonce, body_hash])
    return "v1=" + hmac.new(secret.encode(), text.encode(), hashlib.sha256).hexdigest()


# Started as a program: one JSON request per line of standard input, one signature per line of output.
if __name__ == "__main__":
    for line in sys.stdin.buffer:
        request = json.loads(line)
        request["body"] = request.get("body", "").encode()
        print(sign(**request))
