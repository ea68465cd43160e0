// What is said about clues that are typed: their sums, and what is wrong with them.

import { button, drawSwatch, html } from "/player/elements.js";
import { counted, word } from "/player/words.js";
import { capitalized, sentence } from "./sentences.js";

/** The number of typing errors that are listed. */
const ERRORS = 8;

/** A table of the sums of each family of lines; nothing if the clues are not typed. */
export function sumTable({ typing: { families, disagree }, puzzle, letters, names, isTyped }) {
  if (!isTyped) return [];
  const heads = families.map(({ name }) => html("th", { scope: "col" }, `${capitalized(name)}s`));
  const row = (head, cells) => html("tr", {}, html("th", { scope: "row" }, ...head), ...cells);
  const sum = (at) => ({ sums }) => {
    const [cells, isExact] = sums[at];
    const more = isExact ? [] : [html("span", { "aria-hidden": "true" }, "+"), html("span", { class: "unseen" }, word("more"))];
    return html("td", { class: disagree[at] && "differs" }, String(cells), ...more);
  };
  const swatch = (color) => [
    drawSwatch(puzzle.colors[color], letters[color], { "aria-hidden": "true" }),
    html("span", { class: "unseen" }, names[color]),
  ];
  const colors = puzzle.colors.length > 2 ? [...puzzle.colors.keys()].slice(1) : [];
  const table = html("table", {},
    html("caption", { class: "unseen" }, word("sums")),
    html("thead", {}, html("tr", {}, html("td", {}), ...heads)),
    html("tbody", {},
      row([word("lines")], families.map(({ typed, lines }) => html("td", {}, word("typed_of", { typed, lines })))),
      row([word("cells")], families.map(sum(0))),
      ...colors.map((color) => row(swatch(color), families.map(sum(color)))),
    ),
  );
  return disagree.includes(true) ? [table, html("p", { class: "differs" }, word("differ_sums"))] : [table];
}

/** A diagnosis in words, with buttons that `type` some clues, `take` the cells of a solution, or `draw` the picture. */
export function diagnosisWords({ verdict, sentence: text, details, cells, errors }, { type, take, draw }) {
  const fix = ({ clues, sentence: change, unique }) => {
    const words = word(unique === false ? "fix_some" : "fix", { change });
    return html("li", {}, button("fix", () => type(clues), {}, words));
  };
  const evidence = details.map((detail) => html("p", {}, sentence(detail)));
  const isFinished = verdict !== "unfinished";
  return [
    html("strong", {}, sentence(text)),
    ...(errors.length ? [html("p", {}, counted("error", errors.length)), html("ul", {}, ...errors.slice(0, ERRORS).map(fix))] : []),
    ...(isFinished && evidence.length ? [html("details", {}, html("summary", {}, word("evidence")), ...evidence)] : evidence),
    html("div", { class: "ends" }, cells && button("take", () => take(cells)), draw && button("draw", draw)),
  ];
}
