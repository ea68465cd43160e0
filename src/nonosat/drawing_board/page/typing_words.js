// What is said about clues that are typed: their sums, and what is wrong with them.

import { button, drawSwatch, html } from "/player/elements.js";
import { counted, word } from "/player/words.js";

/** The number of typing errors that are listed. */
const ERRORS = 8;

export const sentence = (text) => `${text[0].toUpperCase()}${text.slice(1)}.`;

/** A table of the sums of each family of lines; nothing if the clues are not typed. */
export function sumTable({ typing, puzzle, letters, names, isTyped }) {
  if (!isTyped) return [];
  const { families, disagree } = typing;
  const [, ...colors] = puzzle.colors;
  const heads = colors.length < 2 ? [] : colors.map((color, at) => html("th", { scope: "col" },
    drawSwatch(color, letters[at + 1], { "aria-hidden": "true" }),
    html("span", { class: "unseen" }, names[at + 1]),
  ));
  const cell = ([cells, isExact], at) => {
    const more = !isExact && [html("span", { "aria-hidden": "true" }, "+"), html("span", { class: "unseen" }, word("more"))];
    return html("td", { class: disagree[at] && "differs" }, String(cells), ...(more || []));
  };
  const rows = families.map(({ name, typed, lines, sums }) => html("tr", {},
    html("th", { scope: "row" }, `${name[0].toUpperCase()}${name.slice(1)}s`),
    html("td", {}, word("typed_of", { typed, lines })),
    ...sums.slice(0, heads.length + 1).map(cell),
  ));
  const head = html("tr", {}, html("td", {}), ...["lines", "cells"].map((key) => html("th", { scope: "col" }, word(key))), ...heads);
  const table = html("table", {}, html("caption", { class: "unseen" }, word("sums")), html("thead", {}, head), html("tbody", {}, ...rows));
  return [table, disagree.includes(true) && html("p", { class: "differs" }, word("differ_sums"))].filter(Boolean);
}

/** A diagnosis in words, with buttons that `type` some clues, `take` the cells of a solution, or `draw` the picture. */
export function diagnosisWords({ verdict, sentence: text, details, cells, contradicting, errors }, { type, take, draw }) {
  const fix = ({ clues, sentence: change, unique }) => {
    const words = word(unique === false ? "fix_some" : "fix", { change });
    return html("li", {}, button("fix", () => type(clues), {}, words));
  };
  const evidence = details.map((detail) => html("p", {}, sentence(detail)));
  const isFinished = verdict !== "unfinished";
  return [
    html("strong", {}, sentence(text)),
    isFinished && contradicting.length > 0 && html("p", {}, word("framed")),
    ...(errors.length ? [html("p", {}, counted("error", errors.length)), html("ul", {}, ...errors.slice(0, ERRORS).map(fix))] : []),
    ...(isFinished && evidence.length ? [html("details", {}, html("summary", {}, word("evidence")), ...evidence)] : evidence),
    html("div", { class: "ends" }, cells && button("take", () => take(cells)), button("draw", draw)),
  ];
}
