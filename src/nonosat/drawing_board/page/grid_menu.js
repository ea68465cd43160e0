// The menu for the grid: growing and shrinking side by side, cropping, turning.

import { button, html } from "/player/elements.js";
import { word } from "/player/words.js";
import { field, menu } from "./menus.js";

/** The size of a grid: width and height of a rectangle, or else what is given, such as the number of cells. */
export function sizeWords(grid, other) {
  const [kind, height, width] = grid.split(" ");
  return kind === "rect" ? `${width} \u00d7 ${height}` : String(other);
}

export class GridMenu {
  constructor(easel, perform) {
    this.easel = easel;
    this.perform = perform;
    this.size = html("p", { class: "size" });
    this.sides = html("span", { class: "sides" });
    this.by = html("input", { type: "number", min: 1, max: 99, value: 1 });
    this.crop = button("crop", () => this.cropToPicture());
    this.turns = html("span", { class: "row" });
    this.element = menu("grid", this.size, field("by", this.by), this.sides, this.crop, this.turns);
  }

  /** Offer what the grid can do. */
  setGrid() {
    const { sketch } = this.easel;
    this.size.textContent = word("size", { size: sizeWords(sketch.grid, sketch.cells.length) });
    this.sides.replaceChildren(...sketch.sides.map((side) => html("span", { class: "row" },
      html("span", { class: "side" }, side),
      this.sideButton("shrink", side, -1),
      this.sideButton("grow", side, 1),
    )));
    this.turns.replaceChildren(...sketch.turns.map((turn) => button(turn, () => this.perform({ do: "turn", turn }))));
  }

  /** Offer what does not need a picture, if clues are typed. */
  update() {
    const { sketch } = this.easel;
    this.crop.hidden = sketch.isTyped || !sketch.grid.startsWith("rect");
    this.turns.hidden = sketch.isTyped;
  }

  sideButton(key, side, sign) {
    const grow = () => this.perform({ do: "grow", sides: { [side]: sign * Math.max(1, Math.round(Number(this.by.value)) || 1) } });
    return button(key, grow, { "aria-label": word(key, { side }), "data-side": side }, sign < 0 ? "\u2212" : "+");
  }

  /** Cut off the rows and columns around the picture that have no block. */
  cropToPicture() {
    const { puzzle } = this.easel.sketch;
    const rows = puzzle.clues.slice(0, puzzle.nRows);
    const columns = puzzle.clues.slice(puzzle.nRows);
    const empty = (clues) => clues.findIndex((clue) => clue.length);
    const [top, left] = [empty(rows), empty(columns)];
    if (top < 0) return;
    const [bottom, right] = [empty(rows.reverse()), empty(columns.reverse())];
    if (top || left || bottom || right) this.perform({ do: "grow", sides: { top: -top, left: -left, bottom: -bottom, right: -right } });
  }
}
