"""Data from files, checked against pydantic models; refusals name the file and every wrong entry."""

from __future__ import annotations

import reprlib
from collections.abc import Callable, Mapping
from typing import Any, TypeVar, get_args

from pydantic import BaseModel, ConfigDict, ValidationError

_Model = TypeVar("_Model", bound=BaseModel)

_short = reprlib.Repr()
_short.maxstring = _short.maxother = _short.maxlong = 80


class Strict(BaseModel):
    """Entries that are known, of exactly their types: True is no number, and neither is "3" nor infinity."""

    model_config = ConfigDict(extra="forbid", strict=True, allow_inf_nan=False)


def checked(
    model: type[_Model], content: Mapping[Any, Any], source: str, place: Callable[[str], str] = lambda where: where
) -> _Model:
    """Return the content as a model.

    Args:
        model: what it should be.
        content: entries as they were read.
        source: the file, for the error.
        place: turns the path of an entry, such as ``ppo.gamma``, into what the error calls it.

    Raises:
        ValueError: naming the source and every wrong, missing or unknown entry, with the right ones.
    """
    try:
        return model.model_validate(dict(content))
    except ValidationError as error:
        lines = "\n".join(f"    {_line(model, problem, place)}" for problem in error.errors())
        raise ValueError(f"{source}:\n{lines}") from None


def variant(name: str) -> str:
    """Return a tag for one of several forms that an entry may have, which errors do not show as a part of its path."""
    return f"<{name}>"


def _line(model: type[BaseModel], problem: Any, place: Callable[[str], str]) -> str:
    where = place(".".join(str(part) for part in problem["loc"] if not _is_variant(part))) or "entries"
    if problem["type"] == "extra_forbidden":
        return f"unknown entry {where!r}; entries there: {', '.join(_entries(model, problem['loc'][:-1]))}"
    message = problem["msg"].removeprefix("Value error, ")
    # What is wrong with all entries together names them itself; showing every one of them would bury the message.
    if problem["type"] == "missing" or not problem["loc"]:
        return f"{where}: {message}"
    return f"{where}: {message} (found {_found(problem)})"


def _found(problem: Any) -> str:
    return _short.repr(problem["input"])


def _entries(model: type[BaseModel], where: tuple[str | int, ...]) -> list[str]:
    inner: Any = model
    for part in where:
        if isinstance(part, int):  # in a list
            continue
        inner = _tagged(inner, part) if _is_variant(part) else inner.model_fields[part].annotation
        if not _is_union_of_variants(inner):
            inner = next((one for one in get_args(inner) if hasattr(one, "model_fields")), inner)
    return list(inner.model_fields)


def _is_variant(part: str | int) -> bool:
    return isinstance(part, str) and part.startswith("<")


def _is_union_of_variants(annotation: Any) -> bool:
    return any(getattr(one, "__metadata__", None) for one in get_args(annotation))


def _tagged(union: Any, tag: str | int) -> Any:
    """Return the member of a union of variants that has this tag."""
    for one in get_args(union):
        if any(getattr(data, "tag", None) == tag for data in getattr(one, "__metadata__", ())):
            return get_args(one)[0]
    raise LookupError(tag)
