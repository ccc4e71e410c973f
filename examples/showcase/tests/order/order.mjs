// The order of what is shown, for generated orders of arrival: node order.mjs
//
// A failure prints the seed and the smallest case that was found: FC_SEED=… tries that again.

import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { History } from "./history.js";
import { inOrder } from "./order.js";

const seed = Number(process.env.FC_SEED ?? Date.now() % 2 ** 31);
console.log(`FC_SEED=${seed}`);
fc.configureGlobal({ seed, numRuns: 2_000, includeErrorInReport: true });

/** How late a message may be committed: after so many newer ones at most. */
const LATE = 4;

/** As long as what may be late, as that of the page is. */
const PAGE = 4;

/** IDs that say nothing, in the order in which the service lists them. */
const ids = (count) => Array.from({ length: count }, (_, at) => `${(at * 7919) % 1009}-${at}`);

/** The list of a channel: which messages are committed, and what is told of them. */
class Channel {
  #committed = [];

  constructor(order) {
    this.order = order;
  }

  get list() {
    return this.order.filter((id) => this.#committed.includes(id));
  }

  commit(id) {
    this.#committed.push(id);
  }

  /** The neighbour of a message at this moment. */
  beside(id, step) {
    const found = this.list.at(this.list.indexOf(id) + step);
    return this.list.indexOf(id) + step < 0 || found === undefined ? null : { id: found };
  }

  page(after) {
    const newestFirst = this.list.reverse();
    const from = after === undefined ? 0 : newestFirst.indexOf(after) + 1;
    const nodes = newestFirst.slice(from, from + PAGE).map((id) => ({ id, reactions: [] }));
    const hasNextPage = from + PAGE < newestFirst.length;
    return { nodes, pageInfo: { hasNextPage, endCursor: nodes.at(-1)?.id } };
  }
}

/** The order of commits: that of the list, but some are late. */
const commits = (order) =>
  fc.array(fc.nat(LATE - 1), { minLength: order.length, maxLength: order.length }).map((choices) => {
    const left = [...order];
    // None is committed before one that is older by more than LATE.
    return choices.map((choice) => left.splice(Math.min(choice, left.length - 1, lead(left, order)), 1)[0]);
  });

const lead = (left, order) => left.filter((id) => order.indexOf(id) < order.indexOf(left[0]) + LATE).length - 1;

/** Everything that can be told of a channel: of each message when it is committed, and of pages. */
const told = fc
  .integer({ min: 1, max: 14 })
  .map(ids)
  .chain((order) => fc.tuple(fc.constant(order), commits(order), fc.infiniteStream(fc.nat(3))))
  .map(([order, commits, random]) => {
    const channel = new Channel(order);
    const chance = () => random.next().value === 0;
    const parts = [];
    // The neighbours of a message are looked for after it is committed, at two moments.
    const looks = [];
    const look = () => looks.splice(0).forEach((late) => (chance() ? looks.push(late) : late()));
    for (const id of commits) {
      channel.commit(id);
      const part = [undefined, id, undefined];
      parts.push(part);
      looks.push(() => (part[0] = channel.beside(id, -1)?.id));
      looks.push(() => (part[2] = channel.beside(id, 1)?.id));
      look();
      if (chance()) {
        const { nodes, pageInfo } = channel.page();
        parts.push(nodes.map(({ id }) => id).reverse());
        if (chance()) {
          const next = channel.page(pageInfo.endCursor).nodes.map(({ id }) => id);
          parts.push([...next.reverse(), pageInfo.endCursor]);
        }
      }
    }
    for (const late of looks) late();
    return { order, parts: parts.map((part) => part.filter((id) => id !== undefined)) };
  });

test("the order is that of the service as soon as that has said enough, and never against it", () => {
  const arrivals = told.chain(({ order, parts }) => {
    const all = fc.shuffledSubarray(parts, { minLength: parts.length });
    // Some of it arrives twice.
    return fc.tuple(fc.constant(order), all, fc.shuffledSubarray(parts));
  });
  fc.assert(
    fc.property(arrivals, ([order, first, again]) => {
      const arrived = new Set();
      const parts = [];
      for (const part of [...first, ...again]) {
        parts.push(part);
        for (const id of part) arrived.add(id);
        const shown = inOrder([...arrived], parts);
        assert.deepEqual(shown.toSorted(), [...arrived].toSorted());
        for (const part of parts) {
          const places = part.map((id) => shown.indexOf(id));
          assert.deepEqual(places, places.toSorted((a, b) => a - b), `${part} in ${shown}`);
        }
      }
      assert.deepEqual(inOrder([...arrived], parts), order);
      // Neighbours that have not arrived themselves do not stand in the way.
      const some = order.filter((_, at) => at % 3 !== 1);
      assert.deepEqual(inOrder(some.toReversed(), parts), some);
    }),
  );
});

test("what contradicts itself is shown, in some order", () => {
  const parts = fc.array(fc.array(fc.constantFrom("a", "b", "c", "d", "e"), { maxLength: 6 }));
  fc.assert(
    fc.property(parts, (parts) => {
      assert.deepEqual(inOrder(["d", "b", "a"], parts).toSorted(), ["a", "b", "d"]);
    }),
  );
});

test("a long list is no trouble", () => {
  const order = ids(100_000);
  assert.deepEqual(inOrder(order.toReversed(), [order]), order);
});

test("a message that was the only one joins no page of a list that has grown", async () => {
  const order = ids(2 * PAGE);
  const channel = new Channel(order);
  const [first, ...others] = order;
  channel.commit(first);
  const alone = { id: first, reactions: [], previous: channel.beside(first, -1), next: channel.beside(first, 1) };
  others.forEach((id) => channel.commit(id));
  const page = async (after) => channel.page(after);
  const history = new History({ page, inOrder, changed: () => {}, failed: assert.fail });
  const refreshed = history.refresh();
  history.add(alone);
  await refreshed;
  assert.deepEqual(history.messages.map(({ id }) => id), order.slice(-PAGE));
  while (history.hasOlder) await history.older();
  assert.deepEqual(history.messages.map(({ id }) => id), order);
});

/** A page on a list that has these. */
function opened(order, committed) {
  const channel = new Channel(order);
  committed.forEach((id) => channel.commit(id));
  // The first page comes when it is let through.
  const on = { gate: Promise.resolve(), inOrder, changed: () => {}, failed: assert.fail };
  on.page = async (after) => {
    if (after === undefined) await on.gate;
    return channel.page(after);
  };
  const told = (id) => ({ id, reactions: [], previous: channel.beside(id, -1), next: channel.beside(id, 1) });
  return { channel, on, history: new History(on), told };
}

test("a message before the oldest one is not taken for one after it", async () => {
  const order = ids(5);
  const [first, late, third, fourth, last] = order;
  const { channel, history, told } = opened(order, [third, fourth]);
  await history.older();
  channel.commit(first);
  const before = told(first);
  [late, last].forEach((id) => channel.commit(id));
  const refreshed = history.refresh();
  history.add(before);
  await refreshed;
  assert.deepEqual(history.messages.map(({ id }) => id), order.slice(1));
  await history.older();
  assert.deepEqual(history.messages.map(({ id }) => id), order);
});

test("who reads back meanwhile hides no message that was missed", async () => {
  const order = ids(13);
  const [missed, eighth] = [order[4], order[8]];
  const { channel, on, history, told } = opened(order, order.slice(0, 8).filter((id) => id !== missed));
  await history.older();
  // Nobody tells of this one.
  channel.commit(missed);
  let open;
  on.gate = new Promise((done) => (open = done));
  const refreshed = history.refresh();
  channel.commit(eighth);
  history.add(told(eighth));
  await history.older();
  order.slice(9).forEach((id) => channel.commit(id));
  open();
  await refreshed;
  assert.deepEqual(history.messages.map(({ id }) => id), order);
});

test("a reader who goes back at the end of the list hides nothing that is committed late", async () => {
  const order = ids(6);
  const { channel, on, history } = opened(order, order.slice(2, 4));
  await history.older();
  channel.commit(order[1]);
  // What is below is read before the oldest is committed, and arrives after what was read later.
  let open;
  const gate = new Promise((done) => (open = done));
  on.page = async (after) => {
    const page = channel.page(after);
    if (after !== undefined) await gate;
    return page;
  };
  const wentBack = history.older();
  order.forEach((id) => channel.commit(id));
  await history.refresh();
  open();
  await wentBack;
  while (history.hasOlder) await history.older();
  assert.deepEqual(history.messages.map(({ id }) => id), order);
});

test("whatever arrives when, the page shows what the service has", async () => {
  const cases = fc
    .integer({ min: 1, max: 24 })
    .map(ids)
    .chain((order) => fc.record({
      order: fc.constant(order),
      commits: commits(order),
      stored: fc.nat(order.length),
      isTwice: fc.infiniteStream(fc.boolean()),
      fails: fc.infiniteStream(fc.integer({ min: 0, max: 4 }).map((chance) => chance === 0)),
      cuts: fc.nat(3),
      scheduler: fc.scheduler(),
    }));
  await fc.assert(fc.asyncProperty(cases, run), { numRuns: 1_000 });
});

async function run({ order, commits, stored, isTwice, fails, cuts, scheduler }) {
  const channel = new Channel(order);
  const later = (what) => scheduler.schedule(Promise.resolve(), what);
  for (const id of commits.slice(0, stored)) channel.commit(id);

  let mayFail = true;
  const history = new History({
    page: async (after) => {
      await later("the service reads a page");
      const page = channel.page(after);
      const hasFailed = mayFail && fails.next().value;
      await later("the page arrives");
      if (hasFailed) throw new Error("away");
      return page;
    },
    inOrder,
    changed: () => {
      const shown = history.messages.map(({ id }) => id);
      assert.equal(new Set(shown).size, shown.length, "each is shown once");
    },
    failed: () => {},
  });

  // A connection tells what is committed while it lasts, one after the other.
  let connection;
  const tell = async (on, told, id) => {
    await told;
    await later("the service reads the event");
    const previous = channel.beside(id, -1);
    await later("and its other neighbour");
    const message = { id, reactions: [], previous, next: channel.beside(id, 1) };
    for (let times = isTwice.next().value ? 2 : 1; times > 0; times -= 1) {
      await later("the event arrives");
      if (on === connection) history.add(message);
    }
  };
  const post = async () => {
    for (const id of commits.slice(stored)) {
      await later("a commit");
      channel.commit(id);
      if (connection) connection.last = tell(connection, connection.last, id);
    }
  };
  const connect = () => {
    connection = { last: undefined };
    history.refresh().catch(() => {});
  };
  const watch = async () => {
    await history.older().catch(() => {});
    connect();
    for (let times = 0; times < cuts; times += 1) {
      await later("the connection is cut");
      connection = undefined;
      await later("and taken up again");
      connect();
    }
  };
  const readBack = async () => {
    await later("the reader goes back");
    await history.older().catch(() => {});
  };
  post();
  watch();
  readBack();
  await scheduler.waitIdle();

  // The service is there again, and so is the connection.
  mayFail = false;
  connect();
  await scheduler.waitIdle();
  let shown = history.messages.map(({ id }) => id);
  assert.deepEqual(shown, order.slice(-shown.length), "from some message on, all are shown");
  assert.ok(shown.length >= Math.min(PAGE, order.length));
  while (history.hasOlder) {
    history.older();
    await scheduler.waitIdle();
  }
  shown = history.messages.map(({ id }) => id);
  assert.deepEqual(shown, order);
}
