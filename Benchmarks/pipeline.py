"""The reference pipeline for comparisons: Pillow and OpenVINO, as a user would write it in Python.

    python pipeline.py name MODEL-FOLDER PHOTOGRAPH [--draft] [--cache FOLDER]      top ten, once, for people
    python pipeline.py warm MODEL-FOLDER PHOTOGRAPH [--count 12]                    samples as JSON lines
    python pipeline.py batch MODEL-FOLDER FOLDER [--draft] [--workers 2]            samples as JSON lines

The model folder is Stillroom's own (`model.json` contains the size, the resize rule and the file); the numbers are
computed in float32 as in Stillroom, and `--draft` is Pillow's shrink-on-load.
"""

from __future__ import annotations

import argparse
import io
import json
import multiprocessing
import os
import time
from pathlib import Path

import numpy as np
import openvino
from PIL import Image, ImageOps

FILTERS = {
    "bilinear-antialiased": Image.Resampling.BILINEAR,
    "bicubic-antialiased": Image.Resampling.BICUBIC,
    "lanczos": Image.Resampling.LANCZOS,
}


class Pipeline:
    def __init__(self, folder: Path, threads: int = 0, cache: str | None = None):
        manifest = json.loads((folder / "model.json").read_text())
        weights = manifest.get("default") or manifest["files"][0]["path"]
        feed = manifest["input"][next(file["format"] for file in manifest["files"] if file["path"] == weights)]
        if (feed["type"], feed["layout"]) != ("u8", "NHWC"):
            raise SystemExit("pipeline: only models that take 8-bit NHWC pixels are measured")
        self.width, self.height = manifest["input"]["width"], manifest["input"]["height"]
        self.resize = manifest["input"]["resize"]
        self.labels = json.loads((folder / manifest["labels"]).read_text())["labels"]
        self.scores = next(
            name for name, output in manifest["outputs"].items() if output["kind"] in ("probabilities", "logits"))
        properties = {
            "PERFORMANCE_HINT": "LATENCY", "INFERENCE_PRECISION_HINT": "f32",
            "INFERENCE_NUM_THREADS": threads or os.cpu_count() or 1,
        }
        if cache:
            properties["CACHE_DIR"] = cache
        self.model = openvino.Core().compile_model(folder / weights, "CPU", properties)
        self.request = self.model.create_infer_request()

    def decode(self, data: bytes, draft: bool) -> Image.Image:
        picture = Image.open(io.BytesIO(data))
        if draft:
            side = self.resize.get("shorterSide") or max(self.width, self.height)
            picture.draft("RGB", (side, side))
        picture.load()
        return picture

    def pixels(self, picture: Image.Image) -> np.ndarray:
        picture = ImageOps.exif_transpose(picture).convert("RGB")
        method = FILTERS[self.resize["filter"]]
        if self.resize.get("exact"):
            return np.asarray(picture.resize((self.width, self.height), method))[None]
        scale = self.resize["shorterSide"] / min(picture.size)
        picture = picture.resize((round(picture.width * scale), round(picture.height * scale)), method)
        left, top = (picture.width - self.width) // 2, (picture.height - self.height) // 2
        return np.asarray(picture.crop((left, top, left + self.width, top + self.height)))[None]

    def top(self, pixels: np.ndarray, count: int = 10) -> list[tuple[str, float]]:
        self.request.infer({0: np.ascontiguousarray(pixels)})
        scores = self.request.get_tensor(self.scores).data[0]
        best = [index for index in np.argsort(-scores) if self.labels[index]["scientificName"]][:count]
        return [(self.labels[index]["scientificName"], float(scores[index])) for index in best]

    def name(self, path: Path, draft: bool) -> list[tuple[str, float]]:
        return self.top(self.pixels(self.decode(path.read_bytes(), draft)))


def sample(measure: str, value: float) -> None:
    print(json.dumps({"measure": measure, "value": round(value, 4)}), flush=True)


def timed(measure: str, count: int, work) -> None:
    """Run three warm-up rounds, then return `count` samples in milliseconds."""
    for number in range(-3, count):
        began = time.perf_counter()
        work()
        if number >= 0:
            sample(measure, (time.perf_counter() - began) * 1000)


def warm(arguments: argparse.Namespace) -> None:
    pipeline = Pipeline(arguments.model)
    path = arguments.pictures
    data = path.read_bytes()
    pixels = pipeline.pixels(pipeline.decode(data, True))
    request = pipeline.request
    timed("python.warm", arguments.count, lambda: pipeline.name(path, False))
    timed("python.warm.draft", arguments.count, lambda: pipeline.name(path, True))
    timed("bare.decode", arguments.count, lambda: pipeline.decode(data, True))
    timed("bare.inference", arguments.count, lambda: request.infer({0: pixels}))


worker: Pipeline


def start_worker(model: Path) -> None:
    global worker
    worker = Pipeline(model, threads=1)


def work(task: tuple[Path, bool]) -> str:
    return worker.name(*task)[0][0]


def batch(arguments: argparse.Namespace) -> None:
    tasks = [(path, arguments.draft) for path in sorted(arguments.pictures.glob("*.jpg"))]
    # Spawned, not forked: OpenVINO's threads do not survive a fork.
    with multiprocessing.get_context("spawn").Pool(arguments.workers, start_worker, (arguments.model,)) as pool:
        pool.map(work, tasks[: arguments.workers * 2], chunksize=1)
        began = time.perf_counter()
        answers = pool.map(work, tasks, chunksize=1)
        seconds = time.perf_counter() - began
    measure = "python.batch.draft" if arguments.draft else "python.batch"
    sample(measure, len(answers) / seconds)


def name(arguments: argparse.Namespace) -> None:
    for plant, score in Pipeline(arguments.model, cache=arguments.cache).name(arguments.pictures, arguments.draft):
        print(f"{score:6.1%}  {plant}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("task", choices=["name", "warm", "batch"])
    parser.add_argument("model", type=Path)
    parser.add_argument("pictures", type=Path)
    parser.add_argument("--draft", action="store_true")
    parser.add_argument("--cache")
    parser.add_argument("--count", type=int, default=12)
    parser.add_argument("--workers", type=int, default=2)
    arguments = parser.parse_args()
    {"name": name, "warm": warm, "batch": batch}[arguments.task](arguments)


if __name__ == "__main__":
    main()
