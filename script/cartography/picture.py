"""The map as a picture for the front page: what the game page draws, in light colors.

Attributes only, no style: it must look the same under any policy.
"""

from __future__ import annotations

from typing import Any
from xml.sax.saxutils import escape

from rules.atlas import SARACEN, TOWNS, Town
from script.cartography.boxes import control
from script.cartography.projection import HEIGHT, WIDTH
from script.cartography.slots import Plan

SEA, WAVE, SHORE, LAND, INK, HALO = "#c6d9da", "#93b4b8", "#5f8086", "#f4ecd8", "#261d10", "#f8f1df"
ROAD, ROAD_LIGHT, HILL, HILL_SHADE, RIVER, SAND = "#5f482b", "#e9d6a8", "#8f7850", "#cdb98d", "#6f98a3", "#b39a68"
TINTS = {"antioch": "#b07a1e", "tripoli": "#64803a", "jerusalem": "#4a6da3", "syria": "#b1502c", "egypt": "#84508a"}
HOLDERS = {True: "#dba13c", False: "#2a559b"}
TOWER_APART = 15


def draw(plan: Plan, made: dict[str, Any]) -> str:
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="Palatino, Georgia, serif" fill="none">',
        f'<defs><path id="s" d="{made["land"]}" stroke-linejoin="round"/><clipPath id="l"><use href="#s"/></clipPath>',
        *(f'<clipPath id="{realm}"><path d="{outline}"/></clipPath>' for realm, outline in made["realms"].items()),
        f'</defs><rect width="{WIDTH}" height="{HEIGHT}" fill="{SEA}"/>',
    ]
    for width, depth in ((96, 0.35), (66, 0.5), (40, 0.7), (18, 1)):
        parts.append(f'<use href="#s" stroke="{WAVE}" stroke-opacity="{depth}" stroke-width="{width}"/>')
        parts.append(f'<use href="#s" stroke="{SEA}" stroke-width="{width - 2.5}"/>')
    parts.append(f'<g clip-path="url(#l)"><use href="#s" fill="{LAND}"/>')
    for realm, outline in made["realms"].items():
        wash = f'fill="{TINTS[realm]}" fill-opacity=".1" stroke="{TINTS[realm]}" stroke-width="22" stroke-opacity=".3"'
        parts.append(f'<path d="{outline}" {wash} clip-path="url(#{realm})"/>')
    parts.append(f'<path d="{made["desert"]}" stroke="{SAND}" stroke-width="3" stroke-linecap="round"/>')
    parts.append(f'<path d="{made["shade"]}" fill="{HILL_SHADE}"/><path d="{made["hills"]}" stroke="{HILL}" stroke-width="1.5"/>')
    parts += [f'<path d="{path}" stroke="{RIVER}" stroke-width="{width}"/>' for width, path in made["rivers"]]
    parts += [f'<path d="{path}" fill="{SEA}" stroke="{SHORE}" stroke-width="2"/>' for path in made["lakes"].values()]
    parts.append(f'</g><use href="#s" stroke="{SHORE}" stroke-width="2.4"/>')
    minor, major = _roads(plan, "minor"), _roads(plan, "major")
    parts.append(f'<path d="{minor}" stroke="{ROAD}" stroke-width="3.2" stroke-dasharray="11 8"/>')
    parts.append(f'<path d="{major}" stroke="{ROAD}" stroke-width="8.5"/><path d="{major}" stroke="{ROAD_LIGHT}" stroke-width="4"/>')
    parts += [_town(plan, town) for town in TOWNS]
    return "\n".join([*parts, "</svg>", ""])


def _roads(plan: Plan, kind: str) -> str:
    found = []
    for a, b, this in plan.roads:
        # Without the boxes that they come from the German roads would begin nowhere.
        if this == kind and a != "germania":
            start, end = plan.start(a, b), plan.start(b, a)
            x, y = control(start, end, plan.bends[a, b])
            found.append(f"M{start[0]:.0f} {start[1]:.0f}Q{x:.0f} {y:.0f} {end[0]:.0f} {end[1]:.0f}")
    return "".join(found)


def _town(plan: Plan, town: Town) -> str:
    """The town's mark as marks.js draws it, without arms, and the name."""
    x, y = plan.places[town.id]
    look = f'fill="{HOLDERS[town.kingdom == SARACEN]}" stroke="{INK}" stroke-width="2" transform="translate({x} {y})"'
    if town.rating:
        towers = "h3".join(["V-24h4v4h4v-4h4V4"] * town.rating)
        parts = [f'<path d="M{1.5 - town.rating * TOWER_APART / 2} 16{towers}V16z" {look}/>']
    elif town.kingdom == SARACEN:
        parts = [f'<circle r="9.5" {look}/>']
    else:
        parts = [f'<path d="M-9-10H9V-1C9 6 5 9.5 0 12C-5 9.5-9 6-9-1Z" {look}/>']
    slot = plan.names[town.id]
    at = {"start": slot.box.left, "middle": (slot.box.left + slot.box.right) / 2, "end": slot.box.right}[slot.anchor]
    line = slot.box.bottom - 0.24 * (slot.box.bottom - slot.box.top)
    size = 'font-size="30" font-weight="bold"' if town.victory else 'font-size="26"'
    parts.append(
        f'<text x="{at:.0f}" y="{line:.0f}" {size} text-anchor="{slot.anchor}" fill="{INK}" stroke="{HALO}" stroke-width="5"'
        f' paint-order="stroke">{escape(town.name)}</text>'
    )
    return "".join(parts)
