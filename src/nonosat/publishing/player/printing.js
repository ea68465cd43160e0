// Sheets of empty puzzles, made when they are needed.

import { cellLetter, crossData, drawClues, drawing } from "./drawing.js";
import { drawSwatch, html, svg } from "./elements.js";
import { heading } from "./headings.js";
import { ANY, EMPTY } from "./rules.js";
import { named } from "./words.js";

/** An empty puzzle for paper, which can be solved from a print in black and white. */
function printed(puzzle) {
  const hasAny = puzzle.clues.some((clue) => clue.some(([, color]) => color === ANY));
  const letters = puzzle.nColors > 1 || hasAny;
  const givens = [...puzzle.givens].map(([cell, color]) => {
    if (color === EMPTY) return svg("path", { d: crossData(puzzle, cell), class: "cross" });
    const ground = svg("path", { d: puzzle.outlines[cell] });
    ground.style.fill = puzzle.colors[color].fill;
    return svg("g", {}, ground, puzzle.nColors > 1 && cellLetter(puzzle, cell, color));
  });
  const cells = svg("g", {}, ...givens, svg("path", { d: puzzle.outlines.join(""), class: "outlines" }));
  const clues = svg("g", {}, ...drawClues(puzzle, { letters, forPrint: true }));
  const { image } = drawing(puzzle, { class: "printed" }, clues, cells);
  const { width, height } = puzzle;
  // Squares are at most 8 mm wide.
  image.style.width = `min(100%, ${width * 0.4}mm)`;
  image.style.aspectRatio = `${width} / ${height}`;
  const legend = puzzle.colors.slice(1).map((color) => html("li", {}, drawSwatch(color, color.letter), color.name));
  if (hasAny) legend.push(html("li", {}, html("span", { class: "swatch any" }, "?"), named("any colour")));
  return html("section", {}, ...heading(puzzle, "h2"), image, letters && html("ul", {}, ...legend));
}

/** Fill the sheets of paper; if there are several puzzles, with some on each. */
export function fillSheets(puzzles, perSheet) {
  const count = puzzles.length === 1 ? 1 : perSheet;
  const papers = [];
  for (let at = 0; at < puzzles.length; at += count) {
    papers.push(html("div", { class: `paper per${count}` }, ...puzzles.slice(at, at + count).map(printed)));
  }
  document.getElementById("sheets").replaceChildren(...papers);
}
