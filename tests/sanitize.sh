#!/usr/bin/env bash
# Build the compiled kernels with AddressSanitizer and UBSan, run their tests, and build them again as usual. Needs gcc.
set -euo pipefail
cd "$(dirname "$0")/.."
python=${PYTHON:-.venv/bin/python}
include=$("$python" -c 'import sysconfig; print(sysconfig.get_paths()["include"])')
library=src/nonosat/_kernels.abi3.so
kept=$(mktemp)
cp -p "$library" "$kept"
trap 'mv "$kept" "$library"' EXIT
gcc -std=c11 -Wall -Wextra -Werror -g -O1 -fsanitize=address,undefined -fno-sanitize-recover=all -fPIC -shared \
    -I"$include" src/nonosat/kernels/*.c -o "$library"
# Python and hypothesis keep memory to the end.
ASAN_OPTIONS=detect_leaks=0 LD_PRELOAD="$(gcc -print-file-name=libasan.so) $(gcc -print-file-name=libubsan.so)" \
    PYTHONMALLOC=malloc "$python" -m pytest -q -p no:cacheprovider -p no:processor_time tests/unit/lines \
    tests/unit/core/test_compiled.py \
    tests/unit/encodings/test_line_clauses.py tests/unit/solving/test_compiled_sums.py "$@"
