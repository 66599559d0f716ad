"""What the rulebook uses of the Markdown library, which comes without types."""

from collections.abc import Mapping, Sequence

def markdown(
    text: str, *, extensions: Sequence[str] = ..., extension_configs: Mapping[str, Mapping[str, object]] = ...
) -> str: ...
