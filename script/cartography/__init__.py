"""How the map is drawn up from the world: projection, towns, names, roads, land. Run by script/make_map.py."""
