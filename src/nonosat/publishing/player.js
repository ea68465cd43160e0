// The player of a page of nonograms: shows the puzzles of the element #data, and lets people solve and print them.
//
// Sections: rules, data, game, storage, drawing, board, input, views, printing, start.
// All strings of a puzzle are shown as text and never as markup.
"use strict";

// ---- Rules. Pure functions of the values of a line and its clue.
// A value is a colour number from 1, EMPTY for background, or UNMARKED. A clue is a list of [length, colour]; of a block
// with `?` the length is ANY, or the colour, or both.

const UNMARKED = -1;
const EMPTY = 0;
const ANY = 0;

/** The blocks of a line as [length, colour]; cells without marks count as background. */
function blocksOf(values) {
  const blocks = [];
  let before = EMPTY;
  for (const value of values) {
    if (value > EMPTY) {
      if (value === before) blocks[blocks.length - 1][0] += 1;
      else blocks.push([1, value]);
    }
    before = value;
  }
  return blocks;
}

/** True if a line satisfies its clue; cells without marks count as background. */
function agrees(values, clue) {
  const found = blocksOf(values);
  return found.length === clue.length && found.every((block, at) => fits(block, clue[at]));
}

/** True if a block of a line is one that a clue asks for. */
function fits([length, color], [asked, askedColor]) {
  return (asked === ANY || asked === length) && (askedColor === ANY || askedColor === color);
}

/**
 * A list with true for each finished block of a clue: for all blocks if the line agrees; else for those from either end
 * of the line up to the first cell without a mark.
 */
function finishedBlocks(values, clue) {
  if (agrees(values, clue)) return clue.map(() => true);
  const finished = clue.map(() => false);
  for (const step of [1, -1]) {
    let at = step > 0 ? 0 : values.length - 1;
    let block = step > 0 ? 0 : clue.length - 1;
    while (at >= 0 && at < values.length && block >= 0 && block < clue.length && values[at] !== UNMARKED) {
      if (values[at] === EMPTY) {
        at += step;
        continue;
      }
      const begin = at;
      while (values[at] === values[begin]) at += step;
      if (values[at] === UNMARKED || !fits([Math.abs(at - begin), values[begin]], clue[block])) break;
      finished[block] = true;
      block += step;
    }
  }
  return finished;
}

/**
 * True if the blocks of a clue can be placed on a line with all marks kept.
 *
 * Blocks of one colour have background between them, blocks of different colours may touch. Dynamic programming over the
 * number of blocks and the position: a table holds the possible last cells if these blocks are placed before the
 * position, which are background, or the end of a block of some colour.
 */
function hasPlacement(values, clue, nColors) {
  const n = values.length;
  const width = nColors + 1;
  // ends[i * width + c]: the blocks so far fit into the first i cells, and cell i - 1 is the end of a block of colour c;
  // c = 0: it is background, or i = 0.
  let ends = new Uint8Array((n + 1) * width);
  ends[0] = 1;
  const spread = () => {
    for (let i = 1; i <= n; i += 1) {
      if (values[i - 1] > EMPTY) continue;
      for (let c = 0; c < width; c += 1) if (ends[(i - 1) * width + c]) ends[i * width] = 1;
    }
  };
  spread();
  for (const [length, asked] of clue) {
    const next = new Uint8Array((n + 1) * width);
    for (let color = asked || 1; color <= (asked || nColors); color += 1) {
      let run = 0;
      for (let i = 1; i <= n; i += 1) {
        run = values[i - 1] === UNMARKED || values[i - 1] === color ? run + 1 : 0;
        if (run < length || run === 0) continue;
        // A block of any length ends here if it can be one cell long, or longer than one that ends just before.
        const here = i * width + color;
        if (length === ANY) next[here] = next[here - width];
        const begin = (i - (length || 1)) * width;
        for (let c = 0; c < width; c += 1) if (c !== color && ends[begin + c]) next[here] = 1;
      }
    }
    ends = next;
    spread();
  }
  for (let c = 0; c < width; c += 1) if (ends[n * width + c]) return true;
  return false;
}

// ---- Data.

/** A list cut into parts of equal length. */
function chunks(list, length) {
  return Array.from({ length: list.length / length }, (_, at) => list.slice(at * length, (at + 1) * length));
}

