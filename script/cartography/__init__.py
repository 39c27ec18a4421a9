"""Draws the map, its coast and hills, the icons and the README's pictures. The site runs none of it."""
