// Elements of HTML and SVG. All strings of a puzzle are shown as text and never as markup.

import { word } from "./words.js";

/** An HTML element. Properties that begin with `on` are listeners; children that are strings become text. */
export function html(tag, properties = {}, ...children) {
  return filled(document.createElement(tag), properties, children);
}

/** An SVG element; properties and children are as for `html`. */
export function svg(tag, properties = {}, ...children) {
  return filled(document.createElementNS("http://www.w3.org/2000/svg", tag), properties, children);
}

function filled(element, properties, children) {
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === false || value === null) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.filter(Boolean));
  return element;
}

/** A sample of a colour with a symbol on it. */
export function drawSwatch({ fill = "", ink = "" }, symbol, properties = {}) {
  const element = html("span", { class: "swatch", ...properties }, symbol);
  element.style.background = fill;
  element.style.color = ink;
  return element;
}

/** A button that is named by the words of a key. */
export function button(key, onclick, properties = {}, text = word(key)) {
  return html("button", { type: "button", "data-key": key, onclick, ...properties }, text);
}

/** Radio buttons, the first one chosen; the legend is a key of words, options are [value, content, ...], and the listener gets the value. */
export function choices(legend, options, listener) {
  const labels = options.map(([value, ...content], at) => {
    const properties = { type: "radio", name: legend, value, checked: at === 0, onchange: () => listener(value) };
    return html("label", {}, html("input", properties), ...content);
  });
  return html("fieldset", {}, html("legend", {}, word(legend)), ...labels);
}
