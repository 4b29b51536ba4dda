// A game being played: board, sides, list of moves, what can be copied; the engine's panel beside it.

import { h, put, keep, recall, toast, speak } from "./dom.js";
import { ask, listen } from "./ask.js";
import { Board } from "./board.js";
import { enginePanel } from "./engine.js";
import { lang, t } from "./words.js";

/** How well the engine plays until somebody says otherwise. */
const LEVEL = 4;

/** The parts of the table that the workshop shows, too. */
export class Table {
  constructor(session) {
    this.session = session;
    this.seats = [0, 0];
    this.thinkTime = recall("time", 1000);
    this.resigned = null;
    this.boardPlace = h("div", { class: "place" });
    this.board = new Board(this.boardPlace, {
      play: (move) => this.play(move),
      refuse: (from, to) => this.refuse(from, to),
      idle: (cell, locked) => this.idle(cell, locked),
    });
    this.board.options = { ...this.board.options, ...recall("board", {}) };
    this.state = h("p", { class: "state", role: "status" });
    this.why = h("div", { class: "why", role: "alert" });
    this.told = h("div", { class: "told" }, this.state, this.why);
    this.list = h("ol", { class: "moves", "aria-label": t("moves") });
    this.seatsBox = h("div", { class: "seats" });
    this.bar = h("div", { class: "evalbar", role: "img", hidden: true }, h("div", {}));
    this.listeners = new AbortController();
    const on = (what, run) => session.addEventListener(what, run, { signal: this.listeners.signal });
    on("game", () => this.setGame());
    on("position", () => this.setPosition());
    on("refused", ({ detail }) => toast(detail.message));
    on("leave", () => this.halt());
    on("restart", () => this.restartClock());
    document.addEventListener("keydown", (event) => this.key(event), { signal: this.listeners.signal });
  }

  leave() {
    this.halt();
    this.panel?.leave();
    this.listeners.abort();
    clearInterval(this.ticker);
  }

  begin() {
    if (!this.session.info) return;
    this.setGame();
    if (this.session.position) this.setPosition();
  }

  setGame() {
    const { info } = this.session;
    this.halt();
    this.board.setGame(info);
    if (this.seated !== this.session.name) {
      this.seated = this.session.name;
      this.seats = this.seatsOf(this.seated);
      this.faced = false;
    }
    this.drawSeats();
    this.why.replaceChildren();
    this.panel?.setGame();
    this.onGame?.();
  }

  /** Who plays: a person moves first, until somebody says otherwise for this game. */
  seatsOf(name) {
    const chosen = recall("seats", {})?.[name];
    if (Array.isArray(chosen)) return chosen;
    const level = recall("level", LEVEL);
    return this.session.info.first === 0 ? [0, level] : [level, 0];
  }

  /** Turns the board to the only person: whose pieces go down on it sees it from above. */
  face() {
    this.faced = true;
    const { info, position } = this.session;
    const persons = [0, 1].filter((player) => !this.isEngine(player));
    const [player] = persons;
    const owners = new Map(info.pieces.map((piece) => [piece.id, piece.owner]));
    const flipped = persons.length === 1 && info.players[player].forward.startsWith("south") &&
      position.pieces.some((id) => owners.get(id) === player);
    if (flipped !== this.board.flipped) this.board.setFlipped(flipped);
  }

  shown(player) {
    return this.session.info.players[player].shown;
  }

  setPosition() {
    const { position } = this.session;
    const over = this.result();
    if (!this.faced) this.face();
    this.board.locked = over ? t("over", over) : this.thinks() ? t("engineTurn") : null;
    this.board.setPosition(position);
    this.drawState(over);
    this.drawMoves();
    this.why.replaceChildren();
    this.panel?.setPosition();
    this.onPosition?.();
    this.tick(position, over);
    if (this.thinks()) this.think();
  }

  /** How the game ended, if it did. */
  result() {
    const { position, node } = this.session;
    if (position.outcome) return position.outcome.text;
    return this.resigned?.node === node ? this.resigned.text : null;
  }

  isEngine(player) {
    return this.seats[player] > 0;
  }

