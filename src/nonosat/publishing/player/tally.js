// The number of cells of a stroke, and of the run that it joins, beside the pointer.

import { html } from "./elements.js";

/** Pixels between the middle of the label and a finger, which would hide it, or a mouse. */
const FROM_FINGER = 60;
const FROM_MOUSE = 28;

export class Tally {
  constructor() {
    this.element = html("div", { class: "tally", "aria-hidden": "true", hidden: true });
  }

  /** Show the numbers above the pointer; if there is no room above, beside it. */
  show(count, run, { clientX, clientY, pointerType }) {
    const away = pointerType === "mouse" ? FROM_MOUSE : FROM_FINGER;
    const isAbove = clientY > away + 20;
    const side = clientX > innerWidth / 2 ? -away : away;
    this.element.textContent = run > count ? `${count} / ${run}` : `${count}`;
    this.element.style.left = `${isAbove ? Math.min(innerWidth - 40, Math.max(40, clientX)) : clientX + side}px`;
    this.element.style.top = `${isAbove ? clientY - away : clientY}px`;
    this.element.hidden = false;
  }

  hide() {
    this.element.hidden = true;
  }
}
