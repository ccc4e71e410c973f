// Minting: as Rust does on a clock that is set by hand, and by threads.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { mock, test } from "node:test";
import { Worker } from "node:worker_threads";

import { idType, Layout, presets } from "snowflake-kit";
import { Generator } from "snowflake-kit/generator";
import { MintScope } from "snowflake-kit/testing";

import { FOLDER, minted, random, thrown } from "./tools.js";

/** What a generator of Rust has done is told by a sum over its answers: FNV-1a over 64 bits. */
function sum(before, answer) {
  return BigInt.asUintN(64, (before ^ answer) * 0x100000001b3n);
}

/** Answers that are not IDs. */
const REFUSED = { "would-wait": 0n, "clock-went-back": -1n };

for (const { layout: text, node, start, sequenceStart, seed, count, sums, ids } of minted()) {
  test(`${text}, from ${sequenceStart}: ${count} answers are those of Rust`, () => {
    const layout = presets[text] ?? Layout.parse(text);
    let now = Number(start);
    const clock = () => now;
    const generator = new Generator({ layout, node, clock, sequenceStart });
    const next = random(BigInt(seed));
    const below = (end) => Number(next() % BigInt(end));
    const seen = new Set();
    const found = [];
    let total = 0xcbf29ce484222325n;
    for (let at = 1; at <= count; at += 1) {
      // As in `snowflake-cli/tests/javascript/minted.rs`.
      const step = below(1_000);
      if (step < 20) now += below(3 * layout.tickMillis);
      else if (step === 20) now -= below(12_000);
      else if (step === 21) now += below(20_000);
      let answer;
      try {
        answer = generator.tryMint(layout.caller === null ? undefined : at % 256);
        assert.ok(!seen.has(answer), `${answer}`);
        seen.add(answer);
      } catch (error) {
        assert.ok(error.code in REFUSED, error);
        answer = REFUSED[error.code];
        // Waiting.
        now += layout.tickMillis * (1 + below(200));
      }
      total = sum(total, BigInt.asUintN(64, answer));
      if (at % 1_000 === 0) found.push(String(total));
    }
    assert.equal(seen.size, ids);
    assert.deepEqual(found, sums);
  });
}

test("a million IDs of Rust's were compared", () => {
  const ids = minted().reduce((sum, { ids }) => sum + ids, 0);
  assert.ok(ids >= 1_000_000, `${ids}`);
});

/** By how much of an even share a remainder has more or less IDs, at worst. */
function unevenness(ids, divisor) {
  const counts = new Array(divisor).fill(0);
  for (const id of ids) counts[Number(id % BigInt(divisor))] += 1;
  const even = ids.length / divisor;
  return Math.max(...counts.map((count) => Math.abs(count - even))) / even;
}

for (const [rate, perTick, stepMillis, ticks] of [
  ["an ID per second", 1, 1_000, 128_000],
  ["a million IDs per second", 1_000, 1, 256],
]) {
  test(`remainders are within 5 % of even where ticks continue, at ${rate}`, () => {
    let now = Date.UTC(2026, 0, 1);
    const node = perTick === 1 ? 11 : 12;
    const generator = new Generator({ node, clock: () => now, sequenceStart: "continue" });
    const ids = [];
    for (let tick = 0; tick < ticks; tick += 1) {
      now += stepMillis;
      for (let at = 0; at < perTick; at += 1) ids.push(generator.tryMint());
    }
    assert.equal(new Set(ids).size, ids.length);
    const odd = Array.from({ length: 49 }, (_, at) => 2 * at + 3);
    for (const divisor of [2, 4, 8, 16, 32, 64, 128, 256, ...odd]) {
      assert.ok(unevenness(ids, divisor) < 0.05, `${divisor}: ${unevenness(ids, divisor)}`);
    }
  });
}

test("where a tick begins is one of two words", () => {
  assert.equal(thrown(() => new Generator({ node: 1, sequenceStart: "random" })).code, "invalid-option");
});

test("a mint waits for the next tick, and reads the clock again", () => {
  const layout = new Layout({ name: "slow", timeBits: 41, nodeBits: 10, sequenceBits: 1 });
  const generator = new Generator({ layout, node: 1 });
  const ids = Array.from({ length: 20 }, () => generator.mint());
  assert.deepEqual(ids, Array.from(new Set(ids)).sort(), "in order, none twice");
  const decoded = ids.map((id) => layout.decode(id));
  // At most two in each tick, and no tick that has not begun.
  assert.ok(decoded.at(-1).timestamp - decoded[0].timestamp >= 9);
  assert.ok(decoded.every(({ unixMillis }) => unixMillis <= Date.now()));
});

