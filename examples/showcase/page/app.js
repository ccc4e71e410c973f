// The page: which channel is open, and what happens in it.

import { byId } from "/inspector/element.js";
import { markChannel, openChannel, showGuilds } from "./channels.js";
import { answer, chosenUser, showMembers, write } from "./composer.js";
import * as graphql from "./graphql.js";
import { openTools } from "./ids.js";
import { watchInstance } from "./instance.js";
import { Live } from "./live.js";
import { post } from "./rest.js";
import { Timeline } from "./timeline.js";

const LIVE = { connecting: "connecting…", live: "● live", waiting: "away, trying again…" };

/** `null` where IDs are sealed. */
const tools = await openTools();

let guilds = [];
let node;
let timeline;
let live;

/** Shows the channel that the address names. */
async function open() {
  const found = openChannel(guilds);
  if (!found) return fail(new Error("There is no guild yet: start the service with --messages 1000."));
  const { guild, channel } = found;
  timeline?.close();
  live?.close();
  byId("channel-name").textContent = `# ${channel.name}`;
  document.title = `#${channel.name} · ${guild.name}`;
  markChannel(channel);
  const changed = () => tools?.look(guild, channel, timeline.messages, node);
  const shown = new Timeline(channel, tools?.lastBefore(), { answer, react, changed, failed: fail });
  timeline = shown;
  write(channel, {
    posted: (message) => {
      fail(null);
      shown.add(message);
    },
    failed: fail,
  });
  await Promise.all([showMembers(guild), shown.show()]);
  if (shown !== timeline) return;
  live = new Live(graphql.NEW_MESSAGES, { channel: channel.id }, {
    next: ({ messages }) => shown.add(messages),
    state: (state) => {
      byId("live").textContent = LIVE[state];
      byId("live").dataset.state = state;
      if (state === "live") shown.refresh().catch(fail);
    },
  });
  tools?.begin(shown.messages.at(-1)?.id ?? channel.id);
}

async function react(message, emoji) {
  const shown = timeline;
  const user = chosenUser();
  try {
    const { id } = await post(`messages/${message.id}/reactions`, { user_id: user.id, emoji });
    fail(null);
    shown.react(message.id, { id, emoji, user });
  } catch (error) {
    fail(error);
  }
}

/** Says what has failed, or that nothing has any more. */
function fail(error) {
  byId("notice").textContent = error?.message ?? "";
}

const tried = (action) => async () => {
  fail(null);
  await action().catch(fail);
};

addEventListener("hashchange", tried(open));
tools?.onRange(tried(open));

await tried(async () => {
  [guilds] = await Promise.all([
    graphql.guilds(),
    watchInstance((now) => {
      node = now;
    }),
  ]);
  showGuilds(guilds);
  await open();
})();