  /** Whether the engine is to find the next move: who looks at earlier moves is left alone. */
  thinks() {
    const { position, node } = this.session;
    return this.isEngine(position.turn) && !node.children.length && !this.result();
  }

  drawState(over) {
    const { position } = this.session;
    const turn = this.shown(position.turn);
    let text = over ? `${over}` : t(this.thinks() ? "thinking" : "turn", turn);
    if (!over && position.compulsory) text += " · " + t("compulsory");
    if (!over && position.checked.length) text += " · " + t("check");
    const line = position.outcome?.line ? this.place(position.outcome.file, position.outcome.line) : null;
    const winner = this.session.info.players.findIndex((player) => player.name === position.outcome?.winner);
    const disc = !over ? position.turn : winner;
    // The end's own sentence says who is stuck, and why that wins.
    const says = position.outcome && this.session.info.ends.find((end) => end.name === position.outcome.reason)?.says;
    put(this.state, disc >= 0 ? h("span", { class: "disc p" + disc }) : null, text, line ? " " : null, line,
      says ? h("span", { class: "says", lang: lang() }, says + ".") : null);
    this.state.classList.toggle("over", Boolean(over));
    const last = position.played[position.played.length - 1];
    speak((last ? t("plays", this.shown(1 - position.turn), last) + ". " : "") + text);
  }

  /** A link to a line of a definition. */
  place(file, line) {
    const words = `${file.replace("<shipped>/", "")}:${line}`;
    if (file !== this.session.info.file) return h("code", {}, words);
    return h("a", { href: "#/workshop", class: "place-link", onclick: () => keep("line", line) }, words);
  }

  async play(move) {
    const refused = await this.session.play(move);
    if (refused) this.tellWhy(refused);
    return refused;
  }

  tellWhy(refused) {
    this.board.cancel();
    put(this.why, h("span", { class: "no", "aria-hidden": "true" }, "✕"), " ", refused.message,
      refused.line ? " (" : null, refused.line ? this.place(refused.file, refused.line) : null, refused.line ? ")" : null);
    if (refused.cells) this.board.setHeat(refused.cells.map((cell) => [cell, "bad"]));
  }

  async refuse(from, to) {
    const held = from.startsWith("@");
    const letter = held ? this.board.pieceById.get(Number(from.slice(1)))?.letter.toUpperCase() + "@" : from;
    await this.play(letter + to);
  }

  async idle(cell, locked) {
    if (locked) return put(this.why, locked);
    const { position, info } = this.session;
    const piece = this.board.piece(cell);
    if (piece && piece.owner !== null && piece.owner !== position.turn) {
      return put(this.why, t("notYours", this.shown(position.turn)));
    }
    const drops = position.moves.some(([, steps]) => steps.length === 1 && steps[0] !== "pass");
    if (drops) return void (await this.play(cell));
    if (piece) put(this.why, t("noMoves", `${cell} (${piece.name})`));
    else if (info) this.why.replaceChildren();
  }

  // Sides and clocks.

  drawSeats() {
    const levels = (player) => [
      h("option", { value: 0 }, t("person")),
      Array.from({ length: 10 }, (_, at) => h("option", { value: at + 1 }, `${t("engine")}, ${t("level", at + 1)}`)),
    ].flat().map((option) => {
      if (Number(option.value) === this.seats[player]) option.selected = true;
      return option;
    });
    const seat = (player) =>
      h("label", { class: "seat" }, h("span", { class: "disc p" + player, style: this.discStyle(player) }),
        h("span", { class: "name" }, this.shown(player)),
        h("select", {
          "aria-label": t("who", this.shown(player)),
          onchange: (event) => this.setSeat(player, Number(event.target.value)),
        }, levels(player)),
        h("span", { class: "clock", "data-player": player, hidden: !this.clock }));
    put(this.seatsBox, seat(1), seat(0));
    const style = document.getElementById("main");
    [0, 1].forEach((player) => style.style.setProperty(`--disc${player}`, this.discOf(player)));
  }

