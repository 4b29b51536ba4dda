// A text field for code: line numbers, colours, mistakes underlined where they stand, completion from the schema.

import { h, put } from "./dom.js";
import { t } from "./words.js";

const KINDS = {
  toml: /(#[^\n]*)|("""[\s\S]*?(?:"""|$)|'''[\s\S]*?(?:'''|$)|"(?:\\.|[^"\\\n])*"?|'[^'\n]*'?)|(^\s*\[\[?[^\]\n]*\]?\]?)|(-?\b\d[\d_.]*\b|\b(?:true|false)\b)|([A-Za-z][\w-]*)(?=\s*[.=])/gm,
  lua: /(--\[\[[\s\S]*?(?:\]\]|$)|--[^\n]*)|("(?:\\.|[^"\\\n])*"?|'(?:\\.|[^'\\\n])*'?)|(\b(?:local|function|return|end|if|then|else|elseif|for|in|do|while|repeat|until|not|and|or|nil)\b)|(-?\b\d[\d.]*\b|\b(?:true|false)\b)|([A-Za-z_]\w*)(?=\s*=)/gm,
  ron: /(\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$))|("(?:\\.|[^"\\])*"?)|(\b[A-Z]\w*\b)|(-?\b\d[\d.]*\b|\b(?:true|false)\b)|([a-z_]\w*)(?=\s*:)/gm,
};
const LOOKS = [null, "comment", "string", "head", "number", "key"];

export class Editor {
  /** `onInput(text)` hears of each change. */
  constructor(kind, label, onInput, complete) {
    this.kind = kind;
    this.complete = complete;
    this.diagnostics = [];
    this.back = h("pre", { class: "back", "aria-hidden": "true" });
    this.gutter = h("pre", { class: "gutter", "aria-hidden": "true" });
    this.field = h("textarea", {
      class: "field", spellcheck: "false", autocomplete: "off", autocapitalize: "none", wrap: "off", "aria-label": label,
      "aria-describedby": "complete",
    });
    // A press on the list leaves the cursor in the field.
    this.list = h("ul", { class: "completion", role: "listbox", hidden: true, onmousedown: (event) => event.preventDefault() });
    this.node = h("div", { class: "editor" }, this.gutter, h("div", { class: "text" }, this.back, this.field, this.list));
    this.field.addEventListener("input", () => {
      this.shift();
      this.draw();
      onInput(this.text);
      this.offer(false);
    });
    this.field.addEventListener("scroll", () => this.follow());
    this.field.addEventListener("keydown", (event) => this.key(event));
    this.field.addEventListener("blur", () => (this.list.hidden = true));
  }

  get text() {
    return this.field.value;
  }

  set text(text) {
    if (this.field.value !== text) {
      const { selectionStart, scrollTop } = this.field;
      this.field.value = text;
      this.field.setSelectionRange(selectionStart, selectionStart);
      this.field.scrollTop = scrollTop;
    }
    this.before = text;
    this.draw();
  }

  /** Mistakes move with the text around them until they are looked for again. */
  shift() {
    const [old, text] = [this.before ?? "", this.text];
    let same = 0;
    while (same < old.length && same < text.length && old[same] === text[same]) same++;
    const grown = text.length - old.length;
    for (const one of this.diagnostics) {
      if (one.span[0] > same) one.span = [one.span[0] + grown, one.span[1] + grown];
    }
    this.before = text;
  }

  /** Underlines mistakes: `span` and `severity` of each. */
  setDiagnostics(diagnostics) {
    this.diagnostics = diagnostics.filter((one) => one.span).map((one) => ({ ...one, span: [...one.span] }));
    this.field.setAttribute("aria-invalid", String(diagnostics.some((one) => one.severity === "error")));
    this.draw();
  }

  draw() {
    const { text } = this;
    const cuts = new Set([0, text.length]);
    const marks = [];
    for (const found of text.matchAll(KINDS[this.kind])) {
      const look = LOOKS[found.slice(1).findIndex((part) => part !== undefined) + 1];
      marks.push([found.index, found.index + found[0].length, look]);
    }
    const wrong = this.diagnostics.map(({ span, severity }) => [span[0], Math.max(span[1], span[0] + 1), "wrong " + severity]);
    for (const [from, to] of [...marks, ...wrong]) cuts.add(Math.min(from, text.length)).add(Math.min(to, text.length));
    const order = [...cuts].sort((a, b) => a - b);
    let at = 0;
    const parts = order.slice(1).map((end, number) => {
      const from = order[number];
      while (marks[at] && marks[at][1] <= from) at++;
      const look = marks[at] && marks[at][0] <= from ? marks[at][2] : "";
      const bad = wrong.find(([start, stop]) => start <= from && from < stop)?.[2] ?? "";
      const piece = text.slice(from, end);
      return look || bad ? h("span", { class: `${look} ${bad}` }, piece) : piece;
    });
    put(this.back, parts, "\n");
    const lines = text.split("\n").length;
    if (lines !== this.lines) {
      this.lines = lines;
      this.gutter.textContent = Array.from({ length: lines }, (_, line) => line + 1).join("\n");
    }
    this.follow();
  }

  follow() {
    const { scrollTop, scrollLeft } = this.field;
    this.back.style.transform = `translate(${-scrollLeft}px, ${-scrollTop}px)`;
    this.gutter.style.transform = `translateY(${-scrollTop}px)`;
  }

  lineHeight() {
    return parseFloat(getComputedStyle(this.field).lineHeight);
  }

