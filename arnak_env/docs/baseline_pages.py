"""What the page on agents says of the trained agents that come with the package, from their descriptions."""

from __future__ import annotations

from agents import policy_files
from agents.policy_files import DESCRIPTION, PolicyDescription, baselines, read_description
from arnak_env.docs.agent_pages import named
from arnak_env.docs.markdown import code, table


def _described() -> dict[str, PolicyDescription]:
    return {name: read_description(policy_files.FOLDER / name / DESCRIPTION) for name in baselines()}


def rows() -> str:
    """Return the rows of the table of agents, one for each trained agent that comes with the package."""
    return "".join(
        f"| {code(name)} | what a network finds best that was trained for {described.plays.words()} | |\n"
        for name, described in _described().items()
    )


def entries() -> str:
    """Return the entries of the description of an exported network with their meaning."""
    return named({name: field.description or "" for name, field in PolicyDescription.model_fields.items()}, "entry")


def words() -> str:
    """Return the trained agents that come with the package, with what they play and the size of their training."""
    known = _described()
    if not known:
        return "No trained agent comes with this version."
    lines = [
        (
            f"[{code(name)}](../agents/models/{name}/card.md)",
            described.plays.words(),
            described.network,
            f"{described.training.get('steps', 0):,}",
        )
        for name, described in known.items()
    ]
    return table(("agent", "plays", "network", "#decisions of its last training"), lines)