  /** The colour of a player's discs, as the pieces are drawn. */
  discOf(player) {
    const piece = this.session.info.pieces.find((piece) => piece.owner === player);
    return /<circle[^>]*fill="(#[0-9a-f]+)"/.exec(piece?.svg ?? "")?.[1] ?? (player ? "#174f9e" : "#a02018");
  }

  discStyle(player) {
    return "background:" + this.discOf(player);
  }

  setSeat(player, level) {
    if (!this.session.position) return;
    this.seats = this.seats.map((old, at) => (at === player ? level : old));
    const all = Object.entries(recall("seats", {}) ?? {}).filter(([name]) => name !== this.session.name);
    keep("seats", Object.fromEntries([...all.slice(-200), [this.session.name, this.seats]]));
    if (level) keep("level", level);
    this.halt();
    this.face();
    this.setPosition();
  }

  restartClock() {
    this.resigned = null;
    if (this.clock) this.clock = { ...this.clock, left: [this.clock.all, this.clock.all], since: null };
    this.drawClocks();
  }

  setClock(minutes) {
    this.clock = minutes ? { all: minutes * 60e3, left: [minutes * 60e3, minutes * 60e3], since: null } : null;
    this.drawSeats();
    clearInterval(this.ticker);
    if (this.clock) this.ticker = setInterval(() => this.drawClocks(), 200);
    this.drawClocks();
  }

  tick(position, over) {
    if (!this.clock) return;
    const now = performance.now();
    if (this.clock.since !== null) this.clock.left[this.clock.turn] -= now - this.clock.since;
    this.clock.turn = position.turn;
    this.clock.since = over || !position.played.length ? null : now;
    this.drawClocks();
  }

  drawClocks() {
    for (const place of this.seatsBox.querySelectorAll(".clock")) {
      const player = Number(place.dataset.player);
      place.hidden = !this.clock;
      if (!this.clock) continue;
      const { since, turn } = this.clock;
      const runs = since !== null && turn === player;
      const left = Math.max(0, this.clock.left[player] - (runs ? performance.now() - since : 0));
      const seconds = Math.ceil(left / 1000);
      place.textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
      place.classList.toggle("runs", runs);
      if (runs && left === 0) this.end(t("timeout", this.shown(player), this.shown(1 - player)));
    }
  }

  end(text) {
    this.halt();
    this.resigned = { node: this.session.node, text };
    this.setPosition();
  }

  resign() {
    if (!this.session.position || this.result()) return;
    const { turn } = this.session.position;
    const loser = this.isEngine(turn) && !this.isEngine(1 - turn) ? 1 - turn : turn;
    if (confirm(t("sure"))) this.end(t("resigned", this.shown(loser), this.shown(1 - loser)));
  }

  // The engine as a player.

  halt() {
    this.stopThinking?.();
    this.stopThinking = null;
  }

  think() {
    this.halt();
    const { session } = this;
    const node = session.node;
    const level = this.seats[session.position.turn];
    const left = this.clock ? Math.max(50, this.clock.left[session.position.turn] / 30) : Infinity;
    const asked = { line: session.line(), level, time: Math.min(this.thinkTime, left) };
    this.stopThinking = listen("search", asked, async (name, data) => {
      if (name === "failed") return put(this.why, data.error);
      if (name === "trouble") return put(this.why, data.error);
      if (name !== "answer" || node !== session.node || !data.move) return;
      this.stopThinking = null;
      node.score ??= data.score;
      await session.play(data.move, "engine");
    });
  }

  /** Takes back to where a person was to move. */
  async undo() {
    const { session } = this;
    if (!session.position) return;
    let node = session.node.parent;
    const turnOf = (other) => (session.position.turn + session.node.line.length - other.line.length) % 2;
    const someone = this.seats.some((seat) => seat === 0);
    while (someone && node?.parent && this.isEngine(turnOf(node))) node = node.parent;
    if (node) await session.go(node);
  }

  // The list of moves.

