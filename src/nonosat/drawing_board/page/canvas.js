// The picture with its clues on the screen. Only the cells and lines that change are drawn again.

import { drawClue, drawing, pointOn } from "/player/drawing.js";
import { svg } from "/player/elements.js";
import { Lanes, clueGround } from "/player/lanes.js";
import { word } from "/player/words.js";
import { inkOn } from "./inks.js";

/** The least number of blocks in the area of a clue that can be hit. */
const ROOM = 3;

export class Canvas {
  constructor(sketch) {
    this.sketch = sketch;
    const puzzle = (this.puzzle = sketch.puzzle);
    this.cells = puzzle.outlines.map((d) => svg("path", { d, role: "gridcell", tabindex: -1 }));
    this.numberOf = new Map(this.cells.map((element, cell) => [element, cell]));
    const rows = puzzle.lines.slice(0, puzzle.nRows).map((line, row) =>
      svg("g", { role: "row", "aria-label": puzzle.names[row] }, ...line.map((cell) => this.cells[cell])),
    );
    this.grid = svg("g", { role: "grid", class: "cells", "aria-label": word("board") }, ...rows);
    this.groups = [];
    /** The lines whose clues are framed, by the reason. */
    this.framed = { contradicts: new Set(), mistyped: new Set(), typing: new Set() };
    this.layer = svg("g", { "aria-hidden": "true" });
    this.ground = clueGround(puzzle);
    this.marks = svg("g", { class: "answers", "aria-hidden": "true" });
    this.typed = svg("g", { class: "typed-line" }, svg("path"), svg("path"));
    this.chosen = svg("g", { class: "chosen" }, svg("path"), svg("path"));
    this.ring = svg("g", { class: "ring" }, svg("path"), svg("path"));
    const properties = { class: "board themed", role: "group", "aria-label": word("board") };
    const above = [this.marks, this.typed, this.chosen, this.ring];
    const clues = svg("g", {}, this.ground, this.layer);
    ({ image: this.svg, units: this.units } = drawing(puzzle, properties, clues, this.grid, ...above));
    this.clues = { pin: (corner, size) => (this.pinned = this.lanes.pin(this.groups, this.ground, corner, size)) };
    this.focus = puzzle.lines[0][0];
    this.cells[this.focus].setAttribute("tabindex", 0);
    this.setRoom();
    this.setColors();
    this.update(this.cells.keys(), []);
  }

  /** Take the room for clues from the sketch. */
  setRoom() {
    this.svg.setAttribute("viewBox", this.puzzle.geometry.view.join(" "));
    this.lanes = new Lanes(this.puzzle);
    this.lanes.depth = Math.max(...this.sketch.depths);
  }

  /** Show the colours of the sketch; clues have them, too. */
  setColors() {
    const { colors } = this.sketch;
    colors.forEach((fill, color) => this.svg.style.setProperty(`--c${color}`, fill));
    this.svg.style.setProperty("--lines", inkOn(colors[0]));
    this.update([], this.puzzle.clues.keys());
    this.label(this.cells.keys());
  }

  /** Draw cells and clues again. */
  update(cells, lines) {
    const { sketch } = this;
    // Clues that are typed need not be those of the cells, which are hidden then.
    for (const cell of cells) this.cells[cell].style.fill = `var(--c${sketch.isTyped ? 0 : sketch.cells[cell]})`;
    this.label(cells);
    for (const line of lines) {
      const group = drawClue(this.puzzle, line, { letters: sketch.isTyped && sketch.colors.length > 2 });
      if (sketch.isTyped) this.addFrame(group, line);
      const before = this.groups[line];
      if (before) {
        group.setAttribute("transform", before.getAttribute("transform") ?? "");
        group.style.visibility = before.style.visibility;
        before.replaceWith(group);
      } else {
        this.layer.append(group);
      }
      this.groups[line] = group;
    }
  }

  label(cells) {
    const { sketch, puzzle } = this;
    for (const cell of cells) {
      const [place, color] = [puzzle.place(cell), sketch.names[sketch.cells[cell]]];
      this.cells[cell].setAttribute("aria-label", sketch.isTyped ? place : word("place", { place, color }));
    }
  }

  /** Add the area around a clue that can be hit, and its frame, which is seen if there is a reason. */
  addFrame(group, line) {
    const lane = this.puzzle.clueLane(line);
    const count = Math.max(1, this.puzzle.clues[line].length);
    const frame = ["halo", "around"].map((name) => svg("path", { class: name, d: this.around(lane, count) }));
    group.prepend(svg("path", { class: "area", d: this.around(lane, Math.max(count, ROOM)) }));
    group.append(...frame);
    group.classList.toggle("untyped", this.sketch.isUntyped(line));
    for (const [reason, lines] of Object.entries(this.framed)) group.classList.toggle(reason, lines.has(line));
  }

  /** The sides of a box around the first blocks in the lane of a clue, as path data. */
  around(lane, count) {
    const { cellWidth, geometry: { scale, slanted } } = this.puzzle;
    const [x, y] = lane.way;
    // Rows of hexagons and triangles are lower than cells are wide.
    const share = slanted ? 0.42 : 0.47;
    const half = (share * cellWidth * scale) / Math.hypot(x, y);
    const corners = [[-share, 1], [count - 1 + share, 1], [count - 1 + share, -1], [-share, -1]].map(([steps, side]) => {
      const [left, top] = pointOn(lane, steps);
      return [left - side * half * y, top + side * half * x].join(" ");
    });
    return `M${corners.join("L")}Z`;
  }

  /** Frame the clues of some lines for a reason, and of no others. */
  frame(reason, lines) {
    this.framed[reason] = new Set(lines);
    this.groups.forEach((group, line) => group.classList.toggle(reason, this.framed[reason].has(line)));
  }

  /** Mark the line whose clue is being typed, on which `d` is the outline of the cells; none without a line. */
  markTyped(line, d = "") {
    this.frame("typing", line === undefined ? [] : [line]);
    for (const path of this.typed.children) path.setAttribute("d", d);
  }

  /** The line whose clue is at a point of the window, or undefined. */
  lineAt(x, y) {
    const line = this.groups.indexOf(document.elementFromPoint(x, y)?.closest(".clue"));
    return line < 0 ? undefined : line;
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
    for (const line of this.pointed ?? []) this.groups[line].classList.remove("here");
    this.pointed = this.puzzle.linesOf[cell];
    for (const line of this.pointed) this.groups[line].classList.add("here");
  }

  /** Show the outline of chosen cells, as path data. */
  outline(d) {
    for (const path of this.chosen.children) path.setAttribute("d", d);
  }

  /** The cell of an event, or undefined. */
  cellOf(event) {
    return this.numberOf.get(event.target);
  }

  /** A function that gives the point of the drawing, in units, below a point of the window; valid until the board moves. */
  pointer() {
    const matrix = this.units.getScreenCTM()?.inverse();
    return (x, y) => {
      if (!matrix) return [0, 0];
      return [matrix.a * x + matrix.c * y + matrix.e, matrix.b * x + matrix.d * y + matrix.f];
    };
  }
}
