// Elements, made without HTML: what is written here cannot become markup.

/**
 * An element with properties and children. Strings are text, whatever is in them; `null`
 * and `false` are nothing; properties with a dash are attributes.
 */
export function element(tag, properties = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name.includes("-") || name === "role") made.setAttribute(name, value);
    else made[name] = value;
  }
  made.append(...children.flat().filter((child) => child !== null && child !== false));
  return made;
}

/** The element of the page with an `id`. */
export const byId = (id) => document.getElementById(id);

/** Shows a text, or nothing at all. */
export function say(target, text) {
  target.textContent = text ?? "";
  target.hidden = !text;
}
