// What `JSON.parse` does to IDs if they are numbers.

import { element } from "./element.js";

/**
 * Parses the IDs as numbers and as strings: views of what came out. `lucky` says that all of them
 * arrived.
 *
 * @param {bigint[]} ids
 * @param {string} lucky
 */
export function parsed(ids, lucky) {
  const digits = [...new Set(ids)].map(String);
  const numbers = roundTrip(digits);
  const strings = roundTrip(digits.map((id) => JSON.stringify(id)));
  const changed = digits.filter((id, at) => numbers[at] !== id);
  const merged = digits.length - new Set(numbers).size;
  return [
    element(
      "dl",
      { className: "counts" },
      count("numbers", changed.length, digits.length),
      count("strings", digits.filter((id, at) => strings[at] !== id).length, digits.length),
    ),
    changed.length > 0 ? example(...farthest(digits, numbers)) : "",
    element("p", {}, changed.length === 0 ? lucky : remark(merged)),
  ];
}

/** What an array of JSON values is as text again, once it was parsed. */
function roundTrip(values) {
  return JSON.parse(`[${values.join(",")}]`).map(String);
}

function count(name, changed, all) {
  return element(
    "div",
    { className: changed > 0 ? "bad" : "good" },
    element("dt", {}, `as ${name}`),
    element(
      "dd",
      {},
      element("strong", { "data-changed": name }, String(changed)),
      " of ",
      element("span", { "data-all": name }, String(all)),
      " changed",
    ),
  );
}

/** The ID that has most of its digits changed, and what it became. */
function farthest(sent, received) {
  const pairs = sent.map((id, at) => [id, received[at]]);
  const distance = ([a, b]) => Array.from(a).filter((digit, at) => digit !== b[at]).length;
  return pairs.reduce((best, pair) => (distance(pair) > distance(best) ? pair : best));
}

/** Digit by digit: what was sent, and what arrived. */
function example(sent, received) {
  const digit = (text, at) =>
    sent[at] === text[at] ? text[at] : element("b", {}, text[at] ?? "");
  const line = (name, text) =>
    element("div", {}, element("dt", {}, name), element("dd", { "data-example": name }, Array.from(text, (_, at) => digit(text, at))));
  return element("dl", { className: "digits mono" }, line("sent", sent), line("parsed", received));
}

function remark(merged) {
  const lost = merged > 0 ? `${merged} of them became equal to another one. ` : "";
  return `${lost}A number keeps 53 bits.`;
}
