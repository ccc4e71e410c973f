// What is in an ID that is clicked or pasted.

import { presets, SnowflakeError, Text, toBigInt } from "/snowflake-kit/index.js";
import { bitStrip } from "./bit-strip.js";
import { byId, element, say } from "./element.js";
import { PLAIN, PREFIXED } from "./ids.js";
import { colour, nodeBadge } from "./node-colour.js";
import { rowOf } from "./row.js";
import { offerNone, offerSteps } from "./steps.js";

const input = byId("id");
const layouts = byId("layout");
const target = byId("inspected");

const FORMS = ["decimal", "base62", "base32", "hex"];

/** Shows what an ID is, or why it is none, and what its node would do next. */
export function inspect(text) {
  // The service simulates nodes of its own layout.
  if (show(text) && layouts.value === "default") offerSteps(text, show);
  else offerNone();
}

/** Whether the text is an ID. */
function show(text) {
  input.value = text;
  target.replaceChildren();
  say(byId("id-error"), null);
  if (text === "") return false;
  try {
    target.replaceChildren(...view(text, presets[layouts.value]));
    return true;
  } catch (error) {
    if (!(error instanceof SnowflakeError)) throw error;
    say(byId("id-error"), error.message);
    return false;
  }
}

/** A prefix says what an ID identifies; what has none is a decimal number. */
function read(text) {
  const type = PREFIXED.find(({ text: { prefix } }) => text.startsWith(prefix));
  return { type, value: type ? type.toBigInt(text) : toBigInt(text) };
}

function view(text, layout) {
  const { type, value } = read(text);
  // The time of an ID whose timestamps wrap around depends on when it is asked for.
  const decoded = layout.decode(value, { reference: new Date() });
  const { time, timestamp, node, nodeFields, sequence, sequenceFields } = decoded;
  const parts = element(
    "dl",
    { className: "parts" },
    part("Time", element("time", { dateTime: time.toISOString() }, time.toISOString()), ` ${age(time)}`),
    part("Timestamp", `${timestamp} ${ticks(layout)}`),
    layout.nodeBits > 0 && part("Node", nodeBadge(node), named(nodeFields)),
    part("Sequence", String(sequence), named(sequenceFields)),
    layout === presets.default && part("Rust type", rustType(value, type)),
  );
  return [...bitStrip(value, layout), parts, forms(value, type)].map((part) => colour(part, node));
}

/** The type, and the row with the ID as soon as the service has said which it is. */
function rustType(value, type) {
  const types = type ? [type] : PLAIN;
  const found = element("span", {}, types.map(({ name }) => name).join(" or "));
  rowOf(value, types).then(
    (row) => {
      if (row) found.textContent = `${row.type.name}, ${row.name}`;
      else found.append(", of no row here");
    },
    () => found.append(", the service is away"),
  );
  return found;
}

function part(name, ...values) {
  return element("div", {}, element("dt", {}, name), element("dd", { "data-part": name.toLowerCase() }, ...values));
}

function named(fields) {
  const names = Object.entries(fields).map(([name, value]) => `${name} ${value}`);
  return names.length > 1 ? ` (${names.join(", ")})` : "";
}

function ticks({ tickMillis, epochUnixMillis }) {
  const unit = tickMillis === 1 ? "ms" : `ticks of ${tickMillis} ms`;
  return `${unit} since ${new Date(epochUnixMillis).toISOString().slice(0, 10)}`;
}

/** All texts of the ID: of each form there is one. */
function forms(value, type) {
  const all = FORMS.map((encoding) => [encoding, new Text(encoding)]);
  if (type) all.unshift([type.name, type.text]);
  return element(
    "dl",
    { className: "forms" },
    all.map(([name, text]) =>
      element("div", {}, element("dt", {}, name), element("dd", { className: "mono", "data-form": name }, text.encode(value))),
    ),
  );
}

const UNITS = [["year", 31_557_600], ["month", 2_629_800], ["day", 86_400], ["hour", 3_600], ["minute", 60], ["second", 1]];

function age(time) {
  const seconds = (time.getTime() - Date.now()) / 1000;
  const [unit, length] = UNITS.find(([, length]) => Math.abs(seconds) >= length) ?? UNITS.at(-1);
  const format = new Intl.RelativeTimeFormat("en", { style: "narrow" });
  return `(${format.format(Math.trunc(seconds / length), unit)})`;
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
