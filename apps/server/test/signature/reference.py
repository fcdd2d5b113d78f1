"""A second implementation of the signature, with Python's own library only. The tests compare ours with it.

Reads a JSON list of requests from standard input: secret, method, target, timestamp, nonce, body.
Writes a JSON list with the signed text and the signature of each.
"""
import hashlib
import hmac
import json
import sys
from urllib.parse import quote_from_bytes, unquote_to_bytes


def coded(piece: bytes) -> str:
    return quote_from_bytes(unquote_to_bytes(piece.replace(b"+", b" ")), safe="")


def query_of(raw: bytes) -> str:
    pairs = []
    for piece in raw.split(b"&"):
        if piece:
            name, _, value = piece.partition(b"=")
            pairs.append((coded(name), coded(value)))
    return "&".join(f"{name}={value}" for name, value in sorted(pairs))


def signed(request: dict) -> dict:
    path, _, query = request["target"].partition("?")
    lines = [
        request["method"],
        path,
        query_of(query.encode()),
        request["timestamp"],
        request["nonce"],
        hashlib.sha256(request["body"].encode()).hexdigest(),
    ]
    text = "\n".join(lines)
    digest = hmac.new(request["secret"].encode(), text.encode(), hashlib.sha256)
    return {"text": text, "signature": "v1=" + digest.hexdigest()}


json.dump([signed(request) for request in json.load(sys.stdin)], sys.stdout)
