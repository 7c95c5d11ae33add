"""Fits an efficiently updatable network to positions with PyTorch, on a GPU where there is one: ``pip install secateur[torch]``.

Reads what ``secateur learn GAME --method fit --from FOLDER --export SAMPLES`` writes, and writes what
``secateur learn GAME --method fit --import WEIGHTS`` reads::

    python -m secateur.torch_fit samples.safetensors weights.safetensors --passes 30

The value of a position is the sum, over its sides and all ways to turn the board, of ``output * clamp(neuron, 0, 1) ** 2``, and
a bias; the expectation is ``(1 + tanh(value)) / 2``, and the loss the mean square of its error. Steps are Adam's (D. Kingma
and J. Ba, 2015), and shrink along half a wave of the cosine. The file runs by itself too, without the rest of the package.
"""

from __future__ import annotations

import argparse
import importlib
import math
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

__all__ = ["Network", "Samples", "fit", "main", "mean_error"]

# The size of the first steps from weights at random, and from those that were fitted before.
_RATE = 0.0015
_RATE_ON = 0.0006
# What is left of the rate in the end.
_LEFT = 0.01
# What weights of the first layer lose with each step, as a share of its size.
_DECAY = 0.8
# The bias that a neuron begins with, so that some of what it sees moves it up, and some down.
_BIAS = 0.3


def _torch() -> Any:
    """PyTorch, which takes seconds to load."""
    return importlib.import_module("torch")


@dataclass
class Samples:
    """Positions on a device, and what each should be worth: tensors as the exported file has them."""

    places: Any
    views: Any
    stages: Any
    targets: Any

    @staticmethod
    def read(file: Any, of: str, rows: int, device: Any) -> Samples:
        """Those of an open file whose tensors have this before their names; a view has so many rows."""
        torch = _torch()
        places = file.get_tensor(of + "places")
        # Half the size, where rows number less than 2^15, as they do but on the largest boards.
        narrow = torch.int16 if rows < 1 << 15 else torch.int32
        rest = (file.get_tensor(of + name).to(device) for name in ("views", "stages", "targets"))
        return Samples(places.to(narrow).to(device), *rest)

    def __len__(self) -> int:
        return len(self.targets)


