// Strokes of a pointer along a line, panning and zooming.

import { EMPTY, UNMARKED } from "./rules.js";

/** The tool that moves the board instead of painting. */
export const MOVE = "move";

/** Turns the events of a pointer on a board into strokes, panning and zooming. */
export class PointerInput {
  constructor(view) {
    this.view = view;
    this.board = view.board;
    this.game = view.game;
    this.pointers = new Map();
    this.stroke = null;
    const listen = (type, listener) => this.board.svg.addEventListener(type, listener);
    for (const name of ["down", "move", "up", "cancel"]) listen(`pointer${name}`, (event) => this[name](event));
    listen("lostpointercapture", (event) => this.pointers.delete(event.pointerId));
    listen("contextmenu", (event) => event.preventDefault());
  }

  down(event) {
    this.pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    this.board.svg.setPointerCapture(event.pointerId);
    if (this.pointers.size > 1) {
      this.revert();
      return;
    }
    const cell = this.board.cellOf(event);
    if (cell === undefined || this.view.tool === MOVE || event.button === 1 || this.board.shown) return;
    event.preventDefault();
    this.view.focusCell(cell);
    const from = this.game.cells[cell];
    this.stroke = { start: cell, line: null, from, value: this.valueAfter(from, event) };
    this.paint([cell]);
  }

  /** The value that a stroke gives to cells, by the value that its first cell had. */
  valueAfter(value, event) {
    const tool = event.button === 2 || event.ctrlKey ? EMPTY : this.view.tool;
    if (tool === EMPTY) return value === EMPTY ? UNMARKED : EMPTY;
    if (event.pointerType === "mouse") return value === tool ? UNMARKED : tool;
    // Fingers have one button: the second tap on a cell makes it empty, the third one clears it.
    if (value === tool) return EMPTY;
    return value === EMPTY ? UNMARKED : tool;
  }

  move(event) {
    const before = this.pointers.get(event.pointerId);
    if (!before) {
      const cell = this.board.cellOf(event);
      if (cell !== undefined) this.view.pointTo(cell);
      return;
    }
    const now = { x: event.clientX, y: event.clientY };
    if (this.stroke) this.extend(this.board.pointAt(now.x, now.y));
    else if (this.pointers.size === 1) this.view.viewport.pan(before.x - now.x, before.y - now.y);
    else this.pinch(event.pointerId, before, now);
    this.pointers.set(event.pointerId, now);
  }

  /** Two fingers: their distance is the zoom, their middle moves the board. */
  pinch(id, before, now) {
    const [, other] = [...this.pointers].find(([pointer]) => pointer !== id);
    const apart = (point) => Math.max(20, Math.hypot(point.x - other.x, point.y - other.y));
    this.view.viewport.pan((before.x - now.x) / 2, (before.y - now.y) / 2);
    this.view.viewport.zoomBy(apart(now) / apart(before), (now.x + other.x) / 2, (now.y + other.y) / 2);
  }

  /** Extend the stroke to a point, along one line through its first cell: the line in whose direction it began. */
  extend(point) {
    const { puzzle } = this.board;
    const { start } = this.stroke;
    let line = this.stroke.line;
    if (line === null) {
      const distance = (candidate) => this.board.nearest(candidate, point).distance;
      line = puzzle.linesOf[start].reduce((best, other) => (distance(other) < distance(best) ? other : best));
    }
    const cells = puzzle.lines[line];
    const [from, to] = [cells.indexOf(start), this.board.nearest(line, point).at];
    if (from !== to) this.stroke.line = line;
    this.paint(cells.slice(Math.min(from, to), Math.max(from, to) + 1));
  }

  /** Give the value of the stroke to those of these cells that had the value of the first one; restore all others. */
  paint(cells) {
    const { from, value } = this.stroke;
    const wanted = new Set(cells);
    const original = (cell) => this.game.stroke.get(cell) ?? this.game.cells[cell];
    const undone = [...this.game.stroke].filter(([cell]) => !wanted.has(cell));
    const done = cells.filter((cell) => original(cell) === from).map((cell) => [cell, value]);
    this.game.paint([...undone, ...done]);
  }

  up(event) {
    this.pointers.delete(event.pointerId);
    if (!this.stroke) return;
    this.stroke = null;
    this.view.commit();
  }

  cancel(event) {
    this.pointers.delete(event.pointerId);
    this.revert();
  }

  revert() {
    if (this.stroke) this.game.paint([...this.game.stroke]);
    this.stroke = null;
    this.game.commit();
  }
}
