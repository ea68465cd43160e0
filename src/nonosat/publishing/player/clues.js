// The clues of a board: drawn in the margin, struck out block by block, and kept in view beside the cells.

import { drawClues } from "./drawing.js";
import { svg } from "./elements.js";
import { Lanes, clueGround } from "./lanes.js";
import { finishedBlocks } from "./rules.js";
import { word } from "./words.js";

export class Clues {
  constructor(game) {
    const puzzle = (this.puzzle = game.puzzle);
    this.game = game;
    /** True if a clue that cannot be fulfilled any more is shown at once. */
    this.showsErrors = false;
    this.layer = svg("g");
    this.ground = clueGround(puzzle);
    this.element = svg("g", {}, this.ground, this.layer);
    this.lanes = new Lanes(puzzle);
    this.draw(false);
  }

  /** Draw all clues, with the letters of colours or without. */
  draw(letters) {
    this.groups = drawClues(this.puzzle, { letters });
    this.placeOf = new Map();
    this.groups.forEach((group, line) => {
      group.setAttribute("role", "group");
      this.puzzle.clues[line].forEach((block, at) => {
        const element = group.children[at];
        element.setAttribute("role", "checkbox");
        element.setAttribute("tabindex", -1);
        element.setAttribute("aria-label", this.puzzle.blockWords(block));
        this.placeOf.set(element, [line, at]);
      });
    });
    this.layer.replaceChildren(...this.groups);
    const [first] = this.placeOf.keys();
    first?.setAttribute("tabindex", 0);
    this.focused = first;
    this.update(this.groups.keys());
  }

  /** Draw lines of clues again after a change. */
  update(lines) {
    for (const line of lines) {
      const clue = this.puzzle.clues[line];
      const finished = finishedBlocks(this.game.values(line), clue);
      const group = this.groups[line];
      const all = this.game.agreeing[line];
      clue.forEach((_, at) => {
        const isCrossed = this.game.isCrossed(line, at);
        const block = group.children[at];
        block.classList.toggle("finished", finished[at] || isCrossed);
        if (block.getAttribute("aria-checked") !== String(isCrossed)) block.setAttribute("aria-checked", isCrossed);
      });
      group.classList.toggle("fulfilled", all);
      group.classList.toggle("wrong", this.showsErrors && !all && !this.game.isPossible(line));
      const words = this.puzzle.lineWords(line);
      group.setAttribute("aria-label", all ? word("fulfilled", { clue: words }) : words);
    }
  }

  /** Show clues that cannot be fulfilled any more at once, or only when they are asked for. */
  setErrors(shows) {
    if (this.showsErrors === shows) return;
    this.showsErrors = shows;
    this.update(this.groups.keys());
  }

  /** The line and the number of the block that is or contains an element, or undefined. */
  blockOf(element) {
    return this.placeOf.get(element.closest("[role=checkbox]"));
  }

  /** Move the keyboard's focus to a block. */
  focus([line, at]) {
    this.focused.setAttribute("tabindex", -1);
    this.focused = this.groups[line].children[at];
    this.focused.setAttribute("tabindex", 0);
    this.focused.focus({ preventScroll: true });
  }

  /** The block next to another one: along its clue, or at the same distance from the grid in the next line with blocks. */
  neighbor([line, at], step) {
    const { clues, families } = this.puzzle;
    const lane = this.lanes.of[line];
    if (step[lane.axis]) {
      // Clues are drawn towards the grid.
      const next = at - Math.sign(step[lane.axis] * lane.way[lane.axis]);
      return [line, Math.max(0, Math.min(clues[line].length - 1, next))];
    }
    const along = step[1 - lane.axis];
    let [first, end] = [0, 0];
    for (const [, count] of families) {
      [first, end] = [end, end + count];
      if (line < end) break;
    }
    let next = line + along;
    while (next >= first && next < end && !clues[next].length) next += along;
    if (next < first || next >= end) return [line, at];
    return [next, Math.max(0, clues[next].length - clues[line].length + at)];
  }

  /** Highlight the clues of some lines. */
  pointTo(lines) {
    for (const line of this.pointed || []) this.groups[line].classList.remove("here");
    this.pointed = lines;
    for (const line of lines) this.groups[line].classList.add("here");
  }

  /** Underline the clues of some lines, and of no others. */
  mark(lines) {
    this.groups.forEach((group, line) => group.classList.toggle("marked", lines.includes(line)));
  }

  /** Slide clues along their lines into the visible part of the drawing; see `Lanes.pin`. */
  pin(corner, size) {
    return this.lanes.pin(this.groups, this.ground, corner, size);
  }
}
