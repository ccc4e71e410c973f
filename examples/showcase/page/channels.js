// Guilds and their channels, and which of them is open.

import { byId, element } from "/inspector/element.js";
import { GuildId, idButton } from "./ids.js";

/**
 * Shows the guilds. The address of the page says which channel is open, so that it can be
 * reloaded and sent to somebody.
 */
export function showGuilds(guilds) {
  byId("guilds").replaceChildren(...guilds.map(guildView));
}

/** The channel that the address names, or the first one, with its guild. */
export function openChannel(guilds) {
  const wanted = location.hash.replace("#", "");
  const all = guilds.flatMap((guild) => guild.channels.map((channel) => ({ guild, channel })));
  return all.find(({ channel }) => channel.id === wanted) ?? all[0];
}

/** Marks the link of the channel that is open. */
export function markChannel({ id }) {
  for (const link of byId("guilds").querySelectorAll("a")) {
    if (link.hash === `#${id}`) {
      link.setAttribute("aria-current", "page");
      // On a phone, not all are in sight.
      link.scrollIntoView({ block: "nearest", inline: "nearest" });
    } else {
      link.removeAttribute("aria-current");
    }
  }
}

function guildView({ id, name, channels }) {
  return element(
    "section",
    { "aria-label": name },
    element("h2", {}, name),
    idButton(GuildId, id),
    element(
      "ul",
      {},
      channels.map((channel) =>
        element("li", {}, element("a", { href: `#${channel.id}` }, element("span", { "aria-hidden": "true" }, "# "), channel.name)),
      ),
    ),
  );
}
