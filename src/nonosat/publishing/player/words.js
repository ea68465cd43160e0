// The words of the page, in the first language of the browser that the page has.

const tables = JSON.parse(document.getElementById("words").textContent);
const wanted = navigator.languages.map((name) => name.split("-")[0]);

export const language = wanted.find((name) => name in tables) ?? Object.keys(tables)[0];
const table = tables[language];

/** The words of a key, with the values of the fields of its template. */
export function word(key, fields = {}) {
  return table[key].replace(/\{(\w+)\}/g, (_, name) => fields[name]);
}

/** The words of a key for a number: `3 colours`. */
export function counted(key, count) {
  return word(`${key}.${count === 1 ? "one" : "many"}`, { count });
}

/** The name of a colour, or of a kind of lines or cells, which the data of a puzzle have in English. */
export function named(english) {
  return table.names[english] ?? english;
}

/** The first of some names, and the number of the others. */
export function some(names, separator) {
  const more = names.length - 8;
  return [...names.slice(0, 8), ...(more > 0 ? [word("more", { count: more })] : [])].join(separator);
}
