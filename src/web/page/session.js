// A game that is going on: its definition, its moves with all variations, its place in the address.

import { ask, Refusal } from "./ask.js";
import { keep, recall } from "./dom.js";
import { lang } from "./words.js";

/** A move in the tree of what was played. */
class Node {
  constructor(move, parent, by) {
    Object.assign(this, { move, parent, by, children: [], next: null, score: null });
  }

  get line() {
    const moves = [];
    for (let node = this; node.parent; node = node.parent) moves.unshift(node.move);
    return moves;
  }

  child(move, by) {
    let child = this.children.find((other) => other.move === move);
    if (!child) this.children.push((child = new Node(move, this, by)));
    this.next = child;
    return child;
  }
}

/** A definition as questions name it, with the texts that are being edited. */
function sourceOf(name, texts) {
  const source = { game: name };
  if (texts?.definition !== undefined) source.text = texts.definition;
  if (texts?.script !== undefined) source.script = { name: texts.scriptName, text: texts.script };
  return source;
}

export class Session extends EventTarget {
  constructor() {
    super();
    this.name = null;
    this.texts = null;
    this.info = null;
    this.opening = 0;
    this.clear();
  }

  clear(start = null) {
    this.start = start;
    this.root = new Node(null, null, null);
    this.node = this.root;
    this.position = null;
    this.ended = null;
  }

  tell(what, detail) {
    this.dispatchEvent(new CustomEvent(what, { detail }));
  }

  /** The definition as questions name it. */
  get source() {
    return sourceOf(this.name, this.texts);
  }

  /** The line up to a node as questions name it. */
  line(node = this.node) {
    return { source: this.source, start: this.start, moves: node.line, lang: lang() };
  }

  /** Opens a game, and plays moves. Until all is there, the game before stays as it is. */
  async open(name, { start = null, moves = [], ply = null } = {}) {
    const mine = ++this.opening;
    let texts = recall("draft." + name, null);
    let info;
    // The position does not wait for the game: both are asked for at once.
    const early = ask("position", { line: { source: sourceOf(name, texts), start, moves: moves.slice(0, ply ?? moves.length), lang: lang() } }).catch(() => null);
    const given = texts;
    try {
      info = await ask("game", { source: sourceOf(name, texts), lang: lang() });
    } catch (error) {
      if (!(error instanceof Refusal) || !texts) throw error;
      // A draft that is broken waits in the editor; the board shows the game without it.
      texts = null;
      info = await ask("game", { source: sourceOf(name, null), lang: lang() });
    }
    if (mine !== this.opening) return;
    this.tell("leave");
    [this.name, this.texts, this.info] = [info.texts.definition.name, texts, info];
    this.clear(start);
    for (const move of moves) this.node = this.node.child(move);
    const all = [];
    for (let node = this.node; node; node = node.parent) all.unshift(node);
    if (ply !== null) this.node = all[Math.min(ply, all.length - 1)];
    this.tell("game");
    const { node } = this;
    const position = texts === given ? await early : null;
    if (node !== this.node) return;
    if (position) this.arrive(position);
    else await this.refresh();
  }

  /** The same in another language. */
  async translate() {
    if (!this.name) return;
    this.info = await ask("game", { source: this.source, lang: lang() });
    this.tell("game");
    await this.refresh();
  }

  /** Asks for the position at the node. */
  async refresh() {
    const node = this.node;
    try {
      const position = await ask("position", { line: this.line(node) });
      if (node === this.node) this.arrive(position);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.tell("refused", { message: error.message });
      const { at } = error.body;
      const wanted = node.line;
      if (at === undefined) {
        if (this.start === null) throw error;
        this.clear();
      } else {
        let kept = this.root;
        for (const move of wanted.slice(0, at)) kept = kept.child(move);
        this.node = kept;
      }
      await this.refresh();
    }
  }

  arrive(position) {
    this.position = position;
    this.remember();
    this.tell("position");
  }

  /** Plays a move; says why not where it is refused. */
  async play(text, by = "person") {
    const node = this.node;
    const position = await ask("position", { line: this.line(node), play: text });
    if (node !== this.node) return null;
    if (position.refused) return position.refused;
    const played = position.played[position.played.length - 1];
    this.node = node.child(played, by);
    this.arrive(position);
    this.tell("played", { move: played, by });
    return null;
  }

  async go(node) {
    if (!node || node === this.node) return;
    for (let at = node; at.parent; at = at.parent) at.parent.next = at;
    this.node = node;
    this.tell("leave");
    await this.refresh();
  }

  back(steps = 1) {
    let node = this.node;
    for (; steps > 0 && node.parent; steps--) node = node.parent;
    return this.go(node);
  }

  forward() {
    return this.go(this.node.next ?? this.node.children[0]);
  }

  first() {
    return this.go(this.root);
  }

  last() {
    let node = this.node;
    while (node.next ?? node.children[0]) node = node.next ?? node.children[0];
    return this.go(node);
  }

  async restart() {
    this.clear(this.start);
    this.tell("leave");
    await this.refresh();
    this.tell("restart");
  }

  async load({ game, start, moves }) {
    if (game !== this.name) return this.open(game, { start, moves });
    this.clear(start);
    for (const move of moves) this.node = this.node.child(move);
    this.tell("leave");
    await this.refresh();
  }

  /** Takes over edited texts, if they are sound. Gives what to say about the game that goes on. */
  async adopt(texts) {
    const { name, node, start } = this;
    const source = sourceOf(name, texts);
    const info = await ask("game", { source, lang: lang() });
    const reach = (moves, from) => ask("position", { line: { source, start: from, moves, lang: lang() } });
    let result = { state: "goesOn" };
    let [kept, from, position] = [node, start, null];
    try {
      position = await reach(node.line, start);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { at } = error.body;
      if (at === undefined) {
        result = { state: "startsNot", why: error.message };
        [kept, from] = [null, null];
        position = await reach([], null);
      } else {
        result = { state: "goesNot", at: at + 1, why: error.message };
        for (let steps = node.line.length - at; steps > 0; steps--) kept = kept.parent;
        position = await reach(kept.line, start);
      }
    }
    // Somebody has played or opened another game meanwhile: the next key stroke asks again.
    if (name !== this.name || node !== this.node) return this.name === name ? this.adopt(texts) : result;
    [this.texts, this.info] = [texts, info];
    if (kept === null) this.clear(from);
    else this.node = kept;
    this.position = position;
    this.tell("game");
    this.arrive(position);
    return result;
  }

  /** The address of what is on the board. */
  get address() {
    let tip = this.node;
    while (tip.next) tip = tip.next;
    const fields = new URLSearchParams({ game: this.name });
    if (this.start) fields.set("start", this.start);
    if (tip !== this.root) fields.set("moves", tip.line.join(" "));
    if (tip !== this.node) fields.set("ply", String(this.node.line.length));
    return fields.toString();
  }

  remember() {
    keep("lately", this.address);
    this.tell("address");
  }
}
