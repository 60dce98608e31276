"""What the page on analyses takes from the code: columns, and the limits below which nothing is estimated."""

from __future__ import annotations

from agents.arena import analysis_effects, analysis_games, analysis_report
from agents.arena.analysis_factors import KINDS
from arnak_env.arnak.opcodes import ROW_SLOTS
from arnak_env.docs.agent_pages import attributes, named


def parts() -> dict[str, str]:
    """Return what fills the holes of the page.

    Raises:
        ValueError: when the code writes other columns than it explains.
    """
    effect = analysis_effects.Effect("", "", "", "", "", 0, 0, 0, 0, 0, 0, analysis_effects.Fit())
    written = list(analysis_report.row_of(effect))
    if written != list(analysis_report.COLUMNS):
        raise ValueError(f"analysis.csv has the columns {written}, but these are explained: {analysis_report.COLUMNS}")
    meanings = attributes(analysis_games.AnalysedGame)
    return {
        "columns": named(analysis_report.COLUMNS, "column"),
        "game_columns": named(
            {name: meanings[name].rstrip(".") for name in analysis_games.AnalysedGame._fields}, "column"
        ),
        "kinds": ", ".join(f"`{kind}` ({words})" for kind, words in KINDS.items()),
        "row": str(ROW_SLOTS),
        "fewest": str(analysis_effects.FEWEST),
        "rows_per_column": str(analysis_effects.ROWS_PER_COLUMN),
        "rows_for_rounds": str(analysis_effects.ROWS_FOR_ROUNDS),
    }
