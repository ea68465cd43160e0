/* Sums over all placements of the blocks of stretches, for belief propagation. nonosat.solving.beliefs.lattice, whose
   terms are used here, defines them and draws the lattice.

   The nodes (k, t) of a lattice lie in memory by rows, all t of one k. A sum needs the one before it in its row, so a
   loop over one row waits for each multiplication; a loop over four rows waits once for all of them. */

#include "arrays.h"
#include "reading.h"

#include <math.h>
#include <string.h>

/* With -O2, gcc would neither unroll the loops over rows nor compute several numbers of a row at once. */
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC optimize("O3")
#endif

/* Rows of a lattice in one loop. */
enum { ROWS = 4 };

/* Loops over a row go on to a multiple of this, with numbers that do not count: several are computed at once. */
enum { STEP = 8 };

/* Products and sums between two looks at signals, which take some milliseconds. */
enum { WORK = 5000000 };

/* Sums outside these bounds are scaled. */
static const double LEAST_SUM = 1e-100, LARGEST_SUM = 1e100;

/* Smaller shares count as this one, the LEAST_SHARE of lattice.py. */
static const double LEAST_SHARE = 1e-30;

/* The arguments of `placement_messages`, and their sizes. */
typedef struct {
    const double *weights;
    const Py_ssize_t *cells, *counts, *slacks, *lengths, *colors;
    const char *apart;
    double *messages;
    char *failed;
    Py_ssize_t n_planes, n_columns, n_stretches, n_places, n_blocks;
} stretch_batch;

/* Work without the lock of the interpreter, until a signal has come whose handler raises an exception. */
typedef struct {
    PyThreadState *thread;
    Py_ssize_t work;
    bool is_interrupted;
} work_run;

/* Whether to end now; `work` is what is done next. */
static bool must_end(work_run *run, Py_ssize_t work)
{
    run->work += work;
    if (run->work > WORK && !run->is_interrupted) {
        run->work = 0;
        PyEval_RestoreThread(run->thread);
        run->is_interrupted = PyErr_CheckSignals() != 0;
        run->thread = PyEval_SaveThread();
    }
    return run->is_interrupted;
}

/* The lattice of one stretch, in memory for the largest of a batch. */
typedef struct {
    Py_ssize_t width, n_places;
    double *weights;       /* of the colours of the cells [planes, places] */
    double *begun, *ended; /* the shares of blocks that begin, and that have ended, at the cells [planes, places] */
    double *laid;          /* the weights of the edges by a block [blocks, width] */
    double *sums;          /* over the paths from the first node [blocks + 1, width] */
    double *after;         /* over the paths to the last node, for one row [width] */
    double *taken;         /* the shares of the edges by a block, for some rows [ROWS, width] */
    Py_ssize_t *starts;    /* of the blocks where no slack is spent, and the end of the last [blocks + 1] */
} lattice_space;

/* The sums of the `n` rows after the row `before`, from the weights of the edges by a block and by background; returns
   the largest of the last row. */
static inline double add_paths(int n, Py_ssize_t slack, Py_ssize_t width, const double *before,
                               const double *laid, const double *const *background, double *restrict sums)
{
    double so_far[ROWS] = {0.0}, largest = 0.0;
    for (Py_ssize_t t = 0; t <= slack; t++) {
        double sum = before[t];
        for (int row = 0; row < n; row++) {
            sum = sum * laid[row * width + t] + so_far[row] * background[row][t];
            so_far[row] = sums[row * width + t] = sum;
        }
        largest = sum > largest ? sum : largest;
    }
    return largest;
}

/* The shares of the edges by a block in `n` rows; `after` goes from the row after them to the first of them. */
static inline void take_shares(int n, Py_ssize_t slack, Py_ssize_t width, const double *sums, const double *laid,
                               const double *const *background, double *restrict after, double *restrict taken)
{
    double so_far[ROWS] = {0.0};
    for (Py_ssize_t t = slack; t >= 0; t--) {
        double sum = after[t];
        for (int row = n - 1; row >= 0; row--) {
            double edge = sum * laid[row * width + t];
            taken[row * width + t] = sums[row * width + t] * edge;
            so_far[row] = sum = edge + so_far[row] * background[row][t];
        }
        after[t] = sum;
    }
}

