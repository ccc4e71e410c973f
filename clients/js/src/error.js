// What can be wrong.

/**
 * What is wrong, for programs.
 *
 * - A text: `empty`, `prefix`, `character`, `length`, `leading-zero`, `zero`,
 *   `too-large`.
 * - A number or bigint: `lost-bits` (it is too large to be exact), `not-an-integer`,
 *   `out-of-range`. Something else altogether: `not-an-id`.
 * - An ID under a layout: `not-in-layout`, `no-reference`, `no-time`, `periodic`,
 *   `not-a-time`.
 * - Minting: `would-wait`, `waited-too-long`, `clock-went-back`, `before-epoch`, `layout-ended`,
 *   `not-shared`.
 * - A UUID, ULID or KSUID: of these, `character`, `length`, `too-large`, `before-epoch`, and
 *   `variant`, `version`, `check`, `after-end`, `between-ticks`. An ID whose time one of them
 *   cannot have: `outside-span`.
 * - What an ID type or a layout is made from: `invalid-layout`, `unknown-layout`,
 *   `unknown-text`, `invalid-prefix`, `invalid-option`.
 *
 * @typedef {"empty" | "prefix" | "character" | "length" | "leading-zero" | "zero"
 *   | "too-large" | "lost-bits" | "not-an-integer" | "out-of-range" | "not-an-id"
 *   | "not-in-layout" | "no-reference" | "no-time" | "periodic" | "not-a-time"
 *   | "invalid-layout" | "unknown-layout" | "unknown-text" | "invalid-prefix"
 *   | "invalid-option" | "would-wait" | "waited-too-long" | "clock-went-back" | "before-epoch"
 *   | "layout-ended" | "not-shared" | "variant" | "version" | "check" | "after-end" | "between-ticks"
 *   | "outside-span"} ErrorCode
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