  /** Puts the cursor at the beginning of a line and shows it. */
  toLine(line) {
    const at = this.text.split("\n").slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0);
    this.select(at, at + (this.text.slice(at).split("\n")[0] ?? "").length);
  }

  select(from, to) {
    this.field.focus();
    this.field.setSelectionRange(from, to);
    const line = this.text.slice(0, from).split("\n").length;
    this.field.scrollTop = (line - 4) * this.lineHeight();
  }

  key(event) {
    if (!this.list.hidden && this.choose(event)) return;
    if (event.key === " " && event.ctrlKey) {
      event.preventDefault();
      this.offer(true);
    } else if (event.key === "Escape") {
      this.list.hidden = true;
    }
  }

  choose(event) {
    const items = [...this.list.children];
    const at = items.findIndex((item) => item.ariaSelected === "true");
    const move = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (move) {
      const next = items[(at + move + items.length) % items.length];
      items.forEach((item) => (item.ariaSelected = String(item === next)));
      next.scrollIntoView({ block: "nearest" });
    } else if (event.key === "Enter" || event.key === "Tab") {
      this.take(items[at].dataset.word);
    } else if (event.key === "Escape") {
      this.list.hidden = true;
    } else {
      return false;
    }
    event.preventDefault();
    return true;
  }

  /** Shows what may stand here. */
  offer(asked) {
    const { text } = this;
    const at = this.field.selectionStart;
    const begun = /[\w-]*$/.exec(text.slice(0, at))[0];
    const after = /^[\w-]/.test(text.slice(at));
    const found = (asked || begun.length > 1) && !after && this.complete ? this.complete(text, at - begun.length) : [];
    const fitting = found.filter(({ word }) => word.startsWith(begun) && word !== begun).slice(0, 60);
    this.list.hidden = fitting.length === 0;
    if (this.list.hidden) return;
    this.begun = begun.length;
    put(this.list, fitting.map(({ word, about }, number) =>
      h("li", { role: "option", "aria-selected": String(number === 0), "data-word": word, onmousedown: () => this.take(word) }, h("b", {}, word), about ? h("span", {}, " " + about) : null)));
    const before = text.slice(0, at).split("\n");
    const height = this.lineHeight();
    const below = before.length * height - this.field.scrollTop + 10;
    const fits = below + this.list.offsetHeight <= this.field.clientHeight || below < this.list.offsetHeight;
    this.list.style.top = `${fits ? below : below - height - this.list.offsetHeight}px`;
    this.list.style.left = `${Math.max(0, Math.min(before.pop().length * 7.6 - this.field.scrollLeft, this.field.clientWidth - 240))}px`;
  }

  take(word) {
    const at = this.field.selectionStart;
    this.field.setRangeText(word, at - this.begun, at, "end");
    this.list.hidden = true;
    this.field.dispatchEvent(new Event("input"));
    this.list.hidden = true;
  }
}

/** What the schema says of a key, by the keys that lead to it. */
export function explained(schema, path) {
  return path.reduce((node, key) => node?.properties?.[key], schema)?.description ?? "";
}

/** What may stand at a place of a definition, by its JSON Schema. */
export function completer(schema, names) {
  const follow = (node) => {
    for (let steps = 0; node?.$ref && steps < 9; steps++) {
      node = node.$ref.replace(/^#\//, "").split("/").reduce((at, key) => at?.[key], schema);
    }
    return node ?? {};
  };
  const all = (node, depth = 0) => {
    const here = follow(node);
    if (depth > 6) return [here];
    return [here, ...["allOf", "anyOf", "oneOf"].flatMap((key) => (here[key] ?? []).flatMap((one) => all(one, depth + 1)))];
  };
  const into = (nodes, key) =>
    nodes.flatMap((node) => {
      const under = node.properties?.[key] ?? (typeof node.additionalProperties === "object" ? node.additionalProperties : null);
      return under ? all(under) : [];
    });
  const words = (nodes) => {
    const found = new Map();
    for (const node of nodes) {
      for (const value of [...(node.enum ?? []), node.const]) if (typeof value === "string") found.set(value, node.description ?? "");
      if (node.items) for (const { word, about } of words(all(node.items))) found.set(word, about);
    }
    return [...found].map(([word, about]) => ({ word, about }));
  };
  return (text, at) => {
    const line = text.slice(text.lastIndexOf("\n", at - 1) + 1, at);
    const head = [...text.slice(0, at).matchAll(/^\s*\[([^\]\n]+)\]/gm)].pop()?.[1] ?? "";
    const path = /^\s*\[/.test(line) ? [] : head.split(".").map((part) => part.trim().replace(/"/g, "")).filter(Boolean);
    const begun = /^\s*\[([\w.-]*\.)?$/.exec(line);
    if (begun) path.push(...(begun[1] ?? "").split(".").filter(Boolean));
    const value = /([\w-]+)\s*=\s*[^=]*$/.exec(line);
    const opened = (line.match(/\{/g)?.length ?? 0) > (line.match(/\}/g)?.length ?? 0);
    if (opened) path.push(...(/^\s*([\w.-]+)\s*=\s*\{/.exec(line)?.[1].split(".") ?? []));
    const isKey = begun || /^\s*$/.test(line) || (opened && /[{,]\s*$/.test(line));
    const nodes = path.reduce(into, all(schema));
    if (isKey) {
      const keys = new Map();
      for (const node of nodes) for (const [key, one] of Object.entries(node.properties ?? {})) if (!one.deprecated) keys.set(key, one.description ?? "");
      return [...keys].map(([word, about]) => ({ word, about }));
    }
    if (!value) return [];
    return [...words(into(nodes, value[1])), ...names().map((word) => ({ word, about: "" }))];
  };
}

export const hintOfCompletion = () => h("p", { class: "faint small", id: "complete" }, t("complete"));
