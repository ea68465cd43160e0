// The answers on the board: cells that single lines leave open are hatched, cells that differ between solutions have
// discs, and cells whose change helps are shaded. A solution of clues that are typed is painted.

import { svg } from "/player/elements.js";

/** Radius of a disc, by the distance of a cell from its nearest neighbours. */
const RADIUS = 0.3;
/** The number of shades. */
const SHADES = 5;

export class AnswerMarks {
  constructor(canvas, regions) {
    this.puzzle = canvas.puzzle;
    this.layer = canvas.marks;
    const step = 5 / this.puzzle.geometry.scale;
    const line = svg("path", { d: `M${-step} ${2 * step}L${2 * step} ${-step}M0 ${3 * step}L${3 * step} 0` });
    this.pattern = svg("pattern", { id: "hatch", width: step, height: step, patternUnits: "userSpaceOnUse" }, line);
    this.pointed = svg("path", { class: "pointed" });
    const near = this.puzzle.neighbors(0).filter((cell) => cell !== 0);
    const apart = near.length ? Math.min(...near.map((cell) => this.distance(0, cell))) : regions.size;
    this.radius = RADIUS * apart;
  }

  distance(one, other) {
    return Math.hypot(this.puzzle.x[one] - this.puzzle.x[other], this.puzzle.y[one] - this.puzzle.y[other]);
  }

  /** Show answers; each part is left out if it is undefined. */
  draw({ open, differs, colors, changes, solution }) {
    const parts = [svg("defs", {}, this.pattern)];
    if (solution) parts.push(...this.painted(solution));
    if (changes) parts.push(...this.shades(changes));
    if (open?.length) parts.push(svg("path", { class: "open", d: this.outlines(open) }));
    if (differs?.length) parts.push(...this.discs(differs, colors ?? {}));
    this.layer.replaceChildren(...parts, this.pointed);
    this.point();
  }

  /** Outline cells that a part of an answer is about; without any, remove the outline. */
  point(cells = []) {
    this.pointed.setAttribute("d", this.outlines(cells));
  }

  /** Hide all without drawing anything again, while a stroke is being drawn. */
  hide(isHidden) {
    this.layer.style.display = isHidden ? "none" : "";
  }

  outlines(cells) {
    return cells.map((cell) => this.puzzle.outlines[cell]).join("");
  }

  /** The cells of a solution, two hexadecimal digits for each. */
  painted(solution) {
    const groups = new Map();
    this.puzzle.outlines.forEach((d, cell) => {
      const color = parseInt(solution.substr(2 * cell, 2), 16);
      if (color) groups.set(color, (groups.get(color) ?? "") + d);
    });
    return [...groups].map(([color, d]) => {
      const path = svg("path", { class: "solution", d });
      path.style.fill = `var(--c${color})`;
      return path;
    });
  }

  shades(changes) {
    const groups = new Map();
    for (const [cell, { share }] of changes) {
      const shade = Math.ceil(share * SHADES);
      groups.set(shade, [...(groups.get(shade) ?? []), cell]);
    }
    return [...groups].map(([shade, cells]) =>
      svg("path", { class: "helps", d: this.outlines(cells), "fill-opacity": (0.65 * shade) / SHADES }),
    );
  }

  /** A disc for each cell, with a sector for each of its colours, as large as its share of the solutions. */
  discs(cells, colors) {
    const sectors = new Map();
    for (const cell of cells) {
      const found = colors[cell] ?? [];
      const isKnown = found.length > 0 && found.every(([, share]) => share !== null);
      let begin = 0;
      for (const [color, share] of found) {
        const end = begin + (isKnown ? share : 1 / found.length);
        sectors.set(color, (sectors.get(color) ?? "") + this.sector(cell, begin, end));
        begin = end;
      }
    }
    const around = svg("path", { class: "differs", d: cells.map((cell) => this.sector(cell, 0, 1)).join("") });
    return [around, ...[...sectors].map(([color, d]) => {
      const path = svg("path", { class: "share", d });
      path.style.fill = `var(--c${color})`;
      return path;
    })];
  }

  /** A part of a disc, from one share of a turn to another, clockwise from the top, as path data. */
  sector(cell, begin, end) {
    if (end - begin > 0.9999) return this.sector(cell, 0, 0.5) + this.sector(cell, 0.5, 1);
    const [x, y] = [this.puzzle.x[cell], this.puzzle.y[cell]];
    const at = (part) => `${x + this.radius * Math.sin(2 * Math.PI * part)} ${y - this.radius * Math.cos(2 * Math.PI * part)}`;
    return `M${x} ${y}L${at(begin)}A${this.radius} ${this.radius} 0 ${end - begin > 0.5 ? 1 : 0} 1 ${at(end)}Z`;
  }
}
