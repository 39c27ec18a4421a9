"""Where the towns stand.

Each begins where it stands in the world (`projection.base`). In the south that is far too close, so the towns
inland were pushed apart, first by a program and then by hand, until names, marks and stacks had room; the shore and
the rivers are bent along with them. `tests/frontend/test_map.py` says what must hold.
"""

from __future__ import annotations

from script.cartography.projection import EGYPT, PORTS, Point

MASYAF = (35.07, 36.34)
"""Not a town of the rules, but a place on the map."""

LONGEST = {
    "ajlun": "Adżloun", "anjar": "Andżar", "antioch": "Antiochia", "beersheba": "Beer Szewa", "beirut": "Beyrouth",
    "damascus": "Damaszek",
    "jerusalem": "Jerozolima", "latakia": "Lattaquié", "monterrand": "Montferrand", "nablus": "Naplouse",
    "st-simeon": "Święty Symeon",
    "tartus": "Tartous", "tiberias": "Tyberiada", "tripoli": "Trypolis",
}  # fmt: skip
"""Names that are longer in French or Polish: what has room on the map is the longest."""

INLAND: dict[str, Point] = {
    "antioch": (870, 226), "harim": (1134, 188), "artah": (1292, 196), "aleppo": (1660, 206), "zerdana": (1490, 268),
    "kassab": (766, 296), "saone": (882, 404), "shughur": (1090, 300), "albara": (1300, 326), "hama": (1430, 436),
    "masyaf": (1030, 480), "monterrand": (1210, 530), "krak": (1000, 620), "homs": (1460, 566), "lacum": (1290, 690),
    "qaddas": (1660, 730), "baalbek": (1290, 800), "anjar": (1030, 822), "damascus": (1420, 925),
    "beaufort": (806, 935),
    "banyas": (1026, 965), "tiberias": (950, 1062), "ashtera": (1390, 1092), "legio": (690, 1176),
    "baisan": (995, 1190),
    "ajlun": (1260, 1226), "nablus": (776, 1286), "damiya": (1110, 1306), "amman": (1460, 1350),
    "jerusalem": (856, 1388),
    "jericho": (1130, 1424), "ramallah": (606, 1352), "lachish": (612, 1464), "hebron": (848, 1508),
    "beersheba": (600, 1580),
    "dimona": (900, 1612), "zoar": (1240, 1546), "kerak": (1490, 1520),
}  # fmt: skip


def places() -> dict[str, Point]:
    return {town: (x, y) for town, (_, _, x, y) in PORTS.items()} | {"egypt": (EGYPT[2], EGYPT[3])} | INLAND