/* For loops over the first `n` numbers of rows, in steps that are unrolled. */
#define EACH(t, n) \
    for (Py_ssize_t step = 0; step < (n); step += STEP) \
        for (Py_ssize_t t = step; t < step + STEP; t++)

static inline void multiply(double *restrict product, const double *restrict one, const double *restrict other,
                            Py_ssize_t n)
{
    EACH(t, n) product[t] = one[t] * other[t];
}

static inline void multiply_by(double *restrict product, const double *restrict factor, Py_ssize_t n)
{
    EACH(t, n) product[t] *= factor[t];
}

static inline void add(double *restrict sum, const double *restrict other, Py_ssize_t n)
{
    EACH(t, n) sum[t] += other[t];
}

/* The weights of the edges by a block: for each block a product over its cells, and over the gap after it. */
static void weigh_edges(const stretch_batch *batch, const lattice_space *lattice, Py_ssize_t stretch, work_run *run)
{
    Py_ssize_t count = batch->counts[stretch], n = batch->slacks[stretch] + 1;
    Py_ssize_t first = stretch * batch->n_blocks;
    Py_ssize_t start = 0;
    for (Py_ssize_t k = 0; k < count; k++) {
        const double *color = lattice->weights + batch->colors[first + k] * lattice->n_places;
        Py_ssize_t end = start + batch->lengths[first + k];
        double *laid = lattice->laid + k * lattice->width;
        assert(end + n - 1 + STEP <= lattice->n_places);
        lattice->starts[k] = start;
        if (batch->apart[first + k])
            multiply(laid, color + start, lattice->weights + end, n);
        else
            memcpy(laid, color + start, (size_t)n * sizeof(double));
        for (Py_ssize_t place = start + 1; place < end && !must_end(run, n); place++)
            multiply_by(laid, color + place, n);
        start = end + (batch->apart[first + k] != 0);
    }
    lattice->starts[count] = start;
}

/* The sums over the paths from the first node to all rows; returns the one to the last node. Where a row is scaled, so
   are the edges that lead to it: in shares that cancels out. */
static double sum_forward(const lattice_space *lattice, Py_ssize_t count, Py_ssize_t slack, work_run *run)
{
    Py_ssize_t width = lattice->width;
    double so_far = 1.0;
    for (Py_ssize_t t = 0; t <= slack; t++) {
        lattice->sums[t] = so_far;
        so_far *= lattice->weights[t];
    }
    for (Py_ssize_t k = 0, n = ROWS; k < count && !must_end(run, ROWS * slack); k += n) {
        const double *background[ROWS], *before = lattice->sums + k * width;
        double *laid = lattice->laid + k * width, *sums = lattice->sums + (k + 1) * width, largest;
        n = count - k < ROWS ? count - k : ROWS;
        for (Py_ssize_t row = 0; row < n; row++)
            background[row] = lattice->weights + lattice->starts[k + row + 1] - 1;
        switch (n) {
        case 4: largest = add_paths(4, slack, width, before, laid, background, sums); break;
        case 3: largest = add_paths(3, slack, width, before, laid, background, sums); break;
        case 2: largest = add_paths(2, slack, width, before, laid, background, sums); break;
        default: largest = add_paths(1, slack, width, before, laid, background, sums);
        }
        if (LEAST_SUM < largest && largest < LARGEST_SUM)
            continue;
        /* Rows that several numbers vanish or overflow in are computed again, one by one. */
        if (n > 1)
            largest = add_paths(1, slack, width, before, laid, background, sums);
        n = 1;
        if (0.0 < largest && (largest <= LEAST_SUM || LARGEST_SUM <= largest))
            for (Py_ssize_t t = 0; t <= slack; t++) {
                sums[t] /= largest;
                laid[t] /= largest;
            }
    }
    return lattice->sums[count * width + slack];
}

