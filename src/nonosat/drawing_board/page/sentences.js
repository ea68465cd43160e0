// Sentences of the program, which begin in lower case and have no full stop.

export const capitalized = (text) => `${text[0].toUpperCase()}${text.slice(1)}`;

/** A text as a sentence of its own. */
export const sentence = (text) => `${capitalized(text)}${/[.!?]$/.test(text) ? "" : "."}`;

/** Some of them as one text, each in its own line. */
export const sentences = (each) => each.map(sentence).join("\n");
