"""Train the plant branch of the garden model.

    python train.py --pictures build --start ../../../shared/models/imagenet-mobilenet-v2/model.tflite --output build

The published weights are one run with the defaults of SCHEDULE and `--rate 0.6`, `--further` the weights of garden-108,
which `recover.py` took from its published eight-bit file. It took 48 minutes on two busy cores without bfloat16. On a machine
with a graphics processor, or with bfloat16 and an hour, start from --start alone with
`--schedule 128x3,160x10,192x6,224x4`: that is how garden-108 was made.

The state is saved after every epoch and picked up again, so the run may be stopped at any time.
"""

from __future__ import annotations

import argparse
import json
import math
import time
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F

from network import Garden, load_start
from pictures import Pictures, mixed, normalised, read, varied

#: (side in pixels, epochs): small pictures first, because they are cheap.
SCHEDULE = [(128, 3), (160, 3)]
BATCH, DECAY, SMOOTHING, AVERAGING = 48, 0.02, 0.1, 0.998
RATE_BRANCH, RATE_HEAD = 4e-4, 2e-3


def order(pictures: Pictures, rows: np.ndarray, random: np.random.Generator, balance: float) -> np.ndarray:
    """One epoch. `balance` 0 shows every picture as often as any, 1 every label; 0.5 lies between."""
    counts = np.bincount(pictures.labels[rows], minlength=len(pictures.names))
    weight = counts[pictures.labels[rows]].astype(float) ** -balance
    return random.choice(rows, len(rows), p=weight / weight.sum())


@torch.no_grad()
def accuracy(net: Garden, pictures: Pictures, rows: np.ndarray, side: int, brief: bool) -> float:
    net.eval()
    right = 0
    for start in range(0, len(rows), 64):
        part = rows[start:start + 64]
        with torch.autocast("cpu", torch.bfloat16, enabled=brief):
            logits, _ = net(normalised(pictures.pixels[np.sort(part)], side).contiguous(memory_format=torch.channels_last))
        right += (logits.argmax(1).numpy() == pictures.labels[np.sort(part)]).sum()
    return right / len(rows)


def go_on(net: Garden, further: Path, names: list[str]) -> None:
    """The weights of an earlier run; labels that it did not have start anew."""
    saved = torch.load(further, weights_only=True)
    old = saved.pop("names")
    for index, name in enumerate(names):
        if name in old:
            with torch.no_grad():
                net.plant_head.weight[index] = saved["plant_head.weight"][old.index(name)]
                net.plant_head.bias[index] = saved["plant_head.bias"][old.index(name)]
    net.load_state_dict({name: value for name, value in saved.items() if not name.startswith("plant_head.")},
                        strict=False)


