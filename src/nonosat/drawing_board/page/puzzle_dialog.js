// The dialog for a file with several puzzles: a list to choose one from.

import { button, html } from "/player/elements.js";
import { word } from "/player/words.js";
import { sizeWords } from "./grid_menu.js";
import { field, listOf, setOptions } from "./menus.js";

export class PuzzleDialog {
  /** `open` gets the file and the number of the puzzle, from 1. */
  constructor(open) {
    this.heading = html("h2", { id: "puzzles-heading" });
    this.list = listOf([], { name: "puzzle" });
    const submit = html("button", {}, word("open_it"));
    const form = html("form", {}, this.heading, field("puzzle", this.list),
      html("div", { class: "buttons" }, button("cancel", () => this.element.close()), submit));
    this.element = html("dialog", { class: "opening", "aria-labelledby": "puzzles-heading" }, form);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.element.close();
      open(this.file, Number(this.list.value));
    });
  }

  /** Ask which puzzle of a file to open; of each there is its title and its grid. */
  show(file, titles) {
    this.file = file;
    this.heading.textContent = word("open_file", { file: file.name });
    setOptions(this.list, titles.map(([title, grid], at) => {
      const texts = [at + 1, title, sizeWords(grid, grid)];
      return [at + 1, texts.filter(Boolean).join(" \u2013 ")];
    }));
    this.list.value = 1;
    this.element.showModal();
  }
}
