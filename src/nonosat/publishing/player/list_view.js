// The list of all puzzles.

import { button, html, svg } from "./elements.js";
import { facts } from "./headings.js";
import { EMPTY, UNMARKED } from "./rules.js";
import { restored } from "./storage.js";
import { word } from "./words.js";

/** A small picture of the marks of a game. */
function thumbnail({ puzzle, cells, solved }) {
  const [width, height] = [puzzle.x, puzzle.y].map((centers) => Math.max(...centers) + puzzle.cellWidth / 2);
  const picture = puzzle.colors.map(({ fill }, value) => {
    const chosen = puzzle.outlines.filter((_, cell) => Math.max(EMPTY, cells[cell]) === value);
    return svg("path", { d: chosen.join(""), fill: value === EMPTY && !solved ? "#f1efe9" : fill });
  });
  const ground = svg("path", { d: puzzle.outlines.join(""), class: "ground", "stroke-width": Math.max(width, height) / 64 });
  return svg("svg", { viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true" }, ground, ...picture);
}

/** The progress of a game in words. */
function progress(game) {
  if (game.solved) return word("done");
  const begun = game.cells.some((value, cell) => value !== UNMARKED && !game.puzzle.givens.has(cell));
  return begun ? word("begun") : "";
}

/** The list of all puzzles. */
export class ListView {
  constructor(title, puzzles) {
    const items = puzzles.map((puzzle, number) => {
      const game = restored(puzzle);
      puzzle.showTitle(game.solved);
      const state = progress(game);
      return html("li", {},
        html("a", { href: `#${number + 1}` },
          thumbnail(game),
          html("strong", { dir: "auto" }, puzzle.title),
          puzzle.author && html("span", { dir: "auto" }, word("by", { names: puzzle.author })),
          html("span", {}, facts(puzzle)),
          state && html("span", { class: "state" }, state),
        ),
      );
    });
    this.element = html("div", { class: "list" },
      html("h1", { dir: "auto" }, title),
      html("ul", {}, ...items),
      button("print_all", () => print()),
    );
    this.title = title;
    this.puzzles = puzzles;
  }
}
