"""Why the operating system refuses something, in a reader's language.

Takes the error; gives a message.  What is common is told in words of ours; the rest is quoted, since the system speaks a
language of its own.
"""

from __future__ import annotations

import errno
from collections.abc import Mapping
from types import MappingProxyType

from cartaro_grammar.text.messages import Message, say, short

MOST_QUOTED = 200

_WHY: Mapping[int, Message] = MappingProxyType(
    {
        errno.ENOENT: say("there is no such file or folder"),
        errno.EACCES: say("permission is denied"),
        errno.EPERM: say("permission is denied"),
        errno.EEXIST: say("it exists already"),
        errno.EISDIR: say("it is a folder"),
        errno.ENOTDIR: say("a part of its path is no folder"),
        errno.ENAMETOOLONG: say("its name is too long"),
        errno.ELOOP: say("its links go in a circle"),
        errno.ENOSPC: say("there is no space left"),
        errno.EROFS: say("nothing can be written there"),
        errno.EADDRINUSE: say("another program uses it"),
    }
)


def system_reason(error: BaseException) -> Message | None:
    """Why, or nothing where the error does not say it."""
    if not isinstance(error, OSError) or error.errno is None:
        return None
    words = short(error.strerror or "", MOST_QUOTED)
    return _WHY.get(error.errno) or (say("the system says: “{words}”", words=words) if words else None)
