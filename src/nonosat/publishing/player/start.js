// The start: the part of the address after # is the number of a puzzle.

import { ListView } from "./list_view.js";
import { fillSheets } from "./printing.js";
import { Puzzle } from "./puzzle.js";
import { PuzzleView } from "./puzzle_view.js";
import { language, word } from "./words.js";

const data = JSON.parse(document.getElementById("data").textContent);
const puzzles = data.puzzles.map((record, at) => {
  return new Puzzle(record, data.showTitles ? "" : word("puzzle", { number: at + 1 }));
});
const title = data.title || word("title");
let view = null;

function showView() {
  const isListed = puzzles.length > 1;
  const back = view && view.puzzle ? puzzles.indexOf(view.puzzle) : -1;
  view?.close?.();
  const puzzle = puzzles[isListed ? Number(location.hash.slice(1)) - 1 : 0];
  view = puzzle ? new PuzzleView(puzzle, isListed) : new ListView(title, puzzles);
  document.title = view.title;
  document.getElementById("main").replaceChildren(view.element);
  view.start?.();
  const links = view.element.querySelectorAll("li > a");
  if (!puzzle && back >= 0) links[back].focus();
}

addEventListener("hashchange", () => {
  showView();
  if (!view.puzzle) return;
  // As on a new page: from its top, for eyes and for screen readers.
  const title = view.element.querySelector("h1");
  title.tabIndex = -1;
  title.focus();
  scrollTo(0, 0);
});
document.documentElement.lang = language;
addEventListener("beforeprint", () => fillSheets(view.puzzles, data.perSheet));
addEventListener("afterprint", () => document.getElementById("sheets").replaceChildren());
showView();
