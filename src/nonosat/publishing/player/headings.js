// What the page says about a puzzle as a whole.

import { html } from "./elements.js";
import { counted, word } from "./words.js";

/** Title, author and the like of a puzzle, each on a line of its own. */
export function heading(puzzle, level) {
  const byline = [puzzle.author && word("by", { names: puzzle.author }), puzzle.copyright, puzzle.license].filter(Boolean);
  return [
    html(level, { dir: "auto" }, puzzle.title),
    ...byline.map((text) => html("p", { class: "byline", dir: "auto" }, text)),
  ];
}

/** Size and colours of a puzzle in words. */
export function facts(puzzle) {
  return `${puzzle.size}; ${counted("colors", puzzle.nColors)}`;
}