test("other tasks run while one waits", async () => {
  const layout = new Layout({ name: "slow", timeBits: 41, nodeBits: 10, sequenceBits: 1 });
  const generator = new Generator({ layout, node: 2 });
  const all = await Promise.all(Array.from({ length: 40 }, () => generator.mintAsync()));
  assert.equal(new Set(all).size, 40);
});

test("generators of one node share what they have minted", () => {
  const clock = () => 1_800_000_000_000;
  const [one, other] = [3, 3].map((node) => new Generator({ node, clock }));
  const ids = [one, other, one, other].map((generator) => generator.tryMint());
  assert.deepEqual(ids, [0n, 1n, 2n, 3n].map((step) => ids[0] + step));
  // Another name does not make another layout.
  const renamed = new Layout({ name: "mine", timeBits: 41, nodeBits: 10, sequenceBits: 12 });
  assert.equal(new Generator({ layout: renamed, node: 3, clock }).tryMint(), ids[0] + 4n);
});

test("a clock that steps back too far, or out of the layout, is refused", () => {
  let now = 1_800_000_000_000;
  const generator = new Generator({ node: 4, clock: () => now, maxRollbackMillis: 1_000 });
  const first = generator.tryMint();
  now -= 1_000;
  assert.equal(generator.tryMint(), first + 1n);
  now -= 1;
  const { code, message } = thrown(() => generator.tryMint());
  assert.equal(code, "clock-went-back");
  assert.match(message, /^the clock is 1001 ms before the last ID of node 4/);
  for (const [time, expected] of [
    [0, "before-epoch"],
    [presets.default.endsAt, "layout-ended"],
    [NaN, "invalid-option"],
  ]) {
    now = time;
    assert.equal(thrown(() => generator.tryMint()).code, expected);
  }
});

test("a wait that would take too long is refused at once", () => {
  let now = 1_800_000_000_000;
  const layout = new Layout({ name: "one", timeBits: 30, nodeBits: 10, tickMillis: 60_000 });
  const generator = new Generator({ layout, node: 1, clock: () => now });
  generator.mint();
  assert.equal(thrown(() => generator.mint()).code, "waited-too-long");
  assert.equal(thrown(() => generator.tryMint()).code, "would-wait");
});

test("what a generator is made from is checked", () => {
  for (const options of [
    {},
    { node: 1024 },
    { node: -1 },
    { node: "7" },
    { node: 1, layout: "myspace" },
    { node: 1, maxWaitMillis: -1 },
  ]) {
    assert.equal(thrown(() => new Generator(options)).code, "invalid-option");
  }
  const feed = Layout.parse("feed=time:41/shard:8/node:5/sequence:9@2026-01-01");
  const generator = new Generator({ layout: feed, node: 1 });
  for (const caller of [undefined, 256, -1, "7"]) {
    assert.equal(thrown(() => generator.mint(caller)).code, "invalid-option");
  }
  assert.equal(feed.decode(generator.mint(42)).caller, 42);
  assert.equal(thrown(() => new Generator({ node: 1 }).mint(42)).code, "invalid-option");
});

test("an ID type writes what is minted", () => {
  const PostId = idType("PostId", { text: "base62", prefix: "pst_" });
  const id = PostId.from(new Generator({ node: 5 }).mint());
  assert.equal(PostId.decode(id).node, 5);
});

/** What a thread posts that runs this. */
function thread(program, workerData) {
  const head = `
    import { parentPort, workerData } from "node:worker_threads";
    import { Generator } from "snowflake-kit/generator";`;
  // In a file of the package, which it imports by its name.
  const scratch = join(FOLDER, "scratch");
  mkdirSync(scratch, { recursive: true });
  const folder = mkdtempSync(join(scratch, "thread-"));
  const file = join(folder, "thread.mjs");
  writeFileSync(file, head + program);
  const worker = new Worker(file, { workerData });
  return new Promise((resolve, reject) => {
    worker.on("message", resolve).on("error", reject);
  }).finally(() => rmSync(folder, { recursive: true }));
}

test("threads that share a node through one generator mint no ID twice", async () => {
  const generator = new Generator({ node: 6 });
  const mints = `
    const generator = Generator.from(workerData);
    parentPort.postMessage(Array.from({ length: 20_000 }, () => generator.mint()));`;
  const threads = Array.from({ length: 4 }, () => thread(mints, generator.handle()));
  const own = Array.from({ length: 20_000 }, () => generator.mint());
  const all = (await Promise.all(threads)).concat(own).flat();
  assert.equal(all.length, 100_000);
  assert.equal(new Set(all).size, all.length);
});

