// A puzzle to play.

import { Board, NEAREST, darkTheme } from "./board.js";
import { Clock, timeText } from "./clock.js";
import { button, html } from "./elements.js";
import { facts, heading } from "./headings.js";
import { keyHelp } from "./help.js";
import { KeyInput } from "./keys.js";
import { Options } from "./options.js";
import { Palette } from "./palette.js";
import { PointerInput } from "./pointer.js";
import { Spoilers } from "./spoilers.js";
import { restored, save } from "./storage.js";
import { Viewport } from "./viewport.js";
import { counted, some, word } from "./words.js";

export class PuzzleView {
  constructor(puzzle, isListed) {
    this.puzzle = puzzle;
    this.puzzles = [puzzle];
    this.game = restored(puzzle);
    puzzle.showTitle(this.game.solved);
    this.board = new Board(this.game);
    this.viewport = new Viewport(this.board);
    this.clock = new Clock(this.game, () => this.play.classList.toggle("paused", this.clock.paused));
    this.options = new Options(["letters", "crosses", "errors", "time"].slice(puzzle.nColors > 1 ? 0 : 1), () => this.setOptions());
    this.spoilers = new Spoilers(this);
    this.palette = new Palette(this);
    this.message = html("p", { class: "message", role: "status" });
    this.clueBar = html("p", { class: "clue-bar", "aria-hidden": "true" }, "\u00a0");
    this.mistakes = html("span", { class: "mistakes" });
    this.titles = html("div", { class: "titles" }, ...this.titleLines());
    this.play = html("div", { class: "play" },
      html("header", {}, isListed && html("a", { href: "#" }, word("all")), this.titles, this.mistakes, this.clock.element),
      this.actions(),
      this.clueBar,
      this.viewport.stage,
      html("div", { class: "foot" }, this.message, this.palette.element),
    );
    const image = puzzle.image && html("img", { src: puzzle.image, alt: word("image") });
    const { tally } = new PointerInput(this);
    this.element = html("div", { class: image && "beside" }, this.play, image, keyHelp(puzzle), tally.element);
    new KeyInput(this);
    this.board.svg.addEventListener("focusin", (event) => {
      const cell = this.board.cellOf(event);
      this.board.svg.classList.toggle("by-key", cell !== undefined && event.target.matches(":focus-visible"));
      if (cell === undefined) return;
      this.board.setFocus(cell);
      this.pointTo(cell);
    });
    this.setOptions();
  }

  get title() {
    return this.puzzle.title;
  }

  start() {
    this.closing = new AbortController();
    const listen = (target, type, listener) => target.addEventListener(type, listener, this.closing);
    listen(darkTheme, "change", () => this.board.setColors());
    listen(document, "keydown", (event) => this.key(event));
    listen(window, "pagehide", () => this.save());
    this.viewport.start();
    this.options.start(listen);
    this.clock.start(listen);
    this.rest();
  }

  close() {
    this.clock.close();
    this.save();
    this.viewport.close();
    this.closing.abort();
  }

  titleLines() {
    const { puzzle } = this;
    return [
      ...heading(puzzle, "h1"),
      html("p", { class: "byline" }, facts(puzzle)),
      puzzle.description && html("p", { class: "description", dir: "auto" }, puzzle.description),
    ].filter(Boolean);
  }

  /** The buttons above the board. */
  actions() {
    const { viewport } = this;
    return html("div", { class: "tools" },
      button("check", () => this.check()),
      button("clear", () => this.changed(this.game.clear(), "cleared")),
      button("smaller", () => viewport.zoomBy(1 / 1.25), { "aria-label": word("smaller") }, "\u2212"),
      button("larger", () => viewport.zoomBy(1.25), { "aria-label": word("larger") }, "+"),
      button("fit", () => viewport.fit(0)),
      button("print", () => print()),
      this.options.element,
      ...this.spoilers.buttons,
    );
  }

  setOptions() {
    const { letters, crosses, errors, time } = this.options.values;
    this.game.crosses = crosses;
    this.clock.element.hidden = !time;
    this.clock.count();
    this.board.setLetters(letters && this.puzzle.nColors > 1);
    this.board.clues.setErrors(errors);
    this.countMistakes();
    if (this.viewport.zoom) this.viewport.pin();
  }

  countMistakes() {
    const { known } = this.puzzle;
    const isCounted = this.options.values.errors && known.size && !this.game.solved;
    this.mistakes.textContent = isCounted ? counted("mistakes", this.game.mistakes(known).length) : "";
  }

  key(event) {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || this.clock.paused) return;
    const key = event.key.toLowerCase();
    if (key !== "z" && key !== "y") return;
    event.preventDefault();
    this.travel(key === "y" || event.shiftKey ? "redo" : "undo");
  }

  commit() {
    this.changed(this.game.commit());
  }

  travel(way) {
    this.changed(this.game.travel(way));
  }

  /** Cross off a block of a clue, or take this back. */
  crossOff([line, at]) {
    if (this.board.shown) return;
    this.game.crossOff(line, at);
    this.commit();
  }

  /** Follow a stroke, if there was one, and say that the puzzle is solved, or the words of a key. */
  changed(isChanged, key = "") {
    if (!isChanged) return;
    this.spoilers.reset();
    this.palette.update();
    this.countMistakes();
    clearTimeout(this.saving);
    this.saving = setTimeout(() => this.save(), 400);
    this.clock.run();
    this.rest(key);
  }

  rest(key = "") {
    const { puzzle, game } = this;
    if (puzzle.showTitle(game.solved)) {
      this.titles.replaceChildren(...this.titleLines());
      this.board.setTitle();
      document.title = puzzle.title;
    }
    if (!game.solved) return this.say(key);
    const time = timeText(game.seconds);
    const title = puzzle.cover ? [html("bdi", {}, puzzle.title), ". "] : [];
    this.say("solved", ...title, this.options.values.time ? word("solved_in", { time }) : word("solved"));
  }

  save() {
    clearTimeout(this.saving);
    this.clock.count();
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

  focusBlock(block) {
    this.board.clues.focus(block);
    this.board.clues.focused.scrollIntoView(NEAREST);
  }

  pointTo(cell) {
    if (this.pointed === cell) return;
    this.pointed = cell;
    this.board.clues.pointTo(this.puzzle.linesOf[cell]);
    this.clueBar.textContent = this.puzzle.linesOf[cell].map((line) => this.puzzle.lineWords(line)).join(" \u00b7 ");
  }
}
