"""Static files under names that contain their hash, so that browsers may keep them forever."""

from whitenoise.storage import CompressedManifestStaticFilesStorage


class HashedStaticFiles(CompressedManifestStaticFilesStorage):
    # The scripts are native modules: the names in their imports must change with the files.
    support_js_module_import_aggregation = True
