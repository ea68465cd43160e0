// The description of keys, gestures and rules.

import { html } from "./elements.js";
import { word } from "./words.js";

/** The rows of the description: each key of words ends in these, after `keys.` for keys and `does.` for what they do. */
const ROWS = ["mouse", "touch", "arrows", "diagonals", "fill", "empty", "digits", "delete", "clues", "trials", "undo"];

export function keyHelp(puzzle) {
  const rows = ROWS.filter((row) => row !== "digits" || puzzle.nColors > 1);
  const list = rows.flatMap((row) => [html("dt", {}, word(`keys.${row}`)), html("dd", {}, word(`does.${row}`))]);
  return html("details", { class: "help" },
    html("summary", {}, word("help")),
    html("p", { id: "keys" }, word("rules")),
    html("dl", {}, ...list),
  );
}
