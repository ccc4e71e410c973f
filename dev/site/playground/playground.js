// The playground: what is in a pasted ID, what its node would do next, and layouts of one's own.

import { bitStrip } from "../../../clients/inspector/bit-strip.js";
import { byId, element, say } from "../../../clients/inspector/element.js";
import { parsed } from "../../../clients/inspector/json-parse.js";
import { colour } from "../../../clients/inspector/node-colour.js";
import { forms, part, parts } from "../../../clients/inspector/parts.js";
import { offerNone, offerSteps } from "../../../clients/inspector/steps.js";
import { decimalParts, presets, SnowflakeError, Text } from "../../../clients/js/src/index.js";
import { toKsuid, toUlid, toUuid } from "../../../clients/js/src/index.js";
import { design } from "./designer.js";
import { pause } from "./play.js";
import { read } from "./reading.js";
import { simulate } from "./simulation.js";

const input = byId("id");
const layouts = byId("layout");
const encodings = byId("encoding");
const target = byId("inspected");
const json = byId("json");
const ENCODINGS = ["decimal", "base62", "base32", "hex"];

/** Names in the list of layouts that are not presets. */
const DECIMAL = "decimal IDs";
const OWN = "your own, below";

/** A message of Discord, from its documentation. */
const FIRST = { id: "175928847299117063", layout: "discord" };

/** The designed layout, if it is one. */
let own;

/** Where timestamps wrap around: a time that is not before the IDs, also after some steps. */
const reference = () => new Date(Date.now() + 86_400_000);

function layout() {
  return layouts.value === OWN ? own : presets[layouts.value];
}

/** Shows what the text is, and what the node of its ID would do next. */
function inspect() {
  pause();
  offerNone();
  say(byId("note"), null);
  const text = input.value;
  const reading = attempt(() => read(text, layout(), encodings.value));
  if (reading === undefined) return;
  const { value, form, note } = reading;
  if (reading.layout !== undefined) layouts.value = reading.layout;
  say(byId("note"), note);
  if (!show(value, form) || layouts.value === DECIMAL) return;
  const chosen = layout();
  const simulation = (node, step, setBack) => simulate(chosen, node, step, setBack, reference());
  offerSteps(value, simulation, (next) => {
    say(byId("note"), null);
    input.value = form.encode(next);
    show(next, form);
  });
}

/** Does it, or says why it cannot be done. */
function attempt(action) {
  say(byId("id-error"), null);
  target.replaceChildren();
  json.replaceChildren();
  if (input.value.trim() === "") return undefined;
  try {
    return action();
  } catch (error) {
    if (!(error instanceof SnowflakeError)) throw error;
    say(byId("id-error"), error.message);
    return undefined;
  }
}

/** Shows an ID; whether the chosen layout has it. */
function show(value, form) {
  const link = new URLSearchParams({ id: input.value.trim(), layout: layouts.value });
  history.replaceState(null, "", `#${link}`);
  const views = attempt(() => (layouts.value === DECIMAL ? decimal(value, form) : timed(value, form)));
  if (views === undefined) return false;
  target.replaceChildren(...views);
  json.replaceChildren(...parsed([value], "This ID arrives unchanged as a number. Most do not: a number keeps 53 bits."));
  return true;
}

function timed(value, form) {
  const chosen = layout();
  if (chosen === undefined) throw new SnowflakeError("invalid-layout", "The layout below is not one yet.");
  const decoded = chosen.decode(value, { reference: reference() });
  const assumed = decoded.assumedPeriodStart;
  const views = [
    ...bitStrip(value, chosen),
    parts(decoded, chosen, assumed !== undefined && part("Assumed period", `from ${assumed.toISOString()}`)),
    forms([...texts(value, form), ...bridges(value, chosen)]),
    others(value),
  ];
  return views.map((view) => colour(view, decoded.node));
}

function decimal(value, form) {
  const { counter, generator, launch } = decimalParts(value);
  const lines = { Counter: counter, Generator: generator, Launch: launch };
  const list = Object.entries(lines).map(([name, number]) => part(name, String(number)));
  return [element("dl", { className: "parts" }, list), forms(texts(value, form)), others(value)];
}

function texts(value, form) {
  const all = ENCODINGS.map((encoding) => [encoding, new Text(encoding).encode(value)]);
  return form.prefix === "" ? all : [["prefixed", form.encode(value)], ...all];
}

/** The other kinds of values that the ID can be converted to. */
function bridges(value, chosen) {
  return Object.entries({ UUIDv7: toUuid, ULID: toUlid, KSUID: toKsuid }).flatMap(([name, convert]) => {
    try {
      return [[name, convert(value, chosen, { reference: reference() })]];
    } catch (error) {
      if (error.code === "outside-span") return [];
      throw error;
    }
  });
}

/** Presets in which the ID has a time of the past, to choose one of them. */
function others(value) {
  const found = Object.entries(presets).flatMap(([name, preset]) => {
    if (name === layouts.value || preset.isPeriodic) return [];
    try {
      const { time } = preset.decode(value);
      const isPast = time.getTime() <= Date.now() && time.getTime() > Date.UTC(2006);
      return isPast ? [choice(name, time.toISOString().slice(0, 10))] : [];
    } catch (error) {
      if (error instanceof SnowflakeError) return [];
      throw error;
    }
  });
  if (found.length === 0) return element("div", {});
  return element("p", { className: "others" }, "In other layouts: ", ...found);
}

function choice(name, day) {
  const choose = () => {
    layouts.value = name;
    inspect();
    layouts.focus();
  };
  return element("button", { type: "button", onclick: choose, "data-other": name }, `${name}, ${day}`);
}

/** What a link to this page asks for. */
function start() {
  const asked = Object.fromEntries(new URLSearchParams(location.hash.slice(1)));
  const { id, layout } = asked.id ? { layout: "default", ...asked } : FIRST;
  input.value = id;
  if (Array.from(layouts.options, ({ value }) => value).includes(layout)) layouts.value = layout;
  design("time:41/node:10/sequence:12@2025-01-01", (layout) => {
    own = layout;
    if (layouts.value === OWN) inspect();
  });
  inspect();
}

for (const name of [...Object.keys(presets), DECIMAL, OWN]) {
  layouts.append(element("option", { value: name }, name));
}
for (const changed of [layouts, encodings]) changed.onchange = inspect;
input.oninput = inspect;
byId("inspector").onsubmit = (event) => event.preventDefault();
byId("use-layout").onclick = () => {
  layouts.value = OWN;
  inspect();
  byId("id").focus();
};
byId("workbench").hidden = false;
start();
