"""The map as a picture for the front page: what the game page draws, in light colors.

Attributes only, no style: it must look the same under any policy.
"""

from __future__ import annotations

from typing import Any
from xml.sax.saxutils import escape

from rules.atlas import SARACEN, TOWNS
from script.cartography.boxes import control
from script.cartography.projection import HEIGHT, WIDTH
from script.cartography.slots import Plan

SEA, LAND, INK, ROAD = "#c3d8dc", "#f3ead4", "#2d2619", "#6d5638"
TINTS = {"antioch": "#b8863a", "tripoli": "#7a8b3c", "jerusalem": "#4a6fa5", "syria": "#b5562e", "egypt": "#8a5a8c"}


def draw(plan: Plan, made: dict[str, Any]) -> str:
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="Palatino, Georgia, serif" fill="none">',
        f'<defs><path id="s" d="{made["land"]}" stroke-linejoin="round"/><clipPath id="l"><use href="#s"/></clipPath></defs>'
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{SEA}"/>',
    ]
    for width, color in ((84, "#a8c4ca"), (81, SEA), (52, "#a0bec5"), (49, SEA), (24, "#94b5bd"), (21, SEA)):
        parts.append(f'<use href="#s" stroke="{color}" stroke-width="{width}"/>')
    parts.append(f'<g clip-path="url(#l)"><use href="#s" fill="{LAND}"/>')
    for realm, outline in made["realms"].items():
        parts.append(
            f'<path d="{outline}" fill="{TINTS[realm]}" fill-opacity=".13" stroke="{TINTS[realm]}" stroke-width="5" stroke-opacity=".5"/>'
        )
    parts.append(f'<path d="{made["desert"]}" stroke="#a98f5d" stroke-width="3" stroke-linecap="round"/>')
    parts.append(f'<path d="{made["shade"]}" fill="#b59c6f"/><path d="{made["hills"]}" stroke="#8a7248" stroke-width="1.6"/>')
    parts += [f'<path d="{path}" stroke="#7fa3ad" stroke-width="{width}"/>' for width, path in made["rivers"]]
    parts += [f'<path d="{path}" fill="{SEA}" stroke="#7fa3ad" stroke-width="2"/>' for path in made["lakes"].values()]
    parts.append('</g><use href="#s" stroke="#6f8f96" stroke-width="3"/>')
    for a, b, kind in plan.roads:
        (ax, ay), (bx, by) = plan.start(a, b), plan.start(b, a)
        x, y = control((ax, ay), (bx, by), plan.bends[a, b])
        look = 'stroke-width="6"' if kind == "major" else 'stroke-width="3" stroke-dasharray="10 6"'
        parts.append(f'<path d="M{ax:.0f} {ay:.0f}Q{x:.0f} {y:.0f} {bx:.0f} {by:.0f}" stroke="{ROAD}" {look}/>')
    for town in TOWNS:
        x, y = plan.places[town.id]
        color = "#a3530f" if town.kingdom == SARACEN else "#2b569c"
        half = 8 + town.rating * 5
        if town.rating:
            parts.append(f'<path d="M{x - half} {y + 14}v-28h{2 * half}v28z" fill="{color}" stroke="{INK}" stroke-width="2"/>')
        else:
            parts.append(f'<circle cx="{x}" cy="{y}" r="9" fill="#fffdf8" stroke="{color}" stroke-width="4"/>')
        slot = plan.names[town.id]
        at = {"start": slot.box.left, "middle": (slot.box.left + slot.box.right) / 2, "end": slot.box.right}[slot.anchor]
        look = 'font-size="30" font-weight="bold"' if town.victory else 'font-size="26"'
        parts.append(
            f'<text x="{at:.0f}" y="{slot.box.bottom - 7:.0f}" {look} text-anchor="{slot.anchor}" fill="{INK}" stroke="{LAND}"'
            f' stroke-width="4" paint-order="stroke">{escape(town.name)}</text>'
        )
    return "\n".join([*parts, "</svg>", ""])
