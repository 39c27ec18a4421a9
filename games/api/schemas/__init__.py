"""The JSON of the rules and of the record as JSON Schemas, which the description of the API holds as components."""

from games.api.schemas import actions, base, facts, orders, records, views

COMPONENTS = (
    base.COMPONENTS | actions.COMPONENTS | views.COMPONENTS | facts.COMPONENTS | records.COMPONENTS | orders.COMPONENTS
)
