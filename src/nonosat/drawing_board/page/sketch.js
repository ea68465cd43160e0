// The sketch as this tab shows it: what the program has confirmed, above it strokes that it has not, and the one that
// is being drawn. So a stroke is seen, with its clues, before the program knows of it.

import { Puzzle } from "/player/puzzle.js";
import { blocksOf } from "/player/rules.js";
import { word } from "/player/words.js";
import { send } from "./connection.js";
import { contrast, inkOn } from "./inks.js";
import { depthsFor, fontSizes, isRoomy, viewOf } from "./room.js";

/** The least contrast at which clues of a single colour are drawn without a chip. */
const LEGIBLE = 4.5;

export class Sketch {
  constructor() {
    /** Called when the grid, the colours, cells with their lines, or anything else has changed. */
    this.on = { shape() {}, colors() {}, cells() {}, status() {}, refused() {} };
    this.pending = [];
    this.stroke = new Map();
    this.grid = "";
  }

  /** True if the program knows all that is shown. */
  get isConfirmed() {
    return !this.pending.length && !this.stroke.size;
  }

  /** Take a whole state from the program. */
  takeAll(event) {
    const isOther = event.grid !== this.grid || !this.puzzle;
    const before = this.colors;
    Object.assign(this, { grid: event.grid, colors: event.colors, names: ["background", ...event.names] });
    Object.assign(this, { alike: event.alike, sides: event.sides, turns: event.turns, metadata: event.metadata });
    this.letters = event.letters;
    const wasTyped = this.isTyped;
    this.takeTyping(event.typing);
    this.forms = event.forms ?? [];
    this.takeStatus(event);
    if (isOther) {
      this.pending = [];
      this.stroke = new Map();
    }
    const confirmed = Uint8Array.from({ length: event.cells.length / 2 }, (_, cell) => parseInt(event.cells.substr(2 * cell, 2), 16));
    this.confirmed = confirmed;
    if (isOther) {
      this.base = confirmed.slice();
      this.cells = confirmed.slice();
      this.puzzle = this.puzzleOf(event);
      this.depths = depthsFor(this.puzzle);
      this.setView();
      this.on.shape();
    } else {
      this.puzzle.colors = this.colorRecords();
      this.puzzle.plain = this.isPlain;
      this.rebase();
      this.checkClues(event.clues.entries());
      if (wasTyped || this.isTyped) this.on.cells([...this.cells.keys()], [...this.puzzle.clues.keys()]);
      if (wasTyped !== this.isTyped || String(before) !== String(event.colors)) this.on.colors();
    }
    this.on.status();
  }

  /** Take the cells and clues that differ from the state before. */
  takeCells(event) {
    for (const [cell, color] of event.cells) this.confirmed[cell] = color;
    this.takeStatus(event);
    this.pending = this.pending.filter(({ number }) => !(number <= this.number));
    this.rebase();
    this.checkClues(Object.entries(event.clues));
    if (event.typing) {
      this.takeTyping(event.typing);
      this.on.cells([], Object.keys(event.typing.texts).map(Number));
    }
    this.on.status();
  }

  takeStatus({ number, undo, redo, file, is_saved: isSaved }) {
    Object.assign(this, { number, undo, redo, file, isSaved });
  }

  /** Take what is known of clues that are typed: the texts of some lines, and the sums; nothing if they are not typed. */
  takeTyping(typing) {
    const texts = this.isTyped && typing ? this.typing.texts : {};
    this.isTyped = Boolean(typing);
    this.typing = { families: [], disagree: [], ...typing, texts: { ...texts, ...typing?.texts } };
  }

  /** True if the clue of a line has yet to be typed. */
  isUntyped(line) {
    return this.typing.texts[line] === null;
  }

  /** True while some clues have yet to be typed. */
  get isUnfinished() {
    return this.isTyped && this.typing.families.some(({ typed, lines }) => typed < lines);
  }

  /** True before the first clue has been typed. */
  get isUntouched() {
    return this.isTyped && this.typing.families.every(({ typed }) => !typed);
  }

