// The tools, in one row, with the colours.

import { button, choices, drawSwatch, html } from "/player/elements.js";
import { word } from "/player/words.js";
import { icon } from "./icons.js";
import { disable, listOf, setOptions } from "./menus.js";
import { TOOLS } from "./tools.js";

/** A button that shows a picture. */
export function iconButton(key, onclick, title = word(key)) {
  return button(key, onclick, { "aria-label": word(key), title, class: "icons" }, icon(key));
}

export class Toolbar {
  constructor(easel, actions) {
    this.easel = easel;
    const options = TOOLS.map(({ key }) => [key, icon(key), html("span", { class: "unseen" }, word(key))]);
    this.tools = choices("tools", options, (key) => easel.chooseTool(TOOLS.find((tool) => tool.key === key)));
    TOOLS.forEach(({ key, letter }) => {
      this.radio(key).parentElement.title = `${word(key)} (${letter.toUpperCase()})`;
    });
    this.undo = iconButton("undo", actions.undo, `${word("undo")} (Ctrl+Z)`);
    this.redo = iconButton("redo", actions.redo, `${word("redo")} (Ctrl+Y)`);
    this.type = iconButton("type", actions.type);
    this.symmetry = listOf([], { "aria-label": word("symmetry"), class: "symmetry" });
    this.symmetry.addEventListener("change", () => {
      easel.symmetry.kind = this.symmetry.value;
    });
    const zoom = [
      iconButton("smaller", () => easel.viewport.zoomBy(0.8)),
      iconButton("larger", () => easel.viewport.zoomBy(1.25)),
      iconButton("fit", () => easel.viewport.fit(0)),
    ];
    this.palette = html("div", { class: "palette" });
    this.add = iconButton("add", actions.addColor);
    this.element = html("div", { class: "tools bar" },
      this.tools,
      this.type,
      html("span", { class: "group" }, this.undo, this.redo),
      this.symmetry,
      html("span", { class: "group" }, ...zoom),
      html("span", { class: "group colors" }, this.palette, this.add),
    );
  }

  radio(key) {
    return this.tools.querySelector(`[value="${key}"]`);
  }

  /** Show the tool and the colour in hand. */
  choice() {
    this.radio(this.easel.tool.key).checked = true;
    const color = this.palette.querySelector(`[value="${this.easel.color}"]`);
    if (!color) return;
    color.checked = true;
    color.parentElement.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  /** Show the colours of the sketch. */
  setColors() {
    const { sketch } = this.easel;
    const hadFocus = this.palette.contains(document.activeElement);
    this.easel.color = Math.min(this.easel.color, sketch.colors.length - 1);
    const options = sketch.puzzle.colors.map(({ fill, ink }, color) => {
      const name = color ? sketch.names[color] : word("background");
      // Digits choose colours; in clues, colours are letters.
      const key = sketch.isTyped ? sketch.letters[color] : color < 10 ? String(color) : "";
      const swatch = drawSwatch({ fill, ink }, color && sketch.colors.length > 2 ? key : "", { "aria-hidden": "true" });
      return [color, swatch, html("span", { class: "unseen" }, name)];
    });
    options.push(options.shift());
    this.palette.replaceChildren(choices("colors", options, (color) => this.easel.chooseColor(color)));
    this.palette.querySelectorAll("label").forEach((label) => {
      label.title = label.lastChild.textContent;
    });
    this.choice();
    if (hadFocus) this.palette.querySelector(":checked").focus();
  }

  /** Offer the symmetries of the grid. */
  setGrid() {
    const { symmetry } = this.easel;
    setOptions(this.symmetry, symmetry.kinds.map((kind) => [kind, word(kind)]));
    this.symmetry.value = symmetry.kind;
  }

  /** Show which buttons have an effect. */
  update() {
    const { sketch } = this.easel;
    for (const part of [this.tools, this.type, this.symmetry]) part.hidden = sketch.isTyped;
    disable(this.undo, !sketch.undo && sketch.isConfirmed);
    disable(this.redo, !sketch.redo);
  }
}
