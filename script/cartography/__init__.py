"""Draws the map from geographic data: projection, towns, names, roads, land. Run by script/make_map.py."""
