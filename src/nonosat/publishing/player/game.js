// A game: the marks of a player, and the strokes that made them.

import { UNMARKED, agrees, hasPlacement } from "./rules.js";

export class Game {
  constructor(puzzle, stored) {
    this.puzzle = puzzle;
    this.cells = new Int16Array(puzzle.nCells).fill(UNMARKED);
    if (stored) this.cells.set(stored);
    for (const [cell, color] of puzzle.givens) this.cells[cell] = color;
    this.past = [];
    this.future = [];
    this.stroke = new Map();
    this.agreeing = puzzle.lines.map((_, line) => agrees(this.values(line), puzzle.clues[line]));
    this.nOpen = this.agreeing.filter((agreeing) => !agreeing).length;
    /** Called with the cells and the lines that a change touches. */
    this.onChange = () => {};
  }

  /** The values of a line. */
  values(line) {
    return this.puzzle.lines[line].map((cell) => this.cells[cell]);
  }

  get solved() {
    return this.nOpen === 0;
  }

  /** Change cells, given as a list of [cell, value], as a part of the stroke that has begun. Givens stay. */
  paint(changes) {
    const cells = [];
    for (const [cell, value] of changes) {
      if (this.cells[cell] === value || this.puzzle.givens.has(cell)) continue;
      if (!this.stroke.has(cell)) this.stroke.set(cell, this.cells[cell]);
      this.cells[cell] = value;
      cells.push(cell);
    }
    this.touch(cells);
  }

  /** End the stroke; it can then be undone as a whole. */
  commit() {
    const changes = [...this.stroke].map(([cell, before]) => [cell, before, this.cells[cell]]);
    this.stroke.clear();
    const kept = changes.filter(([, before, after]) => before !== after);
    if (!kept.length) return false;
    this.past.push(kept);
    this.future = [];
    return true;
  }

  /** Take the last stroke back, or make it again; the way is "undo" or "redo". */
  travel(way) {
    const [from, to, index] = way === "undo" ? [this.past, this.future, 1] : [this.future, this.past, 2];
    const stroke = from.pop();
    if (!stroke) return false;
    to.push(stroke);
    for (const change of stroke) this.cells[change[0]] = change[index];
    this.touch(stroke.map(([cell]) => cell));
    return true;
  }

  touch(cells) {
    if (!cells.length) return;
    const lines = new Set();
    for (const cell of cells) for (const line of this.puzzle.linesOf[cell]) lines.add(line);
    for (const line of lines) {
      const agreeing = agrees(this.values(line), this.puzzle.clues[line]);
      this.nOpen += Number(this.agreeing[line]) - Number(agreeing);
      this.agreeing[line] = agreeing;
    }
    this.onChange(cells, lines);
  }

  /** The lines whose clues cannot be placed any more, each judged by itself. */
  contradictions() {
    const { lines, clues, nColors } = this.puzzle;
    return [...lines.keys()].filter((line) => !hasPlacement(this.values(line), clues[line], nColors));
  }
}
