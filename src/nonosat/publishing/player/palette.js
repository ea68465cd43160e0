// The tools to paint with, and the buttons for strokes and trials; at hand below the board.

import { button, choices, drawSwatch, html } from "./elements.js";
import { MAX_TRIALS } from "./game.js";
import { EMPTY } from "./rules.js";
import { word } from "./words.js";

/** The tool that moves the board instead of painting. */
export const MOVE = "move";

export class Palette {
  constructor(view) {
    const { puzzle, game } = view;
    this.game = game;
    this.stage = view.viewport.stage;
    /** The colour to paint with, EMPTY or MOVE. */
    this.tool = 1;
    const tools = puzzle.colors.map(({ name }, number) => [number, name[0].toUpperCase() + name.slice(1)]);
    tools.push(tools.shift(), [MOVE, word("move")]);
    const options = tools.map(([tool, name]) => {
      const symbol = tool === EMPTY ? "\u00d7" : tool === MOVE ? "\u2725" : puzzle.nColors > 1 && tool < 10 ? tool : "";
      const colors = tool > EMPTY ? { fill: `var(--c${tool})`, ink: puzzle.colors[tool].ink } : {};
      const swatch = drawSwatch(colors, symbol, { "aria-hidden": "true" });
      return [tool, swatch, html("span", { class: "word" }, name)];
    });
    this.tools = choices("tools", options, (tool) => this.choose(tool));
    this.undo = button("undo", () => view.travel("undo"));
    this.redo = button("redo", () => view.travel("redo"));
    this.try = button("try", () => view.changed(game.try(), "trying"));
    this.keep = button("keep", () => view.changed(game.keep()));
    this.drop = button("drop", () => view.changed(game.drop()));
    const groups = [[this.undo, this.redo], [this.try, this.keep, this.drop]];
    const spans = groups.map((buttons) => html("span", { class: "group" }, ...buttons));
    this.element = html("div", { class: "tools palette" }, this.tools, ...spans);
    this.update();
  }

  choose(tool) {
    this.tool = tool;
    this.tools.querySelector(`[value="${tool}"]`).checked = true;
    this.stage.classList.toggle("moving", tool === MOVE);
  }

  /** Show which buttons have an effect. */
  update() {
    const { past, future, trials } = this.game;
    // Not `disabled`, which would take the focus away from a button that is pressed for the last time.
    const disable = (element, isDisabled) => element.setAttribute("aria-disabled", String(isDisabled));
    disable(this.undo, !past.length);
    disable(this.redo, !future.length);
    disable(this.try, trials === MAX_TRIALS);
    this.keep.hidden = this.drop.hidden = !trials;
    this.stage.classList.toggle("trying", trials > 0);
  }
}
