"""The types of the JSON records of all commands, without the six fields that all records share.

`make_records.py` writes records.md from them, and a test holds the records of many runs against them. `Cell` is a row
and a position in it, both from 1, and `ColoredCell` has the letter of a colour, too. Annotations are evaluated here,
since typing looks for NotRequired when a class is made.
"""

from typing import NotRequired, TypedDict

Cell = list[int]
ColoredCell = list[int | str]
#: A number that may be large is a text from 2 ** 53 on, since many readers of JSON would round it.
Large = int | str


class Rating(TypedDict("_Class", {"class": str | None})):
    at_least: str | None
    solutions: int | None
    passes: int
    lines_visited: int
    open: int
    open_share: float
    suppositions: int
    longest_chain: int
    depth: int
    depth_known: bool
    needed_solver: bool


class Batch(TypedDict):
    hash: str
    version: str
    timeout: float | None
    remarks: list[str]
    format: str | None
    digest: str | None
    shape_digest: str | None
    grid: str | None
    colors: list[str] | None
    unique: bool | None
    picture: list[str] | None
    second: list[str] | None
    goal: str | None
    differs: list[Cell] | None
    solver: str | None
    variables: int | None
    clauses: int | None
    conflicts: int | None
    line_solvable: bool | None
    files: list[str]
    rating: NotRequired[Rating]


class Proof(TypedDict):
    proved: bool
    why: NotRequired[str]
    claim: NotRequired[str]
    kind: NotRequired[str]
    size: NotRequired[str]
    solutions: NotRequired[int]
    differing: NotRequired[int | None]
    constant: NotRequired[int | None]
    givens: NotRequired[list[ColoredCell]]
    grid: NotRequired[str]
    colors: NotRequired[int]
    sha256: NotRequired[str]
    name_in_proof: NotRequired[str]


class Violation(TypedDict):
    line: int | None
    cell: int | None
    message: str


class Check(TypedDict):
    correct: bool
    violations: list[Violation]


class Search(TypedDict):
    solver: str
    verdict: str | None
    conflicts: int | None
    decisions: int | None
    propagations: int | None
    restarts: int | None
    seconds: float | None
    note: str


class Strength(TypedDict):
    follows: int
    found: int
    missed: str | None


class TwoColors(TypedDict):
    cell: list[int]
    colors: list[str]


class FormulaCheck(TypedDict):
    verdict: str
    solutions: int
    unused_cells: int
    allowed: list[str] | None
    violations: list[Violation]
    fewest: bool | None
    two_colors: TwoColors | None
    forbidden: list[str] | None
    forbidden_lines: list[str]
    forbidden_cells: list[list[int]]
    why: str


class Compare(TypedDict):
    encoding: str
    variables: int | None
    clauses: int | None
    literals: int | None
    open: int | None
    note: str
    searches: list[Search]
    strength: NotRequired[Strength]
    check: NotRequired[FormulaCheck]
    proof: NotRequired[str | None]


class Component(TypedDict):
    cells: int
    at_least: Large
    exact: bool
    method: str


class Count(TypedDict):
    at_least: Large
    exact: bool
    components: list[Component]
    differing: int


class Difference(TypedDict):
    cell: Cell
    colors: dict[str, float | None]


class Place(TypedDict):
    cells: list[Cell]
    solutions: Large
    exact: bool


class Contradiction(TypedDict):
    line: str | None
    clue: str | None
    given: Cell | None
    steps: int
    cells: str | None
    state: list[str]


class Correction(TypedDict):
    lines: list[str]
    givens: list[Cell]
    readings: list[str]
    cells: int
    picture: list[str]


class Corrections(TypedDict):
    at_least: int
    smallest: bool
    complete: bool
    sets: list[Correction]


class ClueChange(TypedDict):
    line: str
    clue: str
    meant: str


class GivenChange(TypedDict):
    cell: Cell
    meant: str


class TypingError(TypedDict):
    kind: str
    changes: list[ClueChange]
    given: GivenChange | None
    unique: bool | None
    picture: list[str]


class TypingErrors(TypedDict):
    tried: int
    undecided: int
    found: list[TypingError]


class Contradicting(TypedDict):
    lines: list[str]
    givens: list[Cell]
    minimal: bool
    smallest: bool
    at_least: int


class Diagnose(TypedDict):
    grid: str
    colors: list[str]
    verdict: str
    solutions: Large | None
    exact: bool
    picture: list[str] | None
    differs: list[Difference]
    unproved: list[Cell]
    places: list[Place]
    rating: NotRequired[Rating]
    totals: NotRequired[str | None]
    contradiction: NotRequired[Contradiction | None]
    corrections: NotRequired[Corrections | None]
    typing_errors: NotRequired[TypingErrors | None]
    contradicting: NotRequired[Contradicting | None]


class ShownClause(TypedDict):
    literals: list[int]
    text: str


class ClauseGroup(TypedDict):
    name: str
    meaning: str
    clauses: int
    shown: list[ShownClause]


class Encode(TypedDict):
    puzzle: str
    variables: dict[str, str]
    groups: list[ClauseGroup]


class Choice(TypedDict):
    name: str
    summary: str
    source: str


