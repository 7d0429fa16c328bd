"""Where static files are served from."""

from whitenoise.storage import CompressedManifestStaticFilesStorage


class StaticFiles(CompressedManifestStaticFilesStorage):
    """Named by their content, and kept by browsers for good: modules that others import as well."""

    support_js_module_import_aggregation = True
