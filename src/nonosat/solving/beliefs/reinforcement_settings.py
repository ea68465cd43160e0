"""The parameters of reinforcement: what differs between kinds of puzzles, and the numbers that suit all of them."""

from __future__ import annotations

from dataclasses import dataclass

from nonosat.model.puzzle import Puzzle
from nonosat.solving.beliefs.messages import BOUND, ROUNDS

#: Messages that change by less than this on average have converged.
TOLERANCE = 1e-3


@dataclass(frozen=True, kw_only=True)
class ReinforcementSchedule:
    """The speed at which beliefs become definite in one attempt.

    Attributes:
        damping: of the messages, from 0 to 1; see `Beliefs.run`.
        growth: of the rate in one round. The slower, the fewer lines are violated in the end.
        initial_rounds: of messages without fields, at most.
        tolerance: see `TOLERANCE`.
    """

    damping: float
    growth: float
    initial_rounds: int
    tolerance: float = TOLERANCE


@dataclass(frozen=True, kw_only=True)
class ReinforcementSettings:
    """The parameters that depend on the puzzle.

    Attributes:
        schedules: of one attempt after the other, in turn.
        bounds: of the messages whenever they start over everywhere, in turn; see `Beliefs`.
        renewal_rounds: of messages that start over at unsure cells, at most.
    """

    schedules: tuple[ReinforcementSchedule, ...]
    bounds: tuple[float, ...]
    renewal_rounds: int


#: The most attempts; each but the first begins with the surest messages of those before.
ATTEMPTS = 100
#: The deviation of the noise in which an attempt begins, but the first one with seed 0; see `Beliefs`. With half a unit
#: messages converge to pictures that are mostly wrong.
NOISE = 0.05
#: The rate at which reinforcement ends, below 1.
HIGHEST_RATE = 0.9
#: The largest ratio in a field, as a logarithm; see `Beliefs.reinforce`.
FIELD_BOUND = 60.0
#: Cells whose likeliest colour leads by more before reinforcement begins are sure, and fixed.
SURE_MARGIN = 12.0

# Messages that start over where they are unsure

#: The damping of these messages, and the deviation of the noise of the whole grid, at most.
RENEWAL_DAMPING, RENEWAL_NOISE = 0.1, 0.3
#: Cells up to this number of steps from an unsure one start over too; one of these is chosen at random.
RENEWAL_STEPS = (0, 3, 8)
#: Cells of a region in which renewed messages replace earlier ones if fewer cells are unsure there.
REGION_SIZE = 400
#: Renewed messages are kept if they multiply the number of unsure cells by no more than the first; more cells become
#: sure if they multiply it by less than the second.
RENEWAL_LOSS, RENEWAL_GAIN = 1.005, 0.98
#: The second attempt renews messages until this number of renewals in succession has made no more cells sure; later
#: attempts are two, three and four times as patient.
RENEWALS = 8
#: Where less than this share of the open cells is unsure, half of `RENEWALS` is the patience of each attempt, since a
#: search among the unsure cells is more likely to help.
NEARLY_SURE = 0.12
#: After this number of attempts in succession with no fewer unsure cells, messages start over everywhere.
FRUITLESS = 3

# Repair

#: The search among unsure cells takes in the cells up to this number of steps from one, as long as no more cells than
#: this are open.
UNSURE_STEPS, UNSURE_SIZE = 6, 2400
#: In repair a part with at most this number of open cells is given to the completer, with a budget of conflicts at the
#: first attempt, twice that at the second, and so on.
COMPLETION_SIZE, CONFLICTS = 1200, 10_000
#: A picture that violates more than this share of the lines, and more lines than this, is not repaired.
REPAIRABLE, FEW_LINES = 0.1, 8
#: Of a part of the grid: the speed, and the deviation of the noise.
PART_SCHEDULE = ReinforcementSchedule(damping=0.2, growth=0.003, initial_rounds=60)
PART_NOISE = 0.2
#: A part is reinforced this often, with other noise, before more lines are freed.
REPAIR_TRIES = 2
#: Repair ends where it would free more than this share of the open cells.
LARGEST_PART = 0.8


def settings_for(puzzle: Puzzle) -> ReinforcementSettings:
    """The settings for a puzzle.

    With one colour, order spreads from the border inward by about one line in two to four rounds, and further if the
    bound of messages is larger. With several colours messages converge in fewer rounds, and a fast first attempt is
    often enough.
    """
    if puzzle.n_colors == 1:
        longest = max(len(puzzle.grid.line(index)) for index in range(puzzle.grid.n_lines))
        rounds = _whole(2 * longest)
        return ReinforcementSettings(
            schedules=(
                ReinforcementSchedule(damping=0.1, growth=0.003, initial_rounds=rounds),
                ReinforcementSchedule(damping=0.3, growth=0.003, initial_rounds=rounds),
                ReinforcementSchedule(damping=0.1, growth=0.001, initial_rounds=rounds),
            ),
            bounds=(1e6, 1e4),
            renewal_rounds=_whole(longest),
        )
    return ReinforcementSettings(
        schedules=(
            ReinforcementSchedule(damping=0.3, growth=0.01, initial_rounds=20, tolerance=1e-2),
            ReinforcementSchedule(damping=0.2, growth=0.003, initial_rounds=60),
            ReinforcementSchedule(damping=0.3, growth=0.001, initial_rounds=100),
        ),
        bounds=(BOUND,),
        renewal_rounds=60,
    )


def _whole(rounds: int) -> int:
    """At least a number of rounds: the next multiple of those between two checks of a deadline."""
    return -(-rounds // ROUNDS) * ROUNDS
