// The menu for the colour in hand: another look, merging, removing; and a warning about colours that look alike.

import { button, html } from "/player/elements.js";
import { word } from "/player/words.js";
import { disable, field, listOf, menu, setOptions } from "./menus.js";

export class ColorMenu {
  constructor(easel, perform) {
    this.easel = easel;
    this.name = html("p", { class: "chosen-color" });
    this.look = html("input", { type: "color" });
    this.look.addEventListener("change", () => perform({ do: "recolor", number: easel.color, color: this.look.value }));
    this.into = listOf([]);
    this.merge = button("merge", () => this.mergeInto(perform, Number(this.into.value)));
    this.remove = button("remove", () => this.mergeInto(perform, 0));
    this.alike = html("p", { class: "alike", role: "status" });
    const row = (...parts) => html("span", { class: "row" }, ...parts);
    this.element = menu("color", this.name, field("look", this.look), row(field("into", this.into), this.merge), this.remove, this.alike);
  }

  mergeInto(perform, into) {
    if (this.merge.getAttribute("aria-disabled") === "true") return;
    perform({ do: "merge", number: this.easel.color, into });
  }

  /** Show the colour in hand. */
  update() {
    const { sketch, color } = this.easel;
    const { names, colors } = sketch;
    this.name.textContent = names[color];
    if (document.activeElement !== this.look) this.look.value = colors[color];
    setOptions(this.into, [...names.keys()].filter((each) => each !== color).map((each) => [each, names[each]]));
    for (const element of [this.merge, this.remove]) disable(element, color === 0 || colors.length === 2 || sketch.isTyped);
    const pairs = sketch.alike.map(([one, other]) => word("alike", { names: `${names[one]} ${colors[one]}, ${names[other]} ${colors[other]}` }));
    this.alike.textContent = pairs.slice(0, 3).join(" ");
    this.element.classList.toggle("warns", pairs.length > 0);
  }
}
