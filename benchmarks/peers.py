"""Other solvers on the same puzzles in the same run, each set to prove uniqueness.

    python benchmarks/peers.py [--peers a,b,...] [--timeout SECONDS] [--runs N] [--each] [--plot FILE] [--quick]
        [FILE...]

CP-SAT needs the package `ortools`; it takes part with all processors and with one. `kissat-formula` is kissat on the
complete formula, without anything that nonosat knows of lines or beliefs. pynogram, pbnsolve, nonogrid and
picross_solver_cli take part where they are installed; --command says how one is called, as in
`--command "pbnsolve=/opt/pbnsolve -b -u"`.

Each solver is compared with nonosat run in the same way, in process or as a program: `median` is the median of its
ratios to nonosat, `sums` the ratio of the sums. A puzzle without an answer counts with the limit of time, and the ratio
of the sums is then a lower bound. With --each there is a line for each puzzle and solver. An answer that contradicts
what is known, or two right pictures that another solver found, is reported as WRONG, and the exit status is 1.

--plot draws the number of puzzles that each solver has answered when each of them may take so many seconds.
"""

from __future__ import annotations

import shlex
import sys
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from support.common import Cell, machine, median, options_parser, table, watched
from support.peer_solvers import Answer, Peer, Program, peers
from support.puzzle_sets import Entry, given, own, shared, size_of

from nonosat.core.errors import NonosatError
from nonosat.model.puzzle import Puzzle

#: Longer than this no single run is repeated.
_LONG = 5.0
_VERDICTS = ("unique", "multiple", "none")


def judged(answers: dict[str, Answer], expected: str | None) -> dict[str, str]:
    """The verdict of each solver, with a remark where it is wrong or, with nothing known, where they disagree."""
    truth = expected or ("multiple" if any(answer.is_proven for answer in answers.values()) else None)
    said = {answer.verdict for answer in answers.values() if answer.verdict in _VERDICTS}
    texts = {}
    for name, answer in answers.items():
        texts[name] = answer.verdict
        if answer.is_wrong:
            texts[name] = f"WRONG: {answer.verdict}"
        elif answer.verdict in _VERDICTS and truth is not None and answer.verdict != truth:
            texts[name] = f"WRONG: {answer.verdict}, known: {truth}"
        elif answer.verdict in _VERDICTS and truth is None and len(said) > 1:
            texts[name] = f"DISAGREES: {answer.verdict}"
    return texts


def answers_of(puzzle: Puzzle, some: list[Peer], timeout: float, runs: int) -> dict[str, Answer]:
    """The last answer of each solver with its median time; a round of all after the other."""
    times: dict[str, list[float]] = defaultdict(list)
    answers: dict[str, Answer] = {}
    for _ in range(runs):
        for peer in some:
            before = answers.get(peer.name)
            if not peer.supports(puzzle) or (before and (before.seconds is None or before.seconds > _LONG)):
                continue
            answers[peer.name] = answer = peer.solve(puzzle, timeout)
            if answer.seconds is not None:
                times[peer.name].append(answer.seconds)
    return {
        name: Answer(a.verdict, median(times[name]) if a.seconds is not None else None, a.is_proven, a.is_wrong)
        for name, a in answers.items()
    }


class Outcome(NamedTuple):
    """What the solvers said of one puzzle."""

    entry: Entry
    size: str
    answers: dict[str, Answer]


def summary(folder: str, peer: Peer, outcomes: Sequence[Outcome], timeout: float) -> list[Cell]:
    """A row: one solver on those puzzles of a set that it can read."""
    mine = [outcome.answers for outcome in outcomes if outcome.entry.folder == folder and peer.name in outcome.answers]
    times = [answers[peer.name].seconds for answers in mine]
    pairs = [(limited(answers[peer.name], timeout), limited(answers[peer.baseline], timeout)) for answers in mine]
    n_answered = sum(time is not None for time in times)
    sums = sum(time for time, _ in pairs) / sum(base for _, base in pairs)
    return [
        folder,
        peer.name,
        len(times),
        n_answered,
        sum(time for time, _ in pairs),
        median([time / base for time, base in pairs]),
        sums if n_answered == len(times) else f"> {sums:.3g}",
    ]


def limited(answer: Answer, timeout: float) -> float:
    """How long a solver took; the limit where it gave no answer."""
    return timeout if answer.seconds is None else answer.seconds


def each(outcome: Outcome, known: Mapping[str, Peer]) -> list[list[Cell]]:
    """The rows of one puzzle."""
    rows: list[list[Cell]] = []
    for name, verdict in judged(outcome.answers, outcome.entry.expected).items():
        base = outcome.answers.get(known[name].baseline)
        time = outcome.answers[name].seconds
        ratio = time / base.seconds if time is not None and base and base.seconds else None
        rows.append([outcome.entry.folder, outcome.entry.name, outcome.size, name, verdict, time, ratio])
    return rows


