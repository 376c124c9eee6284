"""Measure how often the program's best result equals that of the reference pipeline, picture by picture.

    python Benchmarks/agreement.py --stillroom .build/release/stillroom --pictures ../shared/data/plants/photos

The reference decodes the whole picture with Pillow, turns it upright, brings it to sRGB, resizes the shorter side with
Pillow's antialiased bilinear filter, crops the centre, and runs the same model file with OpenVINO's Python interface.
Each picture is tested unchanged and re-encoded: JPEG of several qualities, sizes and orientations, progressive, PNG,
WebP, TIFF, grey. Prints the agreement of the first names, and the largest difference of the first probability.
"""

from __future__ import annotations

import argparse
import io
import json
import subprocess
import tempfile
from pathlib import Path

import numpy as np
import openvino as ov
from PIL import Image, ImageCms, ImageOps

try:
    from pillow_heif import register_heif_opener

    register_heif_opener()
except ImportError:
    pass


class Reference:
    def __init__(self, folder: Path):
        self.manifest = json.loads((folder / "model.json").read_text())
        self.names = [row["scientificName"] for row in json.loads((folder / self.manifest["labels"]).read_text())["labels"]]
        self.model = ov.Core().compile_model(str(folder / self.manifest["default"]), "CPU", {"INFERENCE_PRECISION_HINT": "f32"})

    def prepare(self, path: Path) -> np.ndarray:
        size, side = self.manifest["input"]["width"], self.manifest["input"]["resize"]["shorterSide"]
        image = ImageOps.exif_transpose(Image.open(path))
        if profile := image.info.get("icc_profile"):
            try:
                image = ImageCms.profileToProfile(image, ImageCms.ImageCmsProfile(io.BytesIO(profile)),
                                                  ImageCms.createProfile("sRGB"), outputMode="RGB")
            except ImageCms.PyCMSError:
                pass
        image = image.convert("RGB")
        scale = side / min(image.size)
        image = image.resize((max(size, round(image.width * scale)), max(size, round(image.height * scale))), Image.BILINEAR)
        left, top = (image.width - size) // 2, (image.height - size) // 2
        return np.asarray(image.crop((left, top, left + size, top + size)))

    def answer(self, path: Path) -> tuple[str, float]:
        probabilities = self.model(np.ascontiguousarray(self.prepare(path))[None])["probabilities"][0]
        return self.names[int(probabilities.argmax())], float(probabilities.max())


def variants(source: Path, folder: Path) -> None:
    try:
        image = Image.open(source)
        image.load()
    except OSError:
        return
    exif, profile = image.info.get("exif", b""), image.info.get("icc_profile")
    more = {"exif": exif} if exif else {}
    rgb = image.convert("RGB")
    if image.format == "JPEG":
        (folder / source.name).write_bytes(source.read_bytes())
    for quality in (50, 60, 70, 80, 90, 95):
        rgb.save(folder / f"{source.stem}-q{quality}.jpg", quality=quality, icc_profile=profile, **more)
    rgb.save(folder / f"{source.stem}-progressive.jpg", quality=85, progressive=True, icc_profile=profile, **more)
    for side in (480, 640, 1024, 1600, 2048, 3000):
        small = rgb.copy()
        small.thumbnail((side, side), Image.LANCZOS)
        small.save(folder / f"{source.stem}-{side}.jpg", quality=88, icc_profile=profile, **more)
    medium = rgb.copy()
    medium.thumbnail((900, 900), Image.LANCZOS)
    medium.save(folder / f"{source.stem}.png")
    medium.save(folder / f"{source.stem}.webp", quality=85)
    medium.save(folder / f"{source.stem}-lossless.webp", lossless=True)
    medium.save(folder / f"{source.stem}.tiff", compression="tiff_lzw")
    medium.convert("RGBA").save(folder / f"{source.stem}-opaque.png")
    for number, turn in ((3, 180), (6, 90), (8, 270)):
        tag = Image.Exif()
        tag[0x0112] = number
        medium.rotate(turn, expand=True).save(folder / f"{source.stem}-turned-{number}.jpg", quality=90, exif=tag)
    medium.convert("L").save(folder / f"{source.stem}-grey.jpg", quality=88)


def main(arguments: argparse.Namespace) -> None:
    reference = Reference(arguments.model)
    with tempfile.TemporaryDirectory() as work:
        folder = Path(work)
        for source in sorted(arguments.pictures.iterdir()):
            if source.suffix.lower() in (".jpg", ".jpeg", ".png", ".heic"):
                variants(source, folder)
        run = subprocess.run([arguments.stillroom, "identify", "--jsonl", "--model", str(arguments.model.resolve()) + "/", work],
                             capture_output=True, text=True)
        ours = {Path(row["file"]).name: row for row in map(json.loads, run.stdout.splitlines())}
        same, differences, other = 0, [], []
        for path in sorted(folder.iterdir()):
            name, probability = reference.answer(path)
            row = ours[path.name]
            first = row["candidates"][0] if row["candidates"] else None
            if first is None:  # recognised as no plant: no list to compare
                continue
            if first["scientificName"] == name:
                same += 1
                differences.append(abs(first["confidence"] - probability))
            else:
                other.append(f"{path.name}: reference {name} {probability:.2f}, ours {first['scientificName']} {first['confidence']:.2f}")
    total = same + len(other)
    print(f"{same} of {total} agree ({same / total:.2%}); difference of the first probability: "
          f"median {np.median(differences):.4f}, 95 % {np.quantile(differences, 0.95):.4f}, most {max(differences):.4f}")
    print("\n".join(other))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--stillroom", required=True)
    parser.add_argument("--pictures", type=Path, required=True)
    parser.add_argument("--model", type=Path, default=Path(__file__).parents[1] / "Sources/Adapters/LocalRecognition/BuiltIn")
    main(parser.parse_args())
