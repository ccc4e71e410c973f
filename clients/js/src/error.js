// What can be wrong.

/**
 * What is wrong, for programs. Codes that `SPEC.md` has too mean the same there.
 *
 * - A text: `empty`, `prefix`, `character`, `length`, `leading-zero`, `zero`, `too-large`; of a public
 *   form, also `sealed`.
 * - A number or bigint: `range`, or `lost-bits` (it is too large to be exact). What is neither an integer
 *   nor a string: `type`.
 * - An ID under a layout: `not-in-layout`, `field-out-of-range`, `no-reference`, `no-time` (also of a UUID
 *   that is not of version 7), `periodic`, `not-a-time`.
 * - Minting: `would-wait`, `waited-too-long`, `clock-went-back`, `before-epoch`, `layout-ended`,
 *   `not-shared`.
 * - A UUID, ULID or KSUID: of these, `character`, `length`, `too-large`, `before-epoch`, and
 *   `variant`, `version`, `check`, `after-end`, `between-ticks`. An ID whose time one of them
 *   cannot have: `outside-span`.
 * - A prefix: `too-long`, `start`, `character`, `end`.
 * - A layout: `notation`, `epoch-in-seconds`, `no-time-bits`, `node-too-wide`, `sequence-too-wide`,
 *   `caller-width`, `too-many-bits`, `node-fields`, `sequence-fields`, `end-out-of-range`,
 *   `out-of-reach`.
 * - Other options: `invalid-layout`, `unknown-layout`, `unknown-text`, `invalid-option`.
 *
 * @typedef {"empty" | "prefix" | "character" | "length" | "leading-zero" | "zero"
 *   | "too-large" | "sealed" | "range" | "lost-bits" | "type"
 *   | "not-in-layout" | "field-out-of-range" | "no-reference" | "no-time" | "periodic" | "not-a-time"
 *   | "would-wait" | "waited-too-long" | "clock-went-back" | "before-epoch"
 *   | "layout-ended" | "not-shared" | "variant" | "version" | "check" | "after-end" | "between-ticks"
 *   | "outside-span" | "too-long" | "start" | "end"
 *   | "notation" | "epoch-in-seconds" | "no-time-bits" | "node-too-wide" | "sequence-too-wide"
 *   | "caller-width" | "too-many-bits" | "node-fields" | "sequence-fields" | "end-out-of-range"
 *   | "out-of-reach"
 *   | "invalid-layout" | "unknown-layout" | "unknown-text" | "invalid-option"} ErrorCode
 */

/** The error of everything in this module. */
export class SnowflakeError extends Error {
  /**
   * What is wrong, for programs.
   *
   * @readonly
   * @type {ErrorCode}
   */
  code;

  /**
   * @param {ErrorCode} code
   * @param {string} message
   */
  constructor(code, message) {
    super(message);
    this.name = "SnowflakeError";
    this.code = code;
  }
}
