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
    view.board.svg.addEventListener("keydown", (event) => this.key(event));
  }

  key(event) {
    const { board, game, puzzle } = this.view;
    const cell = board.focus;
    if (event.altKey || event.ctrlKey || event.metaKey) {
      if (event.key !== "Home" && event.key !== "End") return;
      this.go(event.key === "Home" ? 0 : puzzle.nCells - 1);
    } else if (event.key in DIRECTIONS) {
      const [dx, dy] = DIRECTIONS[event.key];
      if (this.column === null || dx !== 0) this.column = puzzle.x[cell];
      const next = puzzle.neighbor(cell, dx, dy, this.column);
      if (event.shiftKey) this.mark([[next, game.cells[cell]]]);
      this.go(next);
      if (dx !== 0) this.column = puzzle.x[next];
    } else if (event.key === " " || event.key === "Enter") {
      this.toggle(cell, typeof this.view.tool === "number" ? this.view.tool : 1);
    } else if (/^[xX0]$/.test(event.key)) {
      this.toggle(cell, EMPTY);
    } else if (event.key === "Backspace" || event.key === "Delete") {
      this.mark([[cell, UNMARKED]]);
    } else if (/^[1-9]$/.test(event.key) && Number(event.key) <= puzzle.nColors) {
      this.view.choose(Number(event.key));
      this.toggle(cell, Number(event.key));
    } else {
      return;
    }
    event.preventDefault();
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
