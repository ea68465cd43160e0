// Keys: arrows and space on the board, and letters for tools.

import { TOOLS } from "./tools.js";

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
/** The diagonal ones are those of a keypad. */
const DIRECTIONS = { ...ARROWS, Home: [-1, -1.7], PageUp: [1, -1.7], End: [-1, 1.7], PageDown: [1, 1.7] };

/** Keys on the board. */
export class BoardKeys {
  constructor(easel) {
    this.easel = easel;
    this.column = null;
    easel.canvas.svg.addEventListener("keydown", (event) => {
      if (!event.altKey && !event.ctrlKey && !event.metaKey && this.key(event)) event.preventDefault();
    });
  }

  /** Handle a key on the cell with the focus; true if it has a meaning. */
  key({ key, shiftKey }) {
    const { easel } = this;
    const cell = easel.canvas.focus;
    if (key in DIRECTIONS) this.go(cell, DIRECTIONS[key], shiftKey);
    else if (key === " " || key === "Enter") this.press(cell);
    else if (key === "Escape") this.escape();
    else if (key === "Delete" || key === "Backspace") this.clear(cell);
    else if (/^[0-9]$/.test(key) && Number(key) < easel.sketch.colors.length) easel.chooseColor(Number(key));
    else return false;
    return true;
  }

  /** Move the focus; with the shift key, or while a stroke is being drawn, the stroke goes along. */
  go(cell, [dx, dy], draws) {
    const { easel } = this;
    const { puzzle } = easel.sketch;
    if (this.column === null || dx !== 0) this.column = puzzle.x[cell];
    const next = puzzle.neighbor(cell, dx, dy, this.column);
    if (dx !== 0) this.column = puzzle.x[next];
    if (easel.stroke) easel.extend(next);
    else if (draws && next !== cell && easel.tool.cellsOf) {
      easel.begin(cell);
      easel.extend(next);
      easel.end();
    }
    easel.focusCell(next, true);
  }

  /** Use the tool on a cell. One that spans from cell to cell begins with the first press, and ends with the second. */
  press(cell) {
    const { easel } = this;
    if (easel.stroke) {
      easel.end();
      return;
    }
    easel.begin(cell);
    if (!easel.tool.spans) easel.end();
  }

  escape() {
    if (this.easel.stroke) this.easel.cancel();
    else this.easel.choose(new Set());
  }

  clear(cell) {
    const { easel } = this;
    const cells = easel.selection.size ? easel.selection : easel.symmetry.closed([cell]);
    easel.cancel();
    easel.sketch.paint(new Map([...cells].map((each) => [each, 0])));
  }
}

/** Keys anywhere on the page but in fields for text. The actions are `undo`, `redo`, `save`, `open` and `zoom`. */
export function pageKeys(easel, actions) {
  // The ring around a cell is for those who move it with keys.
  for (const type of ["keydown", "pointerdown"]) {
    document.addEventListener(type, () => (easel.usesKeys = type === "keydown"), { capture: true });
  }
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || document.querySelector("dialog[open]")) return;
    const key = event.key.toLowerCase();
    const isCommand = (event.ctrlKey || event.metaKey) && !event.altKey;
    const isText = event.target.matches("select, input:not([type=radio]):not([type=checkbox]), textarea");
    const run = (action) => {
      event.preventDefault();
      action();
    };
    if (isCommand && key === "s") {
      // A text that is being typed is saved, too.
      if (isText) event.target.dispatchEvent(new Event("change"));
      run(actions.save);
    } else if (isCommand && key === "o") run(actions.open);
    else if (isText || event.altKey) return;
    else if (isCommand && key === "z") run(event.shiftKey ? actions.redo : actions.undo);
    else if (isCommand && key === "y") run(actions.redo);
    else if (event.ctrlKey || event.metaKey) return;
    else if (key === "+" || key === "-") run(() => actions.zoom(key === "+" ? 1.25 : 0.8));
    else {
      const tool = TOOLS.find(({ letter }) => letter === key);
      if (tool) run(() => easel.chooseTool(tool));
    }
  });
}
