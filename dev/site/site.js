// What mdBook's pages lack for the keyboard and for screen readers. Without it they can be read as well.

"use strict";

// The switch of the contents is a label of a hidden box, which the keyboard cannot reach.
const box = document.getElementById("mdbook-sidebar-toggle-anchor");
const label = document.getElementById("mdbook-sidebar-toggle");
const button = document.createElement("button");
button.type = "button";
button.className = "icon-button";
for (const name of ["aria-label", "aria-controls", "title"]) {
  button.setAttribute(name, label.getAttribute(name));
}
button.append(...label.childNodes);
button.addEventListener("click", () => label.click());
const showState = () => button.setAttribute("aria-expanded", String(box.checked));
box.addEventListener("change", showState);
showState();
label.after(button);
label.classList.add("hidden");

document.getElementById("mdbook-menu-bar").setAttribute("role", "banner");

// The title of the site is on every page; the heading of the page is its own.
const title = document.querySelector(".menu-title");
title.setAttribute("role", "presentation");

/** What scrolls by itself can be scrolled with the keyboard as soon as it can have the focus. */
function reachScrollers() {
  for (const scroller of document.querySelectorAll("main pre > code, main .table-wrapper")) {
    if (scroller.scrollWidth > scroller.clientWidth) scroller.tabIndex = 0;
    else scroller.removeAttribute("tabindex");
  }
}

addEventListener("load", reachScrollers);
addEventListener("resize", reachScrollers);

// Markdown has no table without headers, and a screen reader would announce empty ones.
for (const header of document.querySelectorAll("main th:empty")) {
  header.replaceWith(document.createElement("td"));
}
