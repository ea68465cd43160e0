// Opening a file: it is dropped, pasted or chosen, the program reads it, and what it reads replaces the drawing.

import { button, html } from "/player/elements.js";
import { word } from "/player/words.js";
import { openFile } from "./connection.js";
import { ImageDialog } from "./image_dialog.js";
import { PuzzleDialog } from "./puzzle_dialog.js";
import { sentences } from "./sentences.js";

/** Bytes of the largest file that the program takes. */
const MOST = 20_000_000;
/** Where a paste is meant for the page alone. */
const TEXTS = "select, input:not([type=radio]):not([type=checkbox]), textarea";

export class FileOpening {
  /** `perform` sends a command and returns whether it was performed; `tell` says something. */
  constructor(perform, tell) {
    this.perform = perform;
    this.tell = tell;
    this.input = html("input", { type: "file", hidden: true, "aria-label": word("open"), onchange: () => this.openChosen() });
    this.button = button("open", () => this.choose(), { title: `${word("open")} (Ctrl+O)` });
    this.text = html("span");
    this.progress = html("p", { class: "reading", role: "status", hidden: true }, this.text, button("cancel", () => this.cancel()));
    this.images = new ImageDialog((reply) => this.take(reply), (file) => this.read(file, { photo: "yes" }));
    this.puzzles = new PuzzleDialog((file, number) => this.read(file, { number }));
    /** The dialogs, of which a newer file closes the one that is open. */
    this.dialogs = [this.images.element, this.puzzles.element];
    document.addEventListener("dragover", (event) => this.drag(event));
    document.addEventListener("dragleave", (event) => event.relatedTarget || this.mark(false));
    document.addEventListener("drop", (event) => this.drop(event));
    document.addEventListener("paste", (event) => this.paste(event));
  }

  /** True if files can be opened now: no other question is open, and the program has not ended. */
  get isReady() {
    const dialog = document.querySelector("dialog[open]");
    return (!dialog || this.dialogs.includes(dialog)) && !this.button.closest("[inert]");
  }

  choose() {
    this.input.click();
  }

  openChosen() {
    const files = [...this.input.files];
    this.input.value = ""; // so that the same file can be chosen again
    this.open(files);
  }

  /** A browser would leave the page to show a file that is dropped, so every drop of files is handled. */
  drag(event) {
    if (!event.dataTransfer.types.includes("Files")) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = this.isReady ? "copy" : "none";
    this.mark(this.isReady);
  }

  drop(event) {
    this.mark(false);
    if (!event.dataTransfer.types.includes("Files")) return;
    event.preventDefault();
    this.open([...event.dataTransfer.files]);
  }

  paste(event) {
    if (event.target.matches?.(TEXTS)) return;
    const { files } = event.clipboardData;
    const text = event.clipboardData.getData("text/plain");
    if (!files.length && !text.trim()) return;
    event.preventDefault();
    this.open(files.length ? [...files] : [new File([text], word("pasted"))]);
  }

  mark(isOver) {
    document.body.classList.toggle("dropping", isOver);
  }

  /** Open the first of some files. */
  open([file, ...more]) {
    if (!file || !this.isReady) return;
    this.dialogs.forEach((dialog) => dialog.close());
    /** What there is to know when the file is open. */
    this.remarks = more.length ? [word("only_first", { file: file.name })] : [];
    this.read(file, {});
  }

  /** Read a file, and do what its kind asks for; a newer file takes the place of one that is being read. */
  async read(file, query) {
    this.stop();
    this.tell("");
    this.file = file;
    if (file.size > MOST) {
      this.tell(word("too_large", { file: file.name, size: MOST / 1e6 }));
      return;
    }
    const reading = new AbortController();
    this.reading = reading;
    this.text.textContent = word("reading", { file: file.name });
    this.progress.hidden = false;
    const reply = await openFile(file, query, reading.signal);
    if (this.reading !== reading) return;
    this.stop();
    this.tell([reply.error ?? "", ...this.remarks].join("\n").trim());
    if (reply.error) return;
    if (reply.kind === "image") this.images.show(file, reply);
    else if (reply.kind === "several") this.puzzles.show(file, reply.titles);
    else await this.take(reply);
  }

  /** Forget the file that is being read. */
  stop() {
    this.reading?.abort();
    this.reading = undefined;
    this.progress.hidden = true;
  }

  cancel() {
    this.stop();
    this.tell(word("not_opened", { file: this.file.name }));
    this.button.focus();
  }

  /** Replace the drawing, as a command that can be undone, and say what there is to know. */
  async take({ sketch, remarks }) {
    if (await this.perform({ do: "replace", sketch })) this.tell(sentences([...this.remarks, ...remarks]));
  }
}
