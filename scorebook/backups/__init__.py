"""Getting it all back: backups, their checks, restoring, and upgrades that can fail harmlessly."""


class Refused(Exception):
    """What was asked for was not done, and nothing was changed; the text says why, in words."""


class Damaged(Refused):
    """What is here is not sound."""
