"""The parameters of reinforcement, and their choice for a puzzle."""

from __future__ import annotations

from dataclasses import dataclass, replace

from nonosat.model.puzzle import Puzzle
from nonosat.solving.beliefs.messages import BOUND, ROUNDS


@dataclass(frozen=True, kw_only=True)
class ReinforcementSchedule:
    """The speed at which beliefs become definite in one attempt.

    Attributes:
        damping: of the messages, from 0 to 1; see `Beliefs.run`.
        growth: of the rate in one round. The slower, the fewer lines are violated in the end.
        initial_rounds: of messages without fields, at most.
        tolerance: messages that change by less than this on average have converged.
        highest_rate: the rate at which reinforcement ends, below 1.
    """

    damping: float
    growth: float
    initial_rounds: int = 200
    tolerance: float = 1e-3
    highest_rate: float = 0.9


@dataclass(frozen=True, kw_only=True)
class ReinforcementSettings:
    """The parameters of reinforcement.

    Attributes:
        attempts: the most attempts; each but the first begins with noise and the surest messages of those before.
        noise: of the first attempt, with another seed than 0; see `Beliefs`. With half a unit messages converge to
            pictures that are mostly wrong.
        part_noise: of a part of the grid.
        schedules: of one attempt after the other, in turn.
        bounds: of the messages whenever they begin anew everywhere, in turn; see `Beliefs`.
        part_schedule: for a part of the grid.
        renewal_noise: of the whole grid, where messages begin anew at unsure cells, at most.
        renewal_schedule: for these messages.
        fruitless: after this number of attempts in succession with no fewer unsure cells, messages begin anew
            everywhere.
        renewals: the second attempt renews messages until this number of renewals in succession has made no more cells
            sure; later ones are two, three and four times as patient.
        renewal_steps: cells up to this number of steps from an unsure one begin anew too; one of these is chosen at
            random.
        region_size: cells of a region in which renewed messages replace earlier ones if fewer cells are unsure there.
        renewal_loss: messages are kept if they multiply the number of unsure cells by no more than this.
        renewal_gain: more cells become sure if messages multiply the number of unsure cells by less than this.
        nearly_sure: where less than this share of the open cells is unsure, half of `renewals` is the patience of each
            attempt, since a search among the unsure cells is more likely to help.
        unsure_steps: the search takes in the cells up to this number of steps from an unsure one.
        unsure_size: the search needs a part with at most this number of open cells.
        field_bound: see `Beliefs.reinforce`.
        sure_margin: cells whose likeliest colour leads by more before reinforcement begins are fixed.
        completion_size: a part with at most this number of open cells is given to the completer.
        conflicts: the budget of one call of the completer at the first attempt; twice that at the second, and so on.
        repair_tries: a part is reinforced this often, with other noise, before more lines are freed.
        repairable: a picture that violates more than this share of the lines is not repaired.
        few_lines: a picture that violates no more lines than this is repaired in any case.
        largest_part: reinforcement begins anew when repair would free more than this share of the open cells.
    """

    attempts: int = 100
    noise: float = 0.05
    part_noise: float = 0.2
    schedules: tuple[ReinforcementSchedule, ...] = (
        ReinforcementSchedule(damping=0.1, growth=0.003),
        ReinforcementSchedule(damping=0.3, growth=0.003),
        ReinforcementSchedule(damping=0.1, growth=0.001),
    )
    bounds: tuple[float, ...] = (1e6, 1e4)
    part_schedule: ReinforcementSchedule = ReinforcementSchedule(damping=0.2, growth=0.003, initial_rounds=60)
    renewal_noise: float = 0.3
    renewal_schedule: ReinforcementSchedule = ReinforcementSchedule(damping=0.1, growth=0.003, initial_rounds=60)
    fruitless: int = 3
    renewals: int = 8
    renewal_steps: tuple[int, ...] = (0, 3, 8)
    region_size: int = 400
    renewal_loss: float = 1.005
    renewal_gain: float = 0.98
    nearly_sure: float = 0.12
    unsure_steps: int = 6
    unsure_size: int = 2400
    field_bound: float = 60.0
    sure_margin: float = 12.0
    completion_size: int = 1200
    conflicts: int = 10_000
    repair_tries: int = 2
    repairable: float = 0.1
    few_lines: int = 8
    largest_part: float = 0.8


def settings_for(puzzle: Puzzle) -> ReinforcementSettings:
    """The default settings for a puzzle.

    With one colour, order spreads from the border inward by about one line in two to four rounds, and further if the
    bound of messages is larger. With several colours messages converge in fewer rounds, and a fast first attempt is
    often enough.
    """
    if puzzle.n_colors == 1:
        grid = puzzle.grid
        longest = max(len(grid.line(index)) for index in range(grid.n_lines))
        default = ReinforcementSettings()
        schedules = tuple(replace(schedule, initial_rounds=_whole(2 * longest)) for schedule in default.schedules)
        renewal_schedule = replace(default.renewal_schedule, initial_rounds=_whole(longest))
        return replace(default, schedules=schedules, renewal_schedule=renewal_schedule)
    return ReinforcementSettings(
        schedules=(
            ReinforcementSchedule(damping=0.3, growth=0.01, initial_rounds=20, tolerance=1e-2),
            ReinforcementSchedule(damping=0.2, growth=0.003, initial_rounds=60),
            ReinforcementSchedule(damping=0.3, growth=0.001, initial_rounds=100),
        ),
        bounds=(BOUND,),
        unsure_size=12_000 // (puzzle.n_colors + 1),
        completion_size=6000 // (puzzle.n_colors + 1),
    )


def _whole(rounds: int) -> int:
    """At least a number of rounds: the next multiple of those between two checks of a deadline."""
    return -(-rounds // ROUNDS) * ROUNDS
