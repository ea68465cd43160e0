// The field in which clues are typed, one line after another.
//
// The program reads a text; until it has, the text is a draft. Nobody waits for that, and a wrong text does not take the
// field back to its line either: an author who looks at the paper would type the next clue into it. The draft stays, and
// its error is shown beside the field until it is corrected.

import { html } from "/player/elements.js";
import { word } from "/player/words.js";
import { ClueDrafts } from "./clue_drafts.js";
import { letterButton } from "./letter_button.js";
import { capitalized } from "./sentences.js";
import { iconButton } from "./toolbar.js";

/** The number of errors that are shown. */
const ERRORS = 3;
/** Pixels that a finger may move on a clue that it taps. */
const STEADY = 8;

export class ClueField {
  constructor(easel, { tell, undo }) {
    this.easel = easel;
    this.sketch = easel.sketch;
    this.tell = tell;
    this.undo = undo;
    this.line = 0;
    this.shown = "";
    this.drafts = new ClueDrafts(() => {
      this.update();
      this.showErrors();
    });
    this.name = html("span", {});
    const properties = { name: "clue", autocomplete: "off", autocapitalize: "off", autocorrect: "off", spellcheck: "false" };
    // The keypad of a phone has digits and a dot or a comma, which separates blocks, too.
    this.input = html("input", { ...properties, maxlength: 2000, inputmode: "decimal", enterkeyhint: "next", "aria-describedby": "clue-errors" });
    this.letters = html("span", { class: "letters" });
    this.errors = html("div", { id: "clue-errors", class: "wrong", role: "alert" });
    this.element = html("div", { class: "clue-field", hidden: true },
      html("span", { class: "line" }, iconButton("previous", () => this.step(-1)), html("label", {}, this.name, this.input), iconButton("next", () => this.step(1))),
      this.letters,
      this.errors,
    );
    this.input.addEventListener("keydown", (event) => {
      if (!event.altKey && !event.metaKey && this.key(event)) event.preventDefault();
    });
    this.input.addEventListener("paste", (event) => this.paste(event));
    this.input.addEventListener("focus", () => this.mark());
    this.input.addEventListener("blur", () => {
      this.keep();
      this.mark();
    });
    // Saving asks for what is being typed.
    this.input.addEventListener("change", () => this.keep());
  }

  /** Begin with the first line that has not been typed, as soon as clues can be typed. */
  begin() {
    this.begins = true;
    this.update();
  }

  /** Forget the texts that the program does not have, and say what they were. */
  forget() {
    if (this.texts.length) this.tell(word("texts_lost", { texts: this.texts.join(", ") }));
    this.drafts.clear();
  }

  /** Begin with another grid, whose lines may be other ones. */
  setGrid() {
    this.forget();
    this.line = Math.min(this.line, this.sketch.puzzle.lines.length - 1);
    const { svg } = this.easel.canvas;
    let from = [];
    svg.addEventListener("pointerdown", ({ clientX, clientY }) => (from = [clientX, clientY]));
    svg.addEventListener("click", ({ clientX, clientY }) => {
      const line = this.easel.canvas.lineAt(clientX, clientY);
      if (!this.sketch.isTyped || line === undefined) return;
      if (Math.hypot(clientX - from[0], clientY - from[1]) > STEADY) return;
      this.keep();
      this.go(line);
    });
    this.show();
  }

  /** Show the state of the program, but leave a text that is being typed. */
  update() {
    const { sketch } = this;
    if (this.element.hidden === sketch.isTyped) {
      this.element.hidden = !sketch.isTyped;
      this.follows = false;
      this.forget();
      this.show();
    } else if (this.input.value === this.shown) {
      this.show();
    }
    if (this.begins && sketch.isTyped) {
      this.begins = false;
      this.go(Math.max(0, this.nextUntyped(-1)));
    }
    const colors = sketch.colors.length > 2 ? sketch.letters.slice(1) : [];
    if (this.colors === String(sketch.colors)) return;
    this.colors = String(sketch.colors);
    this.drafts.retry();
    this.input.placeholder = word(colors.length ? "hint.colors" : "hint");
    this.letters.replaceChildren(...colors.map((letter, at) => letterButton(this.input, letter, sketch.puzzle.colors[at + 1], sketch.names[at + 1])));
  }

  /** The texts that the program will not have, in quotation marks. */
  get texts() {
    const typed = this.sketch.isTyped && this.input.value !== this.shown ? [this.input.value] : [];
    return [...this.drafts.wrong.map(([, { text }]) => text), ...typed].map((text) => `\u201c${text}\u201d`);
  }

  /** The text of a line as the program has it, or will have it. */
  known(line) {
    return this.drafts.get(line)?.text ?? this.sketch.typing.texts[line] ?? "";
  }

