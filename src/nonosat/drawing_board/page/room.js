// The room that a drawing takes: its cells, and the clues in the margin.

import { pointOn } from "/player/drawing.js";

/** Pixels around everything, and half the size of a block. */
const [PADDING, HALF] = [3, 11];
/** The least number of blocks for which a line has room. */
const LEAST = 4;

/** For each family of lines the number of blocks of its longest clue. */
function longest({ clues, families }) {
  let first = 0;
  return families.map(([, count]) => Math.max(...clues.slice(first, (first += count)).map((clue) => clue.length)));
}

/** For each family of lines the number of blocks for which there should be room, so that few strokes move the board. */
export function depthsFor(puzzle) {
  return longest(puzzle).map((most) => Math.max(LEAST, 2 * Math.ceil((most + 1) / 2)));
}

/** True if there is room for all clues. */
export function isRoomy(puzzle, depths) {
  return longest(puzzle).every((most, family) => most <= depths[family]);
}

/** The view of a puzzle with room for some blocks beside the lines of each family: left, top, width and height in pixels. */
export function viewOf(puzzle, depths) {
  const { scale, shapes } = puzzle.geometry;
  const [low, high] = [[Infinity, Infinity], [-Infinity, -Infinity]];
  const include = (point, more) => point.forEach((part, axis) => {
    low[axis] = Math.min(low[axis], part - more);
    high[axis] = Math.max(high[axis], part + more);
  });
  puzzle.shape.forEach((shape, cell) => {
    for (let at = 2; at < shapes[shape].length; at += 2) {
      include([(puzzle.left[cell] + shapes[shape][at]) * scale, (puzzle.top[cell] + shapes[shape][at + 1]) * scale], PADDING);
    }
  });
  const reach = puzzle.families.flatMap(([, count], family) => Array(count).fill(depths[family] - 1));
  puzzle.lines.forEach((_, line) => include(pointOn(puzzle.clueLane(line), reach[line]), HALF));
  return [...low, high[0] - low[0], high[1] - low[1]].map((part, at) => (at < 2 ? Math.floor(part) : Math.ceil(part) + 1));
}

/** The size of the text on a block by its number of characters; one of a single digit has this size. */
export function fontSizes(size) {
  return [size, size, size, Math.min(size, 8.3), Math.min(size, 6.2), Math.min(size, 5)];
}