test("a thread that starts later shares the nodes that this one has", async () => {
  const generator = new Generator({ node: 8 });
  const mints = `
    const generator = new Generator({ node: 8 });
    parentPort.postMessage(Array.from({ length: 20_000 }, () => generator.mint()));`;
  const threads = [thread(mints), thread(mints)];
  const own = Array.from({ length: 20_000 }, () => generator.mint());
  const all = (await Promise.all(threads)).concat(own).flat();
  assert.equal(new Set(all).size, 60_000);
});

test("contexts of one thread, and those of its workers, mint no ID twice", () => {
  const file = join(FOLDER, "tests/contexts.js");
  const options = ["--experimental-vm-modules", "--no-warnings", file];
  const said = execFileSync(process.execPath, options, { encoding: "utf8" });
  assert.deepEqual(JSON.parse(said), { count: 80_000, distinct: 80_000 });
});

test("two copies of the module mint no ID twice", async () => {
  const copy = join(FOLDER, "scratch/copy");
  cpSync(join(FOLDER, "src"), join(copy, "src"), { recursive: true });
  cpSync(join(FOLDER, "package.json"), join(copy, "package.json"));
  const other = await import(join(copy, "src/generator.js"));
  assert.notEqual(other.Generator, Generator);
  const both = [new Generator({ node: 9 }), new other.Generator({ node: 9 })];
  const ids = Array.from({ length: 20_000 }, (_, at) => both[at % 2].mint());
  assert.equal(new Set(ids).size, ids.length);
  rmSync(copy, { recursive: true });
});

test("a thread that does not share is refused", async () => {
  const code = await thread(`
    try {
      new Generator({ node: 1_000 });
    } catch (error) {
      parentPort.postMessage(error.code);
    }`);
  assert.equal(code, "not-shared");
});

test("a handle that is none, or has lost what it shares, is refused", () => {
  const handle = new Generator({ node: 10 }).handle();
  const lost = JSON.parse(JSON.stringify(handle));
  for (const other of [undefined, null, "handle", {}, { node: 10 }, lost]) {
    assert.equal(thrown(() => Generator.from(other)).code, "invalid-option");
  }
});

test("a scope forgets a clock that was in the future", () => {
  const generator = new Generator({ node: 20 });
  const before = generator.mint();
  const ids = [1, 2].map(() => {
    const scope = new MintScope();
    mock.timers.enable({ apis: ["Date"], now: Date.UTC(2050, 0) });
    try {
      // One that exists already, and one that the test makes.
      const found = [generator.tryMint(), new Generator({ node: 20 }).tryMint()];
      assert.equal(found[1], found[0] + 1n);
      return found;
    } finally {
      mock.timers.reset();
      scope.end();
    }
  });
  assert.deepEqual(ids[0], ids[1], "each scope begins with nothing");
  assert.equal(presets.default.decode(ids[0][0]).unixMillis, Date.UTC(2050, 0));
  // Without a scope, the node would have to wait until then.
  const after = generator.mint();
  assert.ok(before < after && after < ids[0][0]);
});

test("scopes are nested, and an outer one ends those in it", () => {
  const generator = new Generator({ node: 21, clock: () => 1_800_000_000_000 });
  const first = generator.tryMint();
  const outer = new MintScope();
  assert.equal(generator.tryMint(), first);
  const inner = new MintScope();
  assert.equal(generator.tryMint(), first);
  inner.end();
  assert.equal(generator.tryMint(), first + 1n);
  const other = new MintScope();
  outer.end();
  other.end();
  assert.equal(generator.tryMint(), first + 1n);
  assert.equal(generator.tryMint(), first + 2n);
});

test("a thread of a scope may make generators", async () => {
  const ids = await thread(`
    const { MintScope } = await import("snowflake-kit/testing");
    const scope = new MintScope();
    const generator = new Generator({ node: 1_001 });
    const found = [generator.mint(), new Generator({ node: 1_001 }).mint()];
    scope.end();
    try {
      generator.mint();
    } catch (error) {
      found.push(error.code);
    }
    parentPort.postMessage(found);`);
  assert.ok(ids[0] < ids[1]);
  assert.equal(ids[2], "not-shared");
});

test("a clock that stands still ends a wait", () => {
  const scope = new MintScope();
  const layout = new Layout({ name: "still", timeBits: 41, nodeBits: 10, sequenceBits: 1 });
  const clock = () => 1_800_000_000_000;
  const generator = new Generator({ layout, node: 1, clock, maxWaitMillis: 20 });
  const { now } = performance;
  performance.now = () => 0;
  try {
    [generator.mint(), generator.mint()];
    assert.equal(thrown(() => generator.mint()).code, "waited-too-long");
  } finally {
    performance.now = now;
    scope.end();
  }
});
