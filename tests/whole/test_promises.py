"""The promises to users, each with its test: nothing that a user sees is tested by slow tests alone.

A name without parameters stands for all tests of that function, of which at least one must be fast.
"""

from __future__ import annotations

import processor_time
import pytest
from docs_pages import README, sessions
from places import TESTS
from test_exit_codes import rows

from nonosat.cli import COMMANDS
from nonosat.encodings import ENCODINGS
from nonosat.formats import FORMATS
from nonosat.model.grid_kinds import GRIDS
from nonosat.proofs.kinds import KINDS
from nonosat.proofs.manifest import FEWEST_GIVENS, NO_SOLUTION, SOLUTION_MAP, UNIQUE
from nonosat.solvers import BACKENDS

#: From what is promised to the tests of each promise.
PROMISES: dict[str, dict[str, str]] = {
    "command": {
        "solve": "cli/test_cli_solve.py::test_one_puzzle",
        "explain": "cli/test_cli_explain.py::test_text",
        "hint": "cli/test_cli_hint.py::test_wrong_cells_come_first",
        "count": "cli/test_cli_count.py::test_numbers_and_exit_codes",
        "batch": "unit/batch/test_batch.py::test_the_same_as_solve",
        "check": "cli/test_cli_commands.py::test_check_a_wrong_picture",
        "encode": "cli/test_cli_commands.py::test_encode",
        "decode": "cli/test_cli_commands.py::test_decode",
        "make": "unit/authoring/test_tracing.py::TestCommand::test_writes_a_puzzle_and_says_how_good_it_is",
        "scan": "cli/test_cli_scan.py::test_the_puzzle_is_written",
        "draw": "cli/test_cli_draw.py::test_a_new_puzzle",
        "diagnose": "unit/authoring/test_diagnose.py::test_command",
        "mend": "cli/test_cli_mend.py::test_a_mended_file",
        "rate": "unit/explaining/test_rate.py::test_command",
        "generate": "cli/test_cli_generate.py::test_one_puzzle_goes_to_standard_output",
        "render": "cli/test_cli_commands.py::test_render",
        "page": "unit/publishing/test_page.py::test_several_files_and_a_broken_one",
        "book": "unit/publishing/test_book.py::test_no_solution_and_no_time",
        "line": "cli/test_cli_line.py::test_what_follows_and_what_propagation_misses",
        "info": "cli/test_cli_info.py::test_rectangle",
        "compare": "unit/solving/test_compare.py::test_formulas_and_searches",
        "encodings": "unit/encodings/test_recipes.py::test_list",
        "solvers": "cli/test_cli_commands.py::test_solvers",
        "certify": "unit/proofs/test_certificate.py::test_unique",
        "verify-proof": "unit/proofs/test_forged.py::test_another_puzzle_under_a_name",
        "convert": "cli/test_cli_convert.py::test_suffix_names_the_format",
        "formats": "cli/test_cli_convert.py::test_formats",
    },
    "exit code": {
        "0": "cli/test_cli_solve.py::test_one_puzzle",
        "1": "cli/test_cli_solve.py::test_uniqueness_is_asked_for",
        "2": "cli/test_cli_convert.py::test_usage",
        "3": "unit/formats/test_refusals.py::test_command_line",
        "4": "unit/solvers/test_program_session.py::test_program_that_cannot_be_started",
        "5": "cli/test_cli_solve.py::test_time_limit",
        "130": "cli/test_exit_codes.py::test_interrupted",
    },
    "format": {name: f"unit/formats/test_samples.py::test_samples[{name}]" for name in FORMATS},
    "grid": {
        "rect": "whole/test_oracle.py::test_every_small_rectangle",
        "hex": "whole/test_oracle.py::test_small_hexagons",
        "tri": "unit/model/test_tri_grid.py::test_every_stage_on_the_command_line",
    },
    "rules": {
        "several colours": "whole/test_oracle.py::test_every_small_square_of_several_colors",
        "unknown colours": "whole/test_oracle.py::test_random_rectangles",
        "hidden numbers": "whole/test_oracle.py::test_random_hexagons",
    },
    "kind of proof": {
        "drat": "unit/proofs/test_certificate.py::test_unique",
        "linear": "unit/proofs/test_linear_checker.py::test_lines_alone",
    },
    "claim": {
        UNIQUE: "unit/proofs/test_certificate.py::test_unique",
        NO_SOLUTION: "unit/proofs/test_certificate.py::test_no_solution",
        SOLUTION_MAP: "unit/proofs/test_claim.py::test_commands",
        FEWEST_GIVENS: "unit/proofs/test_claim.py::test_goals",
    },
    "encoding": {
        name: f"whole/test_oracle.py::test_every_encoding_with_the_default_solver[{name}]" for name in ENCODINGS
    },
    "solver": {
        name: f"whole/test_oracle.py::test_every_solver_with_the_default_encoding[{name}]"
        for name, backend in BACKENDS.items()
        if backend.capabilities.in_process
    },
    "session of README": {
        # pytest escapes backslashes of parameters.
        session.command: "docs/test_readme.py::test_session[{}]".format(str(session).replace("\\", "\\\\"))
        for session in sessions(README)
    },
}

#: What must have a promise, where the table does not go through a registry itself.
COMPLETE = {
    "command": set(COMMANDS),
    "exit code": {str(code) for code, _ in rows()},
    "grid": set(GRIDS),
    "kind of proof": set(KINDS),
}


def test_a_fast_test_holds_each_promise(all_tests: dict[str, pytest.Item]) -> None:
    """Where a part of the tests runs, only what that part has is looked at; `make test` collects all files."""
    for kind, names in COMPLETE.items():
        assert set(PROMISES[kind]) == names
    fast = {
        key for key, item in all_tests.items() if not any(map(item.get_closest_marker, ("slow", "browser", "faults")))
    }
    fast |= {key.partition("[")[0] for key in fast}
    collected = {key.partition("::")[0] for key in all_tests}
    wanted = [test for promises in PROMISES.values() for test in promises.values()]
    assert [test for test in wanted if test not in fast and test.partition("::")[0] in collected] == []
    assert all((TESTS / test.partition("::")[0]).exists() for test in wanted)


def test_at_most_sixty_fast_tests_are_costly(all_tests: dict[str, pytest.Item]) -> None:
    costly = [key for key, item in all_tests.items() if item.get_closest_marker("costly")]
    assert len(costly) <= processor_time.MOST_COSTLY
