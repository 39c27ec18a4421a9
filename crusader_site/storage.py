"""Static files under names that contain their hash, so that browsers may keep them forever."""

from whitenoise.storage import CompressedManifestStaticFilesStorage

EXTENSION, PATTERNS = CompressedManifestStaticFilesStorage._js_module_import_aggregation_patterns


class HashedStaticFiles(CompressedManifestStaticFilesStorage):
    # The scripts are native modules: the names in their imports must change with the files. Calls of `import()` are not among the
    # patterns: there are none but in comments that name types, where modules may well refer to each other.
    support_js_module_import_aggregation = True
    _js_module_import_aggregation_patterns = (EXTENSION, tuple(pattern for pattern in PATTERNS if r"import\(" not in pattern[0]))
    # A name changes with the names in the file, so the modules settle from the innermost outward, one layer a pass.
    max_post_process_passes = 20