/** A puzzle made from its record, with the values that follow from it. */
class Puzzle {
  constructor(record) {
    Object.assign(this, record);
    const geometry = record.geometry;
    this.colors = record.colors.map(([fill, letter, word, ink, tone, toneInk, faint]) => {
      return { fill, letter, word, ink, tone, toneInk, faint };
    });
    this.nColors = this.colors.length - 1;
    this.givens = new Map(chunks(record.givens, 2));
    this.steps = (record.steps || []).map(([text, lines, cells]) => ({ text, lines, cells: chunks(cells, 2) }));
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
        const line = this.names.push(`${name} ${number + 1}`) - 1;
        for (const cell of this.lines[line]) {
          this.linesOf[cell].push(line);
          if (count > 5) this.groups[cell] += `${Math.floor((number + offset) / 5)} `;
        }
      }
    });
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
    const words = this.clues[line].map(([length, color]) => {
      const number = length === ANY ? "any number" : `${length}`;
      if (this.nColors === 1 && (color !== ANY || length === ANY)) return number;
      const name = color === ANY ? "any colour" : this.colors[color].word;
      return length === ANY || color === ANY ? `${number} of ${name}` : `${number} ${name}`;
    });
    return words.join(", ") || "no block";
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
    return value === UNMARKED ? "unmarked" : this.colors[value].word;
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

// ---- Game: the marks of a player, and the strokes that made them.

class Game {
  constructor(puzzle, stored) {
    this.puzzle = puzzle;
    this.cells = new Int16Array(puzzle.nCells).fill(UNMARKED);
    if (stored) this.cells.set(stored);
    for (const [cell, color] of puzzle.givens) this.cells[cell] = color;
    this.past = [];
    this.future = [];
    this.stroke = new Map();
    this.agreeing = puzzle.lines.map((_, line) => agrees(this.values(line), puzzle.clues[line]));
    this.nOpen = this.agreeing.filter((agreeing) => !agreeing).length;
    /** Called with the cells and the lines that a change touches. */
    this.onChange = () => {};
  }

  /** The values of a line. */
  values(line) {
    return this.puzzle.lines[line].map((cell) => this.cells[cell]);
  }

  get solved() {
    return this.nOpen === 0;
  }

  /** Change cells, given as a list of [cell, value], as a part of the stroke that has begun. Givens stay. */
  paint(changes) {
    const cells = [];
    for (const [cell, value] of changes) {
      if (this.cells[cell] === value || this.puzzle.givens.has(cell)) continue;
      if (!this.stroke.has(cell)) this.stroke.set(cell, this.cells[cell]);
      this.cells[cell] = value;
      cells.push(cell);
    }
    this.touch(cells);
  }

  /** End the stroke; it can then be undone as a whole. */
  commit() {
    const changes = [...this.stroke].map(([cell, before]) => [cell, before, this.cells[cell]]);
    this.stroke.clear();
    const kept = changes.filter(([, before, after]) => before !== after);
    if (!kept.length) return false;
    this.past.push(kept);
    this.future = [];
    return true;
  }

  /** Take the last stroke back, or make it again; the way is "undo" or "redo". */
  travel(way) {
    const [from, to, index] = way === "undo" ? [this.past, this.future, 1] : [this.future, this.past, 2];
    const stroke = from.pop();
    if (!stroke) return false;
    to.push(stroke);
    for (const change of stroke) this.cells[change[0]] = change[index];
    this.touch(stroke.map(([cell]) => cell));
    return true;
  }

  touch(cells) {
    if (!cells.length) return;
    const lines = new Set();
    for (const cell of cells) for (const line of this.puzzle.linesOf[cell]) lines.add(line);
    for (const line of lines) {
      const agreeing = agrees(this.values(line), this.puzzle.clues[line]);
      this.nOpen += Number(this.agreeing[line]) - Number(agreeing);
      this.agreeing[line] = agreeing;
    }
    this.onChange(cells, lines);
  }

  /** The lines whose clues cannot be placed any more, each judged by itself. */
  contradictions() {
    const { lines, clues, nColors } = this.puzzle;
    return [...lines.keys()].filter((line) => !hasPlacement(this.values(line), clues[line], nColors));
  }
}

// ---- Storage: the marks of each puzzle in this browser, by the digest of the puzzle. A page works without it.

function load(puzzle) {
  try {
    const values = JSON.parse(localStorage.getItem(`nonosat ${puzzle.digest}`));
    const valid = (value) => Number.isInteger(value) && value >= UNMARKED && value <= puzzle.nColors;
    return Array.isArray(values) && values.length === puzzle.nCells && values.every(valid) ? values : null;
  } catch {
    return null;
  }
}

function save(game) {
  const key = `nonosat ${game.puzzle.digest}`;
  try {
    const untouched = game.cells.every((value, cell) => value === UNMARKED || game.puzzle.givens.has(cell));
    if (untouched) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify([...game.cells]));
  } catch {
    // The marks are lost when the page is closed.
  }
}

// ---- Drawing.

const darkTheme = matchMedia("(prefers-color-scheme: dark)");

