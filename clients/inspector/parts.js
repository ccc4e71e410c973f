// What is in an ID: its fields with their time, and its texts.

import { element } from "./element.js";
import { nodeBadge } from "./node-colour.js";

/** The fields of a decoded ID, and what else is known of it. */
export function parts(decoded, layout, ...more) {
  const { time, timestamp, node, nodeFields, sequence, sequenceFields, caller } = decoded;
  return element(
    "dl",
    { className: "parts" },
    part("Time", element("time", { dateTime: time.toISOString() }, time.toISOString()), ` ${age(time)}`),
    part("Timestamp", `${timestamp} ${ticks(layout)}`),
    caller !== undefined && part(layout.caller[0], String(caller)),
    layout.nodeBits > 0 && part("Node", nodeBadge(node), named(nodeFields)),
    part("Sequence", String(sequence), named(sequenceFields)),
    ...more,
  );
}

/** A line of the list. */
export function part(name, ...values) {
  return element("div", {}, element("dt", {}, name), element("dd", { "data-part": name.toLowerCase() }, ...values));
}

/** Texts of an ID by the name of their form. */
export function forms(texts) {
  return element(
    "dl",
    { className: "forms" },
    texts.map(([name, text]) =>
      element("div", {}, element("dt", {}, name), element("dd", { className: "mono", "data-form": name }, text)),
    ),
  );
}

function named(fields) {
  const names = Object.entries(fields).map(([name, value]) => `${name} ${value}`);
  return names.length > 1 ? ` (${names.join(", ")})` : "";
}

function ticks({ tickMillis, epochUnixMillis }) {
  const unit = tickMillis === 1 ? "ms" : `ticks of ${tickMillis} ms`;
  return `${unit} since ${new Date(epochUnixMillis).toISOString().slice(0, 10)}`;
}

const UNITS = [["year", 31_557_600], ["month", 2_629_800], ["day", 86_400], ["hour", 3_600], ["minute", 60], ["second", 1]];

function age(time) {
  const seconds = (time.getTime() - Date.now()) / 1000;
  const [unit, length] = UNITS.find(([, length]) => Math.abs(seconds) >= length) ?? UNITS.at(-1);
  const format = new Intl.RelativeTimeFormat("en", { style: "narrow" });
  return `(${format.format(Math.trunc(seconds / length), unit)})`;
}
