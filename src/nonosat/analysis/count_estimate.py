"""An estimate of a number of solutions, with its guarantee, where the exact number is out of reach.

Components that were counted are multiplied exactly; of the k others each is estimated. If each estimate is right within
a factor of (1 + epsilon) ** (1 / k) with a probability of at least 1 - delta / k, the product is right within a factor
of 1 + epsilon with a probability of at least 1 - delta: factors multiply, and the probability that any of them is wrong
is at most the sum of theirs.
"""

from __future__ import annotations

from dataclasses import dataclass

from nonosat.errors import UsageError, argument


@dataclass(frozen=True, kw_only=True)
class EstimateOptions:
    """What guarantee an estimate is to have.

    Attributes:
        tolerance: the estimate is right within a factor of 1 + tolerance; more than 0.
        confidence: the probability of that is at least this; between 0 and 1.
        seed: of the random choices; from 0 on.
    """

    tolerance: float = 0.8
    confidence: float = 0.8
    seed: int = 1

    def __post_init__(self) -> None:
        if not 0 < self.tolerance < float("inf"):
            raise UsageError(f"{argument('tolerance', self.tolerance)}, expected a number above 0")
        if not 0 < self.confidence < 1:
            raise UsageError(f"{argument('confidence', self.confidence)}, expected a number between 0 and 1")

    def for_each_of(self, number: int) -> tuple[float, float]:
        """The tolerance and the probability of a larger error that each of some estimates may have.

        Args:
            number: how many estimates are multiplied, at least 1.
        """
        return (1 + self.tolerance) ** (1 / number) - 1, (1 - self.confidence) / number


@dataclass(frozen=True, kw_only=True)
class CountEstimate:
    """An estimate of a number of solutions.

    Attributes:
        number: the estimate.
        options: the guarantee that it has: with a probability of at least `options.confidence`, the number of solutions
            is between `number` / (1 + `options.tolerance`) and `number` * (1 + `options.tolerance`).
        n_components: how many components were estimated; the others were counted.
    """

    number: int
    options: EstimateOptions
    n_components: int

    def __str__(self) -> str:
        """The estimate in words."""
        factor, share = 1 + self.options.tolerance, self.options.confidence
        return f"estimate: {self.number:,}, within a factor of {factor:g} with a probability of at least {share:g}"
