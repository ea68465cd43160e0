// A button that types the letter of a colour into a field, for phones.

import { html } from "/player/elements.js";

export function letterButton(input, letter, { fill, ink }, name) {
  const write = () => {
    input.setRangeText(`${letter} `, input.selectionStart, input.selectionEnd, "end");
    input.focus();
  };
  const element = html("button", { type: "button", "aria-label": name, title: name, onclick: write }, letter);
  element.style.background = fill;
  element.style.color = ink;
  // The field keeps the focus, and a phone its keypad.
  element.addEventListener("pointerdown", (event) => event.preventDefault());
  element.addEventListener("mousedown", (event) => event.preventDefault());
  return element;
}
