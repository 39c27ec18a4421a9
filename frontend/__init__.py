"""The pages of the site: templates, the map, the scripts that draw it."""