class Network:
    """Two layers of weights for positions that are seen like those of a file."""

    def __init__(self, about: dict[str, str], turns: Any, width: int, neurons: int, device: Any):
        torch = _torch()
        self.about = about
        self.stages, self.sides, self.views = (int(about[name]) for name in ("stages", "sides", "views"))
        self.rows = turns.shape[1]
        # An empty place stays one, however the board is turned.
        empty = torch.full((len(turns), 1), self.rows)
        self.turns = torch.cat([turns.to(torch.int64), empty], dim=1).to(device)
        # About half of the places are taken at a time.
        size = min(math.sqrt(1.0 / max(width, 1)), 0.2)

        def weights(middle: float, size: float, *shape: int) -> Any:
            some = middle + size * (2.0 * torch.rand(*shape) - 1.0)
            return some.to(device).requires_grad_()

        self.first = weights(0.0, size, self.views * self.rows, neurons)
        self.biases = weights(_BIAS, size, self.views, neurons)
        # What is added in every view, so that what is seen in one is learned for all, as far as it is the same there.
        self.common = weights(0.0, 0.0, self.rows, neurons)
        self.common_biases = weights(0.0, 0.0, 1, neurons)
        second = 1.0 / math.sqrt(neurons * self.sides * len(turns))
        self.second = weights(0.0, second, self.stages, self.sides, neurons)
        self.last = weights(0.0, 0.0, self.stages)

    def begin_with(self, file: Any) -> None:
        """Takes the weights of an open file that was written for a network of the same shape."""
        torch = _torch()
        whole = {"first": self.first, "biases": self.biases, "second": self.second, "last": self.last}
        for name, weights in whole.items():
            tensor = file.get_tensor(name)
            shape = (self.views, self.rows, weights.shape[1]) if name == "first" else tuple(weights.shape)
            if tuple(tensor.shape) != shape:
                raise ValueError(f"its tensor '{name}' is of {list(tensor.shape)}, expected {list(shape)}")
            with torch.no_grad():
                weights.copy_(tensor.reshape(weights.shape))

    def weights(self) -> list[Any]:
        """All that is fitted."""
        common = [self.common, self.common_biases] if self.views > 1 else []
        return [self.first, self.biases, self.second, self.last, *common]

    def rows_of_all(self) -> Any:
        """The rows of the first layer, with what they have in common."""
        return self.first + self.common.repeat(self.views, 1)

    def expectations(self, samples: Samples, batch: Any) -> Any:
        """What the side to move expects in each position of a batch of numbers, from 0 to 1."""
        torch = _torch()
        hot = torch.nn.functional.one_hot
        places, views = samples.places[batch].to(torch.int64), samples.views[batch].to(torch.int64)[:, : self.sides]
        # Products, since the slope of what is looked up adds up row by row where few rows are looked up often.
        stage = hot(samples.stages[batch].to(torch.int64), self.stages).to(self.first.dtype)
        biases = hot(views, self.views).to(self.first.dtype) @ (self.biases + self.common_biases)
        first = self.rows_of_all()
        second = (stage @ self.second.flatten(1)).unflatten(1, (self.sides, -1))
        width, value = self.rows + 1, stage @ self.last
        for turn in self.turns:
            seen = self.first.new_zeros((*places.shape[:2], self.views * width))
            seen.scatter_(2, turn[places] + (views * width)[:, :, None], 1.0)
            seen = seen.unflatten(2, (self.views, width))[..., : self.rows].flatten(2)
            neurons = seen @ first + biases
            value = value + (neurons.clamp(0.0, 1.0).square() * second).sum((1, 2))
        return (1.0 + value.tanh()) / 2.0

    def fade(self, left: float) -> None:
        """Leaves this share of the weights of the first layer, whatever the slope."""
        with _torch().no_grad():
            self.first.mul_(left)
            self.common.mul_(left)

    def keep_within(self, most: list[float]) -> None:
        """Keeps all weights within what is possible at play."""
        with _torch().no_grad():
            whole = self.rows_of_all()
            self.first.add_(whole.clamp(-most[0], most[0]) - whole)
            self.second.clamp_(-most[1], most[1])

    def write(self, path: Path, made: str) -> None:
        """Writes the weights to a file of tensors, with how they were made."""
        tensors = {
            "first": self.rows_of_all().unflatten(0, (self.views, self.rows)),
            "biases": self.biases + self.common_biases,
            "second": self.second,
            "last": self.last,
        }
        about = {**self.about, "neurons": str(self.first.shape[1]), "made": made}
        plain = {name: tensor.detach().cpu().contiguous() for name, tensor in tensors.items()}
        importlib.import_module("safetensors.torch").save_file(plain, path, about)


def mean_error(network: Network, samples: Samples, batch: int) -> float:
    """The mean square of the errors in some positions."""
    torch, total = _torch(), 0.0
    with torch.no_grad():
        for part in torch.arange(len(samples), device=samples.targets.device).split(batch):
            errors = network.expectations(samples, part) - samples.targets[part]
            total += errors.square().sum().item()
    return total / max(len(samples), 1)


def fit(
    network: Network,
    samples: Samples,
    held_back: Samples,
    most: list[float],
    passes: int,
    batch: int,
    rate: float,
) -> float:
    """Makes passes through all positions, each in a new order, and tells of each. Returns the error in those held back."""
    torch, device = _torch(), samples.targets.device
    steps = passes * math.ceil(len(samples) / batch)
    adam = torch.optim.Adam(network.weights(), lr=rate, fused=samples.targets.is_cuda)
    wave = torch.optim.lr_scheduler.LambdaLR(
        adam, lambda step: _LEFT + (1.0 - _LEFT) * (1.0 + math.cos(math.pi * step / steps)) / 2.0
    )
    begun, found = time.monotonic(), math.nan
    for number in range(1, passes + 1):
        total = torch.zeros((), device=device)
        for part in torch.randperm(len(samples), device=device).split(batch):
            adam.zero_grad(set_to_none=True)
            loss = (network.expectations(samples, part) - samples.targets[part]).square().mean()
            loss.backward()
            size = wave.get_last_lr()[0]
            adam.step()
            wave.step()
            network.fade(1.0 - size * _DECAY)
            network.keep_within(most)
            total += loss.detach() * len(part)
        found = mean_error(network, held_back, batch)
        mean, spent = total.item() / len(samples), time.monotonic() - begun
        told = f"pass {number} of {passes}: {mean:.5f}, held back {found:.5f}, {spent:.1f} s"
        print(told, file=sys.stderr, flush=True)
    return found


