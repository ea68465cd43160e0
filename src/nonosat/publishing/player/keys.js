// Keys on a board.

import { EMPTY, UNMARKED } from "./rules.js";

/** Keys that move the focus, as directions on the screen. The diagonal ones are those of a keypad. */
const DIRECTIONS = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  Home: [-1, -1.7],
  PageUp: [1, -1.7],
  End: [-1, 1.7],
  PageDown: [1, 1.7],
};

/** Turns keys on a board into moves of the focus and into marks. */
export class KeyInput {
  constructor(view) {
    this.view = view;
    this.column = null;
    view.board.svg.addEventListener("keydown", (event) => {
      const block = view.board.clues.blockOf(event.target);
      if (block ? this.clueKey(event, block) : this.cellKey(event)) event.preventDefault();
    });
  }

  /** Handle a key on a block of a clue; true if it has a meaning. */
  clueKey({ key, altKey, ctrlKey, metaKey }, block) {
    if (altKey || ctrlKey || metaKey) return false;
    if (key.startsWith("Arrow")) this.view.focusBlock(this.view.board.clues.neighbor(block, DIRECTIONS[key]));
    else if (key === " " || key === "Enter") this.view.crossOff(block);
    else return false;
    return true;
  }

  /** Handle a key on the cell with the focus; true if it has a meaning. */
  cellKey({ key, altKey, ctrlKey, metaKey, shiftKey }) {
    const { board, game, puzzle } = this.view;
    const cell = board.focus;
    if (altKey || ctrlKey || metaKey) {
      if (key !== "Home" && key !== "End") return false;
      this.go(key === "Home" ? 0 : puzzle.nCells - 1);
    } else if (key in DIRECTIONS) {
      const [dx, dy] = DIRECTIONS[key];
      if (this.column === null || dx !== 0) this.column = puzzle.x[cell];
      const next = puzzle.neighbor(cell, dx, dy, this.column);
      if (shiftKey) this.mark([[next, game.cells[cell]]]);
      this.go(next);
      if (dx !== 0) this.column = puzzle.x[next];
    } else if (key === " " || key === "Enter") {
      this.toggle(cell, typeof this.view.palette.tool === "number" ? this.view.palette.tool : 1);
    } else if (/^[xX0]$/.test(key)) {
      this.toggle(cell, EMPTY);
    } else if (key === "Backspace" || key === "Delete") {
      this.mark([[cell, UNMARKED]]);
    } else if (/^[1-9]$/.test(key) && Number(key) <= puzzle.nColors) {
      this.view.palette.choose(Number(key));
      this.toggle(cell, Number(key));
    } else {
      return false;
    }
    return true;
  }

  go(cell) {
    this.view.focusCell(cell, true);
  }

  toggle(cell, value) {
    this.mark([[cell, this.view.game.cells[cell] === value ? UNMARKED : value]]);
  }

  mark(changes) {
    if (this.view.board.shown) return;
    this.view.game.paint(changes);
    this.view.commit();
  }
}
