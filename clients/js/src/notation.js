// Layouts as text, such as `time:39@10ms/seq:8/node:16@2014-09-01`, read as Rust's
// `Layout::parse` reads them, and refused in the same words.

import { SnowflakeError } from "./error.js";
import { described, quoted } from "./excerpt.js";

/** @typedef {import("./layout-options.js").LayoutOptions<string, string>} LayoutOptions */

/** @typedef {import("./layout-options.js").LowField} LowField */

/**
 * What is between two marks, and where it starts.
 *
 * @typedef {{ text: string, at: number }} Word
 */

const MARK = /[=:@(,)/]/g;
const NAME = /^[A-Za-z][A-Za-z0-9_-]*$/;
const NUMBER = /^(?:0|[1-9][0-9]*)$/;
const EPOCH = /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2}:\d{2})(?:\.(\d{1,3}))?Z)?$/;

/** Names that mean a field. */
const FIELDS = ["time", "node", "sequence", "seq"];

/** What is expected, in the words of Rust's `LayoutParseError`. */
const EXPECTED = Object.freeze({
  name: "a name: an ASCII letter, and then ASCII letters, digits, `_` and `-`",
  otherName: "another name: each field and each part has its own",
  partName: "a name of its own for the part: `time`, `node`, `sequence` and `seq` are fields",
  field: "a field and its width in bits, as in `node:10`",
  bits: "a width in bits, from 0 to 64 and without leading zeros, as in `node:10`",
  part: "a part and its width in bits, from 1 to 32, as in `worker:5`",
  parts: "parts of at most 32 bits together, as in `node:10(datacenter:5,worker:5)`",
  bare:
    "a name for each field, as in `time:41/node:10/sequence:12`, or three widths without " +
    "names, as in `41/10/12`",
  time:
    "`time` as the first field, as in `time:41/node:10/sequence:12`: only with the time in the " +
    "highest bits are IDs in the order of their times",
  oneCaller: "`node` or `sequence`: only one field can have another name",
  tick: "a tick of 1 ms or more, in `ms` or `s`, as in `time:39@10ms`",
  closed: "`,` and another part, or `)`, as in `node:10(datacenter:5,worker:5)`",
  end:
    "`/` and another field, or `@` and the epoch, or the end of the text; parts in " +
    "parentheses only follow `node` and `sequence`",
  epoch:
    "a date or an instant after the last field, as in `@2026-01-01` or " +
    "`@2026-01-01T08:30:00.000Z`",
});

/**
 * The options that a text stands for.
 *
 * @param {string} text
 * @returns {LayoutOptions}
 */
export function read(text) {
  if (typeof text !== "string") {
    const message = `the notation of a layout is a string, not ${described(text)}`;
    throw new SnowflakeError("notation", message);
  }
  return new Reader(text).layout();
}

/** Reads a text from its start to its end. */
class Reader {
  #text;
  /** How far it is read. All before is ASCII, so these are bytes, too. */
  #at = 0;
  /**
   * The names of fields and parts that are read. To look for them in the text again would take
   * quadratic time.
   *
   * @type {Set<string>}
   */
  #names = new Set();
  /** How many fields there are. */
  #count = 0;
  #areNamed = true;
  /** The widths of all fields added up. */
  #bits = 0;

  /** @param {string} text */
  constructor(text) {
    this.#text = text;
  }

