"""Static files under names that contain their hash, so that browsers may keep them forever."""

from whitenoise.storage import CompressedManifestStaticFilesStorage

IMPORTS = (
    (r"""(?P<matched>(?P<what>(?:import|export)\s[^"';()]*?from\s*)["'](?P<url>\.[^"']+)["'])""", '%(what)s"%(url)s"'),
    (r"""(?P<matched>import\s*["'](?P<url>\.[^"']+)["'])""", 'import "%(url)s"'),
)
"""Imports as our modules write them.

Django's own patterns take calls of `import()` as well, which stand in comments alone, where they name types and modules
may refer to each other."""


class HashedStaticFiles(CompressedManifestStaticFilesStorage):
    # The scripts are native modules: the names in their imports must change with the files.
    patterns = (*CompressedManifestStaticFilesStorage.patterns, ("*.js", IMPORTS))
    # A name changes with the names in the file, so the modules settle from the innermost outward, one layer a pass.
    max_post_process_passes = 20
