// Strokes of a pointer along a line, panning and zooming.

import { MOVE } from "./palette.js";
import { EMPTY, UNMARKED, runAround } from "./rules.js";
import { Tally } from "./tally.js";

/** The distance in pixels that a pointer moves at most in a click. */
const CLICK = 8;

/** Turns the events of a pointer on a board into strokes, panning and zooming. */
export class PointerInput {
  constructor(view) {
    this.view = view;
    this.board = view.board;
    this.game = view.game;
    this.pointers = new Map();
    this.stroke = null;
    /** The block of a clue that a pointer went down on, and where. */
    this.pressed = null;
    this.tally = new Tally();
    const listen = (type, listener) => this.board.svg.addEventListener(type, listener);
    for (const name of ["down", "move", "up", "cancel"]) listen(`pointer${name}`, (event) => this[name](event));
    listen("lostpointercapture", (event) => this.pointers.delete(event.pointerId));
    // Else the board itself would have the focus after a click beside the cells.
    listen("mousedown", (event) => event.preventDefault());
    listen("contextmenu", (event) => event.preventDefault());
  }

  down(event) {
    this.pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    this.board.svg.setPointerCapture(event.pointerId);
    this.pressed = null;
    if (this.pointers.size > 1) {
      this.revert();
      return;
    }
    const block = this.board.clues.blockOf(event.target);
    if (block && event.button === 0) this.pressed = { block, x: event.clientX, y: event.clientY };
    const cell = this.board.cellOf(event);
    if (cell === undefined || this.view.palette.tool === MOVE || event.button === 1 || this.board.shown) return;
    event.preventDefault();
    this.view.focusCell(cell);
    const from = this.game.cells[cell];
    this.stroke = { start: cell, last: cell, line: null, from, value: this.valueAfter(from, event) };
    this.paint([cell]);
  }

  /** The value that a stroke gives to cells, by the value that its first cell had. */
  valueAfter(value, event) {
    const tool = event.button === 2 || event.ctrlKey ? EMPTY : this.view.palette.tool;
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
    if (this.stroke) this.extend(event);
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

  /** Extend the stroke to the pointer, along one line through its first cell: the line in whose direction it began. */
  extend(event) {
    const { puzzle } = this.board;
    const point = this.board.pointAt(event.clientX, event.clientY);
    const { start } = this.stroke;
    let line = this.stroke.line;
    if (line === null) {
      const distance = (candidate) => this.board.nearest(candidate, point).distance;
      line = puzzle.linesOf[start].reduce((best, other) => (distance(other) < distance(best) ? other : best));
    }
    const cells = puzzle.lines[line];
    const [from, to] = [cells.indexOf(start), this.board.nearest(line, point).at];
    if (from !== to) this.stroke.line = line;
    this.stroke.last = cells[to];
    const count = this.paint(cells.slice(Math.min(from, to), Math.max(from, to) + 1));
    if (this.stroke.line === null) return;
    const isPart = this.stroke.value !== UNMARKED && this.game.cells[cells[to]] === this.stroke.value;
    this.tally.show(count, isPart ? runAround(this.game.values(line), to) : 0, event);
  }

  /**
   * Give the value of the stroke to those of these cells that had the value of the first one; restore all others.
   *
   * Returns the number of cells that have the value from the stroke.
   */
  paint(cells) {
    const { from, value } = this.stroke;
    const wanted = new Set(cells);
    const original = (cell) => this.game.stroke.get(cell) ?? this.game.cells[cell];
    const undone = [...this.game.stroke].filter(([cell]) => !wanted.has(cell));
    const done = cells.filter((cell) => original(cell) === from).map((cell) => [cell, value]);
    this.game.paint([...undone, ...done]);
    return done.length;
  }

  up(event) {
    this.pointers.delete(event.pointerId);
    const { stroke, pressed } = this;
    this.stroke = this.pressed = null;
    this.tally.hide();
    if (stroke) {
      this.view.commit();
      if (stroke.last !== stroke.start) this.view.focusCell(stroke.last);
    } else if (pressed && Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) < CLICK) {
      this.view.crossOff(pressed.block);
      this.view.focusBlock(pressed.block);
    }
  }

  cancel(event) {
    this.pointers.delete(event.pointerId);
    this.revert();
  }

  revert() {
    if (this.stroke) this.game.paint([...this.game.stroke]);
    this.stroke = null;
    this.tally.hide();
    this.game.commit();
  }
}
