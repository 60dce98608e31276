"""The pages in `docs/`, built from the code so that they cannot drift away from it.

`python -m arnak_env.docs` writes them, `python -m arnak_env.docs --check` only says which ones are out of date. The
prose of a page stands in `templates/`; a hole such as ``{{ verbs }}`` is filled by the modules beside this file.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from arnak_env.docs.markdown import fill

if TYPE_CHECKING:
    from pydantic import BaseModel

TEMPLATES = Path(__file__).resolve().parent / "templates"
FOLDER = TEMPLATES.parent.parent.parent / "docs"  # of a source checkout
NOTICE = "<!-- Built by `python -m arnak_env.docs` from arnak_env/docs/templates/{name}; edit that or the code. -->\n\n"


def _actions() -> dict[str, str]:
    from arnak_env.arnak.actions import ACTIONS, SCHEMA
    from arnak_env.docs import numbers

    return {
        "count": str(ACTIONS),
        "schema": str(SCHEMA),
        "verbs": numbers.verb_table(),
        "numbers": numbers.action_sections(),
        "orders": numbers.order_table(),
    }


def _tournament() -> dict[str, str]:
    from arnak_env.docs import tournament_pages

    return tournament_pages.parts()


def _analysis() -> dict[str, str]:
    from arnak_env.docs import analysis_pages

    return analysis_pages.parts()


def _batch() -> dict[str, str]:
    from arnak_env.arnak.state import GAME
    from arnak_env.docs import interface

    return {
        "configuration": interface.configuration_table(),
        "methods": interface.method_sections(),
        "record": interface.record_table(),
        "size": f"{GAME.itemsize:,}",
    }


def _agents() -> dict[str, str]:
    from agents.lookahead_settings import LookaheadSettings
    from agents.search_settings import SearchSettings
    from arnak_env.docs import agent_pages, baseline_pages

    return agent_pages.tuning_numbers() | {
        "formula": agent_pages.formula(),
        "weights": agent_pages.weight_table(),
        "search": agent_pages.entry_table(SearchSettings),
        "lookahead": agent_pages.entry_table(LookaheadSettings),
        "protocol": agent_pages.protocol_table(),
        "baselines": baseline_pages.rows(),
        "described": baseline_pages.words(),
        "exported": baseline_pages.entries(),
    }


def _rating() -> dict[str, str]:
    from arnak_env.docs import agent_pages

    return {
        "table_columns": agent_pages.table_columns(),
        "game_columns": agent_pages.game_columns(),
        "configuration_keys": agent_pages.configuration_keys(),
    }


def _training() -> dict[str, str]:
    from agents.model_files import ModelDescription
    from agents.training import config, games, records
    from arnak_env.docs.agent_pages import entry_table

    sections: dict[str, type[BaseModel]] = {
        "training": config.TrainingConfig,
        "solo": games.SoloEnvironment,
        "table": games.TableEnvironment,
        "pool": games.PoolConfig,
        "episode": games.EpisodeEnvironment,
        "ppo": config.PPOConfig,
        "imitation": config.ImitationConfig,
        "evaluation": config.EvaluationConfig,
        "checkpoint": config.CheckpointConfig,
    }
    written: dict[str, type[BaseModel]] = {
        "description": ModelDescription,
        "record": records.TrainingRecord,
        "imitated": records.ImitationRecord,
    }
    return (
        {name: entry_table(model) for name, model in sections.items()}
        | {f"{name}_words": model.__doc__ or "" for name, model in sections.items()}
        | {name: entry_table(model, defaults=False) for name, model in written.items()}
    )


def _content() -> dict[str, str]:
    from arnak_env.arnak.content import load_content
    from arnak_env.docs import facts, facts_boards

    content = load_content()
    parts = {name: build(content) for name, build in {**facts.TABLES, **facts_boards.TABLES}.items()}
    return parts | {
        "sources": facts.source_table(),
        "confidence": facts.confidence_table(),
        "kinds": facts.kind_table(),
        "documentation": facts.documentation_fields(),
    }


def _decisions() -> dict[str, str]:
    from arnak_env.arnak.content import load_content
    from arnak_env.docs import decisions

    return {
        "switches": decisions.switch_table(load_content()),
        "rulings": decisions.ruling_table(),
        "readings": decisions.reading_sections(),
        "bases": decisions.basis_list(),
        "knowledge": decisions.knowledge(),
    }


def _operations() -> dict[str, str]:
    from arnak_env.arnak.content import load_content
    from arnak_env.arnak.notation import COUNTERS, DESTINATIONS
    from arnak_env.docs import effects
    from arnak_env.docs.markdown import codes

    content = load_content()
    return {
        "component_operations": effects.operation_table(content, of_components=True),
        "rule_operations": effects.operation_table(content, of_components=False),
        "grammar": effects.grammar(),
        "steps": effects.step_table(content),
        "prices": effects.price_table(),
        "general_index": effects.general_index(),
        "counters": codes(COUNTERS),
        "destinations": codes(DESTINATIONS),
        "compiled": effects.compiled("draw 1; pay 1 compass -> (gain 1 jewel; exile up to 1); gain 1 coin"),
    }


def _scenarios() -> dict[str, str]:
    from arnak_env.arnak.content import load_content
    from arnak_env.docs import scenario_keys

    tables = {part: scenario_keys.key_table(part) for part in scenario_keys.PARTS}
    return tables | {"further": scenario_keys.further_table(load_content()), "lists": scenario_keys.list_rules()}


def _solo() -> dict[str, str]:
    from arnak_env.docs import environments, numbers
    from arnak_env.envs.gymnasium_env import ArnakSoloEnv
    from arnak_env.envs.registration import SOLO_ID

    return environments.common_parts(ArnakSoloEnv) | {
        "id": SOLO_ID,
        "starting_state": environments.sections(ArnakSoloEnv)["Starting State"],
        "pieces": numbers.observation_table(),
        "questions": numbers.question_table(),
        "options": environments.after_table(environments.sections(ArnakSoloEnv)["Arguments"]),
    }


def _table() -> dict[str, str]:
    from arnak_env.docs import environments
    from arnak_env.envs.registration import TABLE_ID
    from arnak_env.envs.table_gymnasium import ArnakTableEnv

    said = environments.sections(ArnakTableEnv)
    unused = ("verbs", "chapters")  # on the pages of the other environments
    common = environments.common_parts(ArnakTableEnv)
    return {name: text for name, text in common.items() if name not in unused} | {
        "id": TABLE_ID,
        "opponents": said["Opponents"],
        "observation": said["Observation Space"],
        "mask": said["Legal Actions Mask"],
        "starting_state": said["Starting State"],
        "options": environments.after_table(said["Arguments"]),
    }


def _aec() -> dict[str, str]:
    from arnak_env.docs import environments
    from arnak_env.envs.pettingzoo_aec import raw_env
    from arnak_env.envs.registration import AEC_ID

    return environments.common_parts(raw_env) | {
        "id": AEC_ID,
        "agents": environments.sections(raw_env)["Agents"],
        "options": environments.after_table(environments.sections(raw_env)["Arguments"]),
    }


def _arkeis_actions() -> dict[str, str]:
    from arnak_env.arkeis.actions import ACTIONS, SCHEMA
    from arnak_env.docs import arkeis_pages

    return {
        "count": str(ACTIONS),
        "schema": str(SCHEMA),
        "verbs": arkeis_pages.verb_table(),
        "numbers": arkeis_pages.action_sections(),
        "orders": arkeis_pages.order_table(),
    }


def _arkeis_check_episode() -> dict[str, str]:
    from arnak_env.docs import arkeis_ratings

    return arkeis_ratings.check_numbers() | {"report": arkeis_ratings.static_report()}


def _arkeis_content() -> dict[str, str]:
    from arnak_env.arkeis.content import load_content
    from arnak_env.docs import arkeis_facts

    content = load_content()
    return {name: build(content) for name, build in arkeis_facts.TABLES.items()}


def _arkeis_effects() -> dict[str, str]:
    from arnak_env.docs import arkeis_effects

    return {
        "grammar": arkeis_effects.grammar(),
        "operations": arkeis_effects.operation_table(),
        "conditions": arkeis_effects.condition_table(),
        "selectors": arkeis_effects.selector_table(),
        "types": arkeis_effects.type_table(),
        "triggers": arkeis_effects.trigger_table(),
    }


def _arkeis_rating() -> dict[str, str]:
    from arnak_env.docs import arkeis_ratings

    return {
        "table_columns": arkeis_ratings.table_columns(),
        "game_columns": arkeis_ratings.game_columns(),
        "configuration_keys": arkeis_ratings.configuration_keys(),
    }


def _arkeis_rulings() -> dict[str, str]:
    from arnak_env.docs import arkeis_pages

    return {
        "list": arkeis_pages.ruling_list(),
        "rulings": arkeis_pages.ruling_sections(),
        "chapters": arkeis_pages.chapter_table(),
    }


def _arkeis_episode() -> dict[str, str]:
    from arnak_env.docs import arkeis_pages
    from arnak_env.envs.arkeis_gymnasium import ArkeisEpisodeEnv
    from arnak_env.envs.registration import EPISODE_ID

    return arkeis_pages.gymnasium_parts(ArkeisEpisodeEnv, EPISODE_ID) | {"pieces": arkeis_pages.observation_table()}


def _arkeis_campaign() -> dict[str, str]:
    from arnak_env.docs import arkeis_pages
    from arnak_env.envs.arkeis_gymnasium import ArkeisCampaignEnv
    from arnak_env.envs.registration import CAMPAIGN_ID

    return arkeis_pages.gymnasium_parts(ArkeisCampaignEnv, CAMPAIGN_ID)


def _arkeis_team() -> dict[str, str]:
    from arnak_env.docs import arkeis_pages, environments
    from arnak_env.envs.arkeis_pettingzoo import raw_env
    from arnak_env.envs.registration import TEAM_ID

    said = environments.sections(raw_env)
    return arkeis_pages.common_parts(raw_env) | {
        "id": TEAM_ID,
        "description": said[""],
        "agents": said["Agents"],
        "observation": said["Observation Space"],
    }


def _results() -> dict[str, str]:
    from arnak_env.docs import results_pages

    return results_pages.parts(FOLDER / results_pages.FOLDER)


def _scale_out() -> dict[str, str]:
    from agents.arena.distribution import LOSSES, TASK_SECONDS
    from arnak_env.core.extras import RAY_INSTALL_LINE, RLLIB_INSTALL_LINE

    return {
        "ray_line": RAY_INSTALL_LINE,
        "rllib_line": RLLIB_INSTALL_LINE,
        "task_seconds": f"{TASK_SECONDS:.0f}",
        "losses": str(LOSSES),
    }


PAGES: dict[str, Callable[[], dict[str, str]]] = {
    "README.md": dict,
    "actions.md": _actions,
    "agents.md": _agents,
    "analysis.md": _analysis,
    "arkeis_actions.md": _arkeis_actions,
    "arkeis_check_episode.md": _arkeis_check_episode,
    "arkeis_content.md": _arkeis_content,
    "arkeis_effects.md": _arkeis_effects,
    "arkeis_episodes.md": dict,
    "arkeis_rating.md": _arkeis_rating,
    "arkeis_rulings.md": _arkeis_rulings,
    "batch.md": _batch,
    "content.md": _content,
    "environments/arkeis_campaign.md": _arkeis_campaign,
    "environments/arkeis_episode.md": _arkeis_episode,
    "environments/arkeis_v0.md": _arkeis_team,
    "environments/arnak_solo.md": _solo,
    "environments/arnak_table.md": _table,
    "environments/arnak_v0.md": _aec,
    "operations.md": _operations,
    "rating.md": _rating,
    "results.md": _results,
    "rules_decisions.md": _decisions,
    "scale_out.md": _scale_out,
    "scenarios.md": _scenarios,
    "tournament.md": _tournament,
    "training.md": _training,
    "twisted_paths.md": dict,
}


def build_page(name: str) -> str:
    """Return the text of one page.

    Raises:
        KeyError: for an unknown page, or a template that does not fit what it is filled with.
        ValueError: when something in the code has no words yet; the message says what.
    """
    template = (TEMPLATES / name).read_text(encoding="utf-8")
    return NOTICE.format(name=name) + fill(template, PAGES[name]()).rstrip() + "\n"


def stale_pages(folder: Path = FOLDER) -> list[str]:
    """Return the names of the pages that are missing in a folder or differ from what the code says."""
    return [name for name in PAGES if _read(folder / name) != build_page(name)]


def write_pages(folder: Path = FOLDER) -> list[str]:
    """Write all pages to a folder and return the names of those that changed."""
    changed = []
    for name in PAGES:
        page = build_page(name)
        if _read(folder / name) != page:
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text(page, encoding="utf-8")
            changed.append(name)
    return changed


def _read(path: Path) -> str:
    return path.read_text(encoding="utf-8") if path.is_file() else ""
