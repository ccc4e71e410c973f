// The 64 bits of an ID, coloured by what they mean.

import { element } from "./element.js";

/** A strip with a cell per bit, high bits first, and below it what the fields are. */
export function bitStrip(value, layout) {
  const bits = value.toString(2).padStart(64, "0");
  const cells = Array.from(bits, (bit, at) => {
    const field = fieldOf(63 - at, layout);
    return element("span", { className: `bit ${field}${bit === "1" ? " one" : ""}` }, bit);
  });
  return [
    element("div", { className: "bits mono", role: "img", "aria-label": described(value, layout) }, cells),
    legend(layout),
  ];
}

/** What the fields are and how wide, high bits first. */
export function legend(layout) {
  const items = fields(layout).map(({ kind, name, width }) =>
    element("li", { className: kind }, `${name} · ${width} ${width === 1 ? "bit" : "bits"}`),
  );
  return element("ul", { className: "fields", "aria-hidden": "true" }, items);
}

/** What a bit is part of; bit 0 is the lowest. */
function fieldOf(bit, layout) {
  let end = 0;
  for (const { kind, width } of fields(layout).reverse()) {
    end += width;
    if (bit < end) return kind;
  }
  return "unused";
}

/** The fields, high bits first; `kind` is the class that colours them. */
function fields(layout) {
  const { nodeBits, sequenceBits, caller, order } = layout;
  const low = {
    node: { kind: "of-node", name: "node", width: nodeBits },
    sequence: { kind: "sequence", name: "sequence", width: sequenceBits },
    caller: { kind: "of-caller", name: caller?.[0], width: caller?.[1] },
  };
  return [{ kind: "time", name: "time", width: timeBits(layout) }, ...order.map((name) => low[name])];
}

/** How many bits of the time an ID can have: published widths may count the sign. */
function timeBits({ maxTimestamp }) {
  return maxTimestamp.toString(2).length;
}

function described(value, layout) {
  const bits = value.toString(2).padStart(63, "0");
  const low = fields(layout).slice(1).reduce((sum, { width }) => sum + width, 0);
  return `The 63 bits ${bits}; the time is all but the lowest ${low}`;
}
