// The dialog for an image: a preview of the picture that it becomes, which follows the choices.

import { button, choices, html } from "/player/elements.js";
import { counted, word } from "/player/words.js";
import { openFile } from "./connection.js";
import { sizeWords } from "./grid_menu.js";
import { field, listOf } from "./menus.js";
import { sentence } from "./sentences.js";

/** The number of cells along a side of a hexagon before one is chosen. */
const SIDE = 10;

/** A field for a number that the program chooses if it is empty. */
function number(name, properties) {
  return html("input", { type: "number", name, min: 1, step: 1, inputmode: "numeric", ...properties });
}

function checkbox(key) {
  return html("label", { class: "check" }, html("input", { type: "checkbox", name: key }), word(key));
}

export class ImageDialog {
  /** `take` gets the reply of the program that is shown, `readPhoto` the file. */
  constructor(take, readPhoto) {
    Object.assign(this, { take, readPhoto });
    this.heading = html("h2", { id: "image-heading" });
    this.image = html("img", { alt: "" });
    this.caption = html("div", { class: "caption", role: "status" });
    this.shows = choices("shows", [["picture", word("picture")], ["photo", word("photo")]], () => {});
    const rectangle = [number("width", { max: 200 }), number("height", { max: 200 })];
    const hexagon = number("hex", { max: 100, placeholder: SIDE });
    this.grid = listOf([["rect", word("rectangle")], ["hex", word("hexagon")]], { name: "grid" });
    this.sizes = {
      rect: [field("width", rectangle[0]), field("height", rectangle[1])],
      hex: [field("along", hexagon)],
    };
    this.inputs = [...rectangle, hexagon, number("colors", { max: 99 }), number("threshold", { max: 100, placeholder: word("auto") })];
    this.ground = listOf([["", word("auto")], ["chosen", word("chosen")]], { name: "ground" });
    this.color = html("input", { type: "color", name: "background", "aria-label": word("chosen"), hidden: true });
    // Before the form asks for another picture: the colour is the background that is shown.
    this.ground.addEventListener("input", () => {
      this.color.value = this.reply.sketch.colors[0];
    });
    this.fields = html("fieldset", { class: "fields" },
      html("legend", { class: "unseen" }, word("image_choices")),
      field("grid", this.grid), ...this.sizes.rect, ...this.sizes.hex,
      field("colors", this.inputs[3]), field("covered", html("span", {}, this.inputs[4], " %")),
      field("ground", html("span", { class: "ground" }, this.color, this.ground)),
      checkbox("dither"), checkbox("keep_colors"),
    );
    this.submit = html("button", {});
    this.form = html("form", {},
      this.heading,
      html("div", { class: "tools" }, this.shows),
      html("div", { class: "columns" }, html("div", { class: "preview" }, this.image, this.caption), this.fields),
      html("div", { class: "buttons" }, button("cancel", () => this.close()), this.submit),
    );
    this.element = html("dialog", { class: "opening image", "aria-labelledby": "image-heading" }, this.form);
    this.form.addEventListener("input", () => this.refresh());
    this.form.addEventListener("submit", (event) => this.accept(event));
    this.element.addEventListener("close", () => this.forget());
  }

  get isPhoto() {
    return this.form.elements.shows.value === "photo";
  }

  /** Ask about an image of which the program has a first picture. */
  show(file, reply) {
    this.file = file;
    this.form.reset();
    this.heading.textContent = word("open_file", { file: file.name });
    this.arrange();
    this.showReply(reply);
    this.element.showModal();
  }

  close() {
    this.element.close();
  }

  /** Drop what is being asked for. */
  forget() {
    this.request?.abort();
    this.request = undefined;
    this.isWanted = false;
    this.showImage();
  }

  /** Show the fields that count. */
  arrange() {
    const { isPhoto } = this;
    for (const [kind, fields] of Object.entries(this.sizes)) {
      for (const each of fields) {
        each.hidden = kind !== this.grid.value;
        each.querySelector("input").disabled = each.hidden; // else a wrong value would prevent all others
      }
    }
    this.color.hidden = !this.ground.value;
    this.fields.disabled = isPhoto;
    this.submit.textContent = word(isPhoto ? "read_it" : "take_it");
  }

  /** The choices as the program gets them; what is empty it chooses. */
  query() {
    const values = new FormData(this.form);
    const names = [...(this.grid.value === "hex" ? ["hex"] : ["width", "height"]), "colors", "threshold"];
    if (!values.get("hex")) values.set("hex", SIDE);
    const chosen = names.filter((name) => values.get(name)).map((name) => [name, values.get(name)]);
    if (this.ground.value) chosen.push(["background", this.color.value]);
    for (const name of ["dither", "keep_colors"]) if (values.has(name)) chosen.push([name, "yes"]);
    return Object.fromEntries(chosen);
  }

  /** Ask for the picture of the choices as they are now; the answers to earlier ones are dropped. */
  async refresh() {
    this.arrange();
    this.request?.abort();
    this.isWanted = false;
    if (this.isPhoto) {
      this.request = undefined;
      this.showImage(this.file);
      this.caption.replaceChildren(word("photo_hint"));
      this.setWaiting(false);
      return;
    }
    const request = new AbortController();
    this.request = request;
    this.setWaiting(true);
    const reply = await openFile(this.file, this.query(), request.signal);
    if (this.request === request) this.showReply(reply);
  }

  setWaiting(isWaiting) {
    this.isWaiting = isWaiting;
    this.form.setAttribute("aria-busy", String(isWaiting));
  }

  showReply(reply) {
    this.request = undefined;
    this.setWaiting(false);
    this.isRefused = Boolean(reply.error);
    if (this.isRefused) {
      this.isWanted = false;
      this.caption.replaceChildren(html("p", { class: "refused" }, reply.error));
      return;
    }
    this.reply = reply;
    const { grid, colors, cells } = reply.sketch;
    const [kind, ...size] = grid.split(" ");
    this.showImage(new Blob([reply.drawing], { type: "image/svg+xml" }));
    const texts = [`${word("size", { size: sizeWords(grid, cells.length / 2) })}, ${counted("n_colors", colors.length - 1)}`, ...reply.remarks];
    this.caption.replaceChildren(...texts.map((text) => html("p", {}, sentence(text))));
    if (kind === "rect") this.inputs.slice(0, 2).forEach((input, at) => (input.placeholder = size[1 - at]));
    this.inputs[3].placeholder = colors.length - 1;
    if (this.isWanted) this.finish();
  }

  /** Show an image of the browser or of the program. */
  showImage(blob) {
    const before = this.image.src;
    if (blob) this.image.src = URL.createObjectURL(blob);
    else this.image.removeAttribute("src");
    URL.revokeObjectURL(before); // when it is not being loaded any more
  }

  /** Take what is shown, as soon as it is what was chosen. */
  accept(event) {
    event.preventDefault();
    if (this.isPhoto) {
      const { file } = this;
      this.close();
      this.readPhoto(file);
    } else if (this.isWaiting) this.isWanted = true;
    else if (!this.isRefused) this.finish();
  }

  finish() {
    this.close();
    this.take({ ...this.reply, remarks: [] });
  }
}
