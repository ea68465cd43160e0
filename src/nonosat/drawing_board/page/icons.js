// The pictures on buttons, drawn with strokes in a square of 24 units.

import { svg } from "/player/elements.js";

const PATHS = {
  pencil: "M4 20l1-5L16 4l4 4L9 19zM14 6l4 4",
  line: "M5 19L19 5M3 19h4M17 5h4",
  rectangle: "M4 6h16v12H4z",
  fill: "M11 3l9 9-8 8-8-8 7-7zM4 12h16M21 16v4",
  eraser: "M8 20l-4-4L14 6l6 6-8 8zM9 11l6 6M8 20h12",
  picker: "M4 20l1-4 8-8 3 3-8 8zM12 7l5 5M14 9l3-3a2 2 0 0 1 3 3l-3 3",
  select: "M4 8V4h4M16 4h4v4M20 16v4h-4M8 20H4v-4M12 8v8M8 12h8",
  helper: "M5 20L15 10M18 3v4M16 5h4M8 5v2M7 6h2M19 13v2M18 14h2",
  undo: "M8 5L4 9l4 4M4 9h10a5 5 0 0 1 0 10H9",
  redo: "M16 5l4 4-4 4M20 9H10a5 5 0 0 0 0 10h5",
  type: "M3 6h18v12H3zM7 10v0M11 10v0M15 10v0M8 14h8",
  previous: "M15 5l-7 7 7 7",
  next: "M9 5l7 7-7 7",
  smaller: "M5 12h14",
  larger: "M5 12h14M12 5v14",
  fit: "M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5",
  add: "M5 12h14M12 5v14",
};

/** A picture by its key. */
export function icon(key) {
  return svg("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" }, svg("path", { d: PATHS[key] }));
}
