"""Other solvers on the same puzzles in the same run, each set to prove uniqueness.

    python benchmarks/peers.py [--peers a,b,...] [--timeout SECONDS] [--runs N] [--quick] [FILE...]

CP-SAT needs the package `ortools`; it takes part with all processors and with one. `kissat-formula` is kissat on the
complete formula, without anything that nonosat knows of lines or beliefs. pynogram, pbnsolve, nonogrid and
picross_solver_cli take part where they are installed. `ratio` compares with nonosat run in the same way, in process or
as a program. An answer that contradicts what is known, or two right pictures that another solver found, is reported as
WRONG, and the exit status is 1.
"""

from __future__ import annotations

import argparse
import sys
from collections import defaultdict

from common import Cell, machine, median, progress, table
from peer_solvers import Answer, Peer, peers
from puzzle_sets import Entry, given, own, shared, size_of

from nonosat.errors import NonosatError
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


def summary(peer: Peer, results: list[dict[str, Answer]], timeout: float) -> list[Cell]:
    """Sums of seconds over the puzzles that a solver can read; one without answer counts as twice the limit."""
    mine = [answers for answers in results if peer.name in answers]
    times = [answers[peer.name].seconds for answers in mine]
    answered = [time for time in times if time is not None]
    par2 = sum(answered) + 2 * timeout * (len(times) - len(answered))
    pairs = [
        (answers[peer.name].seconds, answers[peer.baseline].seconds) for answers in mine if peer.baseline in answers
    ]
    ratios = [time / base for time, base in pairs if time is not None and base]
    return [peer.name, len(times), len(answered), sum(answered), par2, median(ratios) if ratios else None]


def main() -> int:
    known = {peer.name: peer for peer in peers()}
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("files", metavar="FILE", nargs="*", help="puzzles or folders instead of all sets")
    parser.add_argument("--peers", metavar="NAMES", help=f"separated by commas, of: {', '.join(known)}")
    parser.add_argument("--timeout", type=float, default=60, help="seconds for each run (default: %(default)g)")
    parser.add_argument("--runs", type=int, default=3, help="runs for each median (default: %(default)s)")
    parser.add_argument("--quick", action="store_true", help="one run of three puzzles, to see that it works")
    options = parser.parse_args()
    names = options.peers.split(",") if options.peers else list(known)
    if unknown := [name for name in names if name not in known]:
        parser.error(f"peer {unknown[0]!r}, expected some of {', '.join(known)}")
    some = [known[name] for name in names if known[name].available()]
    missing = [name for name in names if not known[name].available()]
    entries: list[Entry] = given(options.files) if options.files else own() + shared()
    if options.quick:
        entries, options.runs = entries[:3], 1
    print(machine("ortools", "pynogram"))
    print(f"not installed: {', '.join(missing) or '-'}\n", flush=True)
    rows: list[list[Cell]] = []
    results: list[dict[str, Answer]] = []
    interrupted = False
    try:
        for number, entry in enumerate(entries):
            progress(number, len(entries), entry.name)
            try:
                puzzle = entry.load()
            except NonosatError as error:
                print(f"{entry.path}: left out: {error}", file=sys.stderr)
                continue
            answers = answers_of(puzzle, some, options.timeout, options.runs)
            results.append(answers)
            for name, verdict in judged(answers, entry.expected).items():
                base = answers.get(known[name].baseline)
                time = answers[name].seconds
                ratio = time / base.seconds if time is not None and base and base.seconds else None
                rows.append([entry.folder, entry.name, size_of(puzzle), name, verdict, time, ratio])
        progress(len(entries), len(entries), "done")
    except KeyboardInterrupt:
        print("interrupted; what there is so far:", file=sys.stderr)
        interrupted = True
    finally:
        for peer in some:
            peer.close()
    print(table(["folder", "puzzle", "size", "solver", "verdict", "median s", "ratio"], rows) + "\n")
    head = ["solver", "puzzles", "answered", "sum s", "PAR2 s", "median ratio"]
    print(table(head, [summary(peer, results, options.timeout) for peer in some]))
    bad = [row for row in rows if str(row[4]).startswith(("WRONG", "DISAGREES"))]
    for row in bad:
        print(f"{row[0]}/{row[1]}: {row[3]}: {row[4]}", file=sys.stderr)
    return 1 if bad else 130 if interrupted else 0


if __name__ == "__main__":
    sys.exit(main())
