"""`python -m arnak_env.cli` is the command `arnak`."""

from arnak_env.cli import app

app(prog_name="arnak")
