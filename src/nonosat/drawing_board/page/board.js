// The page of `nonosat draw`: shows the sketch that all tabs share, paints with the pointer, and shows live answers.

const key = new URLSearchParams(location.search).get("key") ?? sessionStorage.getItem("key");
sessionStorage.setItem("key", key);
history.replaceState(null, "", "/?key=" + encodeURIComponent(key));

const byId = (id) => document.getElementById(id);
const tools = byId("tools");
const board = byId("board");

let state = null;
let color = 1;
let answers = {};
let stroke = null; // from cells to colours while the pointer is down
let shapes = [];
let unit = 1; // the width of a square, in units of the layout

/** Send a command; the change itself arrives as an event. */
async function send(command) {
  const reply = await fetch("/command", {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-Key": key },
    body: JSON.stringify(command),
  });
  const content = await reply.json();
  if (content.error) byId("message").textContent = content.error;
  return content;
}

async function save() {
  let reply = await send({ do: "save" });
  if (reply.confirm && confirm(reply.confirm.join("\n") + "\n\nSave it anyway?")) {
    reply = await send({ do: "save", confirmed: true });
  }
}

function element(name, attributes, parent) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value);
  parent.append(made);
  return made;
}

function button(text, action, pressed) {
  const made = document.createElement("button");
  made.textContent = text;
  if (pressed !== undefined) made.setAttribute("aria-pressed", pressed);
  made.addEventListener("click", action);
  tools.append(made);
  return made;
}

function showTools() {
  tools.replaceChildren();
  state.colors.forEach((each, number) => {
    const swatch = button("", () => ((color = number), showTools()), number === color);
    swatch.className = "swatch";
    swatch.style.background = each;
    swatch.setAttribute("aria-label", number ? state.names[number - 1] : "background");
  });
  button("Undo", () => send({ do: "undo" })).disabled = !state.undo;
  button("Redo", () => send({ do: "redo" })).disabled = !state.redo;
  button(`Save ${state.file}`, save).disabled = state.is_saved;
  for (const turn of state.turns) button(turn, () => send({ do: "turn", turn }));
  button("Close", () => send({ do: "close" }));
}

const center = (cell) => {
  const outline = state.geometry.shapes[state.geometry.shape[cell]];
  return [state.geometry.x[cell] + outline[0], state.geometry.y[cell] + outline[1]];
};

const numberOf = (hex, cell) => parseInt(hex.slice(2 * cell, 2 * cell + 2), 16);

function showBoard() {
  board.replaceChildren();
  const { geometry } = state;
  unit = 20 / geometry.scale;
  board.style.setProperty("--unit", unit);
  shapes = geometry.shape.map((form, cell) => {
    const outline = geometry.shapes[form].slice(2);
    const points = [];
    for (let i = 0; i < outline.length; i += 2) {
      points.push(`${geometry.x[cell] + outline[i]},${geometry.y[cell] + outline[i + 1]}`);
    }
    return element("polygon", { points: points.join(" "), class: "cell", "data-cell": cell }, board);
  });
  state.cells = shapes.map((_, cell) => numberOf(state.cells, cell));
  element("g", { id: "clues" }, board);
  element("g", { id: "marks" }, board);
  showCells(shapes.keys());
  showClues();
}

function showCells(cells) {
  for (const cell of cells) shapes[cell].style.fill = state.colors[state.cells[cell]];
}

function showClues() {
  const group = byId("clues");
  group.replaceChildren();
  state.clues.forEach((parts, line) => {
    const [x, y, dx, dy] = state.geometry.entries[line];
    const length = parts.length / 2;
    for (let i = 0; i < length; i++) {
      const back = length - 1 - i;
      const text = element("text", { x: x + back * dx, y: y + back * dy, class: "clue" }, group);
      text.textContent = parts[2 * i];
      text.style.fill = state.colors[parts[2 * i + 1]];
    }
  });
  const box = board.getBBox();
  const margin = unit / 2;
  board.setAttribute("viewBox", [box.x - margin, box.y - margin, box.width + unit, box.height + unit].join(" "));
  board.setAttribute("width", (box.width + unit) * state.geometry.scale);
}

function showAnswers() {
  const { lines, solutions, difficulty, fewest, diagnosis, asking, failure } = answers;
  const sentences = [];
  if (diagnosis) sentences.push(`${diagnosis.sentence}.`, ...diagnosis.details);
  if (solutions) sentences.push(solutions.unique ? "Unique." : `${solutions.sentence ?? "Several solutions"}.`);
  if (difficulty) sentences.push(`${difficulty.words}.`);
  if (lines && !solutions?.unique) sentences.push(`Single lines leave ${lines.open.length} cells open.`);
  if (fewest) sentences.push(`${fewest.sentence}.`);
  if (failure) sentences.push(failure.sentence);
  if (asking?.what) sentences.push(`Searching: ${asking.what} …`);
  byId("answers").textContent = sentences.join(" ");
  const marks = byId("marks");
  marks.replaceChildren();
  const mark = (cell, radius, name, opacity = 1) => {
    const [cx, cy] = center(cell);
    element("circle", { cx, cy, r: radius * unit, class: name, opacity }, marks);
  };
  if (!solutions?.unique) {
    for (const cell of lines?.open ?? []) mark(cell, 0.06, "open");
    for (const cell of solutions?.differs ?? []) mark(cell, 0.2, "differs");
    for (const { cell, share } of answers.change ?? []) mark(cell, 0.35, "helps", 0.2 + 0.8 * share);
  }
}

const handlers = {
  sketch(event) {
    state = event;
    answers = {};
    color = Math.min(color, state.colors.length - 1);
    showBoard();
    showTools();
    showAnswers();
  },
  cells(event) {
    answers = {};
    const { cells, clues, ...status } = event;
    Object.assign(state, status);
    for (const [cell, number] of cells) state.cells[cell] = number;
    for (const [line, clue] of Object.entries(clues)) state.clues[line] = clue;
    showCells(cells.map(([cell]) => cell));
    showClues();
    showTools();
    showAnswers();
  },
  answer(event) {
    if (event.number !== state.number) return;
    if (event.about === "change") (answers.change ??= []).push(event);
    else answers[event.about] = event;
    showAnswers();
  },
  saved(event) {
    Object.assign(state, event);
    showTools();
  },
  warning(event) {
    byId("message").textContent = event.sentence;
  },
  closed() {
    events.close();
    byId("message").textContent = "Closed. This tab can be closed, too.";
  },
};

const events = new EventSource("/events?key=" + encodeURIComponent(key));
events.addEventListener("message", ({ data }) => {
  const event = JSON.parse(data);
  handlers[event.event](event);
});

function paint(event) {
  const cell = document.elementFromPoint(event.clientX, event.clientY)?.dataset?.cell;
  if (stroke === null || cell === undefined || stroke.has(+cell)) return;
  stroke.set(+cell, stroke.color);
  shapes[cell].style.fill = state.colors[stroke.color];
}

board.addEventListener("pointerdown", (event) => {
  const cell = event.target.dataset.cell;
  if (cell === undefined || event.button) return;
  board.setPointerCapture(event.pointerId);
  stroke = new Map();
  stroke.color = state.cells[cell] === color ? 0 : color;
  paint(event);
});
board.addEventListener("pointermove", paint);
board.addEventListener("pointerup", () => {
  if (stroke?.size) send({ do: "paint", cells: [...stroke] });
  stroke = null;
});
