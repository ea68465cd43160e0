// A puzzle as the page has it in its data, with the values that follow from them.

import { ANY, UNMARKED } from "./rules.js";
import { named, word } from "./words.js";

/** A list cut into parts of equal length. */
function chunks(list, length) {
  return Array.from({ length: list.length / length }, (_, at) => list.slice(at * length, (at + 1) * length));
}

/** A puzzle made from its record, with the values that follow from it. */
export class Puzzle {
  /** The cover is the title until the puzzle is solved; empty if it has its own title from the start. */
  constructor(record, cover) {
    Object.assign(this, record);
    this.cover = cover;
    this.texts = { title: record.title, description: record.description };
    this.showTitle(false);
    const geometry = record.geometry;
    this.colors = record.colors.map(([fill, letter, name, ink, tone, toneInk, faint]) => {
      return { fill, letter, name: named(name), ink, tone, toneInk, faint };
    });
    this.nColors = this.colors.length - 1;
    this.size = record.size.replace(/[a-z][a-z ]*/g, named);
    this.givens = new Map(chunks(record.givens, 2));
    this.steps = (record.steps || []).map(([text, lines, cells]) => ({ text, lines, cells: chunks(cells, 2) }));
    /** The cells that the solution, or else the steps to it, decide, each with its value; none if neither is known. */
    this.known = new Map(this.solution ? this.solution.entries() : this.steps.flatMap((step) => step.cells));
    this.clues = record.clues.map((blocks) => chunks(blocks, 2));
    [, , this.width, this.height] = geometry.view;
    // The places of the cells: their upper left ends, their centres and their outlines.
    [this.shape, this.left, this.top] = [geometry.shape, geometry.x, geometry.y];
    this.nCells = this.shape.length;
    this.x = this.shape.map((shape, cell) => this.left[cell] + geometry.shapes[shape][0]);
    this.y = this.shape.map((shape, cell) => this.top[cell] + geometry.shapes[shape][1]);
    this.cellWidth = 2 * geometry.shapes[0][0];
    const paths = geometry.shapes.map(([, , ...at]) => `m${at.map((to, i) => (i < 2 ? to : to - at[i - 2])).join(" ")}z`);
    this.outlines = this.shape.map((shape, cell) => `M${this.left[cell]} ${this.top[cell]}${paths[shape]}`);
    // The names of the lines, family by family, and for each cell its lines.
    this.names = [];
    this.linesOf = this.x.map(() => []);
    // Guide lines stand between cells of different groups of lines.
    this.groups = this.x.map(() => "");
    this.nRows = record.families[0][1];
    record.families.forEach(([name, count], family) => {
      const offset = geometry.offsets[family] || 0;
      for (let number = 0; number < count; number += 1) {
        const line = this.names.push(`${named(name)} ${number + 1}`) - 1;
        for (const cell of this.lines[line]) {
          this.linesOf[cell].push(line);
          if (count > 5) this.groups[cell] += `${Math.floor((number + offset) / 5)} `;
        }
      }
    });
  }

  /** Show or hide the title and the description; true if this changes anything. */
  showTitle(isSolved) {
    const before = this.title;
    Object.assign(this, this.cover && !isSolved ? { title: this.cover, description: undefined } : this.texts);
    return this.title !== before;
  }

  /** The sides of cells around the grid, and those between groups of five lines of a family, as path data. */
  borders() {
    // Neighbours share a side, in opposite directions.
    const open = new Map();
    const guides = [];
    this.shape.forEach((shape, cell) => {
      const [left, top] = [this.left[cell], this.top[cell]];
      const corners = chunks(this.geometry.shapes[shape].slice(2), 2).map(([x, y]) => `${left + x} ${top + y}`);
      corners.forEach((begin, at) => {
        const end = corners[(at + 1) % corners.length];
        const other = open.get(`${end}L${begin}`);
        if (other === undefined) {
          open.set(`${begin}L${end}`, cell);
        } else {
          open.delete(`${end}L${begin}`);
          if (this.groups[other] !== this.groups[cell]) guides.push(`M${begin}L${end}`);
        }
      });
    });
    return { guides: guides.join(""), frame: [...open.keys()].map((side) => `M${side}`).join("") };
  }

  /** The places of the blocks of a clue, in pixels: the centre of the one nearest to the grid, and the way to the next. */
  clueLane(line) {
    const { scale, gap } = this.geometry;
    const [x, y, ...way] = this.geometry.entries[line].map((part) => part * scale);
    const size = Math.hypot(...way);
    const more = gap / size;
    const at = [x + more * way[0], y + more * way[1]];
    // The distance from there to the last cell of the line, as a number of ways.
    const far = this.lines[line].map((cell) => Math.hypot(this.x[cell] * scale - at[0], this.y[cell] * scale - at[1]));
    return { at, way, axis: way[1] ? 1 : 0, gap: more, reach: Math.max(...far) / size };
  }

  /** A clue in words: `2 black, 1 of any colour, any number of red`. */
  clueWords(line) {
    return this.clues[line].map((block) => this.blockWords(block)).join(", ") || word("no_block");
  }

  blockWords([length, color]) {
    const number = length === ANY ? named("any number") : `${length}`;
    if (this.nColors === 1 && (color !== ANY || length === ANY)) return number;
    const name = color === ANY ? named("any colour") : this.colors[color].name;
    return length === ANY || color === ANY ? word("of", { number, name }) : `${number} ${name}`;
  }

  /** A line with its clue in words: `row 3: 2 black, 1 red`. */
  lineWords(line) {
    this.words ??= this.names.map((name, each) => `${name}: ${this.clueWords(each)}`);
    return this.words[line];
  }

  /** The place of a cell: `row 3, column 5`. */
  place(cell) {
    return this.linesOf[cell].map((line) => this.names[line]).join(", ");
  }

  /** A value of a cell in words. */
  valueWord(value) {
    return value === UNMARKED ? word("unmarked") : this.colors[value].name;
  }

  /** The cells next to a cell on its lines, and the cell itself. */
  neighbors(cell) {
    return this.linesOf[cell].flatMap((line) => {
      const at = this.lines[line].indexOf(cell);
      return this.lines[line].slice(Math.max(0, at - 1), at + 2);
    });
  }

  /**
   * The neighbour of a cell in a direction, or the cell itself if there is none.
   *
   * Where no neighbour lies exactly in the direction, the two beside it are equally good, and the one nearer to the
   * column of the walk is taken: the way up through hexagons or triangles is a zigzag. Up and down also lead to the
   * cells on the left and right if these lie a little higher or lower, as beside a triangle.
   */
  neighbor(cell, dx, dy, column) {
    const length = Math.hypot(dx, dy);
    let best = cell;
    // A neighbour 60 degrees off lies in another row of a hexagon; beside a triangle it is the way up.
    let bestScore = dx === 0 ? 0.4 : 0.6;
    for (const other of this.neighbors(cell)) {
      const ox = this.x[other] - this.x[cell];
      const oy = this.y[other] - this.y[cell];
      const size = Math.hypot(ox, oy);
      const along = (ox * dx + oy * dy) / (size * length);
      const score = along - (dx === 0 ? (0.01 * Math.abs(this.x[other] - column)) / size : 0);
      if (score > bestScore + 1e-9) [best, bestScore] = [other, score];
    }
    return best;
  }
}