def _count(text: str) -> int:
    """A whole number from 1 on."""
    number = int(text) if text.isascii() and text.isdigit() else 0
    if number < 1:
        raise argparse.ArgumentTypeError(f"{text!r}, expected a whole number from 1 on")
    return number


def _rate(text: str) -> float:
    """The size of a step."""
    try:
        rate = float(text)
    except ValueError:
        rate = math.nan
    if not 0.0 < rate <= 1.0:
        raise argparse.ArgumentTypeError(f"{text!r}, expected a number above 0, of 1 at most")
    return rate


def main() -> None:
    """The command line."""
    asked = argparse.ArgumentParser(
        prog="secateur.torch_fit", description="Fits a network to positions with PyTorch."
    )
    asked.add_argument("samples", type=Path, help="file that `secateur learn --method fit --export` has written")
    asked.add_argument("weights", type=Path, help="file to write for `secateur learn --method fit --import`")
    asked.add_argument("--neurons", type=_count, help="neurons, a multiple of 16 [default: as exported]")
    asked.add_argument("--passes", type=_count, default=20, help="passes through all positions [default: 20]")
    asked.add_argument("--batch", type=_count, default=16384, help="positions of a step [default: 16384]")
    asked.add_argument("--rate", type=_rate, help="size of the first steps [default: 0.0015, with --start 0.0006]")
    asked.add_argument("--start", type=Path, help="weights to begin with, which were written before")
    asked.add_argument("--seed", type=int, default=1, help="seed of whatever is random [default: 1]")
    asked.add_argument("--device", help="device, as PyTorch names it [default: cuda if there is one, else cpu]")
    args = asked.parse_args()
    try:
        torch, safetensors = _torch(), importlib.import_module("safetensors")
    except ImportError as missing:
        asked.error(f"{missing}, expected PyTorch and safetensors: pip install secateur[torch]")
    try:
        device = torch.device(args.device or ("cuda" if torch.cuda.is_available() else "cpu"))
        torch.zeros(1, device=device)
    except (RuntimeError, AssertionError) as problem:
        asked.error(f"--device is {args.device}, which PyTorch has not: {str(problem).splitlines()[0]}")
    if not args.weights.parent.is_dir() or args.weights.is_dir():
        asked.error(f"{args.weights} cannot be written, expected a file in a folder that is there")
    torch.manual_seed(args.seed)
    # Ten bits of each factor are enough here, and far faster on a GPU.
    torch.set_float32_matmul_precision("high")
    try:
        with safetensors.safe_open(args.samples, framework="pt") as file:
            about, most, turns = file.metadata(), file.get_tensor("most").tolist(), file.get_tensor("turns")
            rows = turns.shape[1]
            samples, held_back = (Samples.read(file, of, rows, device) for of in ("", "held_back."))
    except (OSError, safetensors.SafetensorError) as problem:
        asked.error(f"{args.samples}: {problem}, expected what `secateur learn --method fit --export` writes")
    neurons = args.neurons or int(about["neurons"])
    if neurons % 16:
        asked.error(f"--neurons is {neurons}, expected a multiple of 16")
    network = Network(about, turns, samples.places.shape[2], neurons, device)
    rate = args.rate or (_RATE_ON if args.start else _RATE)
    if args.start:
        try:
            with safetensors.safe_open(args.start, framework="pt") as file:
                network.begin_with(file)
        except (OSError, ValueError, safetensors.SafetensorError) as problem:
            asked.error(f"{args.start}: {problem}, expected weights that this command has written")
    try:
        found = fit(network, samples, held_back, most, args.passes, args.batch, rate)
    except KeyboardInterrupt:
        asked.exit(130, "interrupted: nothing is written\n")
    start = f" --start {args.start.name}" if args.start else ""
    made = (
        f"python -m secateur.torch_fit --neurons {neurons} --passes {args.passes} --batch {args.batch} "
        f"--rate {rate} --seed {args.seed}{start}; {len(samples):,} positions of {int(about['games']):,} games"
    )
    network.write(args.weights, made)
    print(f"{len(samples):,} positions, mean squared error {found:.5f} on {len(held_back):,} held back.")


if __name__ == "__main__":
    main()
