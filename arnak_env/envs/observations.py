"""The observations of Lost Ruins of Arnak in both forms, see `arnak_env.envs.forms`."""

from __future__ import annotations

from arnak_env.arnak.observation import OBSERVATION_SIZE, PIECES
from arnak_env.envs.forms import OBSERVATIONS, Forms

__all__ = ["FORMS", "MAXIMUM", "OBSERVATIONS", "in_form", "observation_space"]

FORMS = Forms(OBSERVATION_SIZE, PIECES)
MAXIMUM = FORMS.maximum
observation_space, in_form = FORMS.space, FORMS.convert
