"""Static files under names that change with their content, also where a script imports another."""

from whitenoise.storage import CompressedManifestStaticFilesStorage


class HashedFiles(CompressedManifestStaticFilesStorage):
    support_js_module_import_aggregation = True
    max_post_process_passes = 12  # scripts import scripts that import scripts
