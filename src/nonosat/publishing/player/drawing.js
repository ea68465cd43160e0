// The drawing of a puzzle, on screens and on paper.

import { svg } from "./elements.js";
import { ANY } from "./rules.js";

/** The clue of each line as a group of blocks in the margin. */
export function drawClues(puzzle, options) {
  return puzzle.clues.map((_, line) => drawClue(puzzle, line, options));
}

/** The clue of a line as a group of blocks in the margin. */
export function drawClue(puzzle, line, { letters, forPrint } = {}) {
  const { chip, fonts, slanted } = puzzle.geometry;
  const clue = puzzle.clues[line];
  const lane = puzzle.clueLane(line);
  const blocks = clue.length ? clue : [["0", null]];
  const group = svg("g", { class: "clue" });
  blocks.forEach(([length, color], at) => {
    const far = blocks.length - 1 - at;
    const [x, y] = pointOn(lane, far);
    const known = color > ANY;
    const number = length || "?";
    const suffix = !letters || color === null || (!known && !length) ? "" : known ? puzzle.colors[color].letter : "?";
    const text = `${number}${suffix}`;
    const label = svg("text", { x, y: y + 0.36 * fonts[text.length], "font-size": fonts[text.length] }, text);
    const block = svg("g", { class: color === null && "none" }, label);
    if (color === ANY || (known && !puzzle.plain)) {
      const ground = svg("path", { d: chip, transform: `translate(${x} ${y})`, class: known ? "chip" : "chip any" });
      if (known) {
        ground.style.fill = forPrint ? puzzle.colors[color].tone : puzzle.colors[color].fill;
        label.style.fill = forPrint ? puzzle.colors[color].toneInk : puzzle.colors[color].ink;
      }
      block.prepend(ground);
    }
    group.append(block);
  });
  if (slanted) group.append(svg("path", { d: leadData(lane, blocks.length), class: "leads" }));
  return group;
}

/** A point of the lane of a clue, some steps from its first block; a step is one `way`. */
export function pointOn({ at, way }, steps) {
  return at.map((part, axis) => part + steps * way[axis]);
}

/** Lines from the grid to the first block and from block to block, where lines enter the grid aslant. */
function leadData(lane, count) {
  const ends = (at) => [at ? at - 0.6 : -0.5 - lane.gap, at - 0.4].map((steps) => pointOn(lane, steps).join(" "));
  return Array.from({ length: count }, (_, at) => `M${ends(at).join("L")}`).join("");
}

/**
 * A drawing of a puzzle: clues in pixels; cells, guide lines and the elements above them in units of the layout.
 *
 * Returns the image, and its part in which lengths are in units.
 */
export function drawing(puzzle, properties, clues, cells, ...above) {
  const { view, scale } = puzzle.geometry;
  const { guides, frame } = puzzle.borders();
  const lines = [svg("path", { d: guides, class: "guides" }), svg("path", { d: frame, class: "frame" })];
  const units = svg("g", { transform: `scale(${scale})` }, cells, ...lines, ...above);
  units.style.setProperty("--px", String(1 / scale));
  return { image: svg("svg", { viewBox: view.join(" "), ...properties }, units, clues), units };
}

/** A cross in a cell that is known to be background. */
export function crossData(puzzle, cell) {
  const arm = 3.4 / puzzle.geometry.scale;
  const [x, y] = [puzzle.x[cell], puzzle.y[cell]];
  return `M${x - arm} ${y - arm}l${2 * arm} ${2 * arm}m${-2 * arm} 0l${2 * arm} ${-2 * arm}`;
}

/** As many dots in a cell as its trial has in its number, below the middle. */
export function trialDots(puzzle, cell, trial) {
  const [x, y] = [puzzle.x[cell], puzzle.y[cell] + 0.26 * puzzle.cellWidth];
  const step = 6 / puzzle.geometry.scale;
  const d = Array.from({ length: trial }, (_, at) => `M${x + (at - (trial - 1) / 2) * step} ${y}h0`).join("");
  return ["dots", "dots inner"].map((name) => svg("path", { d, class: name }));
}

/** A letter in the middle of a cell, in units. */
export function cellLetter(puzzle, cell, color) {
  const size = 10 / puzzle.geometry.scale;
  const { letter, ink } = puzzle.colors[color];
  const text = svg("text", { x: puzzle.x[cell], y: puzzle.y[cell] + 0.33 * size, "font-size": size }, letter);
  text.style.fill = ink;
  return text;
}
