"""Speed and memory, measured. Each module is a script of its own, see README.md in this folder."""
