// Sentences of the program, which begin in lower case and have no full stop.

/** One text of some sentences, each in its own line. */
export function sentences(each) {
  return each.map((text) => `${text[0].toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? "" : "."}`).join("\n");
}
