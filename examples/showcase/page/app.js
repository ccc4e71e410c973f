// The page: which channel is open, and what happens in it.

import { markChannel, openChannel, showGuilds } from "./channels.js";
import { answer, chosenUser, showMembers, write } from "./composer.js";
import { byId } from "./element.js";
import * as graphql from "./graphql.js";
import { ChannelId, GuildId, MessageId, ReactionId, UserId } from "./ids.js";
import { inspect } from "./inspector.js";
import { watchInstance } from "./instance.js";
import { showParsed } from "./json-parse.js";
import { Live } from "./live.js";
import { showNodes } from "./nodes.js";
import { post } from "./rest.js";
import { Timeline } from "./timeline.js";

const LIVE = { connecting: "connecting…", live: "● live", waiting: "away, trying again…" };

const lastHour = byId("last-hour");

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
  const changed = () => look(guild, channel);
  const shown = new Timeline(channel, lastHour.checked, { answer, react, changed, failed: fail });
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
  if (byId("id").value === "") inspect(shown.messages.at(-1)?.id ?? channel.id);
}

/** Looks into the IDs of what is shown. */
function look(guild, channel) {
  const { messages } = timeline;
  showNodes(messages.map(({ id }) => MessageId.decode(id).node), node);
  showParsed([
    GuildId.toBigInt(guild.id),
    ChannelId.toBigInt(channel.id),
    ...messages.flatMap(({ id, author, reactions }) => [
      MessageId.toBigInt(id),
      UserId.toBigInt(author.id),
      ...reactions.map((reaction) => ReactionId.toBigInt(reaction.id)),
    ]),
  ]);
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
lastHour.onchange = tried(open);

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