/** An HTML element. Properties that begin with `on` are listeners; children that are strings become text. */
function html(tag, properties = {}, ...children) {
  return filled(document.createElement(tag), properties, children);
}

/** An SVG element; properties and children are as for `html`. */
function svg(tag, properties = {}, ...children) {
  return filled(document.createElementNS("http://www.w3.org/2000/svg", tag), properties, children);
}

function filled(element, properties, children) {
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === false || value === null) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.filter(Boolean));
  return element;
}

/** The clue of each line as a group of blocks in the margin. */
function drawClues(puzzle, { letters, forPrint }) {
  const { chip, fonts, slanted } = puzzle.geometry;
  return puzzle.clues.map((clue, line) => {
    const lane = puzzle.clueLane(line);
    const blocks = clue.length ? clue : [["0", null]];
    const group = svg("g", { class: "clue", role: "img" });
    blocks.forEach(([length, color], at) => {
      const far = blocks.length - 1 - at;
      const [x, y] = pointOn(lane, far);
      const known = color > ANY;
      const number = length || "?";
      const suffix = !letters || color === null || (!known && !length) ? "" : known ? puzzle.colors[color].letter : "?";
      const text = `${number}${suffix}`;
      const label = svg("text", { x, y: y + 0.36 * fonts[text.length], "font-size": fonts[text.length] }, text);
      const block = svg("g", { class: color === null && "none" }, label);
      if (color === ANY || (known && !puzzle.plain)) {
        const ground = svg("path", { d: chip, transform: `translate(${x} ${y})`, class: known ? "chip" : "chip any" });
        if (known) {
          ground.style.fill = forPrint ? puzzle.colors[color].tone : puzzle.colors[color].fill;
          label.style.fill = forPrint ? puzzle.colors[color].toneInk : puzzle.colors[color].ink;
        }
        block.prepend(ground);
      }
      group.append(block);
    });
    if (slanted) group.append(svg("path", { d: leadData(lane, blocks.length), class: "leads" }));
    return group;
  });
}

/** A point of the lane of a clue, some steps from its first block; a step is one `way`. */
function pointOn({ at, way }, steps) {
  return at.map((part, axis) => part + steps * way[axis]);
}

/** Lines from the grid to the first block and from block to block, where lines enter the grid aslant. */
function leadData(lane, count) {
  const ends = (at) => [at ? at - 0.6 : -0.5 - lane.gap, at - 0.4].map((steps) => pointOn(lane, steps).join(" "));
  return Array.from({ length: count }, (_, at) => `M${ends(at).join("L")}`).join("");
}

/**
 * A drawing of a puzzle: clues in pixels; cells, guide lines and the elements above them in units of the layout.
 *
 * Returns the image, and its part in which lengths are in units.
 */
function drawing(puzzle, properties, clues, cells, ...above) {
  const { view, scale } = puzzle.geometry;
  const { guides, frame } = puzzle.borders();
  const lines = [svg("path", { d: guides, class: "guides" }), svg("path", { d: frame, class: "frame" })];
  const units = svg("g", { transform: `scale(${scale})` }, cells, ...lines, ...above);
  units.style.setProperty("--px", String(1 / scale));
  return { image: svg("svg", { viewBox: view.join(" "), ...properties }, units, clues), units };
}

/** A cross in a cell that is known to be background. */
function crossData(puzzle, cell) {
  const arm = 3.4 / puzzle.geometry.scale;
  const [x, y] = [puzzle.x[cell], puzzle.y[cell]];
  return `M${x - arm} ${y - arm}l${2 * arm} ${2 * arm}m${-2 * arm} 0l${2 * arm} ${-2 * arm}`;
}

/** A sample of a colour with a symbol on it. */
function drawSwatch({ fill = "", ink = "" }, symbol, properties = {}) {
  const element = html("span", { class: "swatch", ...properties }, symbol);
  element.style.background = fill;
  element.style.color = ink;
  return element;
}

/** A letter in the middle of a cell, in units. */
function cellLetter(puzzle, cell, color) {
  const size = 10 / puzzle.geometry.scale;
  const { letter, ink } = puzzle.colors[color];
  const text = svg("text", { x: puzzle.x[cell], y: puzzle.y[cell] + 0.33 * size, "font-size": size }, letter);
  text.style.fill = ink;
  return text;
}

// ---- Board: the drawing of a game. Only the cells and lines that change are drawn again.

/** The largest distance of the middle of a clue's first block from the grid; and the options to scroll to an element. */
const BLOCK = 20;
const NEAREST = { block: "nearest", inline: "nearest" };

