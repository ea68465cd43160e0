// The connection to the program: commands one after another, and its events.

import { word } from "/player/words.js";

const key = new URLSearchParams(location.search).get("key") ?? "";

/** An address of the program that only this page knows. */
export function address(path) {
  return `${path}?key=${encodeURIComponent(key)}`;
}

/** Send a request with a body; returns its reply, which has an `error` if it was refused. */
async function post(path, body, { type = "application/json", signal } = {}) {
  try {
    const reply = await fetch(path, { method: "POST", headers: { "Content-Type": type, "X-Key": key }, body, signal });
    return await reply.json();
  } catch {
    return { error: "The program does not answer.", isLost: true };
  }
}

let last = Promise.resolve();

/** Send a command when all before it have their replies; returns its own. */
export function send(command) {
  last = last.then(() => post("/command", JSON.stringify(command)));
  return last;
}

/** Wait until all commands so far have their replies. */
export function settled() {
  return last;
}

/** Let the program open a file, without waiting for commands; returns its reply, which nobody needs after an abort. */
export async function openFile(file, query, signal) {
  let body;
  try {
    body = await file.arrayBuffer();
  } catch {
    return { error: word("unreadable", { file: file.name }) }; // a folder, or a file that is gone
  }
  return post(`/open?${new URLSearchParams({ name: file.name, ...query })}`, body, { type: "application/octet-stream", signal });
}

/** Listen to events: a function for each kind, and `connected` for the state of the connection. Returns how to end it. */
export function listen(handlers) {
  const events = new EventSource(address("/events"));
  events.addEventListener("message", ({ data }) => {
    const event = JSON.parse(data);
    handlers[event.event]?.(event);
  });
  events.addEventListener("open", () => handlers.connected(true));
  events.addEventListener("error", () => handlers.connected(false));
  return () => events.close();
}
