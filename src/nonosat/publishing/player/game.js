// A game: what a player has marked, and the strokes that did it.
//
// All of it is in one list of numbers, so that one kind of change, [place, before, after], can be undone, redone and
// kept. The list has a layer for firm marks and one for each of the trials within each other. A layer has a value for
// each cell, and for each block of a clue 1 if it is crossed off. The last number of the list is that of trials.

import { ANY, EMPTY, UNMARKED, agrees, hasPlacement } from "./rules.js";

/** The number of trials within each other. */
export const MAX_TRIALS = 2;

export class Game {
  constructor(puzzle) {
    this.puzzle = puzzle;
    // The place of the first block of each line in a layer.
    this.firstBlock = [];
    this.layerSize = puzzle.clues.reduce((place, clue) => this.firstBlock.push(place) && place + clue.length, puzzle.nCells);
    this.numbers = new Int16Array((MAX_TRIALS + 1) * this.layerSize + 1);
    this.layers = Array.from({ length: MAX_TRIALS + 1 }, (_, trial) => {
      const layer = this.numbers.subarray(trial * this.layerSize, (trial + 1) * this.layerSize);
      layer.fill(UNMARKED, 0, puzzle.nCells);
      for (const [cell, color] of puzzle.givens) layer[cell] = color;
      return layer;
    });
    this.blank = this.numbers.slice();
    this.past = [];
    this.future = [];
    /** The seconds of play. */
    this.seconds = 0;
    /** True if the rest of a line is to be crossed out when its blocks are complete. */
    this.crosses = false;
    this.crossed = new Map();
    /** Called with the cells, and the lines whose cells or crossed blocks change. */
    this.onChange = () => {};
    this.resume();
  }

  /** Follow from all numbers what depends on them. */
  resume() {
    this.stroke = new Map();
    this.turned = new Map();
    this.chooseLayer();
    this.agreeing = this.puzzle.lines.map((_, line) => agrees(this.values(line), this.puzzle.clues[line]));
    this.nOpen = this.agreeing.filter((agreeing) => !agreeing).length;
  }

  chooseLayer() {
    this.layer = this.layers[this.trials];
    this.cells = this.layer.subarray(0, this.puzzle.nCells);
  }

  get trials() {
    return this.numbers[this.numbers.length - 1];
  }

  get solved() {
    return this.nOpen === 0;
  }

  /** True if there is no mark, and nothing to undo or redo. */
  get untouched() {
    return !this.past.length && !this.future.length && this.numbers.every((number, place) => number === this.blank[place]);
  }

  /** The values of a line. */
  values(line) {
    return this.puzzle.lines[line].map((cell) => this.cells[cell]);
  }

  /** True if a block of a clue is crossed off. */
  isCrossed(line, at) {
    return this.layer[this.firstBlock[line] + at] === 1;
  }

  /** The number of the trial that a cell got its mark in; 0 if the mark is firm. */
  trialOf(cell) {
    let trial = this.trials;
    while (trial > 0 && this.layers[trial][cell] === this.layers[trial - 1][cell]) trial -= 1;
    return trial;
  }

  /** Change cells, given as a list of [cell, value], as a part of the stroke that has begun. Givens stay. */
  paint(changes) {
    this.change(changes.filter(([cell]) => !this.puzzle.givens.has(cell)));
  }

  /** Cross off a block of a clue, or take this back, as a part of the stroke. */
  crossOff(line, at) {
    this.change([[this.firstBlock[line] + at, 1 - Number(this.isCrossed(line, at))]]);
  }

  /** Change the places of the layer. */
  change(changes) {
    const places = [];
    for (const [place, value] of changes) {
      if (this.layer[place] === value) continue;
      if (!this.stroke.has(place)) this.stroke.set(place, this.layer[place]);
      this.layer[place] = value;
      places.push(place);
    }
    this.touch(places);
  }

  /** Remove all marks. */
  clear() {
    this.change([...this.layer.keys()].map((place) => [place, this.blank[place]]));
    return this.commit(false);
  }

  /** End the stroke; it can then be undone as a whole. */
  commit(crosses = this.crosses) {
    if (crosses) this.crossOut();
    const start = this.trials * this.layerSize;
    const changes = [...this.stroke].map(([place, before]) => [start + place, before, this.layer[place]]);
    return this.keepStroke(changes.filter(([, before, after]) => before !== after));
  }

