"""The quick networks give the same numbers as the stock ones."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("sb3_contrib")

from gymnasium import spaces  # noqa: E402
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy  # noqa: E402

from agents.levels import AMOUNTS, Levels  # noqa: E402
from agents.networks import LegalActionPolicy, LevelsLinear, SharedTrunk, SparseLinear  # noqa: E402
from agents.policy import Policy  # noqa: E402
from agents.policy_export import policy_of  # noqa: E402

COLUMNS, ACTIONS, ROWS = 300, 90, 64

pytestmark = pytest.mark.train


@pytest.fixture
def inputs():
    random = np.random.default_rng(3)
    rows = random.random((ROWS, COLUMNS), np.float32) * (random.random((ROWS, COLUMNS)) < 0.05)
    return torch.as_tensor(rows.astype(np.float32))


@pytest.fixture
def legal():
    random = np.random.default_rng(4)
    legal = random.random((ROWS, ACTIONS)) < 0.1
    legal[np.arange(ROWS), random.integers(ACTIONS, size=ROWS)] = True
    legal[0] = False
    legal[0, 7] = True  # a forced move has no entropy
    legal[1] = True
    return legal


@pytest.fixture
def policy():
    torch.manual_seed(5)
    policy = LegalActionPolicy(
        spaces.Box(0, 1, (COLUMNS,), np.float32),
        spaces.Discrete(ACTIONS),
        lambda _: 1e-3,
        net_arch=[32],
        features_extractor_class=SharedTrunk,
        features_extractor_kwargs={"layers": (48, 40)},
    )
    with torch.no_grad():  # the stock start is nearly uniform, which would hide mistakes
        policy.action_net.weight.mul_(300)
    return policy


def test_the_sparse_layer_equals_the_dense_one(inputs):
    sparse, dense = SparseLinear(COLUMNS, 24), torch.nn.Linear(COLUMNS, 24)
    dense.load_state_dict(sparse.state_dict())
    for layer in (sparse, dense):
        (layer(inputs) ** 3).sum().backward()
    torch.testing.assert_close(sparse(inputs), dense(inputs))
    torch.testing.assert_close(sparse.weight.grad, dense.weight.grad)
    torch.testing.assert_close(sparse.bias.grad, dense.bias.grad)


def test_the_sparse_layer_learns_as_the_dense_one(inputs):
    sparse, dense = SparseLinear(COLUMNS, 24), torch.nn.Linear(COLUMNS, 24)
    dense.load_state_dict(sparse.state_dict())
    for layer in (sparse, dense):
        optimizer = torch.optim.Adam(layer.parameters(), lr=1e-2)
        for _ in range(5):
            optimizer.zero_grad()
            (layer(inputs) ** 2).mean().backward()
            optimizer.step()
    torch.testing.assert_close(sparse.weight, dense.weight, rtol=1e-4, atol=1e-6)


def test_evaluated_actions_equal_those_of_the_stock_policy(policy, inputs, legal):
    actions = torch.as_tensor([int(np.flatnonzero(row)[-1]) for row in legal])
    masks = torch.as_tensor(legal)
    weights = torch.linspace(-1, 1, ROWS)
    found = []
    for kind in (LegalActionPolicy, MaskableActorCriticPolicy):
        policy.zero_grad()
        values, chosen, entropy = kind.evaluate_actions(policy, inputs, actions, masks)
        (chosen * weights + 0.3 * entropy * weights.flip(0) + 0.1 * values[:, 0]).sum().backward()
        gradients = {name: each.grad.clone() for name, each in policy.named_parameters()}
        found.append((values, chosen, entropy, gradients))
    for ours, stock in zip(*found, strict=True):
        torch.testing.assert_close(ours, stock, rtol=1e-4, atol=1e-5)
    assert found[0][2][0] == 0.0


def test_masks_may_be_numbers(policy, inputs, legal):
    actions = torch.as_tensor(legal.argmax(1))
    as_numbers = policy.evaluate_actions(inputs, actions, torch.as_tensor(legal).float())
    as_bools = policy.evaluate_actions(inputs, actions, torch.as_tensor(legal))
    for numbers, bools in zip(as_numbers, as_bools, strict=True):
        assert torch.equal(numbers, bools)


def test_the_likeliest_action_is_that_of_the_stock_policy(policy, inputs, legal):
    with torch.no_grad():
        ours = policy.forward(inputs, deterministic=True, action_masks=legal)
        stock = MaskableActorCriticPolicy.forward(policy, inputs, deterministic=True, action_masks=legal)
    assert torch.equal(ours[0], stock[0])
    torch.testing.assert_close(ours[1:], stock[1:], rtol=1e-4, atol=1e-5)


def test_drawn_actions_are_legal_and_as_frequent_as_likely(policy, inputs, legal):
    draws = 4000
    with torch.no_grad():
        actions, _, chosen = policy.forward(
            inputs[1:2].repeat(draws, 1), action_masks=np.repeat(legal[1:2], draws, axis=0)
        )
        stock = policy.get_distribution(inputs[1:2], legal[1:2]).distribution
    shares = np.bincount(actions.numpy(), minlength=ACTIONS) / draws
    likely = stock.probs[0].numpy()
    assert np.abs(shares - likely).max() < 4 * np.sqrt(likely.max() / draws)
    torch.testing.assert_close(chosen, stock.logits[0][actions], rtol=1e-4, atol=1e-5)
    with torch.no_grad():
        actions, _, _ = policy.forward(inputs, action_masks=legal)
    assert legal[np.arange(ROWS), actions.numpy()].all()


# --- levels ----------------------------------------------------------------------------------------------------------
def as_levels(rows: np.ndarray, maximum: np.ndarray, exact: np.ndarray) -> np.ndarray:
    """Return what raw rows become, written out one entry at a time."""
    found = []
    for row in rows.tolist():
        inputs: list[float] = []
        for value, most, identifies in zip(row, maximum.tolist(), exact.tolist(), strict=True):
            steps = range(1, most + 1) if identifies else [level for level in AMOUNTS if level <= most]
            inputs += [float(value == step if identifies else value >= step) for step in steps]
        found.append(inputs)
    return np.array(found, np.float32)


@pytest.fixture
def raw():
    random = np.random.default_rng(6)
    maximum = random.choice([1, 2, 7, 19, 63, 255], COLUMNS // 6).astype(np.uint8)
    exact = random.random(len(maximum)) < 0.3
    rows = np.minimum(random.integers(0, 256, (ROWS, len(maximum))), maximum) * (random.random((ROWS, 1)) < 0.7)
    rows[0], rows[1] = 0, maximum
    return rows.astype(np.uint8), maximum, exact


def test_the_layer_of_levels_equals_a_dense_one_on_levels_written_out(raw):
    rows, maximum, exact = raw
    levels = Levels.of(maximum, exact)
    inputs = torch.from_numpy(as_levels(*raw))
    assert (levels.columns, levels.inputs) == (len(maximum), inputs.shape[1])
    layer, dense = LevelsLinear(levels, 24), torch.nn.Linear(levels.inputs, 24)
    with torch.no_grad():
        layer.weight.copy_(torch.randn(layer.weight.shape))
        dense.weight.copy_(layer.weight)
        dense.bias.copy_(layer.bias)
    seen = torch.from_numpy(rows).float()
    (layer(seen) ** 3).sum().backward()
    (dense(inputs) ** 3).sum().backward()
    torch.testing.assert_close(layer(seen), dense(inputs), rtol=1e-4, atol=1e-4)
    torch.testing.assert_close(layer.weight.grad, dense.weight.grad, rtol=1e-3, atol=1e-2)
    torch.testing.assert_close(layer.bias.grad, dense.bias.grad, rtol=1e-3, atol=1e-2)


def test_at_the_start_an_amount_weighs_the_same_however_large_it_is():
    layer = LevelsLinear(Levels.of(np.array([19, 7], np.uint8), np.array([False, True])), 16)
    few, many, thing, other = (layer(torch.tensor([row])) for row in ([2.0, 0], [19.0, 0], [0, 3.0], [0, 4.0]))
    torch.testing.assert_close(few, many)
    assert (thing - other).abs().max() > 0.01, "things are told apart from the start"


def test_levels_that_do_not_fit_are_refused():
    with pytest.raises(ValueError, match="has 1 levels, its columns need 2"):
        Levels(np.array([0, 2], np.int32), np.array([1], np.uint8), np.array([False]))


def test_a_network_of_levels_plays_the_same_without_torch(raw, tmp_path, legal):
    rows, maximum, exact = raw
    torch.manual_seed(7)
    policy = LegalActionPolicy(
        spaces.Box(np.zeros_like(maximum), maximum, dtype=np.uint8),
        spaces.Discrete(ACTIONS),
        lambda _: 1e-3,
        net_arch=[32],
        features_extractor_class=SharedTrunk,
        features_extractor_kwargs={"layers": (48,), "exact": tuple(exact.tolist())},
    )
    with torch.no_grad():
        policy.action_net.weight.mul_(300)
        policy.features_extractor.layers[0].weight.normal_()
    written = policy_of(SimpleNamespace(policy=policy))
    written.save(tmp_path / "policy.npz", half=False)
    played = Policy.load(tmp_path / "policy.npz")
    with torch.no_grad():
        actions, values, _ = policy(torch.from_numpy(rows), deterministic=True, action_masks=legal)
    assert played.inputs == len(maximum)
    np.testing.assert_array_equal(played.choose(rows, legal), actions.numpy())
    np.testing.assert_allclose(played.values(rows), values[:, 0].numpy(), rtol=1e-4, atol=1e-4)
