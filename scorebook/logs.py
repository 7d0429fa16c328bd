"""What goes to the log, less what would let a reader of it in."""

import logging
import re

# Addresses whose last part opens a door: an invitation, the set-up page, a table, what is shared.
SECRET = re.compile(r"/(invite|setup|shared|j)/[^/\s?]+")


class InOneLine(logging.Filter):
    """A request that was refused is no fault: a stack trace of it would tell nobody anything."""

    def filter(self, record: logging.LogRecord) -> bool:
        if record.levelno < logging.ERROR:
            record.exc_info = None
        return True


class WithoutTokens(logging.Filter):
    def filter(self, record: logging.LogRecord) -> bool:
        if isinstance(record.args, tuple):
            record.args = tuple(_masked(value) for value in record.args)
        return True


def _masked(value: object) -> object:
    return SECRET.sub(r"/\1/***", value) if isinstance(value, str) else value
