"""Ed25519 signatures, verified: RFC 8032, 5.1.7, with whole numbers of Python.

The standard library has no such check, and a person who doubts a record shall need only Python to check it.
Everything here is public, so the time it takes tells nobody anything; signing, which must not tell, is done by the site
with a library. The tests hold this against that library and against the examples of the RFC.
"""

import hashlib

P = 2**255 - 19
D = -121665 * pow(121666, -1, P) % P
ORDER = 2**252 + 27742317777372353535851937790883648493
ROOT = pow(2, (P - 1) // 4, P)
"""A square root of -1."""
KEY_BYTES, SIGNATURE_BYTES = 32, 64

Point = tuple[int, int, int, int]
"""X, Y, Z and T of 5.1.4: x is X/Z, y is Y/Z, and x*y is T/Z."""
ZERO: Point = (0, 1, 1, 0)


def verify(key: bytes, message: bytes, signature: bytes) -> bool:
    """Whether the holder of this public key's secret signed the message."""
    if len(key) != KEY_BYTES or len(signature) != SIGNATURE_BYTES:
        return False
    owner = _point(key)
    s = int.from_bytes(signature[32:], "little")
    if owner is None or s >= ORDER:
        return False
    k = int.from_bytes(hashlib.sha512(signature[:32] + key + message).digest(), "little") % ORDER
    # The signature says R and s, so that s*B is R + k*A: R is then s*B + k*(-A).
    return _encoded(_sum_of_two(s, BASE, k, _negative(owner))) == signature[:32]


def _point(data: bytes) -> Point | None:
    """The point that these bytes stand for (5.1.3), None if they stand for none."""
    number = int.from_bytes(data, "little")
    odd, y = number >> 255, number & ((1 << 255) - 1)
    if y >= P:
        return None
    u, v = (y * y - 1) % P, (D * y * y + 1) % P
    x = u * pow(v, 3, P) * pow(u * pow(v, 7, P), (P - 5) // 8, P) % P
    if v * x * x % P == -u % P:
        x = x * ROOT % P
    if v * x * x % P != u or (x == 0 and odd):
        return None
    if x & 1 != odd:
        x = P - x
    return x, y, 1, x * y % P


def _encoded(point: Point) -> bytes:
    """Returns a point as 32 bytes (5.1.2)."""
    x, y, z, _ = point
    inverse = pow(z, -1, P)
    return (y * inverse % P | (x * inverse % P & 1) << 255).to_bytes(32, "little")


def _negative(point: Point) -> Point:
    """Returns the point that gives zero when added."""
    x, y, z, t = point
    return P - x, y, z, P - t


def _add(one: Point, other: Point) -> Point:
    """The sum of two points, which may be the same (5.1.4)."""
    x1, y1, z1, t1 = one
    x2, y2, z2, t2 = other
    a, b = (y1 - x1) * (y2 - x2) % P, (y1 + x1) * (y2 + x2) % P
    c, d = 2 * t1 * t2 * D % P, 2 * z1 * z2 % P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % P, g * h % P, f * g % P, e * h % P


def _sum_of_two(m: int, one: Point, n: int, other: Point) -> Point:
    """m times one and n times the other, added: bit by bit, from the highest."""
    both = _add(one, other)
    found = ZERO
    for place in reversed(range(max(m.bit_length(), n.bit_length()))):
        found = _add(found, found)
        bits = (m >> place & 1, n >> place & 1)
        if any(bits):
            found = _add(found, both if all(bits) else one if bits[0] else other)
    return found


_BASE = _point((4 * pow(5, -1, P) % P).to_bytes(32, "little"))
assert _BASE is not None
BASE: Point = _BASE