/* The shares of all edges by a block, added up where the blocks begin and end; `total` is the sum of all paths. */
static void share_backward(const stretch_batch *batch, const lattice_space *lattice, Py_ssize_t stretch, double total,
                           work_run *run)
{
    Py_ssize_t count = batch->counts[stretch], slack = batch->slacks[stretch], width = lattice->width;
    Py_ssize_t first = stretch * batch->n_blocks;
    double so_far = 1.0 / total;
    for (Py_ssize_t t = slack; t >= 0; t--) {
        lattice->after[t] = so_far;
        if (t)
            so_far *= lattice->weights[lattice->starts[count] + t - 1];
    }
    for (Py_ssize_t row = 0; row < ROWS; row++)
        for (Py_ssize_t t = slack + 1; t < width; t++)
            lattice->taken[row * width + t] = 0.0;
    for (Py_ssize_t k = count, n; k > 0 && !must_end(run, ROWS * slack);) {
        const double *background[ROWS], *laid, *sums;
        double *after = lattice->after, *taken = lattice->taken;
        n = k < ROWS ? k : ROWS;
        k -= n;
        laid = lattice->laid + k * width, sums = lattice->sums + k * width;
        for (Py_ssize_t row = 0; row < n; row++)
            background[row] = lattice->weights + lattice->starts[k + row];
        switch (n) {
        case 4: take_shares(4, slack, width, sums, laid, background, after, taken); break;
        case 3: take_shares(3, slack, width, sums, laid, background, after, taken); break;
        case 2: take_shares(2, slack, width, sums, laid, background, after, taken); break;
        default: take_shares(1, slack, width, sums, laid, background, after, taken);
        }
        for (Py_ssize_t row = 0; row < n; row++) {
            Py_ssize_t place = batch->colors[first + k + row] * lattice->n_places + lattice->starts[k + row];
            add(lattice->begun + place, taken + row * width, slack + 1);
            add(lattice->ended + place + batch->lengths[first + k + row], taken + row * width, slack + 1);
        }
    }
}

/* The shares of the colours of all cells, in `begun`; returns whether all are numbers. */
static bool cover_cells(const lattice_space *lattice, Py_ssize_t n_planes, Py_ssize_t size)
{
    double *background = lattice->begun;
    for (Py_ssize_t place = 0; place < size; place++)
        background[place] = 1.0;
    for (Py_ssize_t plane = 1; plane < n_planes; plane++) {
        double *begun = lattice->begun + plane * lattice->n_places, share = 0.0;
        const double *ended = lattice->ended + plane * lattice->n_places;
        for (Py_ssize_t place = 0; place < size; place++) {
            begun[place] = share += begun[place] - ended[place];
            background[place] -= share;
        }
    }
    return size == 0 || isfinite(background[size - 1]);
}

/* Replace the messages to the cells of one stretch: in each colour, the share of its placements for each unit of the
   weight of the cell. Those of a stretch that has failed say nothing. */
