// A puzzle to play.

import { Board, NEAREST, darkTheme } from "./board.js";
import { button, choices, drawSwatch, html } from "./elements.js";
import { Game } from "./game.js";
import { facts, heading } from "./headings.js";
import { keyHelp } from "./help.js";
import { KeyInput } from "./keys.js";
import { MOVE, PointerInput } from "./pointer.js";
import { EMPTY, UNMARKED } from "./rules.js";
import { Spoilers } from "./spoilers.js";
import { load, save } from "./storage.js";
import { Viewport } from "./viewport.js";
import { some, word } from "./words.js";

export class PuzzleView {
  constructor(puzzle, isListed) {
    this.puzzle = puzzle;
    this.puzzles = [puzzle];
    this.title = puzzle.title;
    this.tool = 1;
    this.game = new Game(puzzle, load(puzzle));
    this.board = new Board(this.game);
    this.viewport = new Viewport(this.board);
    this.spoilers = new Spoilers(this);
    this.message = html("p", { class: "message", role: "status" });
    this.clueBar = html("p", { class: "clue-bar", "aria-hidden": "true" }, "\u00a0");
    const play = html("div", { class: "play" },
      html("header", {},
        isListed && html("a", { href: "#" }, word("all")),
        ...heading(puzzle, "h1"),
        html("p", { class: "byline" }, facts(puzzle)),
        puzzle.description && html("p", { class: "description", dir: "auto" }, puzzle.description),
      ),
      this.actions(),
      this.clueBar,
      this.viewport.stage,
      html("div", { class: "foot" }, this.message, this.palette()),
    );
    const image = puzzle.image && html("img", { src: puzzle.image, alt: word("image") });
    this.element = html("div", { class: image && "beside" }, play, image, keyHelp(puzzle));
    new PointerInput(this);
    new KeyInput(this);
    this.board.svg.addEventListener("focusin", (event) => {
      const cell = this.board.cellOf(event);
      if (cell === undefined) return;
      this.board.setFocus(cell);
      this.board.svg.classList.toggle("by-key", event.target.matches(":focus-visible"));
      this.pointTo(cell);
    });
    this.updateButtons();
  }

  start() {
    this.closing = new AbortController();
    const listen = (target, type, listener) => target.addEventListener(type, listener, this.closing);
    listen(darkTheme, "change", () => this.board.setColors());
    listen(document, "keydown", (event) => this.key(event));
    listen(window, "pagehide", () => this.save());
    this.viewport.start();
    this.rest();
  }

  close() {
    this.save();
    this.viewport.close();
    this.closing.abort();
  }

  /** The tools to paint with, and the buttons to undo and redo; at hand below the board. */
  palette() {
    const { puzzle } = this;
    const tools = puzzle.colors.map(({ name }, number) => [number, name[0].toUpperCase() + name.slice(1)]);
    tools.push(tools.shift(), [MOVE, word("move")]);
    const options = tools.map(([tool, name]) => {
      const symbol = tool === EMPTY ? "\u00d7" : tool === MOVE ? "\u2725" : puzzle.nColors > 1 && tool < 10 ? tool : "";
      const colors = tool > EMPTY ? { fill: `var(--c${tool})`, ink: puzzle.colors[tool].ink } : {};
      const swatch = drawSwatch(colors, symbol, { "aria-hidden": "true" });
      return [tool, swatch, html("span", { class: "word" }, name)];
    });
    this.tools = choices("tools", options, (tool) => this.choose(tool));
    this.undoButton = button("undo", () => this.travel("undo"));
    this.redoButton = button("redo", () => this.travel("redo"));
    const group = html("span", { class: "group" }, this.undoButton, this.redoButton);
    return html("div", { class: "tools palette" }, this.tools, group);
  }

  /** All other buttons. */
  actions() {
    const { viewport } = this;
    const letters = html("input", { type: "checkbox", name: "letters", onchange: () => this.setLetters(letters.checked) });
    return html("div", { class: "tools" },
      button("check", () => this.check()),
      button("clear", () => this.clear()),
      button("smaller", () => viewport.zoomBy(1 / 1.25), { "aria-label": word("smaller") }, "\u2212"),
      button("larger", () => viewport.zoomBy(1.25), { "aria-label": word("larger") }, "+"),
      button("fit", () => viewport.fit()),
      button("print", () => print()),
      this.puzzle.nColors > 1 && html("label", {}, letters, word("letters")),
      ...this.spoilers.buttons,
    );
  }

  choose(tool) {
    this.tool = tool;
    this.tools.querySelector(`[value="${tool}"]`).checked = true;
    this.viewport.stage.classList.toggle("moving", tool === MOVE);
  }

  setLetters(letters) {
    this.board.setLetters(letters);
    this.viewport.pin();
  }

  updateButtons() {
    // Not `disabled`, which would take the focus away from a button that is pressed for the last time.
    this.undoButton.setAttribute("aria-disabled", String(!this.game.past.length));
    this.redoButton.setAttribute("aria-disabled", String(!this.game.future.length));
  }

  key(event) {
    if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
    const key = event.key.toLowerCase();
    if (key !== "z" && key !== "y") return;
    event.preventDefault();
    this.travel(key === "y" || event.shiftKey ? "redo" : "undo");
  }

  commit() {
    if (this.game.commit()) this.changed();
  }

  travel(way) {
    if (this.game.travel(way)) this.changed();
  }

  clear() {
    this.game.paint([...this.game.cells.keys()].map((cell) => [cell, UNMARKED]));
    this.commit();
    this.say("cleared");
  }

  changed() {
    this.spoilers.reset();
    this.updateButtons();
    clearTimeout(this.saving);
    this.saving = setTimeout(() => this.save(), 400);
    this.rest();
  }

  /** Say that the puzzle is solved, or nothing. */
  rest() {
    this.say(this.game.solved ? "solved" : "");
  }

  save() {
    clearTimeout(this.saving);
    save(this.game);
  }

  /** Say which clues cannot be fulfilled any more. */
  check() {
    const wrong = this.game.contradictions();
    this.board.mark(wrong);
    const names = some(wrong.map((line) => this.puzzle.names[line]), ", ");
    if (this.game.solved) this.rest();
    else if (wrong.length) this.say("error", word("error", { names }));
    else this.say("no_error");
  }

  /** Show words of a key, or other content; a screen reader reads it even if the same is shown again. */
  say(key, ...content) {
    cancelAnimationFrame(this.saying);
    this.message.textContent = "";
    this.message.dataset.says = key;
    if (!key) return;
    this.saying = requestAnimationFrame(() => this.message.append(...(content.length ? content : [word(key)])));
  }

  focusCell(cell, scroll = false) {
    this.board.setFocus(cell);
    const element = this.board.cells[cell];
    element.focus({ preventScroll: true });
    if (scroll) element.scrollIntoView(NEAREST);
    this.pointTo(cell);
  }

  pointTo(cell) {
    if (this.pointed === cell) return;
    this.pointed = cell;
    this.board.pointTo(cell);
    this.clueBar.textContent = this.puzzle.linesOf[cell].map((line) => this.puzzle.lineWords(line)).join(" \u00b7 ");
  }
}
