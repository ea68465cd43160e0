// Hints, the replay of the steps, and the solution, as far as the page has them.

import { NEAREST } from "./board.js";
import { button, choices, html } from "./elements.js";
import { UNMARKED } from "./rules.js";
import { counted, some, word } from "./words.js";

/** The sentences of steps, which no table has. */
function inEnglish(text) {
  return html("span", { lang: "en" }, text);
}

export class Spoilers {
  constructor(view) {
    this.view = view;
    this.puzzle = view.puzzle;
    this.board = view.board;
    const { steps, solution } = this.puzzle;
    this.buttons = [];
    const ways = [["marks", word("marks")]];
    this.applyButton = button("apply", () => this.apply(), { hidden: true });
    if (steps.length) {
      this.buttons.push(button("hint", () => this.hint()), this.applyButton);
      ways.push(["replay", word("replay")]);
    }
    if (solution) ways.push(["solution", word("solution")]);
    const range = { type: "range", min: 0, max: steps.length, value: 0, "aria-label": word("step"), hidden: true };
    this.slider = html("input", { ...range, oninput: () => this.replay(Number(this.slider.value)) });
    if (ways.length > 1) this.buttons.push(choices("show", ways, (way) => this.reveal(way)), this.slider);
  }

  /** Forget the hint, since the marks have changed. */
  reset() {
    this.board.mark();
    this.applyButton.hidden = true;
  }

  /** Show the marks, the replay of the steps, or the solution. */
  reveal(way) {
    this.slider.hidden = way !== "replay";
    // The board does not change its size from step to step.
    this.view.message.classList.toggle("steady", way === "replay");
    this.board.mark();
    this.board.show(way === "solution" ? this.puzzle.solution : null);
    if (way === "replay") this.replay(Number(this.slider.value));
    else if (way === "solution") this.view.say("solution_shown");
    else this.view.rest();
  }

  /** Outline a step to take, and say what is to be known about it. */
  propose(step, isHint, ...message) {
    const cells = step.cells.map(([cell]) => cell);
    this.board.mark(step.lines, cells, isHint);
    this.view.say(...message);
    // The message, which is shown with the next frame, takes room from the board.
    if (cells.length) requestAnimationFrame(() => this.board.cells[cells[0]].scrollIntoView(NEAREST));
  }

  hint() {
    const { steps } = this.puzzle;
    const { cells } = this.view.game;
    const wrong = this.view.game.mistakes(new Map(steps.flatMap((step) => step.cells)));
    const at = steps.findIndex((step) => step.cells.some(([cell]) => cells[cell] === UNMARKED));
    this.applyButton.hidden = !wrong.length && at < 0;
    if (wrong.length) {
      this.nextStep = { lines: [], cells: wrong.map((cell) => [cell, UNMARKED]) };
      const places = some(wrong.map((cell) => this.puzzle.place(cell)), "; ");
      return this.propose(this.nextStep, false, "wrong", `${counted("wrong", wrong.length)}: ${places}. `, word("apply_clears"));
    }
    if (at < 0) return this.view.say("no_hints");
    // Steps before it that decide no cell only rule out colours; they are needed to follow this one.
    let from = at;
    while (from > 0 && !steps[from - 1].cells.length) from -= 1;
    this.nextStep = steps[at];
    const text = steps.slice(from, at + 1).map((step) => step.text).join(" ");
    this.propose(this.nextStep, true, "hint", inEnglish(text));
  }

  apply() {
    const { cells } = this.nextStep;
    this.view.game.paint(cells);
    this.view.commit();
    this.view.focusCell(cells[0][0]);
  }

  replay(count) {
    const { steps, givens, nCells } = this.puzzle;
    const values = new Int16Array(nCells).fill(UNMARKED);
    for (const [cell, color] of givens) values[cell] = color;
    for (const step of steps.slice(0, count)) for (const [cell, color] of step.cells) values[cell] = color;
    this.board.show(values);
    const step = steps[count - 1] || { text: "", lines: [], cells: [] };
    const number = word("step_of", { number: count, count: steps.length });
    this.propose(step, true, "replay", `${number} `, inEnglish(step.text));
  }
}