static void weigh_stretch(const stretch_batch *batch, const lattice_space *lattice, Py_ssize_t stretch, work_run *run)
{
    Py_ssize_t count = batch->counts[stretch], slack = batch->slacks[stretch];
    const Py_ssize_t *cells = batch->cells + stretch * batch->n_places, first = stretch * batch->n_blocks;
    size_t n_bytes = (size_t)(batch->n_planes * lattice->n_places) * sizeof(double);
    Py_ssize_t size = slack;
    double total;
    for (Py_ssize_t k = 0; k < count; k++)
        size += batch->lengths[first + k] + (batch->apart[first + k] != 0);
    for (Py_ssize_t plane = 0; plane < batch->n_planes; plane++) {
        const double *weights = batch->weights + plane * batch->n_columns;
        /* All placements have equally many cells of background, so a factor for these cancels out in shares. With this
           one the largest sum of a row is where most placements go through. */
        double factor = plane == 0 ? (double)(slack + 1) / (double)(count + slack + 1) : 1.0;
        double *own = lattice->weights + plane * lattice->n_places;
        for (Py_ssize_t place = 0; place < size; place++)
            own[place] = factor * weights[cells[place]];
    }
    memset(lattice->begun, 0, n_bytes);
    memset(lattice->ended, 0, n_bytes);
    weigh_edges(batch, lattice, stretch, run);
    total = sum_forward(lattice, count, slack, run);
    batch->failed[stretch] = 1;
    if (0.0 < total && total < INFINITY) {
        share_backward(batch, lattice, stretch, total, run);
        batch->failed[stretch] = !cover_cells(lattice, batch->n_planes, size);
    }
    for (Py_ssize_t plane = 0; plane < batch->n_planes; plane++) {
        const double *shares = lattice->begun + plane * lattice->n_places;
        const double *weights = batch->weights + plane * batch->n_columns;
        double *messages = batch->messages + plane * batch->n_columns;
        for (Py_ssize_t place = 0; place < size; place++) {
            double share = shares[place] > LEAST_SHARE ? shares[place] : LEAST_SHARE, own = weights[cells[place]];
            messages[cells[place]] = own > 0.0 && !batch->failed[stretch] ? share / own : 1.0;
        }
    }
}

/* Check the stretches, and find the lattice that is large enough for all of them; false with an exception if an index
   or a number is out of range. */
static bool measure(const stretch_batch *batch, lattice_space *lattice, Py_ssize_t *most_blocks)
{
    Py_ssize_t n_cells = batch->n_stretches * batch->n_places;
    Py_ssize_t most_slack = 0, n_wrong = 0;
    *most_blocks = 0;
    for (Py_ssize_t i = 0; i < n_cells; i++)
        n_wrong += batch->cells[i] < 0 || batch->cells[i] >= batch->n_columns;
    for (Py_ssize_t s = 0; s < batch->n_stretches && !n_wrong; s++) {
        Py_ssize_t count = batch->counts[s], slack = batch->slacks[s];
        Py_ssize_t left;
        n_wrong = count < 0 || count > batch->n_blocks || slack < 0 || slack > batch->n_places;
        left = n_wrong ? 0 : batch->n_places - slack;
        for (Py_ssize_t k = 0; k < count && !n_wrong; k++) {
            Py_ssize_t i = s * batch->n_blocks + k;
            n_wrong = batch->colors[i] < 1 || batch->colors[i] >= batch->n_planes || batch->lengths[i] < 1 ||
                      batch->lengths[i] > left - (batch->apart[i] != 0);
            left -= n_wrong ? 0 : batch->lengths[i] + (batch->apart[i] != 0);
        }
        most_slack = Py_MAX(most_slack, slack);
        *most_blocks = Py_MAX(*most_blocks, count);
    }
    if (n_wrong)
        return refuse("a cell, block or slack is out of range");
    lattice->width = (most_slack + STEP) / STEP * STEP;
    lattice->n_places = batch->n_places + STEP + 1;
    return true;
}

/* Memory for a lattice, at `weights`; false with an exception if there is not enough. */
static bool allocate(lattice_space *lattice, Py_ssize_t n_planes, Py_ssize_t most_blocks)
{
    double n_numbers = 3.0 * (double)n_planes * (double)lattice->n_places +
                             (2.0 * (double)most_blocks + 2.0 + ROWS) * (double)lattice->width + (double)most_blocks + 1.0;
    Py_ssize_t plane = n_planes * lattice->n_places, rows = most_blocks * lattice->width;
    lattice->weights = allocated(n_numbers < PY_SSIZE_T_MAX / 16 ? (size_t)n_numbers : SIZE_MAX, sizeof(double));
    if (!lattice->weights)
        return false;
    lattice->begun = lattice->weights + plane;
    lattice->ended = lattice->begun + plane;
    lattice->laid = lattice->ended + plane;
    lattice->sums = lattice->laid + rows;
    lattice->after = lattice->sums + rows + lattice->width;
    lattice->taken = lattice->after + lattice->width;
    lattice->starts = (Py_ssize_t *)(lattice->taken + ROWS * lattice->width);
    return true;
}