  drawMoves() {
    const { root, node: current } = this.session;
    const parts = [];
    const path = new Set();
    for (let node = current; node; node = node.parent) path.add(node);
    const one = (node, at, label) => {
      const isAhead = !path.has(node);
      const score = node.score === null ? "" : node.mark ?? "";
      return h("button", {
        class: "move" + (node === current ? " current" : "") + (isAhead ? " ahead" : ""), title: isAhead ? t("ahead") : null, "aria-current": node === current ? "step" : null,
        onclick: () => this.session.go(node),
      }, label ? h("span", { class: "n" }, label) : null, node.move, score ? h("b", {}, score) : null);
    };
    const walk = (node, ply, into) => {
      for (let at = node, number = ply; at.children.length; number++) {
        const main = at.children[0];
        into.push(one(main, number, number % 2 ? `${(number + 1) / 2}.` : into.length ? "" : `${number / 2}…`));
        for (const other of at.children.slice(1)) {
          const inner = [one(other, number, number % 2 ? `${(number + 1) / 2}.` : `${number / 2}…`)];
          walk(other, number + 1, inner);
          into.push(h("span", { class: "variation" }, "(", inner, ")"));
        }
        at = main;
      }
    };
    walk(root, 1, parts);
    put(this.list, parts.map((part) => h("li", {}, part)));
    const shown = this.list.querySelector(".current");
    if (shown) this.list.scrollTop = shown.offsetTop - this.list.clientHeight / 2;
  }

  key(event) {
    const typing = event.target.closest?.("input, textarea, select, [contenteditable], .hit");
    if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
    const run = { ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "last" }[event.key];
    if (run) {
      event.preventDefault();
      this.session[run]();
    } else if (event.key === "f") {
      this.flip();
    }
  }

  flip() {
    this.board.setFlipped(!this.board.flipped);
    this.panel?.setPosition();
  }

  // What stands around the board.

  controls() {
    const button = (id, sign, run) => h("button", { class: "plain", id, "aria-label": t(id), title: t(id), onclick: run }, sign);
    return h("div", { class: "controls" },
      h("button", { id: "new", onclick: () => this.session.restart() }, t("new")),
      button("first", "«", () => this.session.first()), button("back", "‹", () => this.session.back()),
      button("forward", "›", () => this.session.forward()), button("last", "»", () => this.session.last()),
      h("button", { id: "undo", class: "plain", onclick: () => this.undo() }, t("undo")),
      h("button", { id: "redo", class: "plain", onclick: () => this.session.forward() }, t("redo")),
      button("flip", "⇅", () => this.flip()),
      h("button", { class: "plain", id: "resign", onclick: () => this.resign() }, t("resign")));
  }

  typing() {
    const field = h("input", { id: "typed", autocomplete: "off", autocapitalize: "none", spellcheck: "false", placeholder: t("type") });
    const send = async (event) => {
      event.preventDefault();
      const text = field.value.trim();
      if (!text) return;
      const { position } = this.session;
      if (this.thinks()) return put(this.why, t("engineTurn"));
      if (!(await this.play(text))) field.value = "";
    };
    return h("form", { class: "typing", onsubmit: send }, h("label", { htmlFor: "typed", for: "typed" }, t("typed")), field,
      h("button", {}, t("go")));
  }

  settings() {
    const { board } = this;
    const set = (key) => (event) => {
      board.setOptions({ [key]: event.target.checked });
      keep("board", board.options);
    };
    const box = (key) => h("label", {}, h("input", { type: "checkbox", checked: board.options[key], onchange: set(key) }), " ", t(key));
    const regions = h("select", { onchange: (event) => this.showRegion(event.target.value) });
    this.onRegions = () => put(regions, h("option", { value: "" }, t("none")),
      this.session.info.regions.map((region) => h("option", {}, region.name)));
    const clock = h("select", { onchange: (event) => this.setClock(Number(event.target.value)) },
      h("option", { value: 0 }, t("noClock")), [1, 3, 5, 10, 15, 30].map((n) => h("option", { value: n }, t("minutes", n))));
    const time = h("select", { onchange: (event) => keep("time", (this.thinkTime = Number(event.target.value))) },
      [100, 300, 1000, 3000, 10000].map((n) => h("option", { value: n, selected: n === this.thinkTime }, t("seconds", n / 1000))));
    return h("details", { class: "card" }, h("summary", {}, t("settings")),
      h("div", { class: "fields" }, box("targets"), box("coordinates"), box("animation"),
        h("label", {}, t("region"), " ", regions), h("label", {}, t("clock"), " ", clock), h("label", {}, t("time"), " ", time)));
  }

