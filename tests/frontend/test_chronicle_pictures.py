"""Pictures of a chronicle: the board, with names that can be read."""

from itertools import combinations
from xml.etree import ElementTree

from frontend.chronicle_pictures import board_picture, covered_area, place_names, places
from games.chronicle.making import Board

NORTH = ("st-simeon", "antioch", "kassab", "latakia", "margat", "tartus", "harim", "artah", "shughur", "albara")


def test_names_in_a_crowded_corner_lie_over_no_block_and_no_other_name() -> None:
    board = Board({town: {"frank": 1, "saracen": 0} for town in NORTH}, {}, {})
    boxes = {town: label.box for town, label in place_names(board).items()}
    for town in NORTH:
        x, y = places()[town]
        block = (x + 18, y - 26, x + 70, y + 26)
        assert covered_area(block, boxes.values()) == 0, town
    for (one, box), (two, other) in combinations(boxes.items(), 2):
        assert covered_area(box, [other]) == 0, (one, two)


def test_a_town_without_blocks_has_no_name_unless_it_is_a_city() -> None:
    drawn = board_picture(Board({"acre": {"frank": 2}}, {}, {}), "The board")
    assert ">Jerusalem</text>" in drawn
    assert ">Kassab</text>" not in drawn


def test_land_is_cut_off_where_the_picture_ends_though_its_place_has_another_shape() -> None:
    picture = ElementTree.fromstring(board_picture(Board({}, {}, {}), "1187"))
    (cut,) = picture.findall("svg")
    assert cut.get("viewBox") == picture.get("viewBox")
    assert [one.get("class") for one in cut] == ["ground"]
    assert picture.find("path") is None
