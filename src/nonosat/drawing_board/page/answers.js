// The answers about the sketch as it is now. Those about an earlier one are gone as soon as a stroke begins.

export class Answers {
  constructor(sketch) {
    this.sketch = sketch;
    this.reset();
  }

  /** Forget all answers. */
  reset() {
    this.number = this.sketch.number;
    /** The answers by what they are about, and the most helpful change of each cell. */
    this.found = {};
    this.changes = new Map();
    this.since = performance.now();
  }

  /** True if the answers are about what is shown. */
  get areCurrent() {
    return this.number === this.sketch.number && this.sketch.isConfirmed;
  }

  /** Take an answer; true if it is about the sketch as the program knows it. */
  take(event) {
    if (event.number !== this.sketch.number) return false;
    if (this.number !== event.number) this.reset();
    if (event.about === "change") {
      if (event.share > (this.changes.get(event.cell)?.share ?? 0)) this.changes.set(event.cell, event);
    } else {
      if (event.about === "asking") this.since = performance.now();
      this.found[event.about] = event;
    }
    return true;
  }

  /** The changes that help most, the best first. */
  best(count) {
    return [...this.changes.values()].sort((one, other) => other.share - one.share).slice(0, count);
  }

  /** The colour that is suggested for a cell: of the fewest changes, else of the one that helps. */
  suggested(cell) {
    if (!this.areCurrent) return undefined;
    const fewest = this.found.fewest?.cells.find(([each]) => each === cell);
    return fewest?.[1] ?? this.changes.get(cell)?.color;
  }
}
