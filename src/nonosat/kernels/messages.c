/* Sums, bounds and damping of the messages of belief propagation; nonosat.solving.beliefs.message_arithmetic, which takes
   the place of these loops where they are not built, defines them.

   Messages are logarithms [planes, cells + 1], one plane for each colour; the last cell is padding. Operations of numpy
   read and write whole arrays; here each goes over as many cells as the fastest memory holds. */

#include "arrays.h"

#include <math.h>

/* With -O2, gcc would not compute several numbers of a row at once. */
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC optimize("O3")
#endif

/* Cells at a time. */
#define PART 256

static inline Py_ssize_t least(Py_ssize_t one, Py_ssize_t other)
{
    return one < other ? one : other;
}

/* `sum_messages` of arrays whose shapes agree. */
static void sum_planes(const Py_buffer *sources, Py_ssize_t left_out, const double *impossible, double *sums)
{
    const Py_ssize_t n_planes = sources->shape[1], n = sources->shape[2];
    const double *messages = sources->buf;
    double largest[PART];
    for (Py_ssize_t begin = 0, size; begin < n; begin += size) {
        size = least(PART, n - begin);
        for (Py_ssize_t plane = 0; plane < n_planes; plane++) {
            const Py_ssize_t first = plane * n + begin;
            double *restrict sum = sums + first;
            bool is_first = true;
            for (Py_ssize_t source = 0; source < sources->shape[0]; source++) {
                const double *other = messages + source * n_planes * n + first;
                if (source == left_out)
                    continue;
                for (Py_ssize_t i = 0; i < size; i++)
                    sum[i] = is_first ? other[i] : sum[i] + other[i];
                is_first = false;
            }
            for (Py_ssize_t i = 0; i < size; i++) {
                sum[i] += impossible[first + i];
                largest[i] = plane == 0 || sum[i] > largest[i] ? sum[i] : largest[i];
            }
        }
        for (Py_ssize_t plane = 0; plane < n_planes; plane++)
            for (Py_ssize_t i = 0; i < size; i++)
                sums[plane * n + begin + i] -= largest[i];
    }
    for (Py_ssize_t plane = 0; plane < n_planes; plane++)
        sums[plane * n + n - 1] = 0.0;
}

/* The numbers of `damp_messages`. */
struct damping {
    double share, bound;
};

static inline double damped(struct damping damping, double message, double old)
{
    return (message > damping.bound ? message : damping.bound) * (1.0 - damping.share) + old * damping.share;
}

/* `damp_messages` of arrays whose shapes agree. */
static double damp_planes(Py_ssize_t n_planes, Py_ssize_t n, const double *impossible, const double *counted,
                          struct damping damping, double *unbounded, double *bounded)
{
    double largest[PART], changes[PART] = {0.0}, change = 0.0;
    for (Py_ssize_t begin = 0, size; begin < n; begin += size) {
        size = least(PART, n - begin);
        for (Py_ssize_t plane = 0; plane < n_planes; plane++) {
            const Py_ssize_t first = plane * n + begin;
            for (Py_ssize_t i = 0; i < size; i++) {
                const double highest = impossible[first + i];
                double message = unbounded[first + i];
                unbounded[first + i] = message = highest < 0.0 ? highest : message;
                largest[i] = plane == 0 || message > largest[i] ? message : largest[i];
            }
        }
        for (Py_ssize_t plane = 0; plane < n_planes; plane++)
            for (Py_ssize_t i = 0; i < size; i++)
                unbounded[plane * n + begin + i] -= largest[i];
        for (Py_ssize_t plane = 0; plane < n_planes; plane++) {
            const Py_ssize_t first = plane * n + begin;
            for (Py_ssize_t i = 0; i < size; i++) {
                const double message = damped(damping, unbounded[first + i], bounded[first + i]);
                largest[i] = plane == 0 || message > largest[i] ? message : largest[i];
            }
        }
        for (Py_ssize_t plane = 0; plane < n_planes; plane++) {
            const Py_ssize_t first = plane * n + begin;
            for (Py_ssize_t i = 0; i < size; i++) {
                const double old = bounded[first + i];
                const double message = damped(damping, unbounded[first + i], old) - largest[i];
                changes[i] += fabs(message - old) * counted[first + i];
                bounded[first + i] = message;
            }
        }
    }
    for (Py_ssize_t plane = 0; plane < n_planes; plane++)
        bounded[plane * n + n - 1] = 0.0;
    for (Py_ssize_t i = 0; i < PART; i++)
        change += changes[i];
    return change;
}

/* Whether all arrays have the two axes of the last one, of which an array of sources has one more before. */
static bool shapes_agree(const Py_buffer *arrays, int n)
{
    bool agree = true;
    for (int i = 0; i < n; i++)
        for (int axis = 1; axis <= 2; axis++)
            agree &= arrays[i].shape[arrays[i].ndim - axis] == arrays[n - 1].shape[2 - axis];
    return agree && arrays[n - 1].shape[0] > 0 && arrays[n - 1].shape[1] > 0;
}

const char sum_messages_doc[] = "sum_messages(messages, left_out, impossible, sums)\n--\n\n"
                                "See nonosat.solving.beliefs.message_arithmetic.";

PyObject *sum_messages(PyObject *module, PyObject *arguments)
{
    static const array_kind KINDS[] = {{"messages", 3, 'd', false}, {"impossible", 2, 'd', false}, {"sums", 2, 'd', true}};
    PyObject *objects[3], *result = NULL;
    Py_buffer arrays[3];
    Py_ssize_t left_out;
    (void)module;
    if (!PyArg_ParseTuple(arguments, "OnOO:sum_messages", &objects[0], &left_out, &objects[1], &objects[2]) ||
        !open_arrays(objects, KINDS, 3, arrays))
        return NULL;
    if (shapes_agree(arrays, 3) && arrays[0].shape[0] > 1) {
        sum_planes(&arrays[0], left_out, arrays[1].buf, arrays[2].buf);
        result = Py_NewRef(Py_None);
    } else
        refuse_shapes();
    close_arrays(arrays, 3);
    return result;
}

const char damp_messages_doc[] = "damp_messages(impossible, counted, bound, damping, unbounded, bounded)\n--\n\n"
                                 "See nonosat.solving.beliefs.message_arithmetic.";

PyObject *damp_messages(PyObject *module, PyObject *arguments)
{
    static const array_kind KINDS[] = {
        {"impossible", 2, 'd', false}, {"counted", 2, 'd', false}, {"unbounded", 2, 'd', true}, {"bounded", 2, 'd', true}};
    PyObject *objects[4], *result = NULL;
    Py_buffer arrays[4];
    struct damping damping;
    (void)module;
    if (!PyArg_ParseTuple(arguments, "OOddOO:damp_messages", &objects[0], &objects[1], &damping.bound, &damping.share,
                          &objects[2], &objects[3]) ||
        !open_arrays(objects, KINDS, 4, arrays))
        return NULL;
    if (shapes_agree(arrays, 4))
        result = PyFloat_FromDouble(damp_planes(arrays[3].shape[0], arrays[3].shape[1], arrays[0].buf, arrays[1].buf,
                                                damping, arrays[2].buf, arrays[3].buf));
    else
        refuse_shapes();
    close_arrays(arrays, 4);
    return result;
}
