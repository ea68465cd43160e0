// The board as it is used: the picture on the screen, the tool in hand, and the stroke that is being drawn.

import { Viewport } from "/player/viewport.js";
import { word } from "/player/words.js";
import { AnswerMarks } from "./answer_marks.js";
import { Canvas } from "./canvas.js";
import { Regions } from "./regions.js";
import { Symmetry } from "./symmetry.js";
import { TOOLS } from "./tools.js";

export class Easel {
  constructor(sketch) {
    this.sketch = sketch;
    this.tool = this.toolBefore = TOOLS[0];
    this.color = 1;
    this.stroke = null;
    this.selection = new Set();
    /** True if the last input came from the keyboard. */
    this.usesKeys = false;
    /** Called when another tool or colour is in hand. */
    this.onChoice = () => {};
    /** The colour that an answer suggests for a cell, or undefined. */
    this.suggested = () => undefined;
  }

  /** Begin with the grid that the sketch has now. */
  build() {
    const hadFocus = this.canvas?.svg.contains(document.activeElement);
    this.viewport?.close();
    this.stroke = null;
    this.selection = new Set();
    this.canvas = new Canvas(this.sketch);
    this.viewport = new Viewport(this.canvas);
    this.regions = new Regions(this.sketch.puzzle);
    this.marks = new AnswerMarks(this.canvas, this.regions);
    const kind = this.symmetry?.kind;
    this.symmetry = new Symmetry(this.regions);
    if (this.symmetry.tables.has(kind)) this.symmetry.kind = kind;
    this.canvas.svg.addEventListener("focusin", (event) => {
      const cell = this.canvas.cellOf(event);
      this.canvas.svg.classList.toggle("by-key", cell !== undefined && this.usesKeys);
      if (cell === undefined) return;
      this.canvas.setFocus(cell);
      this.canvas.pointTo(cell);
    });
    return hadFocus;
  }

  chooseTool(tool) {
    if (tool !== this.tool) this.toolBefore = this.tool;
    this.cancel();
    this.choose(new Set());
    this.tool = tool;
    this.onChoice();
  }

  chooseColor(color) {
    this.color = color;
    this.onChoice();
  }

  /** Choose cells to move. */
  choose(cells) {
    this.selection = cells;
    this.canvas.outline(this.regions.outline(cells));
  }

  /** Begin a stroke with the tool in hand, or with another one. */
  begin(cell, tool = this.tool, erases = false) {
    this.cancel();
    if (this.sketch.isTyped && tool.key !== "picker") {
      this.sketch.on.refused(word("typed"));
      return;
    }
    this.stroke = tool.begin(this, cell, erases);
  }

  extend(cell) {
    if (this.stroke && cell !== undefined && cell !== this.stroke.last) this.stroke.tool.extend(this, this.stroke, cell);
  }

  end() {
    const { stroke } = this;
    this.stroke = null;
    if (!stroke) return;
    stroke.tool.end(this);
    this.makeRoom();
  }

  /** Give up the stroke that is being drawn. */
  cancel() {
    const { stroke } = this;
    this.stroke = null;
    if (!stroke) return;
    this.sketch.preview(new Map());
    stroke.tool.cancel?.(this, stroke);
  }

  /** Make room for clues that have become longer; the cells stay where they are unless all is to be seen. */
  makeRoom() {
    const [left, top] = this.sketch.puzzle.geometry.view;
    if (!this.sketch.makeRoom()) return;
    this.canvas.setRoom();
    const { viewport } = this;
    const [x, y] = this.sketch.puzzle.geometry.view;
    viewport.setZoom(viewport.isFitted ? viewport.fittingZoom() : viewport.zoom);
    viewport.stage.scrollBy((left - x) * viewport.zoom, (top - y) * viewport.zoom);
  }

  focusCell(cell, scroll = false) {
    this.canvas.setFocus(cell);
    const element = this.canvas.cells[cell];
    element.focus({ preventScroll: true });
    if (scroll) element.scrollIntoView({ block: "nearest", inline: "nearest" });
    this.canvas.pointTo(cell);
  }
}
