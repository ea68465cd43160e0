// The connection to the program: commands one after another, and its events.

const key = new URLSearchParams(location.search).get("key") ?? "";

/** An address of the program that only this page knows. */
export function address(path) {
  return `${path}?key=${encodeURIComponent(key)}`;
}

/** Send a request with a body; returns its reply, which has an `error` if it was refused. */
async function post(path, body) {
  try {
    const reply = await fetch(path, { method: "POST", headers: { "Content-Type": "application/json", "X-Key": key }, body });
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
