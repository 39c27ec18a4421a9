"""Signatures verified with whole numbers (rules/ed25519.py): the examples of RFC 8032, and the same answer as a
library's.
"""

import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from hypothesis import example, given
from hypothesis import strategies as st

from rules.ed25519 import ORDER, P, verify

# RFC 8032, 7.1: secret key, public key, message, signature.
EXAMPLES = {
    "test 1": (
        "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
        "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
        "",
        "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b",
    ),
    "test 2": (
        "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
        "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
        "72",
        "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00",
    ),
    "test 3": (
        "c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7",
        "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025",
        "af82",
        "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a",
    ),
    "test sha(abc)": (
        "833fe62409237b9d62ec77587520911e9a759cec1d19755b7da901b96dca3d42",
        "ec172b93ad5e563bf4932c70e1245034c35467ef2efd4d64ebf819683467e2bf",
        "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f",
        "dc2a4459e7369633a52b1bf277839a00201009a3efbf3ecb69bea2186c26b58909351fc9ac90b3ecfdfbc7c66431e0303dca179c138ac17ad9bef1177331a704",
    ),
}


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_examples_of_the_rfc_are_verified_and_nothing_near_them(name: str) -> None:
    secret, key, message, signature = map(bytes.fromhex, EXAMPLES[name])
    assert Ed25519PrivateKey.from_private_bytes(secret).sign(message) == signature
    assert verify(key, message, signature)
    assert not verify(key, message + b"\0", signature)
    for place in range(0, 64, 7):
        other = bytearray(signature)
        other[place] ^= 1
        assert not verify(key, message, bytes(other))


def theirs(key: bytes, message: bytes, signature: bytes) -> bool:
    try:
        Ed25519PublicKey.from_public_bytes(key).verify(signature, message)
    except (InvalidSignature, ValueError):
        return False
    return True


@given(st.binary(min_size=32, max_size=32), st.binary(max_size=200), st.integers(0, 8 * 96), st.booleans())
def test_it_says_what_the_library_says(secret: bytes, message: bytes, bit: int, change: bool) -> None:
    """Of true signatures, and of those with any one bit of key or signature changed."""
    private = Ed25519PrivateKey.from_private_bytes(secret)
    both = bytearray(private.public_key().public_bytes_raw() + private.sign(message))
    if change and bit < 8 * len(both):
        both[bit // 8] ^= 1 << bit % 8
    key, signature = bytes(both[:32]), bytes(both[32:])
    assert verify(key, message, signature) == theirs(key, message, signature)
    if not change:
        assert verify(key, message, signature)


@given(st.binary(max_size=40), st.binary(max_size=70), st.binary(max_size=10))
@example(b"\0" * 32, b"\0" * 64, b"")
def test_whatever_is_given_gets_an_answer(key: bytes, signature: bytes, message: bytes) -> None:
    assert verify(key, message, signature) in (True, False)
    if len(key) != 32 or len(signature) != 64:
        assert not verify(key, message, signature)


def test_one_signature_has_one_form() -> None:
    """5.1.7: s is below the order of the group.

    Else somebody could make a second signature of the same out of the first.
    """
    _secret, key, message, signature = map(bytes.fromhex, EXAMPLES["test 3"])
    s = int.from_bytes(signature[32:], "little") + ORDER
    assert not verify(key, message, signature[:32] + s.to_bytes(32, "little"))


def test_bytes_that_stand_for_no_point_are_no_key() -> None:
    """5.1.3: y is below p, and x is not 0 with the sign of an odd one."""
    _secret, _key, message, signature = map(bytes.fromhex, EXAMPLES["test 3"])
    for key in (P.to_bytes(32, "little"), (1 | 1 << 255).to_bytes(32, "little"), (2).to_bytes(32, "little")):
        assert not verify(key, message, signature)
