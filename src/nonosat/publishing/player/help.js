// The description of keys, gestures and rules.

import { html } from "./elements.js";

/** A description of keys, gestures and rules. */
export function keyHelp(puzzle) {
  const rows = [
    ["Mouse", "left button: fill or clear; right button: empty; drag along a line; wheel with Ctrl: zoom"],
    ["Touch", "tap: fill; second tap: empty; third tap: clear; drag along a line; two fingers: zoom and move"],
    ["Arrow keys", "next cell; with Shift: carry the mark of this cell along"],
    ["Home, Page up, End, Page down", "next cell on a diagonal of a hexagon"],
    ["Space, Enter", "fill or clear"],
    ["X", "empty"],
    ["Delete", "clear the cell"],
    ["Ctrl+Z, Ctrl+Y", "undo, redo"],
  ];
  if (puzzle.nColors > 1) rows.splice(6, 0, ["1 to 9", "fill with this colour"]);
  const list = rows.flatMap(([key, text]) => [html("dt", {}, key), html("dd", {}, text)]);
  return html("details", { class: "help" },
    html("summary", {}, "Keys and rules"),
    html("p", { id: "keys" },
      "Each clue lists the blocks of its line in their order. Between blocks of one colour there is at least one empty " +
        "cell; blocks of different colours may touch. A ? is any number, or any colour. A clue is struck out when its " +
        "line fulfils it. Check finds clues that cannot be fulfilled any more. Any picture that fulfils all clues is a solution. Your " +
        "marks are kept in this browser.",
    ),
    html("dl", {}, ...list),
  );
}
