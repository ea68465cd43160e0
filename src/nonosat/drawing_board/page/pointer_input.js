// Strokes with a mouse, a finger or a pen; two fingers zoom and move the board.

import { TOOLS } from "./tools.js";

const PICKER = TOOLS.find(({ key }) => key === "picker");
const ERASER = TOOLS.find(({ key }) => key === "eraser");

export class PointerInput {
  constructor(easel) {
    this.easel = easel;
    this.canvas = easel.canvas;
    this.pointers = new Map();
    const listen = (type, listener) => this.canvas.svg.addEventListener(type, listener);
    for (const name of ["down", "move", "up", "cancel"]) listen(`pointer${name}`, (event) => this[name](event));
    listen("lostpointercapture", (event) => this.leave(event));
    // Else the board itself would have the focus after a click beside the cells.
    listen("mousedown", (event) => event.preventDefault());
    listen("contextmenu", (event) => event.preventDefault());
  }

  down(event) {
    const { easel } = this;
    // The palm of the hand that holds a pen touches the screen, too.
    if (this.pen !== undefined && event.pointerType === "touch") return;
    if (event.pointerType === "pen") {
      this.pen = event.pointerId;
      this.pointers.clear();
    }
    this.pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    this.canvas.svg.setPointerCapture(event.pointerId);
    if (this.pointers.size > 1) {
      easel.cancel();
      return;
    }
    const cell = this.canvas.cellOf(event);
    if (cell === undefined || event.button === 1) return;
    event.preventDefault();
    this.point = this.canvas.pointer();
    // The other button, and the other end of a pen, erase.
    const erases = event.button === 2 || event.button === 5;
    if (event.altKey) easel.begin(cell, { ...PICKER, end() {} });
    else if (!erases) easel.begin(cell);
    else easel.begin(cell, "cellsOf" in easel.tool ? easel.tool : ERASER, true);
    // The focus asks for the layout, so it waits until the cell is painted.
    this.focus(cell);
  }

  /** Move the focus to a cell when there is nothing more urgent. */
  focus(cell) {
    cancelAnimationFrame(this.focusing);
    this.focusing = requestAnimationFrame(() => this.easel.focusCell(cell));
  }

  move(event) {
    const { easel } = this;
    const before = this.pointers.get(event.pointerId);
    if (!before) {
      const cell = this.canvas.cellOf(event);
      if (cell !== undefined) this.canvas.pointTo(cell);
      return;
    }
    const now = { x: event.clientX, y: event.clientY };
    this.pointers.set(event.pointerId, now);
    if (easel.stroke) {
      for (const each of event.getCoalescedEvents?.() ?? []) easel.extend(this.cellAt(each));
      easel.extend(this.cellAt(event));
    } else if (this.pointers.size === 1) {
      easel.viewport.pan(before.x - now.x, before.y - now.y);
    } else {
      this.pinch(event.pointerId, before, now);
    }
  }

  cellAt({ clientX, clientY }) {
    return this.easel.regions.at(...this.point(clientX, clientY));
  }

  /** Two fingers: their distance is the zoom, their middle moves the board. */
  pinch(id, before, now) {
    const { viewport } = this.easel;
    const [, other] = [...this.pointers].find(([pointer]) => pointer !== id);
    const apart = (point) => Math.max(20, Math.hypot(point.x - other.x, point.y - other.y));
    viewport.pan((before.x - now.x) / 2, (before.y - now.y) / 2);
    viewport.zoomBy(apart(now) / apart(before), (now.x + other.x) / 2, (now.y + other.y) / 2);
  }

  up(event) {
    if (!this.leave(event)) return;
    const { stroke } = this.easel;
    if (!stroke) return;
    this.easel.end();
    this.focus(stroke.last);
  }

  cancel(event) {
    if (this.leave(event)) this.easel.cancel();
  }

  /** Forget a pointer; false if it was not counted. */
  leave({ pointerId }) {
    if (this.pen === pointerId) this.pen = undefined;
    return this.pointers.delete(pointerId);
  }
}