class Board {
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
    const state = puzzle.valueWord(value) + (puzzle.givens.has(cell) ? ", given" : "");
    const clues = puzzle.linesOf[cell].map((line) => puzzle.lineWords(line)).join("; ");
    return `${puzzle.place(cell)}: ${state}. Clues: ${clues}`;
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
      group.setAttribute("aria-label", all ? `${words}; fulfilled` : words);
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

// ---- Input: strokes of a pointer along a line, panning and zooming, and keys.

/** The tool that moves the board instead of painting. */
const MOVE = "move";

/** Keys that move the focus, as directions on the screen. The diagonal ones are those of a keypad. */
const DIRECTIONS = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  Home: [-1, -1.7],
  PageUp: [1, -1.7],
  End: [-1, 1.7],
  PageDown: [1, 1.7],
};

/** Turns the events of a pointer on a board into strokes, panning and zooming. */
class PointerInput {
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
    view.stage.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
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
    else if (this.pointers.size === 1) this.view.pan(before.x - now.x, before.y - now.y);
    else this.pinch(event.pointerId, before, now);
    this.pointers.set(event.pointerId, now);
  }

  /** Two fingers: their distance is the zoom, their middle moves the board. */
  pinch(id, before, now) {
    const [, other] = [...this.pointers].find(([pointer]) => pointer !== id);
    const apart = (point) => Math.max(20, Math.hypot(point.x - other.x, point.y - other.y));
    this.view.pan((before.x - now.x) / 2, (before.y - now.y) / 2);
    this.view.zoomBy(apart(now) / apart(before), (now.x + other.x) / 2, (now.y + other.y) / 2);
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

  wheel(event) {
    if (!event.ctrlKey) return;
    event.preventDefault();
    this.view.zoomBy(Math.exp(-event.deltaY / 300), event.clientX, event.clientY);
  }
}

/** Turns keys on a board into moves of the focus and into marks. */
class KeyInput {
  constructor(view) {
    this.view = view;
    this.column = null;
    view.board.svg.addEventListener("keydown", (event) => this.key(event));
  }

  key(event) {
    const { board, game, puzzle } = this.view;
    const cell = board.focus;
    if (event.altKey || event.ctrlKey || event.metaKey) {
      if (event.key !== "Home" && event.key !== "End") return;
      this.go(event.key === "Home" ? 0 : puzzle.nCells - 1);
    } else if (event.key in DIRECTIONS) {
      const [dx, dy] = DIRECTIONS[event.key];
      if (this.column === null || dx !== 0) this.column = puzzle.x[cell];
      const next = puzzle.neighbor(cell, dx, dy, this.column);
      if (event.shiftKey) this.mark([[next, game.cells[cell]]]);
      this.go(next);
      if (dx !== 0) this.column = puzzle.x[next];
    } else if (event.key === " " || event.key === "Enter") {
      this.toggle(cell, typeof this.view.tool === "number" ? this.view.tool : 1);
    } else if (/^[xX0]$/.test(event.key)) {
      this.toggle(cell, EMPTY);
    } else if (event.key === "Backspace" || event.key === "Delete") {
      this.mark([[cell, UNMARKED]]);
    } else if (/^[1-9]$/.test(event.key) && Number(event.key) <= puzzle.nColors) {
      this.view.choose(Number(event.key));
      this.toggle(cell, Number(event.key));
    } else {
      return;
    }
    event.preventDefault();
  }

  go(cell) {
    this.view.focusCell(cell, true);
  }

  toggle(cell, value) {
    this.mark([[cell, this.view.game.cells[cell] === value ? UNMARKED : value]]);
  }

  mark(changes) {
    if (this.view.board.shown) return;
    this.view.game.paint(changes);
    this.view.commit();
  }
}

// ---- Views: the list of puzzles, and one puzzle.

const data = JSON.parse(document.getElementById("data").textContent);
const puzzles = data.puzzles.map((record) => new Puzzle(record));

/** Title, author and the like of a puzzle, each on a line of its own. */
function heading(puzzle, level) {
  const byline = [puzzle.author && `by ${puzzle.author}`, puzzle.copyright, puzzle.license].filter(Boolean);
  return [
    html(level, { dir: "auto" }, puzzle.title),
    ...byline.map((text) => html("p", { class: "byline", dir: "auto" }, text)),
  ];
}

/** Size and colours of a puzzle in words. */
function facts(puzzle) {
  return `${puzzle.size}; ${puzzle.nColors} colour${puzzle.nColors === 1 ? "" : "s"}`;
}

