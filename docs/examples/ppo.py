"""Learn to play Scopa by PPO against oneself, and then play against `greedy`: `python ppo.py`, some minutes on one core.

Needs `cartaro[env]`. With `--save policy.onnx`, `cartaro play scopa --seats you,policy.onnx` plays against what was learnt
(`cartaro[onnx]`). All parts of PPO (Schulman and others, 2017) that matter here: a masked policy, returns less a learnt value
as advantages, the clipped objective, and Adam. The value of a hand is only known at its end, so returns need no discount.
"""

import argparse
from math import sqrt
from pathlib import Path

import numpy as np
from onnx_file import dense

import cartaro

HIDDEN, GAMES, STEPS, EPOCHS, SIZE, CLIP, ENTROPY = 128, 512, 160, 3, 4096, 0.2, 0.01


class Network:
    """Two layers shared by the policy and the value."""

    def __init__(self, inputs, actions, seed=0):
        draw = np.random.default_rng(seed).standard_normal
        shapes = [(inputs, HIDDEN), (HIDDEN, HIDDEN), (HIDDEN, actions), (HIDDEN, 1)]
        scale = [sqrt(2 / inputs), sqrt(2 / HIDDEN), 0.01, 0.1]
        self.weights = [(draw(shape) * s).astype(np.float32) for shape, s in zip(shapes, scale, strict=True)]
        self.weights += [np.zeros(shape[1], np.float32) for shape in shapes]
        self.moments, self.time = [(np.zeros_like(w), np.zeros_like(w)) for w in self.weights], 0

    def forward(self, observations, mask):
        w1, w2, w3, w4, b1, b2, b3, b4 = self.weights
        self.inputs, self.first = observations, np.maximum(observations @ w1 + b1, 0)
        self.second = np.maximum(self.first @ w2 + b2, 0)
        scores = np.where(mask, self.second @ w3 + b3, -np.inf)
        raised = np.exp(scores - scores.max(axis=1, keepdims=True))
        return raised / raised.sum(axis=1, keepdims=True), (self.second @ w4 + b4)[:, 0]

    def step(self, of_scores, of_value, rate):
        """Follow the gradients of the loss by scores and value down one step."""
        _, w2, w3, w4, *_ = self.weights
        of_value = of_value[:, None]
        back = (of_scores @ w3.T + of_value @ w4.T) * (self.second > 0)
        front = (back @ w2.T) * (self.first > 0)
        pairs = [(self.inputs, front), (self.first, back), (self.second, of_scores), (self.second, of_value)]
        gradients = [before.T @ after for before, after in pairs] + [after.sum(axis=0) for _, after in pairs]
        shrink = min(1, 0.5 / sqrt(sum(float((g * g).sum()) for g in gradients)))
        self.time += 1
        for weight, gradient, (mean, square) in zip(self.weights, gradients, self.moments, strict=True):
            mean[:] += 0.1 * (shrink * gradient - mean)
            square[:] += 0.001 * ((shrink * gradient) ** 2 - square)
            weight[:] -= rate * mean / (1 - 0.9**self.time) / (np.sqrt(square / (1 - 0.999**self.time)) + 1e-8)


def played(games, network, chance):
    """Play on, every seat by the network; the choices of hands that have ended, and what the hand was worth to who chose."""
    rows, worth = [], np.full((STEPS, GAMES), np.nan, np.float32)
    since = np.zeros(GAMES, int)
    for now in range(STEPS):
        observations, mask, seats = games.observations.copy(), games.mask.copy(), games.seats.copy()
        policy, value = network.forward(observations, mask)
        chosen = (policy.cumsum(axis=1) > chance.random((GAMES, 1))).argmax(axis=1)
        chosen = np.where(mask[np.arange(GAMES), chosen], chosen, policy.argmax(axis=1))
        rows.append((observations, mask, seats, chosen, policy[np.arange(GAMES), chosen], value))
        games.step(chosen)
        for game in np.flatnonzero(games.terminated):
            for then in range(since[game], now + 1):
                worth[then, game] = games.rewards[game, rows[then][2][game]]
            since[game] = now + 1
    known = ~np.isnan(worth)
    return [np.stack(column)[known] for column in zip(*rows, strict=True)], worth[known]


def learn(network, rows, worth, rate, chance):
    observations, mask, _, chosen, before, value = rows
    advantage = worth - value
    advantage = (advantage - advantage.mean()) / (advantage.std() + 1e-8)
    for _ in range(EPOCHS):
        order = chance.permutation(len(worth))
        for part in np.array_split(order, max(1, len(order) // SIZE)):
            policy, guessed = network.forward(observations[part], mask[part])
            own = np.arange(len(part)), chosen[part]
            ratio, gain = policy[own] / before[part], advantage[part]
            free = np.where(gain > 0, ratio < 1 + CLIP, ratio > 1 - CLIP)
            of_scores = policy * (gain * ratio * free)[:, None]
            of_scores[own] -= gain * ratio * free
            logs = np.log(np.maximum(policy, 1e-12))
            of_scores += ENTROPY * policy * (logs - (policy * logs).sum(axis=1, keepdims=True))
            network.step(of_scores / len(part), 0.5 * (guessed - worth[part]) / len(part), rate)


def against(game, network, other, hands):
    """The worth of a hand to the network, with half of its 95 % interval: each deal is played from both seats."""

    def policy(observation, mask):
        return network.forward(observation[None], mask[None])[0][0].argmax()

    worth = []
    for seed in range(hands):
        first, second = game.play(policy, other, seed=seed).points, game.play(other, policy, seed=seed).points
        worth.append((first["1"] - first["2"] + second["2"] - second["1"]) / 2)
    return np.mean(worth), 1.96 * np.std(worth) / sqrt(hands)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--iterations", type=int, default=60)
    parser.add_argument("--hands", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--save", type=Path, help="a file for the policy, as a model in ONNX")
    given = parser.parse_args()
    game, chance = cartaro.load("scopa").game(), np.random.default_rng(given.seed)
    games = game.batch(GAMES)
    games.reset(seed=given.seed)
    network = Network(games.observations.shape[1], games.mask.shape[1], given.seed)
    for number in range(given.iterations):
        rows, worth = played(games, network, chance)
        learn(network, rows, worth, 1e-3 * (1 - number / given.iterations), chance)
    if given.save:
        w1, w2, w3, _, b1, b2, b3, _ = network.weights
        given.save.write_bytes(dense([(w1, b1), (w2, b2), (w3, b3)]))
    for other in ("random", "greedy"):
        mean, half = against(game, network, other, given.hands)
        print(f"{mean:+.2f} ± {half:.2f} points a hand against {other}")


if __name__ == "__main__":
    main()
