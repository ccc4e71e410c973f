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
    element("ul", { className: "fields", "aria-hidden": "true" }, legend(layout)),
  ];
}

/** What a bit is part of; bit 0 is the lowest. */
export function fieldOf(bit, layout) {
  let end = 0;
  for (const [name, width] of fields(layout).reverse()) {
    end += width;
    if (bit < end) return classOf(name);
  }
  return "unused";
}

/** The fields and their widths, high bits first. */
function fields(layout) {
  const widths = { node: layout.nodeBits, sequence: layout.sequenceBits };
  return [["time", timeBits(layout)], ...layout.order.map((name) => [name, widths[name]])];
}

function classOf(name) {
  return name === "node" ? "of-node" : name;
}

/** How many bits of the time an ID can have: published widths may count the sign. */
function timeBits({ maxTimestamp }) {
  return maxTimestamp.toString(2).length;
}

function legend(layout) {
  return fields(layout)
    .map(([name, width]) => element("li", { className: classOf(name) }, `${name} · ${width} bits`));
}

function described(value, layout) {
  const bits = value.toString(2).padStart(63, "0");
  const low = BigInt(layout.nodeBits + layout.sequenceBits);
  return `The 63 bits ${bits}; the time is all but the lowest ${low}`;
}