class Encoding(Choice):
    default: bool
    amo: str | None
    add: list[str]


class Encodings(TypedDict):
    encodings: list[Encoding]
    amo: list[Choice]
    add: list[Choice]


class Colors(TypedDict):
    cell: Cell
    colors: list[str]


class Narrowing(TypedDict):
    cell: Cell
    before: list[str]
    after: list[str]


class Reason(TypedDict):
    pattern: str
    cells: list[Cell]
    blocks: list[int]


class Deduction(TypedDict):
    line: str
    narrowed: list[Narrowing]
    reasons: list[Reason]


class Supposition(TypedDict):
    cell: Cell
    color: str


class Step(TypedDict):
    rung: str
    lines: list[str]
    conclusions: list[Narrowing]
    supposed: NotRequired[Supposition]
    inner: NotRequired[list["Step"]]
    deductions: list[Deduction]
    contradiction: NotRequired[str]


class StepInWords(Step):
    text: list[str]


class Rungs(TypedDict):
    line: int
    lines: int
    supposition: int
    nested: int
    line_set: int


class Explain(TypedDict):
    puzzle: str
    status: str
    start: list[Colors]
    steps: list[StepInWords]
    picture: list[str] | None
    open: int
    rungs: Rungs
    depth: int
    longest_chain: int


class Format(TypedDict):
    name: str
    suffixes: list[str]
    about: str
    writes: bool
    colors: bool
    unknown: bool
    hidden: bool
    givens: bool
    hexagons: bool
    triangles: bool
    metadata: list[str]
    goal: bool
    several: bool
    max_characters: int
    max_colors: int
    max_length: int | None


class Hint(TypedDict):
    status: str
    level: int
    text: list[str]
    n_wrong: int
    wrong: list[Cell] | None
    lines: list[str] | None
    cells: list[Cell] | None
    step: Step | None


class Metadata(TypedDict):
    title: str
    author: str
    copyright: str
    license: str
    description: str


class Info(TypedDict):
    grid: str
    sha256: str
    colors: list[str]
    cells: int
    filled: int
    totals: list[int]
    hidden_colors: list[int]
    blocks: int
    hidden_blocks: int
    longest_clue: int
    slack: int
    givens: int
    variables: int | None
    clauses: int | None
    open_cells: int | None
    goal: bool
    metadata: Metadata


class UsedClause(TypedDict):
    literals: list[int]
    text: str


class Line(TypedDict):
    clue: str
    fits: bool
    known: list[str]
    possible: list[list[str]] | None
    forced: list[int]
    reasons: list[str]
    encoding: str
    variables: int
    clauses: int
    propagated: list[list[str]] | None
    missed: list[int]
    used: list[UsedClause]
    exit: int


class _Until(TypedDict):
    until: str


class _FittingClass(_Until, TypedDict("_Class", {"class": str | None})):
    pass


class Fitting(_FittingClass):
    open: int
    cut: bool
    changes: int
    at_least: int
    fewest: bool
    error_before: float
    error: float
    cells: list[ColoredCell]
    by_mending: int | None


class Make(TypedDict):
    grid: str
    colors: int
    blocks: int
    unique: NotRequired[bool | None]
    open: NotRequired[int | None]
    differs: NotRequired[list[Cell]]
    fitting: NotRequired[Fitting]


class Mend(TypedDict):
    by: str
    until: str
    changes: int
    at_least: int
    fewest: bool
    goals: int | None
    givens: list[ColoredCell]
    cells: list[ColoredCell]
    blocks: list[list[str | int]]


class ScannedNumber(TypedDict):
    value: int | str
    color: int
    probability: float
    box: list[float]


class ScannedLine(TypedDict):
    line: str
    numbers: list[ScannedNumber]


class Repair(TypedDict):
    line: str
    read: str
    chosen: str


class Scan(TypedDict):
    grid: str
    colors: list[str]
    lines: list[ScannedLine]
    marks: list[str] | None
    unique: bool | None
    changes: list[Repair]
    doubts: list[str]


class Solve(TypedDict):
    grid: str
    colors: list[str]
    unique: NotRequired[bool | None]
    picture: NotRequired[list[str] | None]
    second: NotRequired[list[str] | None]
    goal: NotRequired[str | None]
    differs: NotRequired[list[Cell]]
    solver: NotRequired[str | None]
    variables: NotRequired[int | None]
    clauses: NotRequired[int | None]
    solutions: NotRequired[list[list[str]]]
    complete: NotRequired[bool]


class Solver(TypedDict):
    name: str
    kind: str
    available: bool
    version: str
    incremental: bool
    interrupt: bool
    proof: bool
    get: str


#: By command the type of a record, or of an entry of the document that it prints.
RECORD_TYPES: dict[str, type] = {
    "batch": Batch,
    "certify": Proof,
    "check": Check,
    "compare": Compare,
    "count": Count,
    "diagnose": Diagnose,
    "encode": Encode,
    "encodings": Encodings,
    "explain": Explain,
    "formats": Format,
    "hint": Hint,
    "info": Info,
    "line": Line,
    "make": Make,
    "mend": Mend,
    "rate": Rating,
    "scan": Scan,
    "solve": Solve,
    "solvers": Solver,
    "verify-proof": Proof,
}
