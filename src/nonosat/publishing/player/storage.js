// What this browser keeps: each game by the digest of its puzzle, and the options. A page works without it.

import { Game, MAX_TRIALS } from "./game.js";
import { UNMARKED } from "./rules.js";

/** The strokes that are kept have at most this many changes, the newest ones. */
const MAX_CHANGES = 10_000;

/** The value that is kept under a name; null if there is none. */
export function read(name) {
  try {
    return JSON.parse(localStorage.getItem(`nonosat ${name}`));
  } catch {
    return null;
  }
}

/** Keep a value; false if the browser has no room for it, or keeps nothing. Undefined removes it. */
export function write(name, value) {
  try {
    if (value === undefined) localStorage.removeItem(`nonosat ${name}`);
    else localStorage.setItem(`nonosat ${name}`, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

/** Keep a game, without its strokes if there is no room for them. */
export function save(game) {
  const { puzzle, past, future } = game;
  const seconds = Math.round(game.seconds);
  const marks = game.untouched ? undefined : { numbers: [...game.numbers], seconds };
  const strokes = [past, future].map(newest);
  if (!write(puzzle.digest, marks && { ...marks, strokes })) write(puzzle.digest, marks);
}

/** The last ones of some strokes, as many as are kept, each as one list. */
function newest(strokes) {
  let room = MAX_CHANGES;
  const first = strokes.findLastIndex((stroke) => (room -= stroke.length) < 0);
  return strokes.slice(first + 1).map((stroke) => stroke.flat());
}

/** The game of a puzzle as it was left; a new one if there is none, or what is kept of it is broken. */
export function restored(puzzle) {
  const game = new Game(puzzle);
  try {
    const stored = read(puzzle.digest);
    // A list has the values of the cells alone.
    const { numbers, seconds = 0, strokes = [[], []] } = Array.isArray(stored) ? { numbers: stored } : stored;
    const isComplete = numbers.length === (Array.isArray(stored) ? puzzle.nCells : game.numbers.length);
    if (!isComplete || !numbers.every((number, place) => isPossible(game, place, number))) return game;
    game.numbers.set(numbers);
    if (seconds > 0) game.seconds = seconds;
    const [past, future] = strokes.map((list) => list.map(changesOf));
    if (leads(game, past, 2, 1) && leads(game, future, 1, 2)) [game.past, game.future] = [past, future];
  } catch {
    // Marks are worth having without their strokes.
  }
  game.resume();
  return game;
}

/** True if a number can be at a place of a game. */
function isPossible({ puzzle, layerSize, numbers, blank }, place, number) {
  if (!Number.isInteger(number)) return false;
  if (place === numbers.length - 1) return number >= 0 && number <= MAX_TRIALS;
  if (puzzle.givens.has(place % layerSize)) return number === blank[place];
  return place % layerSize < puzzle.nCells ? number >= UNMARKED && number <= puzzle.nColors : number === 0 || number === 1;
}

/** True if strokes, from the last one on, lead from the numbers of a game to possible ones. */
function leads(game, strokes, from, to) {
  const numbers = game.numbers.slice();
  return strokes.toReversed().every((stroke) => stroke.length && stroke.every((change) => {
    const [place] = change;
    const isNow = numbers[place] === change[from];
    numbers[place] = change[to];
    return isNow && isPossible(game, place, change[to]);
  }));
}

/** The changes of a stroke that was kept as one list. */
function changesOf(list) {
  return Array.from({ length: list.length / 3 }, (_, at) => list.slice(3 * at, 3 * at + 3));
}
