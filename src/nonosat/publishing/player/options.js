// The switches of the player, kept in this browser.

import { html } from "./elements.js";
import { read, write } from "./storage.js";
import { word } from "./words.js";

/** Each switch with its state for a new player. */
const SWITCHES = { letters: false, crosses: true, errors: false, time: false };

export class Options {
  /** The listener is called when one of the switches changes; names are those that are shown. */
  constructor(names, listener) {
    this.values = { ...SWITCHES, ...read("options") };
    const switches = names.map((name) => {
      const change = ({ target }) => {
        this.values[name] = target.checked;
        write("options", this.values);
        listener();
      };
      const box = html("input", { type: "checkbox", name, checked: Boolean(this.values[name]), onchange: change });
      return html("label", {}, box, word(name));
    });
    this.element = html("details", { class: "options" }, html("summary", {}, word("options")), html("div", {}, ...switches));
  }

  /** Close the list of switches with Escape, or with a click elsewhere. */
  start(listen) {
    listen(document, "pointerdown", ({ target }) => {
      if (!this.element.contains(target)) this.element.open = false;
    });
    listen(this.element, "keydown", ({ key }) => {
      if (key !== "Escape") return;
      this.element.open = false;
      this.element.firstChild.focus();
    });
  }
}
