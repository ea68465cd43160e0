// The answers in words beside the board, with what can be done about them.

import { button, html } from "/player/elements.js";
import { counted, word } from "/player/words.js";
import { address } from "./connection.js";
import { sentence } from "./sentences.js";
import { diagnosisWords, sumTable } from "./typing_words.js";

/** The number of changes that are listed, and the seconds after which a search says how long it takes. */
const [LISTED, LONG] = [5, 1];

export class AnswerPanel {
  /** `apply` gets changes as a map from cells to colours, `perform` a command; `isTyping` while a clue is being read. */
  constructor(answers, easel, { apply, perform, isTyping }) {
    Object.assign(this, { answers, easel, apply, perform, isTyping });
    this.sketch = easel.sketch;
    /** What is shown on the board. */
    this.shown = { open: true, differs: true, helps: true };
    this.about = html("p", { class: "about" });
    this.rows = {};
    const row = (key, legend, properties = {}) => {
      this.rows[key] = html("div", { class: "said", ...properties });
      return html("li", { "data-about": key }, legend ? this.legend(legend) : html("span"), this.rows[key]);
    };
    this.asking = html("p", { class: "asking" });
    this.sums = html("div", { class: "sums" });
    this.list = html("ul", { class: "answer-list" },
      row("solutions", "differs", { role: "status" }),
      row("difficulty"),
      row("lines", "open"),
      row("fewest"),
      row("changes", "helps"),
      row("diagnosis", undefined, { role: "status" }),
      row("contradicting"),
    );
    this.play = html("a", { href: address("/play"), target: "_blank", rel: "noopener", class: "play-it" }, word("play"));
    const properties = { class: "answer-panel", "aria-label": word("answers"), tabindex: 0 };
    this.element = html("section", properties, html("div", { class: "head" }, this.about, this.play), this.sums, this.list, this.asking);
    setInterval(() => this.showAsking(), 500);
  }

  /** A switch with the look of a kind of marks on the board. */
  legend(kind) {
    const box = html("input", { type: "checkbox", checked: true, name: `show-${kind}`, "aria-label": word(`show.${kind}`) });
    box.addEventListener("change", () => {
      this.shown[kind] = box.checked;
      this.draw();
    });
    return html("label", { class: `legend ${kind}`, title: word(`show.${kind}`) }, box, html("span", { "aria-hidden": "true" }));
  }

  /** Hide what is not about the picture that is shown at once; or show what is, all of it in the next frame. */
  refresh() {
    if (!this.answers.areCurrent) this.hide(true);
    this.frame ??= requestAnimationFrame(() => {
      this.frame = undefined;
      if (!this.answers.areCurrent) return;
      this.draw();
      this.hide(false);
    });
  }

  /** Show the sums of clues that are typed; these are known at once. */
  update() {
    this.sums.replaceChildren(...sumTable(this.sketch));
    this.play.hidden = this.sketch.isUnfinished;
  }

  hide(isHidden) {
    this.element.classList.toggle("waiting", isHidden);
    this.easel.marks.hide(isHidden);
    if (isHidden) this.easel.canvas.frame("contradicts", []);
  }

  draw() {
    const { found, changes, number } = this.answers;
    const { shown } = this;
    const { lines, solutions, difficulty, fewest, diagnosis, contradicting, failure } = found;
    this.about.textContent = word("about", { number });
    this.say("solutions", ...this.solutionWords(solutions), failure && sentence(failure.sentence));
    this.say("difficulty", difficulty && word("class", { words: difficulty.words }));
    const count = lines?.open.length ?? 0;
    this.say("lines", lines && (count ? counted("open", count) : word("all_lines")));
    this.say("fewest", ...(fewest ? this.fewestWords(fewest) : []));
    this.say("changes", ...this.changeWords());
    this.say("diagnosis", ...(diagnosis ? this.diagnosis(diagnosis) : []));
    this.say("contradicting", diagnosis?.verdict === "none" && contradicting?.lines.length > 0 && word("framed"));
    this.showAsking();
    this.easel.canvas.frame("contradicts", contradicting?.lines ?? []);
    this.easel.marks.draw({
      solution: diagnosis?.cells,
      open: shown.open ? lines?.open : undefined,
      differs: shown.differs ? solutions?.differs : undefined,
      colors: solutions?.colors,
      changes: shown.helps ? changes : undefined,
    });
  }

  /** Replace what is said of a kind, unless it is the same, so that a button keeps the focus. */
  say(key, ...content) {
    const row = this.rows[key];
    const said = content.flat().filter(Boolean);
    row.parentElement.hidden = said.length === 0;
    const text = said.map((part) => part.outerHTML ?? part).join("|");
    if (row.text === text) return;
    row.text = text;
    row.replaceChildren(...said);
  }

  solutionWords(solutions) {
    if (!solutions) return [];
    if (solutions.unique) return [html("strong", { class: "unique" }, word("unique"))];
    const words = solutions.sentence ? sentence(solutions.sentence) : word("several");
    return [html("strong", {}, words), ` ${counted("differ", solutions.differs.length)}`];
  }

  fewestWords({ cells, at_least: atLeast, proved }) {
    const bound = proved ? cells.length > 1 && word("proved") : word("bound", { count: atLeast });
    const text = cells.length > 1 ? word("apply", { count: cells.length }) : this.changeText(cells[0]);
    return [counted("fewest", cells.length), bound && ` ${bound}`, html("div", {}, this.changeButton(text, cells))];
  }

  changeText([cell, color]) {
    return word("change", { place: this.sketch.puzzle.place(cell), color: this.sketch.names[color] });
  }

  changeWords() {
    const { changes } = this.answers;
    if (!changes.size) return [];
    const best = this.answers.best(LISTED).map(({ cell, color, share }) => {
      const text = `${this.changeText([cell, color])} (\u2212${Math.round(100 * share)}%)`;
      return html("li", {}, this.changeButton(text, [[cell, color]]));
    });
    return [counted("help", changes.size), html("ul", {}, ...best)];
  }

  /** A button that makes changes, pairs of a cell and a colour; it points to the cells before. */
  changeButton(text, changes) {
    const cells = changes.map(([cell]) => cell);
    const point = () => this.easel.marks.point(cells);
    const leave = () => this.easel.marks.point();
    const listeners = { onmouseenter: point, onfocus: point, onmouseleave: leave, onblur: leave };
    return button("apply", () => this.answers.areCurrent && this.apply(new Map(changes)), { ...listeners, class: "change" }, text);
  }

  diagnosis(found) {
    const { grid, colors, metadata } = this.sketch;
    // A click on a button also ends the typing of a clue, which may change what is found.
    const perform = (command) => this.answers.areCurrent && !this.isTyping() && this.perform(command);
    const type = (clues) => perform({ do: "type", clues });
    const take = (cells) => perform({ do: "replace", sketch: { grid, colors, cells, metadata } });
    // Clues that no picture has would be gone.
    const hasPicture = this.sketch.cells.some(Boolean) || this.sketch.isUntouched;
    return diagnosisWords(found, { type, take, draw: hasPicture && (() => this.perform({ do: "draw" })) });
  }

  /** Say what is searched for now, and for how long if that is long. */
  showAsking() {
    const what = this.answers.found.asking?.what;
    const seconds = Math.floor((performance.now() - this.answers.since) / 1000);
    const text = what ? word(`asking.${what}`) + (seconds >= LONG ? ` ${word("seconds", { seconds })}` : "") : "";
    if (this.asking.textContent !== text) this.asking.textContent = text;
  }
}
