// The texts of clues that the program has not taken: it is reading them, or something is wrong with them.

import { send, settled } from "./connection.js";

export class ClueDrafts {
  /** `changed` is called after each reply of the program. */
  constructor(changed) {
    this.changed = changed;
    /** By line, a `text` that `waits` for the reply, or has an `error` at a `column`. */
    this.byLine = new Map();
  }

  get(line) {
    return this.byLine.get(line);
  }

  delete(line) {
    this.byLine.delete(line);
  }

  clear() {
    this.byLine.clear();
  }

  /** True if the program has yet to read a text. */
  get isWaiting() {
    return [...this.byLine.values()].some(({ waits }) => waits);
  }

  /** The wrong ones, each with its line, the latest at the end. */
  get wrong() {
    return [...this.byLine].filter(([, { error }]) => error);
  }

  /** The errors, when the program has read all texts. */
  async errorsLeft() {
    await settled();
    return this.wrong.map(([, { error }]) => error);
  }

  /** Send the texts of some lines; those that are right are taken. */
  async type(clues) {
    const drafts = new Map(clues.map(([line, text]) => [line, { text, waits: true }]));
    for (const [line, draft] of drafts) this.byLine.set(line, draft);
    const { error, line: wrong = clues[0][0], column } = await send({ do: "type", clues });
    for (const [line, draft] of drafts) {
      if (this.get(line) !== draft) continue;
      if (!error) this.delete(line);
      else if (line === wrong) this.byLine.set(line, { text: draft.text, error, column });
    }
    this.changed();
    const others = clues.filter(([line]) => line !== wrong);
    if (error && others.length) await this.type(others);
  }

  /** Send all wrong texts again, since what was wrong with them may have changed. */
  retry() {
    const clues = this.wrong.map(([line, { text }]) => [line, text]);
    if (clues.length) this.type(clues);
  }
}