def draw(outcomes: Sequence[Outcome], some: Sequence[Peer], path: str) -> None:
    """A curve for each solver: puzzles that it answers, by the seconds that each may take, as SVG."""
    from support.plots import line, panels, save  # matplotlib is needed for this alone

    figure, (axes,) = panels(1)
    for number, peer in enumerate(some):
        answers = [outcome.answers[peer.name] for outcome in outcomes if peer.name in outcome.answers]
        times = sorted(answer.seconds for answer in answers if answer.seconds is not None)
        line(axes, peer.name, [(seconds, count) for count, seconds in enumerate(times, 1)], number, marks=False)
    axes.set_xscale("log")
    axes.set_xlabel("seconds for each puzzle")
    axes.set_ylabel("puzzles answered")
    axes.legend(loc="lower right")
    save(figure, path)


def with_baselines(names: Sequence[str], known: Mapping[str, Peer]) -> list[Peer]:
    """The solvers of these names that are installed, and those that they are compared with."""
    wanted = {name for name in names if known[name].available()}
    wanted |= {known[name].baseline for name in wanted}
    return [peer for name, peer in known.items() if name in wanted]


def main() -> int:
    known = {peer.name: peer for peer in peers()}
    parser = options_parser(__doc__, "one run of three puzzles, to see that it works")
    parser.add_argument("files", metavar="FILE", nargs="*", help="puzzles, folders or sets instead of all sets")
    parser.add_argument("--peers", metavar="NAMES", help=f"separated by commas, of: {', '.join(known)}")
    parser.add_argument(
        "--command", metavar="NAME=COMMAND", action="append", default=[], help="how a program is called; repeatable"
    )
    parser.add_argument("--timeout", type=float, default=60, help="seconds for each run (default: %(default)g)")
    parser.add_argument("--runs", type=int, default=3, help="runs for each median (default: %(default)s)")
    parser.add_argument("--each", action="store_true", help="a row for each puzzle and solver, too")
    parser.add_argument("--plot", metavar="FILE", help="puzzles answered by seconds, as SVG; needs matplotlib")
    options = parser.parse_args()
    names = options.peers.split(",") if options.peers else list(known)
    if unknown := [name for name in names if name not in known]:
        parser.error(f"peer {unknown[0]!r}, expected some of {', '.join(known)}")
    for name, _, command in (text.partition("=") for text in options.command):
        program = known.get(name)
        if not isinstance(program, Program) or not command:
            programs = [peer.name for peer in known.values() if isinstance(peer, Program)]
            parser.error(f"command of {name!r}, expected NAME=COMMAND with one of {', '.join(programs)}")
        program.command = shlex.split(command)
    some = with_baselines(names, known)
    missing = [name for name in names if known[name] not in some]
    entries: list[Entry] = given(options.files) if options.files else own() + shared()
    if options.quick:
        entries, options.runs = entries[:3], 1
    print(machine("ortools", "pynogram"))
    print(f"not installed: {', '.join(missing) or '-'}\n", flush=True)
    outcomes: list[Outcome] = []
    interrupted = False
    try:
        for entry in watched(entries, lambda entry: entry.name):
            try:
                puzzle = entry.load()
            except NonosatError as error:
                print(f"{entry.path}: left out: {error}", file=sys.stderr)
                continue
            outcomes.append(Outcome(entry, size_of(puzzle), answers_of(puzzle, some, options.timeout, options.runs)))
    except KeyboardInterrupt:
        print("interrupted; what there is so far:", file=sys.stderr)
        interrupted = True
    finally:
        for peer in some:
            peer.close()
    rows = [cells for outcome in outcomes for cells in each(outcome, known)]
    if options.each:
        print(table(["folder", "puzzle", "size", "solver", "verdict", "median s", "ratio"], rows) + "\n")
    head = ["folder", "solver", "puzzles", "answered", "sum s", "median", "sums"]
    folders = list(dict.fromkeys(outcome.entry.folder for outcome in outcomes))
    readers = {(outcome.entry.folder, name) for outcome in outcomes for name in outcome.answers}
    pairs = [(folder, peer) for folder in folders for peer in some if (folder, peer.name) in readers]
    print(table(head, [summary(folder, peer, outcomes, options.timeout) for folder, peer in pairs]))
    if options.plot:
        draw(outcomes, some, options.plot)
    bad = [row for row in rows if str(row[4]).startswith(("WRONG", "DISAGREES"))]
    for row in bad:
        print(f"{row[0]}/{row[1]}: {row[3]}: {row[4]}", file=sys.stderr)
    return 1 if bad else 130 if interrupted else 0


if __name__ == "__main__":
    sys.exit(main())