/* The arguments of `placement_messages`. */
enum { WEIGHTS, CELLS, COUNTS, SLACKS, LENGTHS, COLORS, APART, MESSAGES, FAILED, N_ARRAYS };
static const array_kind KINDS[N_ARRAYS] = {
    {"weights", 2, 'd', false}, {"cells", 2, 'n', false},  {"counts", 1, 'n', false},
    {"slacks", 1, 'n', false},  {"lengths", 2, 'n', false}, {"colors", 2, 'n', false},
    {"apart", 2, '?', false},   {"messages", 2, 'd', true}, {"failed", 1, '?', true},
};

/* Whether the shapes of all arrays agree. */
static bool shapes_agree(const Py_buffer *arrays)
{
    Py_ssize_t n_stretches = arrays[CELLS].shape[0];
    bool agree = true;
    for (int i = COUNTS; i < N_ARRAYS; i++)
        agree &= i == MESSAGES || arrays[i].shape[0] == n_stretches;
    for (int axis = 0; axis < 2; axis++)
        agree &= arrays[MESSAGES].shape[axis] == arrays[WEIGHTS].shape[axis];
    for (int i = COLORS; i <= APART; i++)
        agree &= arrays[i].shape[1] == arrays[LENGTHS].shape[1];
    return agree;
}

/* `placement_messages` of arrays whose shapes agree. */
static PyObject *weigh_batch(const Py_buffer *arrays)
{
    stretch_batch batch = {
        .weights = arrays[WEIGHTS].buf,
        .cells = arrays[CELLS].buf,
        .counts = arrays[COUNTS].buf,
        .slacks = arrays[SLACKS].buf,
        .lengths = arrays[LENGTHS].buf,
        .colors = arrays[COLORS].buf,
        .apart = arrays[APART].buf,
        .messages = arrays[MESSAGES].buf,
        .failed = arrays[FAILED].buf,
        .n_planes = arrays[WEIGHTS].shape[0],
        .n_columns = arrays[WEIGHTS].shape[1],
        .n_stretches = arrays[CELLS].shape[0],
        .n_places = arrays[CELLS].shape[1],
        .n_blocks = arrays[LENGTHS].shape[1],
    };
    lattice_space lattice;
    work_run run = {.work = 0};
    Py_ssize_t most_blocks;
    if (!measure(&batch, &lattice, &most_blocks) || !allocate(&lattice, batch.n_planes, most_blocks))
        return NULL;
    run.thread = PyEval_SaveThread();
    for (Py_ssize_t stretch = 0; stretch < batch.n_stretches && !run.is_interrupted; stretch++)
        weigh_stretch(&batch, &lattice, stretch, &run);
    PyEval_RestoreThread(run.thread);
    PyMem_Free(lattice.weights);
    return run.is_interrupted ? NULL : Py_NewRef(Py_None);
}

const char placement_messages_doc[] =
    "placement_messages(weights, stretches, messages, failed)\n--\n\n"
    "Replace the messages to the cells of all stretches; see nonosat.core.compiled.Kernels.";

PyObject *placement_messages(PyObject *Py_UNUSED(module), PyObject *arguments)
{
    PyObject *objects[N_ARRAYS], *result = NULL;
    Py_buffer arrays[N_ARRAYS];
    if (!PyArg_ParseTuple(arguments, "O(OOOOOO)OO:placement_messages", &objects[0], &objects[1], &objects[2],
                          &objects[3], &objects[4], &objects[5], &objects[6], &objects[7], &objects[8]) ||
        !open_arrays(objects, KINDS, N_ARRAYS, arrays))
        return NULL;
    if (shapes_agree(arrays))
        result = weigh_batch(arrays);
    else
        refuse_shapes();
    close_arrays(arrays, N_ARRAYS);
    return result;
}
