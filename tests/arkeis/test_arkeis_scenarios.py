"""Scenario files of Arkeis: every one of ours."""

from __future__ import annotations

from pathlib import Path

import pytest

from arnak_env.arkeis.scenario import Scenario, load_scenarios, run_scenario
from arnak_env.core.scenarios import ScenarioError, format_report, scenario_files

FOLDER = Path(__file__).parent / "scenarios"


def _all_scenarios() -> list[pytest.ParameterSet]:
    """Return one parameter for each scenario; a file that cannot be read is one parameter, the error."""
    parameters = []
    for path in scenario_files([FOLDER]):
        place = path.relative_to(FOLDER).with_suffix("").as_posix()
        try:
            scenarios = load_scenarios(path)
        except ScenarioError as error:
            parameters.append(pytest.param(error, id=place))
            continue
        parameters += [pytest.param(scenario, id=f"{place}: {scenario.title}") for scenario in scenarios]
    return parameters


@pytest.mark.parametrize("scenario", _all_scenarios())
def test_scenario(scenario: Scenario | ScenarioError) -> None:
    if isinstance(scenario, ScenarioError):
        raise scenario
    result = run_scenario(scenario)
    assert result.passed, format_report([result])
