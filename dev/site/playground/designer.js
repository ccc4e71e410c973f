// A layout, written as a notation or by its widths, and what it gives.

import { legend } from "../../../clients/inspector/bit-strip.js";
import { byId, element, say } from "../../../clients/inspector/element.js";
import { Layout, SnowflakeError } from "../../../clients/js/src/index.js";

const notation = byId("notation");
const epoch = byId("epoch");
const tick = byId("tick");
const widths = { time: byId("time-bits"), node: byId("node-bits"), sequence: byId("sequence-bits") };
const result = byId("capacity");

/** Called with the layout, or with nothing if there is none, whenever it changes. */
let changed = () => {};

/** Shows the layout of a notation. */
export function design(text, onChange) {
  changed = onChange;
  notation.value = text;
  byNotation();
}

function byNotation() {
  const layout = parsed();
  if (layout === undefined) return;
  epoch.value = new Date(layout.epochUnixMillis).toISOString().slice(0, 10);
  tick.value = layout.tickMillis;
  widths.time.value = layout.timeBits;
  widths.node.value = layout.nodeBits;
  widths.sequence.value = layout.sequenceBits;
}

/** Writes the notation from the widths. The caller's field and the order stay as they were. */
function byWidths() {
  const { caller, order } = lastLayout;
  const field = {
    caller: () => `${caller[0]}:${caller[1]}`,
    node: () => `node:${widths.node.value}`,
    sequence: () => `sequence:${widths.sequence.value}`,
  };
  const all = new Set([...order, "node", "sequence"]);
  const ticks = tick.value === "1" ? "" : `@${tick.value}ms`;
  const low = Array.from(all, (name) => field[name]()).join("/");
  notation.value = `time:${widths.time.value}${ticks}/${low}@${epoch.value}`;
  parsed();
}

let lastLayout = new Layout({ name: "custom", timeBits: 41, nodeBits: 10, sequenceBits: 12 });

/** The layout of the notation, shown, or why it is none. */
function parsed() {
  try {
    lastLayout = Layout.parse(notation.value.trim());
    say(byId("notation-error"), null);
    result.replaceChildren(legend(lastLayout), capacity(lastLayout));
    changed(lastLayout);
    return lastLayout;
  } catch (error) {
    if (!(error instanceof SnowflakeError)) throw error;
    say(byId("notation-error"), error.message);
    result.replaceChildren();
    changed(undefined);
    return undefined;
  }
}

const COUNT = new Intl.NumberFormat("en");

/** When it ends, and how much it has room for. */
function capacity(layout) {
  const { endsAt, epochUnixMillis, nodeBits, sequenceBits, tickMillis, caller, maxId } = layout;
  const years = (endsAt - epochUnixMillis) / 31_556_952_000;
  const perTick = 2 ** sequenceBits;
  const perSecond = (perTick * 1000) / tickMillis;
  const used = maxId.toString(2).length;
  const line = (name, key, ...values) =>
    element("div", {}, element("dt", {}, name), element("dd", { "data-capacity": key }, ...values));
  return element(
    "dl",
    { className: "parts capacity" },
    line("Ends", "end", `${new Date(endsAt).toISOString()}, ${rounded(years)} years after its epoch`),
    line("Nodes", "nodes", COUNT.format(2 ** nodeBits)),
    line("IDs of a node", "ids", `${COUNT.format(perTick)} in a tick, ${rounded(perSecond)} in a second`),
    line("IDs of all", "all", `${rounded(perSecond * 2 ** nodeBits)} in a second`),
    caller && line("For each ID", "caller", `${caller[0]}, 0 to ${COUNT.format(2 ** caller[1] - 1)}`),
    line("Bits", "bits", `${used} of 63`),
    line("In JSON", "json", used <= 53 ? "numbers are exact" : "strings: numbers keep 53 bits"),
    line("Order", "order", ORDER[layout.monotonicity]),
  );
}

const ORDER = {
  full: "a larger ID was minted later",
  sharded: "a larger ID of the same node was minted later; between nodes, to the tick",
};

function rounded(number) {
  return COUNT.format(number >= 100 ? Math.round(number) : Number(number.toPrecision(3)));
}

notation.oninput = byNotation;
for (const input of [epoch, tick, ...Object.values(widths)]) input.oninput = byWidths;
