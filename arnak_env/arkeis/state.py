"""The game record: one fixed-width element of a numpy structured array per game.

Everything is in the record: configuration, the whole campaign, the episode under way, pending choices and random
streams. Nothing random is stored before it is drawn, except the key of the streams: the Clue deck and the pools of
Adversary and Trauma cards are sets from which a card is drawn when the rules ask for it. So the key is all that no
Explorer can know.

Arrays over Explorers are indexed by Explorer (see `opcodes.EXPLORER_IDS`), not by seat, because the possessions of an
Explorer stay with the Explorer.
"""

from __future__ import annotations

import numpy as np

from arnak_env.arkeis import opcodes as o

_BY_EXPLORER = (o.EXPLORERS,)
_SLOTS = (o.EPISODE_SLOTS,)

GAME = np.dtype(
    [
        # configuration and random streams
        ("seed", "u8"),
        ("counter", "u4", (o.STREAMS,)),
        ("game_number", "i4"),
        ("decisions", "i4"),  # decisions taken so far, forced ones not counted
        ("campaign", "i1"),  # 1: a campaign with returns to camp, 0: a single episode
        ("first_slot", "i1"),  # episode slot the game begins with
        ("last_slot", "i1"),  # of a campaign
        ("switches", "i1"),  # SWITCH_ bits
        ("show_forced", "i1"),  # 1: choices with a single option are shown too
        ("error", "i1"),  # not 0: the rules broke one of their own limits
        ("plan_players", "i1", _SLOTS),
        ("plan_explorer", "i1", (o.EPISODE_SLOTS, o.MAX_PLAYERS)),  # by seat
        ("plan_first", "i1", _SLOTS),  # seat that starts
        ("plan_elite", "i2", _SLOTS),  # bits: kinds played with their Elite card
        # where the game stands
        ("over", "i1"),
        ("stage", "i1"),  # STAGE_
        ("slot", "i1"),  # episode slot
        ("result", "i1"),  # of the episode under way or just played
        ("results", "i1", _SLOTS),  # of every episode played
        ("events", "i1", _SLOTS),  # 1 + the Event read
        ("turns", "i2"),  # turns begun in this episode, of all Explorers together
        ("players", "i1"),
        ("explorer", "i1", (o.MAX_PLAYERS,)),  # by seat
        ("seat", "i1", _BY_EXPLORER),  # -1: not in play
        ("elite", "i2"),
        ("first_seat", "i1"),
        ("turn_seat", "i1"),
        ("phase", "i1"),  # 1 to 4 of the turn
        ("actions_left", "i1"),
        ("actions_lost", "i1"),  # of the phase 4 to come
        ("turn_ended", "i1"),  # 1: no further action this turn
        ("given", "i1"),  # actions Rebecca gave this turn
        ("turns_of", "i2", _BY_EXPLORER),  # turns each Explorer has begun
        # Explorers
        ("square", "i1", _BY_EXPLORER),
        ("wounds", "i1", _BY_EXPLORER),
        ("poison", "i1", _BY_EXPLORER),
        ("trauma", "i1", _BY_EXPLORER),  # bits
        ("fate", "i2", _BY_EXPLORER),  # tokens in the backpack
        ("ability_tokens", "i1"),  # Robert's Coins or Young Robert's Fate tokens on his card
        ("wildcard", "i1", (o.WILDCARDS,)),  # Explorer, NOWHERE: not earned, CHEST
        ("object_owner", "i1", (o.OBJECTS,)),  # Explorer, NOWHERE: in its box, OUT: no such object in the content
        ("equipped", "i1", (o.OBJECTS,)),
        ("experience_owner", "i1", (o.EXPERIENCE,)),  # Explorer, NOWHERE
        ("rearranged", "i8"),  # bits: Material equipped or stored in this phase 3
        ("ability_used", "i1", (o.ABILITIES,)),  # how often, or bits: see `abilities`
        # Clue cards and the reserve
        ("reserve", "i2"),
        ("set_aside", "i2"),  # tokens outside the reserve; never blocks, so it may fall below 0
        ("emptied", "i1"),  # 1: the reserve fell to 0 and its consequence is due
        ("card_place", "i1", (o.CARDS,)),
        ("card_holder", "i1", (o.CARDS,)),  # of a Threat
        ("card_fate", "i1", (o.CARDS,)),  # Fate tokens on the card
        ("card_skip", "i1", (o.CARDS,)),  # 1: held when the episode began, waits one turn
        # board
        ("zones", "i4"),  # bits: laid
        ("adjacent", "i4", (o.SQUARES,)),  # bits: squares one step away
        ("token_place", "i1", (o.TOKENS,)),  # square, FIRST_DOOR + link, NOWHERE
        ("special_square", "i1", (o.SPECIALS,)),
        ("dynamic_link", "i1", (o.DYNAMIC_LINKS, 3)),  # two squares, 1 joined or -1 parted
        ("dynamic_links", "i1"),
        ("indicators", "i4"),  # bits: squares with an activation indicator
        # Adversaries
        ("miniature_square", "i1", (o.MINIATURES,)),  # NOWHERE, OUT
        ("miniature_wounds", "i1", (o.MINIATURES,)),
        ("named_card", "i1", (o.GUARDIANS,)),  # named card of each Guardian miniature, -1: none
        ("power", "i1", (o.GUARDIANS,)),  # Power tokens
        ("kind_card", "i1", (o.KINDS,)),  # card that everybody uses for a kind, -1: none
        ("life_mod", "i1", (o.KINDS,)),
        ("adversary_card", "i1", (o.EXPLORERS, o.KINDS)),  # card in front of an Explorer, face up or down; -1: none
        # Exploration Sheet, flags
        ("marked", "i8"),  # bits: boxes
        ("artifact_taken", "i2"),  # bits: lines whose Artifact was drawn
        ("episode_flags", "i4"),
        ("counters", "i2", (o.COUNTERS,)),
        # what is being resolved
        ("extra_explorer", "i1", (o.EXTRA_ACTIONS,)),  # actions gained, waiting
        ("extra_kind", "i1", (o.EXTRA_ACTIONS,)),
        ("extra_count", "i1"),
        ("action_kind", "i1"),  # -1: no action is being resolved
        ("action_explorer", "i1"),
        ("action_traumas", "i1"),  # bits: Traumas owned when the action began
        ("ignoring", "i1"),  # 1: the action ignores the modifications
        ("eliminated", "i1"),  # 1: the last action eliminated an Adversary
        ("chain", "i4"),  # bits: squares entered in this chain of Moves
        ("prevented", "i1"),  # Wounds to ignore of those being dealt
        ("start_prevented", "i1"),  # of the start-of-turn effect about to apply
        ("trauma_ignored", "i1"),  # 1: the Trauma effect about to apply is skipped
        ("moved", "i8"),  # bits: miniatures this effect has moved
        ("spawned", "i1", (o.SQUARES,)),  # miniatures this effect has added
        ("fight_group", "i1"),  # -1: no Combat
        ("fight_square", "i1"),
        ("extra_effect", "i2", (o.EXTRA_EFFECTS, 3)),  # face, row, source
        ("extra_effects", "i1"),
        ("roll", "i1", (o.ROLLS, o.ROLL_FIELDS)),
        ("rolls", "i1"),
        # Trauma deck
        ("trauma_unknown", "i1", (o.TRAUMAS,)),  # shuffled part, by type
        ("trauma_bottom", "i1", (o.TRAUMA_CARDS,)),  # cards put back, first drawn first
        ("trauma_bottom_size", "i1"),
        # Camp Chest and camp
        ("coins", "i2"),
        ("xp", "i2"),
        ("vp", "i2"),
        ("campaign_flags", "i4"),
        ("upgrade", "i1", (o.UPGRADES,)),  # UPGRADE_
        ("upgrade_used", "i1", (o.UPGRADES,)),  # this return to camp
        ("sell_bonus", "i1"),  # Coins more for the next object sold
        # pending choices
        ("frame", "i4", (o.MAX_FRAMES, o.FRAME_FIELDS)),
        ("frames", "i1"),
    ],
    align=True,
)
