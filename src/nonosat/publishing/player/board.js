// The drawing of a game. Only the cells and lines that change are drawn again.

import { cellLetter, crossData, drawClues, drawing, pointOn } from "./drawing.js";
import { svg } from "./elements.js";
import { EMPTY, finishedBlocks } from "./rules.js";
import { word } from "./words.js";

export const darkTheme = matchMedia("(prefers-color-scheme: dark)");

/** The largest distance of the middle of a clue's first block from the grid; and the options to scroll to an element. */
export const BLOCK = 20;
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
    this.clueLayer = svg("g");
    // The ground of clues that have left the margin; it hides the cells below them, and the frame at their side.
    this.ground = svg("path", { class: "ground", "stroke-width": 1.2 * puzzle.cellWidth * puzzle.geometry.scale });
    this.lanes = puzzle.clues.map((_, line) => puzzle.clueLane(line));
    this.depth = Math.max(...puzzle.clues.map((clue) => clue.length));
    // The margins that clues take of the drawing, up to their first blocks: left and above, and right and below.
    const { view } = puzzle.geometry;
    this.margins = [-1, 1].map((side) => [0, 1].map((axis) => {
      const lanes = this.lanes.filter((lane) => axis === lane.axis && lane.way[axis] * side > 0);
      const edge = side < 0 ? view[axis] : view[axis] + view[axis + 2];
      return lanes.length && Math.min(...lanes.map(({ at }) => Math.abs(at[axis] - edge)));
    }));
    this.cells = puzzle.outlines.map((d, cell) =>
      svg("path", { d, role: "gridcell", tabindex: -1, "aria-readonly": puzzle.givens.has(cell) ? "true" : undefined }),
    );
    this.numberOf = new Map(this.cells.map((element, cell) => [element, cell]));
    const rows = puzzle.lines.slice(0, puzzle.nRows).map((line, row) =>
      svg("g", { role: "row", "aria-label": puzzle.names[row] }, ...line.map((cell) => this.cells[cell])),
    );
    const label = `${puzzle.title}, ${puzzle.size}`;
    this.grid = svg("g", { role: "grid", class: "cells", "aria-label": label, "aria-describedby": "keys" }, ...rows);
    this.marks = svg("g", { class: "marks", "aria-hidden": "true" });
    this.halo = svg("path", { class: "halo" });
    this.ring = svg("g", { class: "ring" }, svg("path"), svg("path"));
    const properties = { class: "board", role: "group", "aria-label": puzzle.title };
    const clues = svg("g", {}, this.ground, this.clueLayer);
    const above = [this.marks, this.halo, this.ring];
    ({ image: this.svg, units: this.units } = drawing(puzzle, properties, clues, this.grid, ...above));
    this.setColors();
    this.drawClues();
    this.focus = puzzle.lines[0][0];
    this.cells[this.focus].setAttribute("tabindex", 0);
    this.update(this.cells.keys());
    game.onChange = (cells, lines) => {
      if (!this.shown) this.update(cells);
      this.updateClues(lines);
    };
  }

  /** Set the colours of the cells, light or dark as the user prefers. */
  setColors() {
    const { colors, dark } = this.puzzle;
    // A finished picture has its own colours: a code in it can be read by a machine.
    const chosen = dark && darkTheme.matches && !this.isFinished ? dark : colors.map(({ fill }) => fill);
    this.svg.classList.toggle("themed", Boolean(dark));
    chosen.forEach((fill, color) => document.body.style.setProperty(`--c${color}`, fill));
  }

  drawClues() {
    this.clues = drawClues(this.puzzle, { letters: this.letters });
    this.clueLayer.replaceChildren(...this.clues);
    this.updateClues(this.clues.keys());
  }

  /** Show or hide the letters of colours on clues and cells. */
  setLetters(letters) {
    this.letters = letters;
    this.drawClues();
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
      const element = this.cells[cell];
      element.style.fill = value > EMPTY ? `var(--c${value})` : "";
      element.setAttribute("aria-label", this.cellLabel(cell, value));
      this.setExtra(cell, value);
    }
  }

  /** The cross or the letter of a cell. */
  setExtra(cell, value) {
    const old = this.extras.get(cell);
    if (old) old.remove();
    this.extras.delete(cell);
    let extra = null;
    if (value === EMPTY) extra = svg("path", { d: crossData(this.puzzle, cell) });
    else if (value > EMPTY && (this.letters || this.puzzle.colors[value].faint)) extra = cellLetter(this.puzzle, cell, value);
    if (!extra) return;
    if (this.puzzle.givens.has(cell)) extra.classList.add("given");
    this.extras.set(cell, extra);
    this.marks.append(extra);
  }

  cellLabel(cell, value) {
    const puzzle = this.puzzle;
    const name = puzzle.valueWord(value);
    const state = puzzle.givens.has(cell) ? word("given", { state: name }) : name;
    const clues = puzzle.linesOf[cell].map((line) => puzzle.lineWords(line)).join("; ");
    return word("cell", { place: puzzle.place(cell), state, clues });
  }

  updateClues(lines) {
    for (const line of lines) {
      const clue = this.puzzle.clues[line];
      const finished = finishedBlocks(this.game.values(line), clue);
      const group = this.clues[line];
      const all = this.game.agreeing[line];
      clue.forEach((_, at) => group.children[at].classList.toggle("finished", finished[at]));
      group.classList.toggle("fulfilled", all);
      const words = this.puzzle.lineWords(line);
      group.setAttribute("aria-label", all ? word("fulfilled", { clue: words }) : words);
    }
  }

  /**
   * Slide clues along their lines into the visible part of the drawing, of which they take a third at most.
   *
   * Returns the margins that they take, on the left and above, and on the right and below.
   */
  pin(corner, size) {
    const [before, after] = this.margins.map((margin) => margin.map((room, axis) => Math.min(room, size[axis] / 3 - BLOCK)));
    const from = corner.map((part, axis) => (before[axis] ? part + before[axis] : -Infinity));
    const to = corner.map((part, axis) => (after[axis] ? part + size[axis] - after[axis] : Infinity));
    const grounds = [];
    this.lanes.forEach((lane, line) => {
      const { at, way, axis, gap, reach } = lane;
      const slide = Math.max(0, (way[axis] < 0 ? from[axis] - at[axis] : at[axis] - to[axis]) / Math.abs(way[axis]));
      const point = (steps) => pointOn(lane, steps - slide);
      // There is no room beside the first blocks of the lines across.
      const across = point(0)[1 - axis];
      const room = 0.6 * Math.hypot(...way);
      const isAway = slide > reach || across < from[1 - axis] + room || across > to[1 - axis] - room;
      this.clues[line].style.visibility = isAway ? "hidden" : "";
      this.clues[line].setAttribute("transform", `translate(${way.map((part) => -slide * part)})`);
      if (slide) grounds.push(`M${point(-0.5 - gap)}L${point(this.depth)}`);
    });
    this.ground.setAttribute("d", grounds.join(""));
    return [before, after];
  }

  /** Move the keyboard's focus to a cell. */
  setFocus(cell) {
    this.cells[this.focus].setAttribute("tabindex", -1);
    this.cells[cell].setAttribute("tabindex", 0);
    this.focus = cell;
    for (const path of this.ring.children) path.setAttribute("d", this.puzzle.outlines[cell]);
  }

  /** Highlight the clues of the lines through a cell. */
  pointTo(cell) {
    for (const line of this.pointed || []) this.clues[line].classList.remove("here");
    this.pointed = this.puzzle.linesOf[cell];
    for (const line of this.pointed) this.clues[line].classList.add("here");
  }

  /** Outline lines and cells, as errors or as hints; without any, remove all outlines. */
  mark(lines = [], cells = [], isHint = false) {
    this.svg.classList.toggle("hinting", isHint);
    const all = new Set([...cells, ...lines.flatMap((line) => this.puzzle.lines[line])]);
    this.halo.setAttribute("d", [...all].map((cell) => this.puzzle.outlines[cell]).join(""));
    this.clues.forEach((group, line) => group.classList.toggle("marked", lines.includes(line)));
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
