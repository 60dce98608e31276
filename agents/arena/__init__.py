"""Where agents are measured: ratings of the solo rival and of episodes, tournaments, analyses, with intervals."""
