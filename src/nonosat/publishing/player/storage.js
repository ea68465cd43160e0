// The marks of each puzzle in this browser, by the digest of the puzzle. A page works without it.

import { UNMARKED } from "./rules.js";

export function load(puzzle) {
  try {
    const values = JSON.parse(localStorage.getItem(`nonosat ${puzzle.digest}`));
    const valid = (value) => Number.isInteger(value) && value >= UNMARKED && value <= puzzle.nColors;
    return Array.isArray(values) && values.length === puzzle.nCells && values.every(valid) ? values : null;
  } catch {
    return null;
  }
}

export function save(game) {
  const key = `nonosat ${game.puzzle.digest}`;
  try {
    const untouched = game.cells.every((value, cell) => value === UNMARKED || game.puzzle.givens.has(cell));
    if (untouched) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify([...game.cells]));
  } catch {
    // The marks are lost when the page is closed.
  }
}
