"""The end of the garden model: the head over both branches, and the gate that says whether a first answer may stand.

Both read the two unit vectors of the finished eight-bit branches, so nothing is fitted on numbers that the shipped file
does not produce.
"""

from __future__ import annotations

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn

from network import EMBEDDING

#: The numbers that the gate looks at, in this order.
EVIDENCE = ("log odds of the first label", "difference of the first two labels (log)", "highest logit",
            "cosine to the label's mean, plant branch", "cosine to the label's mean, object branch",
            "highest cosine to any label's mean, object branch", "labels nearer in the object branch (log)",
            "labels nearer in the plant branch (log)")


class Tail(nn.Module):
    """Two unit vectors [n, 1280] → probabilities [n, labels], unit embedding [n, 2560], familiarity [n, 1]."""

    def __init__(self, labels: int):
        super().__init__()
        self.head = nn.Linear(2 * EMBEDDING, labels)
        self.register_buffer("temperature", torch.tensor(1.0))
        #: Of the gate's evidence. The probabilities have their own, which is fitted on what the gate lets through.
        self.register_buffer("gate_temperature", torch.tensor(1.0))
        self.register_buffer("plant_means", torch.zeros(labels, EMBEDDING))
        self.register_buffer("object_means", torch.zeros(labels, EMBEDDING))
        self.register_buffer("gate_mean", torch.zeros(len(EVIDENCE)))
        self.register_buffer("gate_scale", torch.ones(len(EVIDENCE)))
        self.register_buffer("gate_weight", torch.zeros(len(EVIDENCE)))
        self.register_buffer("gate_bias", torch.tensor(0.0))

    def logits(self, plant: torch.Tensor, objects: torch.Tensor) -> torch.Tensor:
        return self.head(torch.cat([plant, objects], 1))

    def evidence(self, logits: torch.Tensor, plant: torch.Tensor, objects: torch.Tensor) -> torch.Tensor:
        logits = logits / self.gate_temperature
        logarithms = F.log_softmax(logits, 1)
        two, order = logarithms.topk(2, 1)
        first, place = two[:, :1], order[:, :1]
        by_plant, by_objects = plant @ self.plant_means.T, objects @ self.object_means.T
        own_plant, own_objects = by_plant.gather(1, place), by_objects.gather(1, place)
        rest = torch.log((1 - torch.exp(first)).clamp(min=1e-6))
        nearer = [torch.log1p((cosines > own + 1e-6).float().sum(1, keepdim=True))
                  for cosines, own in ((by_objects, own_objects), (by_plant, own_plant))]
        return torch.cat([first - rest, first - two[:, 1:], logits.max(1, keepdim=True).values, own_plant, own_objects,
                          by_objects.max(1, keepdim=True).values, *nearer], 1)

    def forward(self, plant: torch.Tensor, objects: torch.Tensor):
        logits = self.logits(plant, objects)
        evidence = (self.evidence(logits, plant, objects) - self.gate_mean) / self.gate_scale
        familiar = torch.sigmoid((evidence * self.gate_weight).sum(1, keepdim=True) + self.gate_bias)
        embedding = F.normalize(torch.cat([plant, objects], 1), dim=1)
        return torch.softmax(logits / self.temperature, 1), embedding, familiar


def fit_head(tail: Tail, plant: np.ndarray, objects: np.ndarray, labels: np.ndarray, *, epochs: int = 20,
             smoothing: float = 0.0, decay: float = 0.1, seed: int = 1) -> None:
    """Softmax regression on the unit vectors; labels with few pictures are shown more often (square root)."""
    torch.manual_seed(seed)
    x, y = torch.from_numpy(np.concatenate([plant, objects], 1)), torch.from_numpy(labels)
    counts = np.bincount(labels, minlength=tail.head.out_features).astype(float)
    weight = torch.from_numpy(counts[labels] ** -0.5)
    tail.head = nn.Linear(2 * EMBEDDING, tail.head.out_features)
    nn.init.zeros_(tail.head.weight)
    nn.init.zeros_(tail.head.bias)
    optimiser = torch.optim.AdamW(tail.head.parameters(), lr=0.05, weight_decay=decay)
    schedule = torch.optim.lr_scheduler.CosineAnnealingLR(optimiser, epochs * (len(x) // 256))
    for _ in range(epochs):
        order = torch.multinomial(weight, len(x), replacement=True)
        for start in range(0, len(x) - 255, 256):
            rows = order[start:start + 256]
            loss = F.cross_entropy(tail.head(x[rows]), y[rows], label_smoothing=smoothing)
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
            schedule.step()


def fit_means(tail: Tail, plant: np.ndarray, objects: np.ndarray, labels: np.ndarray) -> None:
    for target, vectors in ((tail.plant_means, plant), (tail.object_means, objects)):
        rows = np.stack([vectors[labels == label].mean(0) for label in range(len(target))])
        target.copy_(torch.from_numpy(rows / np.linalg.norm(rows, axis=1, keepdims=True)))


def best_temperature(tail: Tail, plant: np.ndarray, objects: np.ndarray, labels: np.ndarray, weight: np.ndarray) -> float:
    """The temperature with the least cross entropy; `weight` balances the collections."""
    with torch.no_grad():
        logits = tail.logits(torch.from_numpy(plant), torch.from_numpy(objects))
    truth, weight = torch.from_numpy(labels), torch.from_numpy(weight).float()
    grid = np.exp(np.linspace(np.log(0.2), np.log(4), 80))
    losses = [float((F.cross_entropy(logits / t, truth, reduction="none") * weight).sum()) for t in grid]
    return float(grid[int(np.argmin(losses))])


def evidence(tail: Tail, plant: np.ndarray, objects: np.ndarray) -> np.ndarray:
    with torch.no_grad():
        p, o = torch.from_numpy(plant), torch.from_numpy(objects)
        return tail.evidence(tail.logits(p, o), p, o).numpy()


def fit_gate(tail: Tail, rows: np.ndarray, may_stand: np.ndarray, weight: np.ndarray, ridge: float = 1e-3) -> None:
    """Logistic regression: may the first answer stand? `rows` come from `evidence`."""
    mean, scale = rows.mean(0), rows.std(0) + 1e-6
    x = torch.from_numpy(((rows - mean) / scale).astype(np.float64))
    y, w = torch.from_numpy(may_stand.astype(np.float64)), torch.from_numpy(weight / weight.sum())
    theta = torch.zeros(x.shape[1] + 1, dtype=torch.float64, requires_grad=True)
    optimiser = torch.optim.LBFGS([theta], max_iter=200, line_search_fn="strong_wolfe")

    def closure():
        optimiser.zero_grad()
        score = x @ theta[:-1] + theta[-1]
        loss = (F.binary_cross_entropy_with_logits(score, y, reduction="none") * w).sum() + ridge * (theta[:-1] ** 2).sum()
        loss.backward()
        return loss

    optimiser.step(closure)
    theta = theta.detach().float()
    tail.gate_mean.copy_(torch.from_numpy(mean.astype(np.float32)))
    tail.gate_scale.copy_(torch.from_numpy(scale.astype(np.float32)))
    tail.gate_weight.copy_(theta[:-1])
    tail.gate_bias.copy_(theta[-1])


def familiarity(tail: Tail, rows: np.ndarray) -> np.ndarray:
    with torch.no_grad():
        x = (torch.from_numpy(rows) - tail.gate_mean) / tail.gate_scale
        return torch.sigmoid((x * tail.gate_weight).sum(1) + tail.gate_bias).numpy()