  keepStroke(changes) {
    this.stroke.clear();
    this.turned.clear();
    if (!changes.length) return false;
    this.past.push(changes);
    this.future = [];
    return true;
  }

  /** Cross out the rest of the lines that the stroke has completed; where it broke a line again, take this back. */
  crossOut() {
    const { lines, clues, linesOf } = this.puzzle;
    const isComplete = (line) => this.agreeing[line] && clues[line].length > 0 && clues[line].every(([length]) => length !== ANY);
    const changes = [];
    for (const [line] of this.turned) {
      if (isComplete(line)) {
        this.crossed.set(line, lines[line].filter((cell) => this.cells[cell] === UNMARKED));
        changes.push(...this.crossed.get(line).map((cell) => [cell, EMPTY]));
      } else {
        const cells = (this.crossed.get(line) || []).filter((cell) => this.cells[cell] === EMPTY && !this.stroke.has(cell));
        this.crossed.delete(line);
        changes.push(...cells.filter((cell) => !linesOf[cell].some(isComplete)).map((cell) => [cell, UNMARKED]));
      }
    }
    this.paint(changes);
  }

  /** Take the last stroke back, or make it again; the way is "undo" or "redo". */
  travel(way) {
    const [from, to, index] = way === "undo" ? [this.past, this.future, 1] : [this.future, this.past, 2];
    // A stroke that has begun is ended first.
    const stroke = this.stroke.size ? undefined : from.pop();
    if (!stroke) return false;
    to.push(stroke);
    this.apply(stroke, index);
    return true;
  }

  /** Set numbers to the values before or after their changes. */
  apply(changes, index) {
    const { trials, layerSize } = this;
    for (const change of changes) this.numbers[change[0]] = change[index];
    this.crossed.clear();
    this.chooseLayer();
    this.touch(trials === this.trials ? changes.map(([place]) => place - trials * layerSize) : [...this.layer.keys()]);
    this.turned.clear();
  }

  /** Begin a trial, whose marks can be kept or dropped as a whole. */
  try() {
    if (this.trials === MAX_TRIALS) return false;
    const next = this.layers[this.trials + 1];
    return this.changeTrials(1, this.trials + 1, next, this.layer);
  }

  /** End the trial: its marks become those of what is around it. */
  keep() {
    return this.changeTrials(-1, this.trials - 1, this.layers[this.trials - 1], this.layer);
  }

  /** End the trial without its marks. */
  drop() {
    return this.changeTrials(-1, 0, this.layer, this.layer);
  }

  /** Change the number of trials, and one layer into another one, as a stroke of its own. */
  changeTrials(step, number, from, to) {
    const changes = [];
    from.forEach((before, place) => {
      if (before !== to[place]) changes.push([number * this.layerSize + place, before, to[place]]);
    });
    changes.push([this.numbers.length - 1, this.trials, this.trials + step]);
    this.apply(changes, 2);
    return this.keepStroke(changes);
  }

  /** Follow changes of places of the layer. */
  touch(places) {
    if (!places.length) return;
    const { nCells, linesOf, clues } = this.puzzle;
    const cells = places.filter((place) => place < nCells);
    const lines = new Set(cells.flatMap((cell) => linesOf[cell]));
    for (const line of lines) {
      const agreeing = agrees(this.values(line), clues[line]);
      if (agreeing === this.agreeing[line]) continue;
      this.nOpen += agreeing ? -1 : 1;
      this.agreeing[line] = agreeing;
      if (!this.turned.delete(line)) this.turned.set(line, agreeing);
    }
    for (const place of places) {
      if (place >= nCells) lines.add(this.firstBlock.findLastIndex((first) => first <= place));
    }
    this.onChange(cells, lines);
  }

  /** True if a clue can be fulfilled with all marks of its line kept. */
  isPossible(line) {
    return hasPlacement(this.values(line), this.puzzle.clues[line], this.puzzle.nColors);
  }

  /** The marked cells that differ from known values, a map of cells. */
  mistakes(known) {
    return [...known.keys()].filter((cell) => this.cells[cell] !== UNMARKED && this.cells[cell] !== known.get(cell));
  }

  /** The lines whose clues cannot be placed any more, each judged by itself. */
  contradictions() {
    return [...this.puzzle.lines.keys()].filter((line) => !this.isPossible(line));
  }
}