  get isPlain() {
    return this.colors.length === 2 && contrast(this.colors[1], "#ffffff") >= LEGIBLE && contrast(this.colors[0], "#ffffff") < 1.6;
  }

  colorRecords() {
    return this.colors.map((fill, color) => {
      const ink = inkOn(fill);
      return { fill, letter: this.letters[color], name: this.names[color], ink, tone: fill, toneInk: ink, faint: false };
    });
  }

  puzzleOf({ geometry, clues, lines, families, metadata }) {
    const record = { title: metadata.title || word("untitled"), size: "", givens: [], colors: [], clues, lines, families, plain: this.isPlain };
    const puzzle = new Puzzle({ ...record, geometry: { ...geometry, fonts: fontSizes(geometry.fonts[0]) } }, "");
    puzzle.colors = this.colorRecords();
    return puzzle;
  }

  setView() {
    const { puzzle } = this;
    puzzle.geometry.view = viewOf(puzzle, this.depths);
    [, , puzzle.width, puzzle.height] = puzzle.geometry.view;
  }

  /** Make room for more clues if they need it; true if the view is another one. */
  makeRoom() {
    if (isRoomy(this.puzzle, this.depths)) return false;
    this.depths = depthsFor(this.puzzle);
    this.setView();
    return true;
  }

  /** Show a stroke that is being drawn, a map from cells to colours, in place of the one before. */
  preview(stroke) {
    const before = this.stroke;
    this.stroke = stroke;
    this.show([...before.keys(), ...stroke.keys()]);
  }

  /** End the stroke: keep it, and send it as one command. */
  commit() {
    const cells = [...this.stroke].filter(([cell, color]) => this.base[cell] !== color);
    this.stroke = new Map();
    if (!cells.length) return this.on.status();
    const stroke = { cells, number: Infinity };
    this.pending.push(stroke);
    for (const [cell, color] of cells) this.base[cell] = color;
    send({ do: "paint", cells }).then(({ error, number }) => {
      if (error) this.on.refused(error);
      stroke.number = number ?? -1;
      if (stroke.number > this.number) return;
      this.pending = this.pending.filter((each) => each !== stroke);
      this.rebase();
      this.on.status();
    });
    this.on.status();
  }

  /** Paint cells as a stroke of its own. */
  paint(stroke) {
    this.preview(stroke);
    this.commit();
  }

  /** Put the strokes that are not confirmed above what is. */
  rebase() {
    const base = this.confirmed.slice();
    for (const { cells } of this.pending) for (const [cell, color] of cells) base[cell] = color;
    const changed = [];
    base.forEach((color, cell) => {
      if (color !== this.base[cell]) changed.push(cell);
    });
    this.base = base;
    this.show(changed);
  }

  /** Show cells with the colours that they have now, and the clues of their lines. */
  show(cells) {
    const changed = new Set();
    for (const cell of cells) {
      const color = this.stroke.get(cell) ?? this.base[cell];
      if (this.cells[cell] === color) continue;
      this.cells[cell] = color;
      changed.add(cell);
    }
    if (!changed.size) return;
    const lines = new Set();
    for (const cell of changed) for (const line of this.puzzle.linesOf[cell]) lines.add(line);
    for (const line of lines) this.puzzle.clues[line] = blocksOf(this.puzzle.lines[line].map((cell) => this.cells[cell]));
    this.on.cells(changed, lines);
  }

  /** Take the clues of the program if they are not those that are shown, although it knows all cells. */
  checkClues(clues) {
    if (!this.isConfirmed) return;
    const others = [...clues].filter(([line, parts]) => String(parts) !== String(this.puzzle.clues[line].flat()));
    for (const [line, parts] of others) {
      this.puzzle.clues[line] = Array.from({ length: parts.length / 2 }, (_, at) => parts.slice(2 * at, 2 * at + 2));
    }
    if (others.length) this.on.cells([], others.map(([line]) => Number(line)));
  }
}
