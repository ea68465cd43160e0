// Sets of cells by their places on the screen, the same for all kinds of grids.

export class Regions {
  constructor(puzzle) {
    this.puzzle = puzzle;
    this.size = puzzle.cellWidth;
    // Cells are tiles of equal form, so the one with the nearest centre holds a point.
    this.buckets = new Map();
    puzzle.x.forEach((x, cell) => {
      const bucket = this.bucket(x, puzzle.y[cell]);
      if (!this.buckets.has(bucket)) this.buckets.set(bucket, []);
      this.buckets.get(bucket).push(cell);
    });
  }

  bucket(x, y) {
    return 65536 * Math.floor(x / this.size + 4096) + Math.floor(y / this.size + 4096);
  }

  /** The cell at a point in units of the layout, or undefined if there is none within a distance. */
  at(x, y, most = 0.75 * this.size) {
    let found;
    let least = most ** 2;
    for (const dx of [-1, 0, 1]) {
      for (const dy of [-1, 0, 1]) {
        for (const cell of this.buckets.get(this.bucket(x + dx * this.size, y + dy * this.size)) ?? []) {
          const distance = (this.puzzle.x[cell] - x) ** 2 + (this.puzzle.y[cell] - y) ** 2;
          if (distance < least) [found, least] = [cell, distance];
        }
      }
    }
    return found;
  }

  /** The cells on the straight way from one to another. */
  line(from, to) {
    const { x, y } = this.puzzle;
    const steps = Math.max(1, Math.ceil((2.5 * Math.hypot(x[to] - x[from], y[to] - y[from])) / this.size));
    const found = new Set();
    for (let step = 0; step <= steps; step += 1) {
      const share = step / steps;
      const cell = this.at(x[from] + share * (x[to] - x[from]), y[from] + share * (y[to] - y[from]));
      if (cell !== undefined) found.add(cell);
    }
    return found;
  }

  /** The cells whose centres are in the rectangle that two cells span. */
  box(one, other) {
    const { x, y } = this.puzzle;
    const more = 0.01 * this.size;
    const [left, right] = [Math.min(x[one], x[other]) - more, Math.max(x[one], x[other]) + more];
    const [top, bottom] = [Math.min(y[one], y[other]) - more, Math.max(y[one], y[other]) + more];
    return new Set([...x.keys()].filter((cell) => x[cell] >= left && x[cell] <= right && y[cell] >= top && y[cell] <= bottom));
  }

  /** The cells that are joined with one by cells of its colour. */
  joined(cell, colors) {
    const found = new Set([cell]);
    for (const each of found) {
      for (const next of this.puzzle.neighbors(each)) if (colors[next] === colors[cell]) found.add(next);
    }
    return found;
  }

  /** Each cell with the one to which it moves when one moves to another; without those that leave the grid. */
  moved(cells, from, to) {
    const { x, y, shape } = this.puzzle;
    const target = shape[from] === shape[to] ? to : this.sameShape(from, to);
    const [dx, dy] = [x[target] - x[from], y[target] - y[from]];
    const pairs = [...cells].map((cell) => [cell, this.at(x[cell] + dx, y[cell] + dy, 0.2 * this.size)]);
    return new Map(pairs.filter(([, there]) => there !== undefined));
  }

  /** The neighbour of a cell that has the form of another one, or else that one. */
  sameShape(from, to) {
    return this.puzzle.neighbors(to).find((cell) => this.puzzle.shape[cell] === this.puzzle.shape[from]) ?? from;
  }

  /** The sides around a set of cells as path data. */
  outline(cells) {
    const { geometry, shape, left, top } = this.puzzle;
    // Neighbours share a side, in opposite directions.
    const open = new Set();
    for (const cell of cells) {
      const parts = geometry.shapes[shape[cell]].slice(2);
      const corners = Array.from({ length: parts.length / 2 }, (_, at) => `${left[cell] + parts[2 * at]} ${top[cell] + parts[2 * at + 1]}`);
      corners.forEach((begin, at) => {
        const end = corners[(at + 1) % corners.length];
        if (!open.delete(`${end}L${begin}`)) open.add(`${begin}L${end}`);
      });
    }
    return [...open].map((side) => `M${side}`).join("");
  }
}
