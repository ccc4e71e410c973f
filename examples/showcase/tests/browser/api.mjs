// The service without the page.

import assert from "node:assert/strict";

/** What a request is answered with, which must be a success. */
export async function request(url, method, path, body) {
  const response = await fetch(`${url}/api/${path}`, {
    method,
    headers: { "content-type": "application/json" },
    body: body && JSON.stringify(body),
  });
  const text = await response.text();
  assert.ok(response.ok, `${method} ${path}: ${response.status} ${text}`);
  return text === "" ? undefined : JSON.parse(text);
}

export const get = (url, path) => request(url, "GET", path);

/** All rows of a list, page by page. */
export async function all(url, path) {
  const rows = [];
  const and = path.includes("?") ? "&" : "?";
  for (let after = ""; ; ) {
    const { items, next } = await get(url, `${path}${and}limit=100${after}`);
    rows.push(...items);
    if (next === null) return rows;
    after = `&after=${next}`;
  }
}

/** A guild of its own for a test, with a channel and members. */
export async function world(url, { guild = "Test", names = ["Ada", "Grace"] } = {}) {
  const users = [];
  for (const name of names) users.push(await request(url, "POST", "users", { name }));
  const made = await request(url, "POST", "guilds", { name: guild, owner_id: users[0].id });
  for (const user of users) {
    await request(url, "PUT", `guilds/${made.id}/members/${user.id}`);
  }
  return { guild: made, channel: made.welcome_id, users };
}

export function post(url, channel, author, text, replyTo = null) {
  const draft = { author_id: author.id, text, reply_to: replyTo };
  return request(url, "POST", `channels/${channel}/messages`, draft);
}

const BASE32 = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** The number of an ID, without the code of the page. */
export function number(id) {
  const alphabet = id.startsWith("rct_") ? BASE32 : BASE62;
  const size = BigInt(alphabet.length);
  const digits = Array.from(id.slice("usr_".length));
  return digits.reduce((value, digit) => value * size + BigInt(alphabet.indexOf(digit)), 0n);
}
