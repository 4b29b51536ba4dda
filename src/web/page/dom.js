// Small helpers for making and changing elements.

const SVG = "http://www.w3.org/2000/svg";

function fill(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (name === "value" || name === "checked" || name === "htmlFor") node[name] = value;
    else node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.flat(3).filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

/** An element with attributes (`onclick` and such are listeners) and children. */
export const h = (tag, attributes, ...children) => fill(document.createElement(tag), attributes, children);

/** The same of a picture. */
export const s = (tag, attributes, ...children) => fill(document.createElementNS(SVG, tag), attributes, children);

/** Puts children in place of those of a node. */
export function put(node, ...children) {
  node.replaceChildren(...children.flat(3).filter((child) => child !== null && child !== undefined && child !== false));
}

/** A function that runs when nobody has called it for so many milliseconds. */
export function later(wait, run) {
  let timer;
  return (...given) => {
    clearTimeout(timer);
    timer = setTimeout(() => run(...given), wait);
  };
}

/** What the browser keeps for this page, or a fallback. */
export function recall(key, fallback) {
  try {
    const text = localStorage.getItem("banco." + key);
    return text === null ? fallback : JSON.parse(text);
  } catch {
    return fallback;
  }
}

export function keep(key, value) {
  try {
    if (value === undefined) localStorage.removeItem("banco." + key);
    else localStorage.setItem("banco." + key, JSON.stringify(value));
  } catch {
    // Without a store, nothing is remembered; all else works.
  }
}

/** Says something that everybody should see for a while. */
export function toast(...content) {
  const box = h("div", { class: "toast" }, ...content);
  const close = h("button", { class: "plain", "aria-label": "×", onclick: () => box.remove() }, "×");
  box.append(close);
  const all = document.getElementById("toasts");
  while (all.children.length > 2) all.firstChild.remove();
  all.append(box);
  setTimeout(() => box.remove(), 6000);
  return box;
}

/** Says something to who listens instead of looking. */
export function speak(text) {
  const log = document.getElementById("spoken");
  while (log.children.length > 8) log.firstChild.remove();
  log.append(h("p", {}, text));
}

export const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