  /** @returns {LayoutOptions} */
  layout() {
    /** @type {LayoutOptions & { order: LowField[] }} */
    const options = { name: "custom", timeBits: 0, order: [] };
    const first = this.#word();
    if (this.#takes("=")) options.name = named(first);
    else this.#at = 0;
    do this.#field(options);
    while (this.#takes("/"));
    const end = this.#rest();
    if (this.#takes("@")) {
      const epoch = this.#rest();
      options.epoch = unixMillisOf(epoch.text) ?? refuse(epoch, EXPECTED.epoch);
    } else if (end.text !== "") {
      refuse(end, EXPECTED.end);
    }
    if (!this.#areNamed && this.#count < 3) refuse(end, EXPECTED.bare);
    options.fullWidth = this.#bits === 64;
    return options;
  }

  /** @param {LayoutOptions & { order: LowField[] }} options */
  #field(options) {
    const word = this.#word();
    const isNamed = this.#takes(":");
    const width = isNamed ? this.#word() : word;
    if (!isNamed && number(word.text) === undefined) {
      refuse(word, /^[0-9]/.test(word.text) ? EXPECTED.bits : EXPECTED.field);
    }
    if (this.#count === 0) this.#areNamed = isNamed;
    else if (this.#areNamed !== isNamed) refuse(word, EXPECTED.bare);
    const bare = ["time", "node", "sequence"][this.#count];
    const name = isNamed ? this.#unused(word) : (bare ?? refuse(word, EXPECTED.bare));
    const bits = number(width.text) ?? refuse(width, EXPECTED.bits);
    if (bits > 64) refuse(width, EXPECTED.bits);
    this.#bits += bits;
    if (name === "time") {
      options.timeBits = bits;
      options.tickMillis = this.#tick();
    } else if (this.#count === 0) {
      refuse(word, EXPECTED.time);
    } else if (name === "node") {
      options.nodeBits = bits;
      options.nodeFields = this.#parts();
      options.order.push("node");
    } else if (name === "sequence" || name === "seq") {
      options.sequenceBits = bits;
      options.sequenceFields = this.#parts();
      options.order.push("sequence");
    } else if (options.caller !== undefined) {
      refuse(word, EXPECTED.oneCaller);
    } else {
      options.caller = [name, bits];
      options.order.push("caller");
    }
    this.#count += 1;
  }

  /** The tick after the width of the time. An epoch, which has a hyphen, may stand there. */
  #tick() {
    const follows = /^@([^/@]*)/.exec(this.#rest().text)?.[1];
    if (follows === undefined || follows.includes("-")) return 1;
    this.#at += 1;
    const word = this.#word();
    const [, count = "", unit] = /^(.*?)(ms|s)$/s.exec(word.text) ?? [];
    const millis = (number(count) ?? 0) * (unit === "s" ? 1000 : 1);
    return millis > 0 && millis <= 0xffff_ffff ? millis : refuse(word, EXPECTED.tick);
  }

  /** The named parts of a field, if there are any. */
  #parts() {
    /** @type {[name: string, bits: number][]} */
    const parts = [];
    if (!this.#takes("(")) return parts;
    let total = 0;
    do {
      const word = this.#word();
      if (!this.#takes(":")) refuse(word, EXPECTED.part);
      const name = this.#unused(word);
      if (FIELDS.includes(name)) refuse(word, EXPECTED.partName);
      const width = this.#word();
      const bits = number(width.text) ?? 0;
      if (bits < 1 || bits > 32) refuse(width, EXPECTED.part);
      total += bits;
      // Here and not at the end, so that few parts of a text that is far too long are kept.
      if (total > 32) refuse(width, EXPECTED.parts);
      parts.push([name, bits]);
    } while (this.#takes(","));
    return this.#takes(")") ? parts : refuse(this.#rest(), EXPECTED.closed);
  }

  /**
   * A name that no field and no part before has.
   *
   * @param {Word} word
   */
  #unused(word) {
    const name = named(word);
    const full = name === "seq" ? "sequence" : name;
    if (this.#names.has(full)) refuse(word, EXPECTED.otherName);
    this.#names.add(full);
    return name;
  }

  /**
   * What is before the next mark.
   *
   * @returns {Word}
   */
  #word() {
    const at = this.#at;
    MARK.lastIndex = at;
    this.#at = MARK.exec(this.#text)?.index ?? this.#text.length;
    return { text: this.#text.slice(at, this.#at), at };
  }

  /**
   * Whether the next character is this mark, which is read then.
   *
   * @param {string} mark
   */
  #takes(mark) {
    const isNext = this.#text[this.#at] === mark;
    if (isNext) this.#at += 1;
    return isNext;
  }

  /**
   * All that is not read yet.
   *
   * @returns {Word}
   */
  #rest() {
    return { text: this.#text.slice(this.#at), at: this.#at };
  }
}

/**
 * @param {Word} word
 * @param {string} expected
 * @returns {never}
 */
function refuse({ text, at }, expected) {
  const found = text === "" ? "nothing" : quoted(text);
  const message = `${found} at byte ${at} of the layout: expected ${expected}`;
  throw new SnowflakeError("notation", message);
}

/** @param {Word} word */
function named(word) {
  return NAME.test(word.text) ? word.text : refuse(word, EXPECTED.name);
}

/**
 * A decimal number of up to 32 bits: ASCII digits without leading zeros.
 *
 * @param {string} text
 */
function number(text) {
  const value = NUMBER.test(text) ? Number(text) : Infinity;
  return value <= 0xffff_ffff ? value : undefined;
}

/**
 * The instant of a date, or of RFC 3339 in UTC.
 *
 * @param {string} text
 */
function unixMillisOf(text) {
  const found = EPOCH.exec(text);
  if (found === null) return undefined;
  const [, date, time = "00:00:00", fraction = ""] = found;
  const full = `${date}T${time}.${fraction.padEnd(3, "0")}Z`;
  const instant = new Date(full);
  // Engines take the 30th of February for a day in March.
  return !Number.isNaN(instant.getTime()) && instant.toISOString() === full
    ? instant.getTime()
    : undefined;
}
