"""Where agents are measured: ratings of the solo rival, with intervals."""
