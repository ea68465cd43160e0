// The part of the window that shows the board: zooming, moving, and clues that stay in view.

import { html } from "./elements.js";
import { BLOCK } from "./lanes.js";

/** The width of cells in pixels below which they cannot be hit. */
const TINY = 11;

export class Viewport {
  constructor(board) {
    this.board = board;
    this.puzzle = board.puzzle;
    this.stage = html("div", { class: "stage" }, board.svg);
    this.stage.addEventListener("scroll", () => this.pin());
    this.stage.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    // The room for the board changes with the window and with the message.
    this.room = new ResizeObserver(() => this.setZoom(this.isFitted ? this.fittingZoom() : this.zoom));
  }

  start() {
    this.room.observe(this.stage);
    this.fit();
  }

  close() {
    this.room.disconnect();
  }

  setZoom(zoom) {
    const { width, height } = this.puzzle;
    this.zoom = Math.min(4, Math.max(0.1, zoom));
    this.board.svg.setAttribute("width", width * this.zoom);
    this.board.svg.setAttribute("height", height * this.zoom);
    this.pin();
  }

  /** Keep the clues of the visible cells in view. */
  pin() {
    const { stage, zoom } = this;
    const [box, image] = [stage, this.board.svg].map((element) => element.getBoundingClientRect());
    const [x, y] = this.puzzle.geometry.view;
    // A pixel more on each side makes up for errors of rounding.
    const corner = [x + (box.left - image.left) / zoom - 1, y + (box.top - image.top) / zoom - 1];
    const rooms = this.board.clues.pin(corner, [stage.clientWidth / zoom + 2, stage.clientHeight / zoom + 2]);
    const [[left, top], [right, bottom]] = rooms.map((room) => room.map((part) => part && (part + BLOCK) * zoom));
    stage.style.scrollPadding = `${top}px ${right}px ${bottom}px ${left}px`;
  }

  wheel(event) {
    if (!event.ctrlKey) return;
    event.preventDefault();
    this.zoomBy(Math.exp(-event.deltaY / 300), event.clientX, event.clientY);
  }

  /** Zoom so that a point of the window stays where it is; by default the middle of the board. */
  zoomBy(factor, x, y) {
    const box = this.stage.getBoundingClientRect();
    const image = this.board.svg.getBoundingClientRect();
    const [atX, atY] = [x ?? box.left + box.width / 2, y ?? box.top + box.height / 2];
    const [partX, partY] = [(atX - image.left) / image.width, (atY - image.top) / image.height];
    this.isFitted = false;
    this.setZoom(this.zoom * factor);
    const after = this.board.svg.getBoundingClientRect();
    this.stage.scrollBy(after.left + partX * after.width - atX, after.top + partY * after.height - atY);
  }

  /** Move the board; where it cannot move further up or down, the page moves. */
  pan(dx, dy) {
    const before = this.stage.scrollTop;
    this.stage.scrollBy({ left: dx, top: dy, behavior: "instant" });
    scrollBy({ top: dy - (this.stage.scrollTop - before), behavior: "instant" });
  }

  /** The zoom that makes the whole board visible; or if cells were too small then, its width unless they were tiny. */
  fittingZoom() {
    const { width, height, cellWidth, geometry } = this.puzzle;
    const [across, down] = [(this.stage.clientWidth - 2) / width, (this.stage.clientHeight - 2) / height];
    const [small, tiny] = [this.smallCell, TINY].map((size) => size / (cellWidth * geometry.scale));
    const whole = Math.min(2, across, down);
    if (whole >= small) return whole;
    return across < tiny ? small : Math.min(across, small);
  }

  /**
   * Make as much visible as there is room for, from the corner of the grid on, also when the room changes.
   *
   * Cells of this width in pixels, or 0, are not too small.
   */
  fit(smallCell = matchMedia("(pointer: coarse)").matches ? 17 : 12) {
    this.smallCell = smallCell;
    this.isFitted = true;
    this.setZoom(this.fittingZoom());
    // Where not all is visible, clues have a third of the room.
    const [left, top] = this.puzzle.geometry.view;
    this.stage.scrollTo(-left * this.zoom - this.stage.clientWidth / 3, -top * this.zoom - this.stage.clientHeight / 3);
  }
}
