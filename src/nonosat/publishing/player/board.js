// The drawing of a game. Only the cells and lines that change are drawn again.

import { Clues } from "./clues.js";
import { cellLetter, crossData, drawing, trialDots } from "./drawing.js";
import { svg } from "./elements.js";
import { EMPTY } from "./rules.js";
import { word } from "./words.js";

export const darkTheme = matchMedia("(prefers-color-scheme: dark)");

/** The options to scroll to an element. */
export const NEAREST = { block: "nearest", inline: "nearest" };

export class Board {
  constructor(game) {
    const puzzle = (this.puzzle = game.puzzle);
    this.game = game;
    this.letters = false;
    /** Values shown in place of the marks, such as a solution; or null. */
    this.shown = null;
    this.isFinished = false;
    this.extras = new Map();
    this.clues = new Clues(game);
    this.cells = puzzle.outlines.map((d, cell) =>
      svg("path", { d, role: "gridcell", tabindex: -1, "aria-readonly": puzzle.givens.has(cell) ? "true" : undefined }),
    );
    this.numberOf = new Map(this.cells.map((element, cell) => [element, cell]));
    const rows = puzzle.lines.slice(0, puzzle.nRows).map((line, row) =>
      svg("g", { role: "row", "aria-label": puzzle.names[row] }, ...line.map((cell) => this.cells[cell])),
    );
    this.grid = svg("g", { role: "grid", class: "cells", "aria-describedby": "keys" }, ...rows);
    this.marks = svg("g", { class: "marks", "aria-hidden": "true" });
    this.halo = svg("path", { class: "halo" });
    this.ring = svg("g", { class: "ring" }, svg("path"), svg("path"));
    const above = [this.marks, this.halo, this.ring];
    const properties = { class: "board", role: "group" };
    ({ image: this.svg, units: this.units } = drawing(puzzle, properties, this.clues.element, this.grid, ...above));
    this.setTitle();
    this.setColors();
    this.focus = puzzle.lines[0][0];
    this.cells[this.focus].setAttribute("tabindex", 0);
    this.update(this.cells.keys());
    game.onChange = (cells, lines) => {
      if (!this.shown) this.update(cells);
      this.clues.update(lines);
    };
  }

  setTitle() {
    const { title, size } = this.puzzle;
    this.svg.setAttribute("aria-label", title);
    this.grid.setAttribute("aria-label", `${title}, ${size}`);
  }

  /** Set the colours of the cells, light or dark as the user prefers. */
  setColors() {
    const { colors, dark } = this.puzzle;
    // A finished picture has its own colours: a code in it can be read by a machine.
    const chosen = dark && darkTheme.matches && !this.isFinished ? dark : colors.map(({ fill }) => fill);
    this.svg.classList.toggle("themed", Boolean(dark));
    chosen.forEach((fill, color) => document.body.style.setProperty(`--c${color}`, fill));
  }

  /** Show or hide the letters of colours on clues and cells. */
  setLetters(letters) {
    if (this.letters === letters) return;
    this.letters = letters;
    this.clues.draw(letters);
    this.update(this.cells.keys());
  }

  /** Show values in place of the marks; null shows the marks again. */
  show(values) {
    this.shown = values;
    this.update(this.cells.keys());
  }

  /** Draw cells again. */
  update(cells) {
    const values = this.shown || this.game.cells;
    if (this.isFinished !== (this.game.solved && !this.shown)) {
      this.isFinished = !this.isFinished;
      this.svg.classList.toggle("solved", this.isFinished);
      this.setColors();
    }
    for (const cell of cells) {
      const value = values[cell];
      const trial = this.shown ? 0 : this.game.trialOf(cell);
      const element = this.cells[cell];
      element.classList.toggle("tried", trial > 0);
      element.style.fill = value > EMPTY ? `var(--c${value})` : "";
      element.setAttribute("aria-label", this.cellLabel(cell, value, trial));
      this.setExtra(cell, value, trial);
    }
  }

  /** What is drawn on a cell: a cross or a letter, and dots for the trial that it is marked in. */
  setExtra(cell, value, trial) {
    this.extras.get(cell)?.remove();
    this.extras.delete(cell);
    const { puzzle } = this;
    const parts = [];
    if (value === EMPTY) parts.push(svg("path", { d: crossData(puzzle, cell) }));
    else if (value > EMPTY && (this.letters || puzzle.colors[value].faint)) parts.push(cellLetter(puzzle, cell, value));
    if (trial) parts.push(...trialDots(puzzle, cell, trial));
    if (!parts.length) return;
    const extra = parts.length > 1 ? svg("g", {}, ...parts) : parts[0];
    if (puzzle.givens.has(cell)) extra.classList.add("given");
    this.extras.set(cell, extra);
    this.marks.append(extra);
  }

  cellLabel(cell, value, trial) {
    const puzzle = this.puzzle;
    const state = [puzzle.valueWord(value), puzzle.givens.has(cell) && word("given"), trial && word("tried")];
    const clues = puzzle.linesOf[cell].map((line) => puzzle.lineWords(line)).join("; ");
    return word("cell", { place: puzzle.place(cell), state: state.filter(Boolean).join(", "), clues });
  }

  /** Move the keyboard's focus to a cell. */
  setFocus(cell) {
    this.cells[this.focus].setAttribute("tabindex", -1);
    this.cells[cell].setAttribute("tabindex", 0);
    this.focus = cell;
    for (const path of this.ring.children) path.setAttribute("d", this.puzzle.outlines[cell]);
  }

  /** Outline lines and cells, as errors or as hints; without any, remove all outlines. */
  mark(lines = [], cells = [], isHint = false) {
    this.svg.classList.toggle("hinting", isHint);
    const all = new Set([...cells, ...lines.flatMap((line) => this.puzzle.lines[line])]);
    this.halo.setAttribute("d", [...all].map((cell) => this.puzzle.outlines[cell]).join(""));
    this.clues.mark(lines);
  }

  /** The point of the drawing, in units, below a point of the window. */
  pointAt(x, y) {
    const matrix = this.units.getScreenCTM();
    return matrix ? new DOMPoint(x, y).matrixTransform(matrix.inverse()) : { x: 0, y: 0 };
  }

  /** The cell of an event, or undefined. */
  cellOf(event) {
    return this.numberOf.get(event.target);
  }

  /** The cell of a line nearest to a point: its index in the line, and the square of the distance. */
  nearest(line, point) {
    let best = 0;
    let least = Infinity;
    this.puzzle.lines[line].forEach((cell, at) => {
      const distance = (this.puzzle.x[cell] - point.x) ** 2 + (this.puzzle.y[cell] - point.y) ** 2;
      if (distance < least) [best, least] = [at, distance];
    });
    return { at: best, distance: least };
  }
}