  /** Show the line that is typed. */
  show() {
    const { sketch, line } = this;
    const draft = this.drafts.get(line);
    this.name.textContent = capitalized(sketch.puzzle.names[line]);
    this.shown = this.known(line);
    this.input.value = this.shown;
    this.input.setAttribute("aria-invalid", String(Boolean(draft?.error)));
    this.showErrors();
    this.mark();
  }

  /** Show the errors of all drafts; those of other lines are buttons that go there. */
  showErrors() {
    const { wrong } = this.drafts;
    this.easel.canvas.frame("mistyped", wrong.map(([line]) => line));
    const shown = wrong.slice(0, ERRORS).map(([line, { error }]) =>
      line === this.line ? html("p", {}, error) : html("p", {}, html("button", { type: "button", onclick: () => this.correct(line) }, error)),
    );
    const text = shown.map((each) => each.outerHTML).join("");
    if (text !== this.errors.text) this.errors.replaceChildren(...shown);
    this.errors.text = text;
  }

  /** Go to a line with an error, and select the word that is wrong. */
  correct(line) {
    this.keep();
    this.go(line);
    const { column } = this.drafts.get(line) ?? {};
    if (column) this.input.setSelectionRange(column - 1, column - 1 + this.input.value.slice(column - 1).search(/[\s.,]|$/));
  }

  /** Mark the line on the board while its field has the focus. */
  mark() {
    const isTyped = this.sketch.isTyped && document.activeElement === this.input;
    const { canvas, regions } = this.easel;
    if (isTyped) canvas.markTyped(this.line, regions.outline(this.sketch.puzzle.lines[this.line]));
    else canvas.markTyped();
  }

  /** Go to a line, and select its text. */
  go(line) {
    this.line = line;
    this.show();
    this.input.focus({ preventScroll: true });
    this.input.select();
    this.easel.canvas.cells[this.sketch.puzzle.lines[line][0]].scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  /** Go to a line before or behind, and keep the text of this one if it is another one. */
  step(by) {
    this.keep();
    const n = this.sketch.puzzle.lines.length;
    this.go((this.line + by + n) % n);
  }

  /** The next line that has not been typed, or has an error; -1 if there is none. */
  nextUntyped(after) {
    const lines = [...this.sketch.puzzle.lines.keys()];
    const isUntyped = (line) => (this.drafts.get(line) ? !this.drafts.get(line).waits : this.sketch.isUntyped(line));
    return [...lines.slice(after + 1), ...lines.slice(0, after + 1)].find(isUntyped) ?? -1;
  }

  /** Handle a key; true if it has a meaning other than for the text. */
  key({ key, shiftKey, ctrlKey }) {
    if (ctrlKey) {
      // Without a change of the text, there is only a wrong text or the clue before to go back to.
      if (key !== "z" || shiftKey || this.input.value !== this.shown) return false;
      const [wrong] = this.drafts.wrong.at(-1) ?? [];
      if (wrong !== undefined) {
        this.drafts.delete(wrong);
        this.go(wrong);
        return true;
      }
      this.follows = this.sketch.undo > 0;
      this.undo();
    } else if (key === "Enter") {
      this.enter(shiftKey ? -1 : 1);
    } else if (key === "ArrowDown" || key === "ArrowUp") {
      this.step(key === "ArrowDown" ? 1 : -1);
    } else if (key === "Escape") {
      this.drafts.delete(this.line);
      this.show();
    } else {
      return false;
    }
    return true;
  }

  /** Type the clue of this line, which may be empty, and go on. */
  enter(by) {
    const { line } = this;
    const draft = this.drafts.get(line);
    if (this.input.value !== this.known(line) || draft?.error || (this.sketch.isUntyped(line) && !draft)) {
      this.type([[line, this.input.value]]);
    }
    const isLast = by > 0 && line === this.sketch.puzzle.lines.length - 1;
    const untyped = isLast ? this.nextUntyped(line) : -1;
    if (!isLast) this.go(Math.max(0, line + by));
    else if (untyped >= 0) this.go(untyped);
  }

  /** Type the clue of this line if its text is another one. */
  keep() {
    if (this.sketch.isTyped && this.input.value !== this.known(this.line)) this.type([[this.line, this.input.value]]);
  }

  /** Several lines that are pasted are the clues of this line and of those behind it. */
  paste(event) {
    const texts = event.clipboardData.getData("text").replace(/\r?\n$/, "").split(/\r?\n/);
    if (texts.length < 2) return;
    event.preventDefault();
    const clues = texts.slice(0, this.sketch.puzzle.lines.length - this.line).map((text, at) => [this.line + at, text]);
    this.type(clues);
    this.go(clues.at(-1)[0]);
  }

  /** Send the texts of some lines. */
  type(clues) {
    this.follows = false;
    this.drafts.type(clues);
  }

  /** After an undo by the keys of this field, go to the line that has changed. */
  follow(lines) {
    const [line] = lines;
    if (!this.follows || line === undefined) return;
    this.follows = false;
    this.keep();
    this.go(Number(line));
  }
}
