// The rules: pure functions of the values of a line and its clue.
// A value is a colour number from 1, EMPTY for background, or UNMARKED. A clue is a list of [length, colour]; of a block
// with `?` the length is ANY, or the colour, or both.

export const UNMARKED = -1;
export const EMPTY = 0;
export const ANY = 0;

/** The blocks of a line as [length, colour]; cells without marks count as background. */
export function blocksOf(values) {
  const blocks = [];
  let before = EMPTY;
  for (const value of values) {
    if (value > EMPTY) {
      if (value === before) blocks[blocks.length - 1][0] += 1;
      else blocks.push([1, value]);
    }
    before = value;
  }
  return blocks;
}

/** True if a line satisfies its clue; cells without marks count as background. */
export function agrees(values, clue) {
  const found = blocksOf(values);
  return found.length === clue.length && found.every((block, at) => fits(block, clue[at]));
}

/** True if a block of a line is one that a clue asks for. */
function fits([length, color], [asked, askedColor]) {
  return (asked === ANY || asked === length) && (askedColor === ANY || askedColor === color);
}

/** The number of cells around one of a line, along the line, that have its value. */
export function runAround(values, at) {
  let [begin, end] = [at, at];
  while (values[begin - 1] === values[at]) begin -= 1;
  while (values[end + 1] === values[at]) end += 1;
  return end - begin + 1;
}

/**
 * A list with true for each finished block of a clue: for all blocks if the line agrees; else for those from either end
 * of the line up to the first cell without a mark.
 */
export function finishedBlocks(values, clue) {
  if (agrees(values, clue)) return clue.map(() => true);
  const finished = clue.map(() => false);
  for (const step of [1, -1]) {
    let at = step > 0 ? 0 : values.length - 1;
    let block = step > 0 ? 0 : clue.length - 1;
    while (at >= 0 && at < values.length && block >= 0 && block < clue.length && values[at] !== UNMARKED) {
      if (values[at] === EMPTY) {
        at += step;
        continue;
      }
      const begin = at;
      while (values[at] === values[begin]) at += step;
      if (values[at] === UNMARKED || !fits([Math.abs(at - begin), values[begin]], clue[block])) break;
      finished[block] = true;
      block += step;
    }
  }
  return finished;
}

/**
 * True if the blocks of a clue can be placed on a line with all marks kept.
 *
 * Blocks of one colour have background between them, blocks of different colours may touch. Dynamic programming over the
 * number of blocks and the position: a table holds the possible last cells if these blocks are placed before the
 * position, which are background, or the end of a block of some colour.
 */
export function hasPlacement(values, clue, nColors) {
  const n = values.length;
  const width = nColors + 1;
  // ends[i * width + c]: the blocks so far fit into the first i cells, and cell i - 1 is the end of a block of colour c;
  // c = 0: it is background, or i = 0.
  let ends = new Uint8Array((n + 1) * width);
  ends[0] = 1;
  const spread = () => {
    for (let i = 1; i <= n; i += 1) {
      if (values[i - 1] > EMPTY) continue;
      for (let c = 0; c < width; c += 1) if (ends[(i - 1) * width + c]) ends[i * width] = 1;
    }
  };
  spread();
  for (const [length, asked] of clue) {
    const next = new Uint8Array((n + 1) * width);
    for (let color = asked || 1; color <= (asked || nColors); color += 1) {
      let run = 0;
      for (let i = 1; i <= n; i += 1) {
        run = values[i - 1] === UNMARKED || values[i - 1] === color ? run + 1 : 0;
        if (run < length || run === 0) continue;
        // A block of any length ends here if it can be one cell long, or longer than one that ends just before.
        const here = i * width + color;
        if (length === ANY) next[here] = next[here - width];
        const begin = (i - (length || 1)) * width;
        for (let c = 0; c < width; c += 1) if (c !== color && ends[begin + c]) next[here] = 1;
      }
    }
    ends = next;
    spread();
  }
  for (let c = 0; c < width; c += 1) if (ends[n * width + c]) return true;
  return false;
}
