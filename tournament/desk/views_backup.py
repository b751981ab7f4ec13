"""The backup button: the whole installation in one file."""

import logging
import tempfile

from django.core.exceptions import PermissionDenied
from django.http import FileResponse
from django.utils import timezone
from django.views.decorators.http import require_POST

from .access import DeskRequest, desk_view
from .backup import backup_write

logger = logging.getLogger(__name__)
IN_MEMORY = 8 * 2**20  # bytes; a larger backup is a temporary file until it is sent


@require_POST
@desk_view
def desk_backup(request: DeskRequest) -> FileResponse:
    """Send a backup to an administrator: it holds everybody's names and all sealed deals."""
    if not request.user.is_superuser:
        raise PermissionDenied
    file = tempfile.SpooledTemporaryFile(max_size=IN_MEMORY)  # noqa: SIM115 — the answer closes it
    backup_write(file)
    size = file.tell()
    file.seek(0)
    logger.info("Backup of %d bytes sent to %s", size, request.user.get_username())
    name = f"triplicate-{timezone.localdate().isoformat()}.zip"
    return FileResponse(file, as_attachment=True, filename=name, content_type="application/zip")