def train(pictures: Pictures, start: Path, output: Path, seed: int, schedule: list[tuple[int, int]],
          further: Path | None, rate: float, balance: float, brief: bool) -> None:
    torch.manual_seed(seed)
    output.mkdir(parents=True, exist_ok=True)
    net = Garden(len(pictures.names))
    load_start(net, start)
    torch.nn.init.normal_(net.plant_head.weight, std=0.01)
    torch.nn.init.zeros_(net.plant_head.bias)
    if further:
        go_on(net, further, pictures.names)
    net = net.to(memory_format=torch.channels_last)
    for name, parameter in net.named_parameters():
        parameter.requires_grad_(name.startswith(("plant.", "plant_head.")))
    average = {name: parameter.detach().clone() for name, parameter in net.trained()}
    groups = [
        {"params": [p for n, p in net.trained() if n.startswith("plant.")], "lr": 0.0, "peak": RATE_BRANCH * rate},
        {"params": list(net.plant_head.parameters()), "lr": 0.0, "peak": RATE_HEAD * rate},
    ]
    optimiser = torch.optim.AdamW(groups, weight_decay=DECAY)

    rows, held = pictures.split("train"), pictures.split("calibrate")
    epochs = [side for side, count in schedule for _ in range(count)]
    per_epoch = len(rows) // BATCH
    steps, step, first = per_epoch * len(epochs), 0, 0
    state = output / "state.pt"
    if state.exists():
        saved = torch.load(state, weights_only=True)
        net.load_state_dict(saved["net"])
        optimiser.load_state_dict(saved["optimiser"])
        average, first, step = saved["average"], saved["epoch"], saved["step"]

    for epoch in range(first, len(epochs)):
        side, began, losses = epochs[epoch], time.monotonic(), []
        picks = order(pictures, rows, np.random.default_rng([seed, epoch]), balance)
        random = torch.Generator().manual_seed(seed * 1000 + epoch)
        net.train()
        for index in range(per_epoch):
            part = np.sort(picks[index * BATCH:(index + 1) * BATCH])
            x = varied(pictures.pixels[part], side, random)
            y = F.one_hot(torch.from_numpy(pictures.labels[part]), len(pictures.names)).float()
            x, y = mixed(x, y, 0.5 if epoch < len(epochs) - 2 else 0.0, random)
            y = y * (1 - SMOOTHING) + SMOOTHING / len(pictures.names)
            warm = min(1.0, step / 300)
            for group in optimiser.param_groups:
                group["lr"] = group["peak"] * warm * (0.5 + 0.5 * math.cos(math.pi * step / steps))
            with torch.autocast("cpu", torch.bfloat16, enabled=brief):
                logits, _ = net(x.contiguous(memory_format=torch.channels_last), dropout=0.2)
            loss = -(y * F.log_softmax(logits.float(), 1)).sum(1).mean()
            optimiser.zero_grad(set_to_none=True)
            loss.backward()
            torch.nn.utils.clip_grad_norm_([p for _, p in net.trained()], 2.0)
            optimiser.step()
            step += 1
            with torch.no_grad():
                keep = min(AVERAGING, (1 + step) / (20 + step))
                for name, parameter in net.trained():
                    average[name].lerp_(parameter, 1 - keep)
            losses.append(loss.item())
            if index % 50 == 0:
                print(f"epoch {epoch} step {index}/{per_epoch} side {side} loss {np.mean(losses[-50:]):.3f} "
                      f"{(index + 1) * BATCH / (time.monotonic() - began):.0f} pictures/s", flush=True)
        torch.save({"net": net.state_dict(), "optimiser": optimiser.state_dict(), "average": average,
                    "epoch": epoch + 1, "step": step}, state.with_suffix(".part"))
        state.with_suffix(".part").rename(state)
        averaged = Garden(len(pictures.names)).to(memory_format=torch.channels_last)
        averaged.load_state_dict({**net.state_dict(), **average})
        torch.save({**averaged.state_dict(), "names": pictures.names}, output / "garden.pt")
        print(f"epoch {epoch}: side {side}, loss {np.mean(losses):.3f}, averaged weights right on "
              f"{accuracy(averaged, pictures, held, side, brief):.4f} of the calibration split, "
              f"{time.monotonic() - began:.0f} s", flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pictures", type=Path, required=True)
    parser.add_argument("--start", type=Path, required=True)
    parser.add_argument("--output", type=Path, required=True)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--further", type=Path, help="weights of an earlier run (garden.pt) to go on from")
    parser.add_argument("--balance", type=float, default=0.5, help="how much rare labels are favoured, 0 to 1")
    parser.add_argument("--rate", type=float, default=1.0, help="factor on the learning rates")
    parser.add_argument("--schedule", default=",".join(f"{s}x{n}" for s, n in SCHEDULE), help="side x epochs, …")
    parser.add_argument("--bf16", action="store_true", help="compute in bfloat16: faster where the processor has it")
    arguments = parser.parse_args()
    schedule = [tuple(map(int, part.split("x"))) for part in arguments.schedule.split(",")]
    names = [row["scientificName"] for row in json.loads(Path(__file__).with_name("labels.json").read_text())["labels"]]
    train(read(arguments.pictures, names), arguments.start, arguments.output, arguments.seed, schedule,
          arguments.further, arguments.rate, arguments.balance, arguments.bf16)
