"""JSON Schemas of standing orders, built from the tables by which they are read."""

from games.api.schemas.base import BLOCK, TOWN, Schema, array, choice, closed_object
from rules.orders import BLOCK_LISTS, CHOICES, STRONGEST, TOWN_LISTS

ORDERS: dict[str, Schema] = {
    **{name: choice(values) for name, values in CHOICES.items()},
    "retreat-below": {"type": "integer", "minimum": 0, "maximum": STRONGEST},
    **dict.fromkeys(BLOCK_LISTS, array(BLOCK, uniqueItems=True)),
    **dict.fromkeys(TOWN_LISTS, array(TOWN, uniqueItems=True)),
}
COMPONENTS: dict[str, Schema] = {
    "Orders": closed_object(ORDERS, "Standing orders, every name with its value."),
    "NewOrders": closed_object(
        {f"{name}?": schema for name, schema in ORDERS.items()}, "Standing orders; names left out are asked."
    ),
}
