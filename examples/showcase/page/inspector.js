// What is in an ID that is clicked or pasted.

import { bitStrip } from "/inspector/bit-strip.js";
import { byId, element, say } from "/inspector/element.js";
import { colour } from "/inspector/node-colour.js";
import { forms, part, parts } from "/inspector/parts.js";
import { presets, SnowflakeError, Text, toBigInt } from "/snowflake-kit/index.js";
import { typeOf } from "./ids.js";
import { rowOf } from "./row.js";

const input = byId("id");
const layouts = byId("layout");
const target = byId("inspected");

const FORMS = ["decimal", "base62", "base32", "hex"];

/** Shows what an ID is, or why it is none. */
export function inspect(text) {
  input.value = text;
  target.replaceChildren();
  say(byId("id-error"), null);
  if (text === "") return;
  try {
    target.replaceChildren(...view(text, presets[layouts.value]));
  } catch (error) {
    if (!(error instanceof SnowflakeError)) throw error;
    say(byId("id-error"), error.message);
  }
}

function view(text, layout) {
  // What has no prefix is a decimal number.
  const type = typeOf(text);
  const value = (type?.toBigInt ?? toBigInt)(text);
  // The time of an ID whose timestamps wrap around depends on when it is asked for.
  const decoded = layout.decode(value, { reference: new Date() });
  const ofType = type !== undefined && layout === presets.default && part("Rust type", rustType(type, text));
  const views = [...bitStrip(value, layout), parts(decoded, layout, ofType), forms(texts(value, type))];
  return views.map((view) => colour(view, decoded.node));
}

/** All texts of the ID: of each form there is one. */
function texts(value, type) {
  const all = FORMS.map((encoding) => [encoding, new Text(encoding)]);
  if (type) all.unshift([type.name, type.text]);
  return all.map(([name, text]) => [name, text.encode(value)]);
}

/** The type, and the row with the ID as soon as the service has said which it is. */
function rustType({ name }, id) {
  const view = element("span", {}, name);
  rowOf(id).then(
    (row) => view.append(`, ${row ?? "of no row here"}`),
    () => view.append(", the service is away"),
  );
  return view;
}

layouts.append(...Object.keys(presets).map((name) => element("option", { value: name }, name)));
layouts.value = "default";
layouts.onchange = () => inspect(input.value.trim());
input.oninput = () => inspect(input.value.trim());
byId("inspector").onsubmit = (event) => {
  event.preventDefault();
  inspect(input.value.trim());
};

// Whatever ID is clicked on, wherever it is shown.
document.addEventListener("click", ({ target }) => {
  const button = target.closest("button.id");
  if (!button) return;
  layouts.value = "default";
  inspect(button.dataset.id);
});
