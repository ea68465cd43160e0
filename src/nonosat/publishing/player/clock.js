// The time of a game, which can be paused. It stands still while the page is not visible, and when the puzzle is solved.

import { button, html } from "./elements.js";
import { word } from "./words.js";

/** Seconds as `1:02:03`, or without hours as `2:03`. */
export function timeText(seconds) {
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, Math.floor(seconds) % 60];
  const pad = (part) => String(part).padStart(2, "0");
  return hours ? `${hours}:${pad(minutes)}:${pad(rest)}` : `${minutes}:${pad(rest)}`;
}

export class Clock {
  /** The listener is called when the player pauses or goes on. */
  constructor(game, listener) {
    this.game = game;
    this.paused = false;
    this.since = null;
    this.text = html("span", { role: "timer" });
    this.pauseButton = button("pause", () => {
      this.paused = !this.paused;
      this.pauseButton.textContent = word(this.paused ? "resume" : "pause");
      this.run();
      listener();
    });
    this.element = html("span", { class: "clock", hidden: true }, this.text, this.pauseButton);
  }

  start(listen) {
    listen(document, "visibilitychange", () => this.run());
    this.ticking = setInterval(() => this.count(), 1000);
    this.run();
  }

  close() {
    clearInterval(this.ticking);
    this.count();
  }

  /** Run or stand still, as is right now. */
  run() {
    this.count();
    const runs = !this.paused && !document.hidden && !this.game.solved;
    this.since = runs ? performance.now() : null;
    this.pauseButton.hidden = this.game.solved;
  }

  /** Add the time since the last call to that of the game. */
  count() {
    const now = performance.now();
    if (this.since !== null) {
      this.game.seconds += (now - this.since) / 1000;
      this.since = now;
    }
    if (!this.element.hidden) this.text.textContent = timeText(this.game.seconds);
  }
}
