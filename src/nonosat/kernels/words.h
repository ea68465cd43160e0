/* Bit sets of any size, as rows of words of 64 bits: bit j of word w stands for position 64 w + j. */

#ifndef NONOSAT_WORDS_H
#define NONOSAT_WORDS_H

#include <assert.h>
#include <stdint.h>

typedef uint64_t word;

enum { WORD_BITS = 64 };

/* Words `first` to `stop` - 1 of a bit set; all its other words are zero, so positions outside may be read. */
typedef struct {
    int first, stop;
    word *words;
} row;

static inline word at(const row *set, int w)
{
    return w >= set->first && w < set->stop ? set->words[w - set->first] : 0;
}

/* Word w after all bits have moved up by some places. */
static inline word moved_up(const row *set, int w, int places)
{
    assert(places >= 0);
    int whole = places / WORD_BITS, part = places % WORD_BITS;
    return at(set, w - whole) << part | at(set, w - whole - 1) >> 1 >> (WORD_BITS - 1 - part);
}

/* Word w after all bits have moved down by some places. */
static inline word moved_down(const row *set, int w, int places)
{
    assert(places >= 0);
    int whole = places / WORD_BITS, part = places % WORD_BITS;
    return at(set, w + whole) >> part | at(set, w + whole + 1) << 1 << (WORD_BITS - 1 - part);
}

static inline int bit_count(word bits)
{
    bits -= bits >> 1 & 0x5555555555555555;
    bits = (bits & 0x3333333333333333) + (bits >> 2 & 0x3333333333333333);
    bits = (bits + (bits >> 4)) & 0x0f0f0f0f0f0f0f0f;
    return (int)(bits * 0x0101010101010101 >> 56);
}

/* The position of the lowest of some bits. */
static inline int lowest_bit(word bits)
{
    assert(bits);
    return bit_count((bits & (0 - bits)) - 1);
}

/* The bits of positions below `stop` in word w. */
static inline word bits_below(int w, int stop)
{
    int n_bits = stop - w * WORD_BITS;
    return n_bits >= WORD_BITS ? ~(word)0 : n_bits <= 0 ? 0 : ((word)1 << n_bits) - 1;
}

#endif
