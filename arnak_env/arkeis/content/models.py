"""The entries in the shapes of `schema`, with the place of each for error messages."""

from __future__ import annotations

from dataclasses import dataclass, field

from arnak_env.arkeis.content import schema
from arnak_env.arkeis.content.entries import Library, shaped
from arnak_env.core.content_errors import ContentError, Place


@dataclass(frozen=True)
class Tables:
    """The single tables."""

    trauma_rules: schema.TraumaRules
    slots: schema.Slots
    camp: schema.Camp
    experience_levels: schema.ExperienceLevels
    score: schema.Score
    dice_pool: schema.DicePool
    combat_die: schema.CombatDie
    investigation_die: schema.InvestigationDie
    fate_face: schema.FateFace
    component_list: schema.ComponentList


@dataclass(frozen=True)
class Models:
    """Every entry of a library by kind and id, in the order of the files."""

    kinds: dict[str, schema.AdversaryKind]
    cards: dict[str, schema.AdversaryCard]
    explorers: dict[str, schema.Explorer]
    ability_rules: dict[str, schema.AbilityRule]
    experience: dict[str, schema.Experience]
    traumas: dict[str, schema.Trauma]
    objects: dict[str, schema.Object]
    upgrades: dict[str, schema.Upgrade]
    tables: Tables
    episodes: dict[int, schema.Episode]
    origin: dict[tuple[str, str], str] = field(default_factory=dict)

    def place(self, kind: str, entry: str) -> Place:
        """Return where an entry stands."""
        file = self.origin.get((kind, entry), "")
        return Place(file, entry) if kind == "table" else Place(file, kind, entry)

    def episode_file(self, slot: int) -> str:
        """Return the file of the episode in a slot."""
        return self.origin.get(("episode", self.episodes[slot].episode.id), "")


def models_of(library: Library) -> Models:
    """Return the entries of a library in their shapes.

    Raises:
        ContentError: when a table is missing; entries were checked when they were read.
    """

    def entries(kind: str) -> dict[str, schema.Entry]:
        shape = schema.ENTRY_SHAPES[kind]
        return {
            entry: shaped(shape, fields, Place(library.origin[kind, entry], kind, entry))
            for entry, fields in library.entries[kind].items()
        }

    for name in schema.TABLE_SHAPES:
        if name not in library.tables:
            raise ContentError(Place("all content files together", name), "the table is missing")
    tables = {
        name: shaped(schema.TABLE_SHAPES[name], fields, Place(library.origin["table", name], name))
        for name, fields in library.tables.items()
    }
    return Models(
        kinds=entries("kind"),  # type: ignore[arg-type]
        cards=entries("card"),  # type: ignore[arg-type]
        explorers=entries("explorer"),  # type: ignore[arg-type]
        ability_rules=entries("ability_rule"),  # type: ignore[arg-type]
        experience=entries("experience"),  # type: ignore[arg-type]
        traumas=entries("trauma"),  # type: ignore[arg-type]
        objects=entries("object"),  # type: ignore[arg-type]
        upgrades=entries("upgrade"),  # type: ignore[arg-type]
        tables=Tables(**tables),  # type: ignore[arg-type]
        episodes={
            slot: shaped(schema.Episode, data, Place(library.origin["episode", data["episode"]["id"]], "episode"))
            for slot, data in sorted(library.episodes.items())
        },
        origin=dict(library.origin),
    )
