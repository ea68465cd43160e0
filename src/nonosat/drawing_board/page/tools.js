// The tools: what a stroke paints, from the cell where it begins to the one where it is now.
//
// A tool has a key, a letter of the keyboard, and functions. `begin` gets the board and the first cell and returns the
// stroke; `extend` moves the end of a stroke. Both preview it. `end` keeps it.

/** The kinds of tools that draw cell by cell; others span from the first cell to the last. */
const isPath = (tool) => tool.key === "pencil" || tool.key === "eraser";

/** The colour that a tool gives to cells. */
const colorOf = (tool, board) => (tool.key === "eraser" ? 0 : board.color);

const painting = (key, letter, cellsOf) => ({
  key,
  letter,
  spans: key === "line" || key === "rectangle",
  begin(board, cell, erases = false) {
    const stroke = { tool: this, start: cell, last: cell, path: new Set([cell]), color: erases ? 0 : colorOf(this, board) };
    stroke.toggles = isPath(this) && board.sketch.cells[cell] === stroke.color;
    show(board, stroke, cell);
    return stroke;
  },
  extend(board, stroke, cell) {
    if (cell === stroke.last) return;
    stroke.toggles = false;
    show(board, stroke, cell);
  },
  end(board) {
    board.sketch.commit();
  },
  cellsOf,
});

/** Preview a stroke up to a cell. */
function show(board, stroke, cell) {
  const cells = stroke.tool.cellsOf(board, stroke, cell);
  stroke.last = cell;
  // A click on a cell that has the colour already takes it away; a stroke that goes on does not.
  const color = stroke.toggles ? 0 : stroke.color;
  board.sketch.preview(new Map([...board.symmetry.closed(cells)].map((each) => [each, color])));
}

function path({ regions }, stroke, cell) {
  for (const each of regions.line(stroke.last, cell)) stroke.path.add(each);
  return stroke.path;
}

/** Takes the colour of a cell, and goes back to the tool before. */
const picker = {
  key: "picker",
  letter: "i",
  begin(board, cell) {
    board.chooseColor(board.sketch.cells[cell]);
    return { tool: this, start: cell, last: cell };
  },
  extend(board, stroke, cell) {
    stroke.last = cell;
    board.chooseColor(board.sketch.cells[cell]);
  },
  end(board) {
    board.chooseTool(board.toolBefore);
  },
};

/** Chooses a rectangle of cells, or moves the chosen ones. */
const select = {
  key: "select",
  letter: "s",
  spans: true,
  begin(board, cell) {
    const moves = board.selection.has(cell);
    const stroke = { tool: this, start: cell, last: cell, chosen: moves ? board.selection : null };
    if (!moves) board.choose(board.regions.box(cell, cell));
    return stroke;
  },
  extend(board, stroke, cell) {
    stroke.last = cell;
    if (!stroke.chosen) {
      board.choose(board.regions.box(stroke.start, cell));
      return;
    }
    const moved = board.regions.moved(stroke.chosen, stroke.start, cell);
    const base = board.sketch.base;
    const changes = [...moved].map(([from, to]) => [to, base[from]]);
    board.sketch.preview(new Map([...[...stroke.chosen].map((each) => [each, 0]), ...changes]));
    board.choose(new Set(moved.values()));
  },
  end(board) {
    board.sketch.commit();
  },
  cancel(board, stroke) {
    board.choose(stroke.chosen ?? new Set());
  },
};

/** Makes the change of a cell that the answers suggest. */
const helper = {
  key: "helper",
  letter: "h",
  begin(board, cell) {
    const color = board.suggested(cell);
    if (color !== undefined) board.sketch.preview(new Map([[cell, color]]));
    return { tool: this, start: cell, last: cell };
  },
  extend() {},
  end(board) {
    board.sketch.commit();
  },
};

export const TOOLS = [
  painting("pencil", "p", path),
  painting("line", "l", ({ regions }, stroke, cell) => regions.line(stroke.start, cell)),
  painting("rectangle", "r", ({ regions }, stroke, cell) => regions.box(stroke.start, cell)),
  painting("fill", "f", ({ regions, sketch }, stroke, cell) => regions.joined(cell, sketch.base)),
  painting("eraser", "e", path),
  picker,
  select,
  helper,
];
