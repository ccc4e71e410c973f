// What a pasted text is: an ID in one of its forms, or a UUID, ULID or KSUID that was made from one.

import { number } from "../../../clients/js/src/digits.js";
import { SnowflakeError } from "../../../clients/js/src/error.js";
import { FORMS } from "../../../clients/js/src/form.js";
import { fromKsuid, fromUlid, fromUuid, presets, Text } from "../../../clients/js/src/index.js";

/**
 * An ID in a text: its value, the form in which to write others, and what to say of it. `layout` is
 * the name of the preset that was found.
 *
 * @typedef {{ value: bigint, form: Text, layout?: string, note?: string }} Reading
 */

const BRIDGES = [
  {
    kind: "UUID",
    shape: /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i,
    read: (text, layout) => fromUuid(text.toLowerCase(), layout),
    describe: (text) => {
      const version = text[14];
      const millis = Number.parseInt(text.slice(0, 8) + text.slice(9, 13), 16);
      return `of version ${version}${version === "7" ? `, from ${iso(millis)}` : ""}`;
    },
  },
  {
    kind: "ULID",
    shape: /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/i,
    read: fromUlid,
    describe: (text) => `from ${iso(Number(number(text.slice(0, 10).toUpperCase(), FORMS.base32.alphabet)))}`,
  },
  {
    kind: "KSUID",
    shape: /^[0-9A-Za-z]{27}$/,
    read: fromKsuid,
    describe: (text) => {
      const seconds = BigInt.asUintN(32, number(text, FORMS.base62.alphabet) >> 128n) + 1_400_000_000n;
      return `from ${iso(Number(seconds) * 1000)}`;
    },
  },
];

/** The last long number of a link. */
const LINK = /^https?:\/\/\S*?(\d{15,19})(?!.*\d{15})/;

/** Digits of the public forms, whose IDs only the service can read. */
const SEALED = { base62: 22, base32: 26, hex: 32 };

/**
 * Reads a text, in the form that it has or in the one that is asked for.
 *
 * @param {string} pasted
 * @param {import("../../../clients/js/src/layout.js").Layout | undefined} layout the layout that is
 *   chosen, if it is one with a time
 * @param {"auto" | import("../../../clients/js/src/form.js").Encoding} encoding
 * @returns {Reading}
 */
export function read(pasted, layout, encoding) {
  const quoted = pasted.trim().replace(/,$/, "");
  const bare = /^(["'`]).*\1$/.test(quoted) ? quoted.slice(1, -1) : quoted;
  const text = LINK.exec(bare)?.[1] ?? bare;
  const bridge = encoding === "auto" && BRIDGES.find(({ shape }) => shape.test(text));
  if (bridge) return made(text, bridge, layout);
  const prefix = /^[A-Za-z][A-Za-z0-9_-]{0,14}[_-](?=[^_-])/.exec(text)?.[0] ?? "";
  const digits = text.slice(prefix.length);
  const form = new Text(encoding === "auto" ? encodingOf(digits) : encoding, prefix);
  if (encoding === "auto") mustNotBePublic(digits, prefix);
  return { value: form.decode(text), form };
}

/** The ID from which another kind of value was made: the layout is found by trying all. */
function made(text, { kind, read, describe }, chosen) {
  const tried = [...(chosen ? [[undefined, chosen]] : []), ...Object.entries(presets)];
  for (const [name, layout] of tried) {
    try {
      const value = read(text, layout);
      return {
        value,
        form: new Text(),
        layout: name,
        note: `This ${kind} was made from an ID of the layout ${layout.name}.`,
      };
    } catch (error) {
      if (!(error instanceof SnowflakeError)) throw error;
    }
  }
  const what = `This is a ${kind} ${describe(text)}`;
  throw new SnowflakeError("check", `${what}. It was not made from an ID of a preset.`);
}

/** The form of digits without a prefix, by their length. */
function encodingOf(digits) {
  if (/^[1-9][0-9]*$/.test(digits)) return "decimal";
  if (digits.length === 16 && /^[0-9a-f]*$/i.test(digits)) return "hex";
  if (digits.length === 13) return "base32";
  return digits.length === 11 ? "base62" : "decimal";
}

function mustNotBePublic(digits, prefix) {
  const isSealed = Object.values(SEALED).includes(digits.length) && /^[0-9A-Za-z]+$/.test(digits);
  const isPermuted = prefix !== "" && /^[A-Z]([0-9A-Za-z]{11}|[0-9A-Z]{13}|[0-9a-f]{16})$/.test(digits);
  if (!isSealed && !isPermuted) return;
  const kind = isSealed ? "sealed" : "permuted";
  throw new SnowflakeError(
    "type",
    `This looks like the ${kind} form of an ID. Only a program with its key can read it.`,
  );
}

function iso(millis) {
  const date = new Date(millis);
  return Number.isNaN(date.getTime()) ? "no date" : date.toISOString();
}
