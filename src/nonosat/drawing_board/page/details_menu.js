// The menu for what the author says about the puzzle.

import { html } from "/player/elements.js";
import { field, menu } from "./menus.js";

const FIELDS = ["title", "author", "copyright", "license", "description"];

export class DetailsMenu {
  constructor(easel, perform) {
    this.easel = easel;
    this.inputs = FIELDS.map((name) => {
      const input = html(name === "description" ? "textarea" : "input", { name, maxlength: 2000, autocomplete: "off", dir: "auto" });
      input.addEventListener("change", () => perform({ do: "describe", metadata: { [name]: input.value } }));
      return input;
    });
    this.element = menu("details", ...this.inputs.map((input, at) => field(FIELDS[at], input)));
  }

  /** Show what the sketch has, but leave a field in which somebody types. */
  update() {
    for (const input of this.inputs) {
      if (input !== document.activeElement) input.value = this.easel.sketch.metadata[input.name] ?? "";
    }
  }
}
