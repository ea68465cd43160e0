// Sentences of the program, which begin in lower case and have no full stop.

/** A text that begins in upper case, unless it begins with the name of a file. */
export const capitalized = (text) => (/^\S*\.\w/.test(text) ? text : `${text[0].toUpperCase()}${text.slice(1)}`);

/** A text as a sentence of its own. */
export const sentence = (text) => `${capitalized(text)}${/[.!?]$/.test(text) ? "" : "."}`;

/** Some of them as one text, each in its own line. */
export const sentences = (each) => each.map(sentence).join("\n");