/** A small picture of the marks of a game. */
function thumbnail({ puzzle, cells, solved }) {
  const [width, height] = [puzzle.x, puzzle.y].map((centers) => Math.max(...centers) + puzzle.cellWidth / 2);
  const picture = puzzle.colors.map(({ fill }, value) => {
    const chosen = puzzle.outlines.filter((_, cell) => Math.max(EMPTY, cells[cell]) === value);
    return svg("path", { d: chosen.join(""), fill: value === EMPTY && !solved ? "#f1efe9" : fill });
  });
  const ground = svg("path", { d: puzzle.outlines.join(""), class: "ground", "stroke-width": Math.max(width, height) / 64 });
  return svg("svg", { viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true" }, ground, ...picture);
}

/** The progress of a game in words. */
function progress(game) {
  if (game.solved) return "solved";
  const begun = game.cells.some((value, cell) => value !== UNMARKED && !game.puzzle.givens.has(cell));
  return begun ? "begun" : "";
}

function button(text, onclick, properties = {}) {
  return html("button", { type: "button", onclick, ...properties }, text);
}

/** The first of some names, and the number of the others. */
function some(names, separator) {
  const more = names.length - 8;
  return [...names.slice(0, 8), ...(more > 0 ? [`${more} more`] : [])].join(separator);
}

/** Radio buttons, the first one chosen; options are [value, content, ...], and the listener gets the value. */
function choices(legend, options, listener) {
  const labels = options.map(([value, ...content], at) => {
    const properties = { type: "radio", name: legend, value, checked: at === 0, onchange: () => listener(value) };
    return html("label", {}, html("input", properties), ...content);
  });
  return html("fieldset", {}, html("legend", {}, legend), ...labels);
}

/** The list of all puzzles. */
class ListView {
  constructor() {
    const items = puzzles.map((puzzle, number) => {
      const game = new Game(puzzle, load(puzzle));
      const state = progress(game);
      return html("li", {},
        html("a", { href: `#${number + 1}` },
          thumbnail(game),
          html("strong", { dir: "auto" }, puzzle.title),
          puzzle.author && html("span", { dir: "auto" }, `by ${puzzle.author}`),
          html("span", {}, facts(puzzle)),
          state && html("span", { class: "state" }, state),
        ),
      );
    });
    this.element = html("div", { class: "list" },
      html("h1", { dir: "auto" }, data.title),
      html("ul", {}, ...items),
      button("Print all", () => print()),
    );
    this.title = data.title;
    this.puzzles = puzzles;
  }
}

/** A puzzle to play. */
class PuzzleView {
  constructor(puzzle) {
    this.puzzle = puzzle;
    this.puzzles = [puzzle];
    this.title = puzzle.title;
    this.tool = 1;
    this.game = new Game(puzzle, load(puzzle));
    this.board = new Board(this.game);
    this.stage = html("div", { class: "stage" }, this.board.svg);
    this.message = html("p", { class: "message", role: "status" });
    this.clueBar = html("p", { class: "clue-bar", "aria-hidden": "true" }, "\u00a0");
    const play = html("div", { class: "play" },
      html("header", {},
        puzzles.length > 1 && html("a", { href: "#" }, "All puzzles"),
        ...heading(puzzle, "h1"),
        html("p", { class: "byline" }, facts(puzzle)),
        puzzle.description && html("p", { class: "description", dir: "auto" }, puzzle.description),
      ),
      this.actions(),
      this.clueBar,
      this.stage,
      html("div", { class: "foot" }, this.message, this.palette()),
    );
    const image = puzzle.image && html("img", { src: puzzle.image, alt: "The image from which the puzzle was read" });
    this.element = html("div", { class: image && "beside" }, play, image, keyHelp(puzzle));
    new PointerInput(this);
    new KeyInput(this);
    this.board.svg.addEventListener("focusin", (event) => {
      const cell = this.board.cellOf(event);
      if (cell === undefined) return;
      this.board.setFocus(cell);
      this.board.svg.classList.toggle("by-key", event.target.matches(":focus-visible"));
      this.pointTo(cell);
    });
    this.updateButtons();
  }

  start() {
    this.closing = new AbortController();
    const listen = (target, type, listener) => target.addEventListener(type, listener, this.closing);
    listen(darkTheme, "change", () => this.board.setColors());
    listen(document, "keydown", (event) => this.key(event));
    listen(window, "pagehide", () => this.save());
    listen(this.stage, "scroll", () => this.pin());
    // The room for the board changes with the window and with the message.
    this.room = new ResizeObserver(() => this.setZoom(this.isFitted ? this.fittingZoom() : this.zoom));
    this.room.observe(this.stage);
    this.fit();
    this.rest();
  }

  close() {
    this.save();
    this.room.disconnect();
    this.closing.abort();
  }

  // The buttons.

  /** The tools to paint with, and the buttons to undo and redo; at hand below the board. */
  palette() {
    const { puzzle } = this;
    const tools = puzzle.colors.map(({ word }, number) => [number, word[0].toUpperCase() + word.slice(1)]);
    tools.push(tools.shift(), [MOVE, "Move"]);
    const options = tools.map(([tool, word]) => {
      const symbol = tool === EMPTY ? "\u00d7" : tool === MOVE ? "\u2725" : puzzle.nColors > 1 && tool < 10 ? tool : "";
      const colors = tool > EMPTY ? { fill: `var(--c${tool})`, ink: puzzle.colors[tool].ink } : {};
      const swatch = drawSwatch(colors, symbol, { "aria-hidden": "true" });
      return [tool, swatch, html("span", { class: "word" }, word)];
    });
    this.tools = choices("Paint with", options, (tool) => this.choose(tool));
    this.undoButton = button("Undo", () => this.travel("undo"));
    this.redoButton = button("Redo", () => this.travel("redo"));
    const group = html("span", { class: "group" }, this.undoButton, this.redoButton);
    return html("div", { class: "tools palette" }, this.tools, group);
  }

  /** All other buttons. */
  actions() {
    const letters = html("input", { type: "checkbox", onchange: () => this.setLetters(letters.checked) });
    return html("div", { class: "tools" },
      button("Check", () => this.check()),
      button("Clear", () => this.clear()),
      button("\u2212", () => this.zoomBy(1 / 1.25), { "aria-label": "Smaller" }),
      button("+", () => this.zoomBy(1.25), { "aria-label": "Larger" }),
      button("Fit", () => this.fit()),
      button("Print", () => print()),
      this.puzzle.nColors > 1 && html("label", {}, letters, "Letters"),
      ...this.spoilers(),
    );
  }

  /** Buttons for hints, the replay and the solution, as far as the page has them. */
  spoilers() {
    const { steps, solution } = this.puzzle;
    const found = [];
    const ways = [["marks", "Marks"]];
    if (steps.length) {
      this.applyButton = button("Apply", () => this.applyHint(), { hidden: true });
      found.push(button("Hint", () => this.hint()), this.applyButton);
      ways.push(["replay", "Replay"]);
    }
    if (solution) ways.push(["solution", "Solution"]);
    const range = { type: "range", min: 0, max: steps.length, value: 0, "aria-label": "Step", hidden: true };
    this.slider = html("input", { ...range, oninput: () => this.replay(Number(this.slider.value)) });
    if (ways.length > 1) found.push(choices("Show", ways, (way) => this.reveal(way)), this.slider);
    return found;
  }

  choose(tool) {
    this.tool = tool;
    this.tools.querySelector(`[value="${tool}"]`).checked = true;
    this.stage.classList.toggle("moving", tool === MOVE);
  }

  setLetters(letters) {
    this.board.setLetters(letters);
    this.pin();
  }

  updateButtons() {
    // Not `disabled`, which would take the focus away from a button that is pressed for the last time.
    this.undoButton.setAttribute("aria-disabled", String(!this.game.past.length));
    this.redoButton.setAttribute("aria-disabled", String(!this.game.future.length));
  }

  key(event) {
    if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
    const key = event.key.toLowerCase();
    if (key !== "z" && key !== "y") return;
    event.preventDefault();
    this.travel(key === "y" || event.shiftKey ? "redo" : "undo");
  }

  // The game.

  commit() {
    if (this.game.commit()) this.changed();
  }

  travel(way) {
    if (this.game.travel(way)) this.changed();
  }

  clear() {
    this.game.paint([...this.game.cells.keys()].map((cell) => [cell, UNMARKED]));
    this.commit();
    this.say("All marks are cleared. Undo brings them back.");
  }

  changed() {
    this.board.mark();
    if (this.applyButton) this.applyButton.hidden = true;
    this.updateButtons();
    clearTimeout(this.saving);
    this.saving = setTimeout(() => this.save(), 400);
    this.rest();
  }

  /** Say that the puzzle is solved, or nothing. */
  rest() {
    this.say(this.game.solved ? "Solved: all clues are fulfilled." : "");
  }

  save() {
    clearTimeout(this.saving);
    save(this.game);
  }

  /** Say which clues cannot be fulfilled any more. */
  check() {
    const wrong = this.game.contradictions();
    this.board.mark(wrong);
    const names = some(wrong.map((line) => this.puzzle.names[line]), ", ");
    if (this.game.solved) this.rest();
    else if (wrong.length) this.say(`There is an error in ${names}: the clue cannot be fulfilled any more.`);
    else this.say("Each clue still fits its line. Lines are checked one by one, so an error may show only later.");
  }

  /** Show text in the line for messages; a screen reader reads it, also if the same text is shown again. */
  say(text) {
    this.message.textContent = "";
    if (text) requestAnimationFrame(() => (this.message.textContent = text));
  }

  // Steps and the solution.

  /** Show the marks, the replay of the steps, or the solution. */
  reveal(way) {
    this.slider.hidden = way !== "replay";
    // The board does not change its size from step to step.
    this.message.classList.toggle("steady", way === "replay");
    this.board.mark();
    this.board.show(way === "solution" ? this.puzzle.solution : null);
    if (way === "replay") this.replay(Number(this.slider.value));
    else if (way === "solution") this.say("The solution is shown. Your marks are kept.");
    else this.rest();
  }

  /** Outline a step to take, and show its text. */
  propose(step, text, isHint = true) {
    const cells = step.cells.map(([cell]) => cell);
    this.board.mark(step.lines, cells, isHint);
    this.say(text);
    // The message, which is shown with the next frame, takes room from the board.
    if (cells.length) requestAnimationFrame(() => this.board.cells[cells[0]].scrollIntoView(NEAREST));
  }

  hint() {
    const { steps } = this.puzzle;
    const { cells } = this.game;
    const known = new Map(steps.flatMap((step) => step.cells));
    const wrong = [...known.keys()].filter((cell) => cells[cell] !== UNMARKED && cells[cell] !== known.get(cell));
    const at = steps.findIndex((step) => step.cells.some(([cell]) => cells[cell] === UNMARKED));
    this.applyButton.hidden = !wrong.length && at < 0;
    if (wrong.length) {
      const start = wrong.length === 1 ? "1 cell is wrong" : `${wrong.length} cells are wrong`;
      this.nextStep = { lines: [], cells: wrong.map((cell) => [cell, UNMARKED]) };
      const places = some(wrong.map((cell) => this.puzzle.place(cell)), "; ");
      return this.propose(this.nextStep, `${start}: ${places}. Apply clears the marks.`, false);
    }
    if (at < 0) return this.say("There are no more hints.");
    // Steps before it that decide no cell only rule out colours; they are needed to follow this one.
    let from = at;
    while (from > 0 && !steps[from - 1].cells.length) from -= 1;
    this.nextStep = steps[at];
    this.propose(this.nextStep, steps.slice(from, at + 1).map((step) => step.text).join(" "));
  }

  applyHint() {
    const { cells } = this.nextStep;
    this.game.paint(cells);
    this.commit();
    this.focusCell(cells[0][0]);
  }

  replay(count) {
    const { steps, givens, nCells } = this.puzzle;
    const values = new Int16Array(nCells).fill(UNMARKED);
    for (const [cell, color] of givens) values[cell] = color;
    for (const step of steps.slice(0, count)) for (const [cell, color] of step.cells) values[cell] = color;
    this.board.show(values);
    const step = steps[count - 1] || { text: "", lines: [], cells: [] };
    this.propose(step, `Step ${count} of ${steps.length}. ${step.text}`);
  }

  // Focus, zoom and pan.

  focusCell(cell, scroll = false) {
    this.board.setFocus(cell);
    const element = this.board.cells[cell];
    element.focus({ preventScroll: true });
    if (scroll) element.scrollIntoView(NEAREST);
    this.pointTo(cell);
  }

  pointTo(cell) {
    if (this.pointed === cell) return;
    this.pointed = cell;
    this.board.pointTo(cell);
    this.clueBar.textContent = this.puzzle.linesOf[cell].map((line) => this.puzzle.lineWords(line)).join(" \u00b7 ");
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
    const rooms = this.board.pin(corner, [stage.clientWidth / zoom + 2, stage.clientHeight / zoom + 2]);
    const [[left, top], [right, bottom]] = rooms.map((room) => room.map((part) => part && (part + BLOCK) * zoom));
    stage.style.scrollPadding = `${top}px ${right}px ${bottom}px ${left}px`;
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

  /** The zoom that makes the whole board visible, but no cell smaller than can be hit. */
  fittingZoom() {
    const { width, height, cellWidth, geometry } = this.puzzle;
    const { clientWidth, clientHeight } = this.stage;
    const least = (matchMedia("(pointer: coarse)").matches ? 17 : 12) / (cellWidth * geometry.scale);
    return Math.max(least, Math.min(2, (clientWidth - 2) / width, (clientHeight - 2) / height));
  }

  /** Make as much visible as there is room for, from the corner of the grid on, also when the room changes. */
  fit() {
    this.isFitted = true;
    this.setZoom(this.fittingZoom());
    // Where not all is visible, clues have a third of the room.
    const [left, top] = this.puzzle.geometry.view;
    this.stage.scrollTo(-left * this.zoom - this.stage.clientWidth / 3, -top * this.zoom - this.stage.clientHeight / 3);
  }
}

/** A description of keys, gestures and rules. */
function keyHelp(puzzle) {
  const rows = [
    ["Mouse", "left button: fill or clear; right button: empty; drag along a line; wheel with Ctrl: zoom"],
    ["Touch", "tap: fill; second tap: empty; third tap: clear; drag along a line; two fingers: zoom and move"],
    ["Arrow keys", "next cell; with Shift: carry the mark of this cell along"],
    ["Home, Page up, End, Page down", "next cell on a diagonal of a hexagon"],
    ["Space, Enter", "fill or clear"],
    ["X", "empty"],
    ["Delete", "clear the cell"],
    ["Ctrl+Z, Ctrl+Y", "undo, redo"],
  ];
  if (puzzle.nColors > 1) rows.splice(6, 0, ["1 to 9", "fill with this colour"]);
  const list = rows.flatMap(([key, text]) => [html("dt", {}, key), html("dd", {}, text)]);
  return html("details", { class: "help" },
    html("summary", {}, "Keys and rules"),
    html("p", { id: "keys" },
      "Each clue lists the blocks of its line in their order. Between blocks of one colour there is at least one empty " +
        "cell; blocks of different colours may touch. A ? is any number, or any colour. A clue is struck out when its " +
        "line fulfils it. Check finds clues that cannot be fulfilled any more. Any picture that fulfils all clues is a solution. Your " +
        "marks are kept in this browser.",
    ),
    html("dl", {}, ...list),
  );
}

// ---- Printing: sheets of empty puzzles, made when they are needed.

/** An empty puzzle for paper, which can be solved from a print in black and white. */
function printed(puzzle) {
  const hasAny = puzzle.clues.some((clue) => clue.some(([, color]) => color === ANY));
  const letters = puzzle.nColors > 1 || hasAny;
  const givens = [...puzzle.givens].map(([cell, color]) => {
    if (color === EMPTY) return svg("path", { d: crossData(puzzle, cell), class: "cross" });
    const ground = svg("path", { d: puzzle.outlines[cell] });
    ground.style.fill = puzzle.colors[color].fill;
    return svg("g", {}, ground, puzzle.nColors > 1 && cellLetter(puzzle, cell, color));
  });
  const cells = svg("g", {}, ...givens, svg("path", { d: puzzle.outlines.join(""), class: "outlines" }));
  const clues = svg("g", {}, ...drawClues(puzzle, { letters, forPrint: true }));
  const { image } = drawing(puzzle, { class: "printed" }, clues, cells);
  const { width, height } = puzzle;
  // Squares are at most 8 mm wide.
  image.style.width = `min(100%, ${width * 0.4}mm)`;
  image.style.aspectRatio = `${width} / ${height}`;
  const legend = puzzle.colors.slice(1).map((color) => html("li", {}, drawSwatch(color, color.letter), color.word));
  if (hasAny) legend.push(html("li", {}, html("span", { class: "swatch any" }, "?"), "any colour"));
  return html("section", {}, ...heading(puzzle, "h2"), image, letters && html("ul", {}, ...legend));
}

function fillSheets() {
  const shown = view.puzzles;
  const count = shown.length === 1 ? 1 : data.perSheet;
  const papers = [];
  for (let at = 0; at < shown.length; at += count) {
    papers.push(html("div", { class: `paper per${count}` }, ...shown.slice(at, at + count).map(printed)));
  }
  document.getElementById("sheets").replaceChildren(...papers);
}

addEventListener("beforeprint", fillSheets);
addEventListener("afterprint", () => document.getElementById("sheets").replaceChildren());

// ---- Start: the part of the address after # is the number of a puzzle.

let view = null;

function showView() {
  const number = puzzles.length === 1 ? 1 : Number(location.hash.slice(1));
  const back = view && view.puzzle ? puzzles.indexOf(view.puzzle) : -1;
  view?.close?.();
  const puzzle = puzzles[number - 1];
  view = puzzle ? new PuzzleView(puzzle) : new ListView();
  document.title = view.title;
  document.getElementById("main").replaceChildren(view.element);
  view.start?.();
  const links = view.element.querySelectorAll("li > a");
  if (!puzzle && back >= 0) links[back].focus();
}

addEventListener("hashchange", () => {
  showView();
  if (!view.puzzle) return;
  // As on a new page: from its top, for eyes and for screen readers.
  const title = view.element.querySelector("h1");
  title.tabIndex = -1;
  title.focus();
  scrollTo(0, 0);
});
showView();
