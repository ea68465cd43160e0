// The lanes of clues in the margin, along which they slide to stay in view beside the cells.

import { pointOn } from "./drawing.js";
import { svg } from "./elements.js";

/** The largest distance of the middle of a clue's first block from the grid. */
export const BLOCK = 20;

/** The ground of clues that have left the margin; it hides the cells below them, and the frame at their side. */
export function clueGround(puzzle) {
  return svg("path", { class: "ground", "stroke-width": 1.2 * puzzle.cellWidth * puzzle.geometry.scale });
}

export class Lanes {
  constructor(puzzle) {
    this.of = puzzle.clues.map((_, line) => puzzle.clueLane(line));
    this.depth = Math.max(...puzzle.clues.map((clue) => clue.length));
    // The margins that clues take of the drawing, up to their first blocks: left and above, and right and below.
    const { view } = puzzle.geometry;
    this.margins = [-1, 1].map((side) => [0, 1].map((axis) => {
      const lanes = this.of.filter((lane) => axis === lane.axis && lane.way[axis] * side > 0);
      const edge = side < 0 ? view[axis] : view[axis] + view[axis + 2];
      return lanes.length && Math.min(...lanes.map(({ at }) => Math.abs(at[axis] - edge)));
    }));
  }

  /**
   * Slide clues along their lines into the visible part of the drawing, of which they take a third at most.
   *
   * Returns the margins that they take, on the left and above, and on the right and below.
   */
  pin(groups, ground, corner, size) {
    const [before, after] = this.margins.map((margin) => margin.map((room, axis) => Math.min(room, size[axis] / 3 - BLOCK)));
    const from = corner.map((part, axis) => (before[axis] ? part + before[axis] : -Infinity));
    const to = corner.map((part, axis) => (after[axis] ? part + size[axis] - after[axis] : Infinity));
    const grounds = [];
    this.of.forEach((lane, line) => {
      const { at, way, axis, gap, reach } = lane;
      const slide = Math.max(0, (way[axis] < 0 ? from[axis] - at[axis] : at[axis] - to[axis]) / Math.abs(way[axis]));
      const point = (steps) => pointOn(lane, steps - slide);
      // There is no room beside the first blocks of the lines across.
      const across = point(0)[1 - axis];
      const room = 0.6 * Math.hypot(...way);
      const isAway = slide > reach || across < from[1 - axis] + room || across > to[1 - axis] - room;
      groups[line].style.visibility = isAway ? "hidden" : "";
      groups[line].setAttribute("transform", `translate(${way.map((part) => -slide * part)})`);
      if (slide) grounds.push(`M${point(-0.5 - gap)}L${point(this.depth)}`);
    });
    ground.setAttribute("d", grounds.join(""));
    return [before, after];
  }
}
