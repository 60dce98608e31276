"""One tree for each real game, walked by many simulations at a time, each in a world of its own.

A node stands for a sequence of actions after the real position, whatever the worlds bring in between: the tree of
single-observer information-set Monte-Carlo tree search. The same node may offer other actions in one world than in
another; each simulation chooses among those that are legal in its own.

Trees lie side by side in one array, `room` nodes for each; the first node of a tree is its root.
"""

import numpy as np

from arnak_env.search.compiled import entry, kernel

NONE = -1
_LOWEST = -1e300
_BEGINNING = 0.5  # mean value where nothing is known yet


@kernel("*Nvii:i")
def add_child(nodes, sizes, tree, parent):
    """Add an empty node to a tree and return its number, NONE when the tree is full."""
    room = len(nodes) // len(sizes)
    if sizes[tree] >= room:
        return NONE
    number = tree * room + sizes[tree]
    sizes[tree] += 1
    node = nodes[number]
    node.sibling = nodes[parent].first
    nodes[parent].first = number
    node.first = NONE
    node.visits = 0
    node.waiting = 0
    node.total = 0.0
    return number


@kernel("*Nivi:")
def note_children(nodes, parent, child_of, forget):
    """Write the child behind each action into `child_of`, or NONE again."""
    child = nodes[parent].first
    while child != NONE:
        child_of[nodes[child].action] = NONE if forget else child
        child = nodes[child].sibling


@kernel("*Nmifivxx:i")
def choose(nodes, masks, i, priors, row, child_of, exploration, reduction):
    """Return the action with the best score in world i, and count that its rivals were open to choice.

    The score is ``mean value + exploration * prior * sqrt(times open) / (1 + visits)``. The prior is the action's part
    of the priors of all that is legal. An action never valued counts as the mean of those that were, less `reduction`.
    """
    chance = 0.0
    visits = 0
    valued = 0
    total = 0.0
    for action in range(masks.shape[1]):
        if masks[i, action]:
            chance += priors[row, action]
            child = child_of[action]
            if child != NONE:
                valued += nodes[child].visits
                visits += nodes[child].visits + nodes[child].waiting
                total += nodes[child].total
    unknown = (total / valued if valued > 0 else _BEGINNING) - reduction
    best = NONE
    highest = _LOWEST
    for action in range(masks.shape[1]):
        if masks[i, action] == 0:
            continue
        child = child_of[action]
        mean = unknown
        times_open = visits + 1
        count = 0
        if child != NONE:
            node = nodes[child]
            node.open += 1
            times_open = node.open
            count = node.visits + node.waiting
            if node.visits > 0:
                mean = node.total / node.visits
        prior = priors[row, action] / chance
        score = mean + exploration * prior * np.sqrt(float(times_open)) / (1.0 + count)
        if score > highest:
            highest = score
            best = action
    if child_of[best] == NONE:
        return best + (visits + 1) * masks.shape[1]  # both numbers in one: a new node has been open so often
    return best


@entry("*N*WvfmvVVvvxx:i")
def walk(
    nodes, walkers, sizes, priors, masks, players, path, path_players, actions, child_of, exploration, reduction
):  # fmt: skip
    """Choose an action for each simulation under way, NONE for the others; return how many are under way.

    Args:
        nodes, walkers: see `compiled`.
        sizes: how many nodes each tree has.
        priors: how good actions seem beforehand, above 0; one row for each kind of decision.
        masks, players: legal actions and deciding seat in the world of each simulation.
        path, path_players: nodes on the way of each simulation, and who chose them; a row is as long as the longest
            way.
        actions: what is chosen.
        child_of: for use in here, NONE for each action.
        exploration, reduction: see `choose`.
    """
    going = 0
    for i in range(len(walkers)):
        actions[i] = NONE
        walker = walkers[i]
        if walker.node == NONE:
            continue
        if players[i] < 0 or walker.depth >= path.shape[1]:
            walker.node = NONE
            continue
        note_children(nodes, walker.node, child_of, 0)
        chosen = choose(nodes, masks, i, priors, walker.row, child_of, exploration, reduction)
        action = chosen % masks.shape[1]
        child = child_of[action]
        note_children(nodes, walker.node, child_of, 1)
        new = child == NONE
        if new:
            child = add_child(nodes, sizes, walker.tree, walker.node)
        if child != NONE:
            if new:
                nodes[child].action = action
                nodes[child].open = chosen // masks.shape[1]
            nodes[child].waiting += 1
            path[i, walker.depth] = child
            path_players[i, walker.depth] = players[i]
            walker.depth += 1
        walker.node = NONE if new else child
        actions[i] = action
        going += 1
    return going


@entry("*N*WVVD:")
def back_up(nodes, walkers, path, path_players, values):
    """Add the value of each simulation to the nodes on its way, each for the seat that chose it."""
    for i in range(len(walkers)):
        for k in range(walkers[i].depth):
            node = nodes[path[i, k]]
            node.waiting -= 1
            node.visits += 1
            node.total += values[i, path_players[i, k]]


@entry("*NvVD:")
def at_root(nodes, sizes, visits, totals):
    """Write how often each action was taken at the root of each tree, and the sum of its values."""
    room = len(nodes) // len(sizes)
    for tree in range(len(sizes)):
        child = nodes[tree * room].first
        while child != NONE:
            node = nodes[child]
            visits[tree, node.action] = node.visits
            totals[tree, node.action] = node.total
            child = node.sibling
