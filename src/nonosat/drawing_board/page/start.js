// The start: puts the page together, and passes on what happens.

import { html } from "/player/elements.js";
import { word } from "/player/words.js";
import { AnswerPanel } from "./answer_panel.js";
import { Answers } from "./answers.js";
import { ClueField } from "./clue_field.js";
import { ColorMenu } from "./color_menu.js";
import { listen, send } from "./connection.js";
import { DetailsMenu } from "./details_menu.js";
import { Easel } from "./easel.js";
import { FileOpening } from "./file_opening.js";
import { GridMenu } from "./grid_menu.js";
import { BoardKeys, pageKeys } from "./key_input.js";
import { PointerInput } from "./pointer_input.js";
import { Saving } from "./saving.js";
import { sentence } from "./sentences.js";
import { Sketch } from "./sketch.js";
import { Toolbar } from "./toolbar.js";

const sketch = new Sketch();
const easel = new Easel(sketch);
const message = html("p", { class: "message", role: "alert" });

/** Say something until the next change. */
function tell(text) {
  message.textContent = text;
  // Keys scroll only what can have the focus.
  if (message.scrollHeight > message.clientHeight) message.tabIndex = 0;
  else message.removeAttribute("tabindex");
}

/** Send a command that is no stroke; a stroke that is being drawn ends before. Returns whether it was performed. */
async function perform(command) {
  easel.end();
  tell("");
  const { error } = await send(command);
  if (error) tell(error);
  return !error;
}

/** Go to the state before or behind; what was chosen may not be there. */
function go(way) {
  easel.choose(new Set());
  return perform({ do: way });
}

const actions = {
  undo: () => go("undo"),
  redo: () => go("redo"),
  save: () => saving.save(),
  open: () => opening.choose(),
  addColor: async () => {
    const before = sketch.colors.length;
    await perform({ do: "add color" });
    if (sketch.colors.length > before) easel.chooseColor(before);
    else easel.nextColor = before;
  },
  type: async () => {
    await perform({ do: "begin typing" });
    clueField.begin();
  },
  zoom: (factor) => easel.viewport.zoomBy(factor),
};

const answers = new Answers(sketch);
const panel = new AnswerPanel(answers, easel, { apply: (changes) => sketch.paint(changes), perform, isTyping: () => clueField.drafts.isWaiting });
easel.suggested = (cell) => answers.suggested(cell);
const toolbar = new Toolbar(easel, actions);
const clueField = new ClueField(easel, { tell, undo: actions.undo });
const saving = new Saving(sketch, { tell, doubts: () => clueField.drafts.errorsLeft() });
const opening = new FileOpening(perform, tell);
const colorMenu = new ColorMenu(easel, perform);
const gridMenu = new GridMenu(easel, perform);
const detailsMenu = new DetailsMenu(easel, perform);
const heading = html("h1", { dir: "auto" });
const menus = [gridMenu, colorMenu, detailsMenu].map(({ element }) => element);
const desk = html("div", { class: "desk" });
const page = html("div", { class: "easel" },
  html("header", {}, heading, saving.state, html("span", { class: "tools" }, opening.button, saving.button, saving.menu, ...menus)),
  toolbar.element,
  clueField.element,
  desk,
  opening.progress,
  message,
  saving.dialog,
  ...opening.dialogs,
  opening.input,
);

sketch.on = {
  shape() {
    const hadFocus = easel.build();
    new PointerInput(easel);
    new BoardKeys(easel);
    clueField.setGrid();
    desk.replaceChildren(easel.viewport.stage, panel.element);
    easel.viewport.start();
    toolbar.setGrid();
    gridMenu.setGrid();
    this.colors();
    if (hadFocus) easel.focusCell(easel.canvas.focus);
  },
  colors() {
    easel.canvas.setColors();
    if (easel.nextColor < sketch.colors.length) easel.color = easel.nextColor;
    easel.nextColor = undefined;
    toolbar.setColors();
    colorMenu.update();
  },
  cells(cells, lines) {
    easel.canvas.update(cells, lines);
    clueField.follow(lines);
    panel.refresh();
  },
  status() {
    const title = sketch.metadata.title || word("untitled");
    heading.textContent = title;
    document.title = `${title} \u2013 nonosat draw`;
    if (!easel.stroke) easel.makeRoom();
    panel.refresh();
    toolbar.update();
    clueField.update();
    panel.update();
    gridMenu.update();
    detailsMenu.update();
    saving.update();
  },
  refused: tell,
};
easel.onChoice = () => {
  toolbar.choice();
  colorMenu.update();
};
pageKeys(easel, actions);

const end = listen({
  sketch: (event) => sketch.takeAll(event),
  cells: (event) => sketch.takeCells(event),
  saved: (event) => {
    sketch.takeStatus(event);
    sketch.on.status();
  },
  answer: (event) => {
    if (answers.take(event)) panel.refresh();
  },
  warning: (event) => tell(sentence(event.sentence)),
  closed: () => {
    end();
    page.inert = true;
    document.getElementById("main").prepend(html("p", { class: "ended", role: "alert" }, word("ended")));
  },
  connected: (isConnected) => {
    if (!isConnected) tell(word("lost"));
    else if (message.textContent === word("lost")) tell("");
    if (isConnected) clueField.drafts.retry();
  },
});
document.getElementById("main").append(page);
/** For tests. */
globalThis.drawing = { sketch, easel, answers };
