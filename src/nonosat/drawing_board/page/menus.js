// Menus: lists of less common things that open below a word, and fields in them.

import { html } from "/player/elements.js";
import { word } from "/player/words.js";

/** A menu with some content; it closes with Escape, with a click elsewhere, and when another one opens. */
export function menu(key, ...content) {
  const element = html("details", { class: "options menu", name: "menu" }, html("summary", {}, word(key)), html("div", {}, ...content));
  document.addEventListener("pointerdown", ({ target }) => {
    if (!element.contains(target)) element.open = false;
  });
  element.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !element.open) return;
    event.preventDefault();
    element.open = false;
    element.firstChild.focus();
  });
  return element;
}

/** A field with its name in front. */
export function field(key, input) {
  return html("label", { class: "field" }, html("span", {}, word(key)), input);
}

/** A list of values to choose from, each with its text. */
export function listOf(options, properties = {}) {
  return html("select", properties, ...options.map(([value, text]) => html("option", { value }, text)));
}

/** A list with its options exchanged; a value that is still there stays chosen. */
export function setOptions(list, options) {
  const { value } = list;
  list.replaceChildren(...options.map(([each, text]) => html("option", { value: each }, text)));
  if (options.some(([each]) => String(each) === value)) list.value = value;
}

/** Mark a button as one without an effect. It is not `disabled`, which would take the focus away from it. */
export function disable(element, isDisabled) {
  element.setAttribute("aria-disabled", String(isDisabled));
}
