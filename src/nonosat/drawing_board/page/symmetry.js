// Symmetric strokes: the mirror images and turns that a grid has.

const turn = (share) => {
  const [cos, sin] = [Math.cos(2 * Math.PI * share), Math.sin(2 * Math.PI * share)];
  return (x, y) => [cos * x - sin * y, sin * x + cos * y];
};
const sides = (x, y) => [-x, y];
const upside = (x, y) => [x, -y];

/** The kinds of symmetry, by the maps of the plane around the middle of the grid that make them. */
const KINDS = {
  none: [],
  sides: [sides],
  upside: [upside],
  corners: [sides, upside],
  half: [turn(1 / 2)],
  third: [turn(1 / 3)],
  quarter: [turn(1 / 4)],
};

export class Symmetry {
  constructor(regions) {
    this.regions = regions;
    const { x, y } = regions.puzzle;
    const mean = (parts) => parts.reduce((sum, part) => sum + part, 0) / parts.length;
    this.middle = [mean(x), mean(y)];
    /** For each kind that the grid has, for each of its maps, the cells to which cells go. */
    this.tables = new Map();
    for (const [kind, maps] of Object.entries(KINDS)) {
      const tables = maps.map((map) => this.table(map));
      if (tables.every(Boolean)) this.tables.set(kind, tables);
    }
    this.kind = "none";
  }

  get kinds() {
    return [...this.tables.keys()];
  }

  /** Where a map takes each cell; undefined if some would leave the grid. */
  table(map) {
    const { x, y } = this.regions.puzzle;
    const [midX, midY] = this.middle;
    const cells = [];
    for (let cell = 0; cell < x.length; cell += 1) {
      const [dx, dy] = map(x[cell] - midX, y[cell] - midY);
      // Rows of hexagons and triangles have rounded heights, so far cells are a little off.
      const there = this.regions.at(midX + dx, midY + dy, 0.25 * this.regions.size);
      if (there === undefined) return undefined;
      cells.push(there);
    }
    return cells;
  }

  /** Cells with all that are symmetric to them. */
  closed(cells) {
    const tables = this.tables.get(this.kind);
    const found = new Set(cells);
    for (const cell of found) for (const table of tables) found.add(table[cell]);
    return found;
  }
}
