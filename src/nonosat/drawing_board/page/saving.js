// Saving: the button, the state, other files, and the question before something is lost.

import { button, html } from "/player/elements.js";
import { word } from "/player/words.js";
import { send } from "./connection.js";
import { disable, field, listOf, menu, setOptions } from "./menus.js";
import { sentence } from "./sentences.js";

export class Saving {
  /** `doubts` are the reasons of the page against saving now. */
  constructor(sketch, { tell, doubts }) {
    Object.assign(this, { sketch, tell, doubts });
    this.state = html("span", { class: "state", role: "status" });
    this.button = button("save", () => this.save(), { title: `${word("save")} (Ctrl+S)` });
    this.name = html("input", { name: "file", maxlength: 200, autocomplete: "off", spellcheck: "false" });
    this.kind = listOf([], { name: "kind" });
    this.kind.addEventListener("change", () => this.setSuffix());
    const saveAs = button("save_as", () => this.saveAs());
    const end = button("end", () => this.close());
    this.menu = menu("file", field("kind", this.kind), field("name", this.name), saveAs, html("hr"), end);
    this.reasons = html("ul", {});
    this.dialog = html("dialog", { "aria-label": word("ask") },
      this.reasons,
      html("p", {}, word("ask")),
      html("form", { method: "dialog" }, html("button", { value: "" }, word("cancel")), html("button", { value: "yes" }, word("anyway"))),
    );
  }

  /** Save to the file of the puzzle, or to another one; returns whether that was done. */
  async save(more = {}) {
    const doubts = await this.doubts();
    if (doubts.length && !(await this.confirms(doubts))) return false;
    const command = { do: "save", ...more };
    this.state.textContent = word("saving");
    let reply = await send(command);
    if (reply.confirm && (await this.confirms(reply.confirm))) reply = await send({ ...command, confirmed: true });
    this.update();
    if (reply.error) this.tell(reply.error);
    else if (reply.saved) this.tell(word("wrote", { file: reply.saved }));
    return Boolean(reply.saved);
  }

  saveAs() {
    const form = this.kind.value.split(" ")[1] ?? "";
    this.menu.open = false;
    this.menu.firstChild.focus();
    return this.save({ name: this.name.value.trim(), ...(form && { form }) });
  }

  /** Ask whether to save although there are reasons against it. */
  confirms(reasons) {
    this.reasons.replaceChildren(...reasons.map((reason) => html("li", {}, sentence(reason))));
    this.dialog.returnValue = "";
    this.dialog.showModal();
    return new Promise((done) => {
      this.dialog.addEventListener("close", () => done(this.dialog.returnValue === "yes"), { once: true });
    });
  }

  /** End the program; nothing is lost, since the journal has what is not saved. */
  close() {
    this.menu.open = false;
    send({ do: "close" });
  }

  setSuffix() {
    const [suffix] = this.kind.value.split(" ");
    this.name.value = this.name.value.replace(/(\.[^.]*)?$/, suffix);
  }

  /** Show whether the file has what is shown. */
  update() {
    const { sketch } = this;
    const isSaved = sketch.isSaved && sketch.isConfirmed;
    this.state.textContent = isSaved ? word("saved", { file: sketch.file }) : word("unsaved");
    this.state.classList.toggle("unsaved", !isSaved);
    disable(this.button, isSaved);
    if (!this.kind.options.length) {
      setOptions(this.kind, sketch.forms.map(([label, suffix, form]) => [`${suffix} ${form}`.trim(), `${label} (${suffix})`]));
      this.name.value = sketch.file;
    }
  }
}
