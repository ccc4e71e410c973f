// IDs with a public form: strings to hand on, in which there is nothing to read.

import { SnowflakeError } from "./error.js";
import { described } from "./excerpt.js";
import { FORMS, isFixed } from "./form.js";
import { Text } from "./text.js";

/**
 * An ID type with a public form. Its functions need no `this`.
 *
 * @template I
 * @typedef {object} PublicIdType
 * @property {string} name
 * @property {(value: unknown) => I} from the ID that a string of the right shape is; throws for
 *   everything else. Whether the server made it, only the server can tell.
 * @property {(value: unknown) => value is I} is whether a value is such a string
 */

/**
 * Declares an ID type with `#[snowflake(public = "…")]` on the server.
 *
 * @template {string} Name
 * @param {Name} name how messages call it
 * @param {object} [options] as in `#[snowflake(…)]`
 * @param {"sealed" | "permuted"} [options.public] `"sealed"` if it is left out
 * @param {import("./form.js").Encoding} [options.text]
 * @param {string} [options.prefix]
 * @returns {PublicIdType<import("./id-type.js").Id<Name>>}
 */
export function publicIdType(name, options = {}) {
  if (typeof name !== "string") {
    throw new SnowflakeError(
      "invalid-option",
      `an ID type's name is a string, not ${described(name)}`,
    );
  }
  const form = options.public ?? "sealed";
  const { encoding, prefix } = new Text(options.text, options.prefix);
  const shape = new RegExp(`^${prefix}${digits(form, encoding)}$`);

  /**
   * @param {unknown} value
   * @returns {value is any}
   */
  const is = (value) => typeof value === "string" && shape.test(value);

  return Object.freeze({
    name,
    is,
    from: (/** @type {unknown} */ value) => {
      if (is(value)) return value;
      throw new SnowflakeError(
        "not-an-id",
        `invalid ${name} ${described(value)}: expected a ${form} ID as the server writes it, ` +
          `a string that fits ${shape}`,
      );
    },
  });
}

/** @type {(form: unknown, encoding: import("./form.js").Encoding) => string} */
function digits(form, encoding) {
  if (form === "sealed") {
    // As on the server: where the numbers are decimal, base62.
    const { alphabet, last } = FORMS[encoding === "decimal" ? "base62" : encoding];
    return `[${alphabet}]{${2 * last.length}}`;
  }
  if (form === "permuted") {
    const { alphabet, last } = FORMS[encoding];
    return `[A-Z]${isFixed(encoding) ? `[${alphabet}]{${last.length}}` : "[1-9][0-9]{0,18}"}`;
  }
  throw new SnowflakeError(
    "invalid-option",
    `unknown public form ${described(form)}; there are "sealed", "permuted"`,
  );
}