  showRegion(name) {
    const region = this.session.info.regions.find((region) => region.name === name);
    const sets = region?.cells ?? [[], []];
    const both = sets[0].join() === sets[1].join();
    this.board.setHeat([...sets[0].map((cell) => [cell, "region0"]), ...(both ? [] : sets[1].map((cell) => [cell, "region1"]))]);
  }

  sharing() {
    const { session } = this;
    const copy = (id, text) => h("button", { class: "plain", onclick: async () => give(await text()) }, t(id));
    const field = h("textarea", { rows: 3, spellcheck: "false", "aria-label": t("paste"), placeholder: t("paste"), id: "pasted" });
    const give = async (text) => {
      field.value = text;
      field.select();
      try {
        await navigator.clipboard.writeText(text);
        toast(t("copied"));
      } catch {
        // It stands in the field, selected.
      }
    };
    const written = (id, form) => h("button", { class: "plain", onclick: async () => {
      try {
        await give((await ask("record", { line: session.line(), form })).text);
      } catch (error) {
        toast(error.message);
      }
    } }, t(id));
    const load = async () => {
      try {
        await session.load(await ask("record", { line: session.line(session.root), text: field.value }));
      } catch (error) {
        toast(error.message);
      }
    };
    return h("details", { class: "card" }, h("summary", {}, t("share")),
      h("div", { class: "row" }, copy("copyPosition", () => session.position.position),
        copy("copyMoves", () => session.node.line.join(" ")),
        copy("copyRecord", async () => (await ask("record", { line: session.line() })).text),
        written("copyPgn", "pgn"), written("copySgf", "sgf"),
        copy("copyLink", () => location.origin + "/#/play?" + session.address)),
      field, h("button", { id: "load", onclick: load }, t("load")));
  }
}

/** What a game is about: how it ends, in a line. */
function goals(ends) {
  const said = ends.map((end) => end.says).filter(Boolean);
  const text = said.slice(0, 3).join("; ") + (said.length > 3 ? " …" : ".");
  return said.length ? text[0].toUpperCase() + text.slice(1) : "";
}

/** The rules in English, folded up, and the line that says how the game ends. */
export function rulesFold() {
  const about = h("p", { class: "about", lang: lang() });
  const text = h("pre", { class: "rules", lang: "en" });
  const node = h("details", { class: "card", id: "rules", open: recall("rules", false), ontoggle: (event) => keep("rules", event.target.open) },
    h("summary", {}, t("english")), text);
  return {
    about,
    node,
    setGame: (info) => {
      about.lang = lang();
      about.textContent = goals(info.ends);
      text.textContent = info.english;
    },
  };
}

export function playView(place, session) {
  const table = new Table(session);
  const rules = rulesFold();
  const title = h("h1", {});
  const sub = h("p", { class: "faint" });
  table.onGame = () => {
    title.textContent = session.info.title;
    document.title = session.info.title + " · banco";
    put(sub, `${session.info.files}×${session.info.ranks}`, session.info.hiding ? " · " + t("hides") : "",
      recall("draft." + session.name, null) ? " · " + t("edited") : "");
    table.onRegions?.();
    rules.setGame(session.info);
  };
  table.panel = enginePanel(table);
  const side = h("div", { class: "side" },
    h("div", { class: "heading" }, h("div", {}, title, sub, rules.about),
      h("a", { class: "button plain", href: "#/workshop" }, t("edit"))),
    table.told,
    h("section", { class: "card" }, table.seatsBox),
    h("section", { class: "card", "aria-label": t("moves") }, table.controls(), table.list, table.typing()),
    rules.node, table.panel.node, table.settings(), table.sharing());
  put(place, h("div", { class: "table" }, h("div", { class: "boarding" }, table.bar, table.boardPlace), side));
  table.begin();
  return { leave: () => table.leave(), follows: () => true };
}

