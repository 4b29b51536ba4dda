// The board: drawn from what the server says of a game, and led by the hand step by step.
//
// A move is a list of steps: cells, `@` a piece of the hand, `=` a piece to choose, `off`, `pass`, `:` a move by its
// text. Whatever the game, the hand points at one step after the other until one move is left.

import { h, s, put, calm, speak } from "./dom.js";
import { t } from "./words.js";

const SIDE = 100;
const EDGE = 46;
// The corners of a hexagon around the middle of a square, by its corner at the top left.
const HEXAGON = [[0, -1], [0.5, -0.5], [0.5, 0.5], [0, 1], [-0.5, 0.5], [-0.5, -0.5]];
const hexagon = (x, y) =>
  HEXAGON.map(([across, down]) => `${x + SIDE * (0.5 + across)},${y + SIDE * (0.5 + down / Math.sqrt(3))}`).join(" ");
const isWord = (step) => /^(pass|done|swap)$/.test(step);
const isCell = (step) => !/^([@=:]|off$)/.test(step) && !isWord(step);

export class Board {
  /** `events`: `play(move)`, `refuse(from, to)`, `idle(cell)`. */
  constructor(place, events) {
    this.events = events;
    this.info = null;
    this.position = null;
    this.flipped = false;
    this.locked = null;
    this.prefix = [];
    this.focus = null;
    this.options = { targets: true, coordinates: true, animation: true };
    this.hands = [h("div", { class: "hand" }), h("div", { class: "hand" })];
    this.svg = s("svg", { class: "board" });
    this.choices = h("div", { class: "choices" });
    this.frame = h("div", { class: "frame" }, this.hands[1], this.svg, this.hands[0], this.choices);
    this.place = place;
    place.append(this.frame);
    this.svg.addEventListener("pointerdown", (event) => this.press(event));
    this.svg.addEventListener("pointermove", (event) => this.pull(event));
    this.svg.addEventListener("pointerup", (event) => this.release(event));
    this.svg.addEventListener("pointercancel", () => this.drop());
    this.svg.addEventListener("keydown", (event) => this.key(event));
  }

  /** Another game. */
  setGame(info) {
    this.info = info;
    this.position = null;
    this.pieceById = new Map(info.pieces.map((piece) => [piece.id, piece]));
    this.at = new Map();
    info.cells.forEach((name, at) => name && this.at.set(name, at));
    this.prefix = [];
    this.build();
  }

  setPosition(position) {
    const before = this.position;
    this.position = position;
    this.prefix = [];
    this.drawPieces();
    this.mark();
    this.drawHands();
    this.animate(before);
  }

  setFlipped(flipped) {
    this.flipped = flipped;
    this.build();
    if (this.position) this.setPosition(this.position);
  }

  setOptions(options) {
    Object.assign(this.options, options);
    this.build();
    if (this.position) this.setPosition(this.position);
  }

  /** The corner of a cell. */
  corner(at) {
    const { files, ranks, hexes } = this.info;
    const [file, row] = [at % files, Math.floor(at / files)];
    if (hexes) {
      const [x, y] = hexes.middles[at];
      const [wide, high] = [hexes.wide, hexes.high];
      return this.flipped ? [wide - x - SIDE / 2, high - y - SIDE / 2] : [x - SIDE / 2, y - SIDE / 2];
    }
    return this.flipped ? [(files - 1 - file) * SIDE, (ranks - 1 - row) * SIDE] : [file * SIDE, row * SIDE];
  }

  middle(name) {
    const [x, y] = this.corner(this.at.get(name));
    return [x + SIDE / 2, y + SIDE / 2];
  }

  build() {
    const { files, ranks, ground, cells, title, hexes } = this.info;
    const [wide, high] = hexes ? [hexes.wide, hexes.high] : [files * SIDE, ranks * SIDE];
    this.scale = Math.min(Math.max(Math.max(files, ranks) / 8, 0.4), 2);
    const edge = this.options.coordinates ? EDGE * this.scale : 6;
    this.svg.setAttribute("viewBox", `${-edge} -6 ${wide + edge + 6} ${high + edge + 6}`);
    this.place.style.setProperty("--ratio", (wide + edge + 6) / (high + edge + 6));
    this.place.classList.toggle("handed", this.info.hands);
    this.svg.setAttribute("role", "grid");
    this.svg.setAttribute("aria-label", t("board", title));
    this.svg.classList.toggle("points", this.info.points);
    const base = s("g", { class: "ground", "aria-hidden": "true" });
    base.innerHTML = ground;
    if (this.flipped) base.setAttribute("transform", `rotate(180 ${wide / 2} ${high / 2})`);
    const layer = (name) => (this[name] = s("g", { class: name, "aria-hidden": "true" }));
    const names = this.options.coordinates ? this.coordinates(wide, high) : [];
    const rows = [];
    this.cells = new Map();
    for (let row = 0; row < ranks; row++) {
      const group = s("g", { role: "row" });
      for (let file = 0; file < files; file++) {
        const at = row * files + file;
        if (!cells[at]) continue;
        const [x, y] = this.corner(at);
        const cell = hexes
          ? s("polygon", { role: "gridcell", class: "hit", tabindex: "-1", points: hexagon(x, y), "data-cell": cells[at] })
          : s("rect", {
              role: "gridcell", class: "hit", tabindex: "-1", x, y, width: SIDE, height: SIDE, "data-cell": cells[at],
            });
        this.cells.set(cells[at], cell);
        group.append(cell);
      }
      rows.push(group);
    }
    put(
      this.svg, base, layer("under"), layer("heat"), s("g", { class: "names", "aria-hidden": "true" }, names),
      layer("figures"), layer("marks"), layer("arrows"), s("g", {}, rows), layer("carried"),
    );
    if (!this.cells.has(this.focus)) this.focus = cells.find((name) => name);
    this.cells.get(this.focus)?.setAttribute("tabindex", "0");
    this.nodes = new Map();
  }

  coordinates(wide, high) {
    const { files, ranks, cells } = this.info;
    const all = [];
    const size = `font-size:${27 * this.scale}px`;
    const file = (at) => cells.filter((name, cell) => name && cell % files === at)[0]?.replace(/\d+$/, "") ?? "";
    if (this.info.hexes) return this.hexCoordinates(size, file);
    for (let at = 0; at < files; at++) {
      const x = (this.flipped ? files - 1 - at : at) * SIDE + SIDE / 2;
      all.push(s("text", { x, y: high + 34 * this.scale, style: size }, file(at)));
    }
    for (let row = 0; row < ranks; row++) {
      const y = (this.flipped ? ranks - 1 - row : row) * SIDE + SIDE / 2 + 10 * this.scale;
      all.push(s("text", { x: -24 * this.scale, y, style: size }, String(ranks - row)));
    }
    return all;
  }

  /** The names of rows and files of hexagons, each beside the last cell of its own. */
  hexCoordinates(size, file) {
    const { files, ranks, cells } = this.info;
    const middles = cells.map((name, at) => name && this.corner(at).map((value) => value + SIDE / 2));
    const furthest = (all, far) => all.reduce((best, one) => (best && far(best) >= far(one) ? best : one), null);
    const of = (group, number) => middles.filter((middle, at) => middle && group(at) === number);
    const text = ([x, y], said) => s("text", { x, y: y + 10 * this.scale, style: size }, said);
    const all = [];
    for (let at = 0; at < files; at++) {
      const lowest = furthest(of((cell) => cell % files, at), ([, y]) => y);
      if (lowest) all.push(text([lowest[0] + 40, lowest[1] + 78], file(at)));
    }
    for (let row = 0; row < ranks; row++) {
      const first = furthest(of((cell) => Math.floor(cell / files), row), ([x]) => -x);
      if (first) all.push(text([first[0] - SIDE / 2 - 24 * this.scale, first[1]], String(ranks - row)));
    }
    return all;
  }

  piece(name) {
    return this.pieceById.get(this.position.pieces[this.at.get(name)]);
  }

  said(piece) {
    const owner = piece.owner === null ? "" : this.info.players[piece.owner].shown;
    return owner ? `${owner} ${piece.name}` : piece.name;
  }

  drawPieces() {
    const { cells } = this.info;
    const known = this.nodes;
    this.nodes = new Map();
    this.position.pieces.forEach((id, at) => {
      if (!id || !cells[at]) return;
      const [x, y] = this.corner(at);
      let node = known.get(cells[at]);
      if (!node || node.dataset.piece !== String(id)) {
        const piece = this.pieceById.get(id);
        const bare = piece && !/<(circle|rect)/.test(piece.svg);
        node = s("g", { class: bare ? `piece bare${piece.owner}` : "piece", "data-piece": id });
        node.innerHTML = piece?.svg ?? "";
      }
      node.setAttribute("transform", `translate(${x} ${y})`);
      this.nodes.set(cells[at], node);
    });
    put(this.figures, [...this.nodes.values()]);
  }

  animate(before) {
    const { last, played } = this.position;
    const isNext = before && played.length === before.played.length + 1;
    const isBack = before && played.length === before.played.length - 1;
    if (!before || !this.options.animation || calm() || (!isNext && !isBack)) return;
    const path = isNext ? last : [...before.last].reverse();
    const node = this.nodes.get(path[path.length - 1]);
    if (path.length < 2 || !node || path[0] === path[path.length - 1]) return;
    const frames = path.map((cell) => {
      const [x, y] = this.corner(this.at.get(cell));
      return { transform: `translate(${x}px, ${y}px)` };
    });
    node.animate(frames, { duration: 180, easing: "ease-out" });
  }

  /** The moves that begin with the steps so far. */
  candidates(prefix = this.prefix) {
    return (this.position?.moves ?? []).filter(([, steps]) => prefix.every((step, at) => steps[at] === step));
  }

  /** Shows what can be pointed at next. */
  mark() {
    const { last, checked, compulsory, outcome } = this.position;
    const full = (name, look) => {
      const [x, y] = this.corner(this.at.get(name));
      return s("rect", { class: look, x, y, width: SIDE, height: SIDE });
    };
    const under = last.filter((name) => this.at.has(name)).map((name) => full(name, "last"));
    under.push(...checked.map((name) => full(name, "checked")));
    const at = this.prefix.length;
    const open = this.locked ? [] : this.candidates();
    under.push(...this.prefix.filter(isCell).map((name) => full(name, "chosen")));
    if (compulsory && !at && !outcome && !this.locked) {
      const movers = new Set(open.map(([, steps]) => steps[0]).filter(isCell));
      under.push(...[...movers].map((name) => full(name, "mover")));
    }
    put(this.under, under);
    const nexts = new Map();
    for (const [, steps, captures] of at ? open : []) {
      const step = steps[at];
      if (step && isCell(step)) nexts.set(step, (nexts.get(step) ?? false) || Boolean(captures));
    }
    const marks = [];
    if (this.options.targets) {
      for (const [name, captures] of nexts) {
        const [x, y] = this.middle(name);
        const taken = this.position.pieces[this.at.get(name)] !== 0;
        const look = captures || taken ? "ring" : "dot";
        marks.push(s("circle", { class: look, cx: x, cy: y, r: look === "ring" ? 44 : 15 }));
      }
    }
    put(this.marks, marks);
    for (const [name, cell] of this.cells) {
      const piece = this.piece(name);
      const words = [name, piece ? this.said(piece) : t("empty")];
      if (nexts.has(name)) words.push(t("target"));
      if (this.prefix.includes(name)) words.push(t("chosen"));
      if (checked.includes(name)) words.push(t("check"));
      cell.setAttribute("aria-label", words.join(", "));
      cell.setAttribute("aria-selected", String(this.prefix.includes(name)));
    }
    this.svg.classList.toggle("locked", Boolean(this.locked));
    this.offer(open, at);
  }

  /** Buttons for steps that are no cells. */
  offer(open, at) {
    const steps = new Set(open.map(([, steps]) => steps[at]).filter((step) => step && !isCell(step)));
    const buttons = [];
    for (const step of steps) {
      if (step.startsWith("@") || (at === 0 && !isWord(step))) continue;
      buttons.push(this.choice(step, () => this.point(step)));
    }
    const done = at ? open.find(([, steps]) => steps.length === at) : null;
    if (done && open.length > 1) buttons.push(h("button", { onclick: () => this.play(done) }, this.without(done)));
    if (at && buttons.length) buttons.push(h("button", { class: "plain", onclick: () => this.cancel() }, t("cancel")));
    const asks = [...steps].some((step) => step.startsWith("=") || step.startsWith(":"));
    put(this.choices, asks && at ? h("span", {}, t("choose") + ": ") : null, buttons);
    this.choices.classList.toggle("asking", buttons.length > 0);
    if (asks && at) this.choices.querySelector("button")?.focus({ preventScroll: true });
  }

  /** What it means to stop after the steps of a move that others go on from. */
  without([text]) {
    return t({ promotion: "noPromotion", gating: "noGating", captures: "noCaptures" }[this.position.left_out?.[text]] ?? "finish");
  }

  choice(step, onclick) {
    if (step.startsWith("=")) {
      const piece = this.pieceById.get(Number(step.slice(1)));
      const picture = s("svg", { viewBox: "0 0 100 100", class: "figure", "aria-hidden": "true" });
      picture.innerHTML = piece.svg;
      return h("button", { class: "figured", onclick, "data-step": step }, picture, piece.name);
    }
    const words = { off: t("off"), pass: t("pass"), done: t("done"), swap: t("swap") }[step] ?? step.slice(1);
    return h("button", { onclick, "data-step": step }, words);
  }

  drawHands() {
    this.hands.forEach((box, place) => {
      const player = this.flipped ? 1 - place : place;
      const held = this.position.hands[player];
      box.hidden = !this.info.hands;
      const inTurn = player === this.position.turn && !this.locked && !this.position.outcome;
      const one = ([id, count]) => {
        const piece = this.pieceById.get(id);
        const picture = s("svg", { viewBox: "0 0 100 100", class: "figure", "aria-hidden": "true" });
        picture.innerHTML = piece?.svg ?? "";
        const step = "@" + id;
        return h(
          "button",
          {
            class: "held", "data-step": step, disabled: !inTurn, "aria-pressed": String(this.prefix[0] === step),
            "aria-label": `${piece?.name} ×${count}`, onclick: () => this.point(step),
          },
          picture, count > 1 ? h("span", {}, "×" + count) : null,
        );
      };
      put(box, h("span", { class: "label" }, t("hand", this.info.players[player].shown)), held.map(one));
    });
  }

  cancel() {
    this.prefix = [];
    if (!this.position) return;
    this.mark();
    this.drawHands();
  }

  play([move]) {
    this.prefix = [];
    this.events.play(move);
  }

  /** Points at a step. */
  point(step) {
    if (!this.position) return;
    if (this.locked) return this.events.idle(step, this.locked);
    const at = this.prefix.length;
    const open = this.candidates();
    const next = open.filter(([, steps]) => steps[at] === step);
    if (next.length) return this.advance(step, next);
    if (at && step === this.prefix[at - 1]) {
      const done = open.find(([, steps]) => steps.length === at);
      return done ? this.play(done) : this.cancel();
    }
    const ending = at ? open.filter(([, steps]) => steps.filter(isCell).pop() === step) : [];
    if (ending.length === 1) return this.play(ending[0]);
    const fresh = this.candidates([step]);
    if (fresh.length) {
      this.prefix = [];
      return this.advance(step, fresh);
    }
    const from = this.prefix[0];
    this.cancel();
    if (!isCell(step)) return;
    if (from && from !== step) this.events.refuse(from, step);
    else this.events.idle(step, null);
  }

  advance(step, open) {
    this.prefix.push(step);
    const at = this.prefix.length;
    const only = open.length === 1 ? open[0] : null;
    const left = only ? only[1].slice(at) : null;
    // What is left is done without asking where it cannot be done in another way.
    if (only && (left.length === 0 || (at > 1 && left.every(isCell)))) return this.play(only);
    this.mark();
    this.drawHands();
    const targets = new Set(open.map(([, steps]) => steps[at]));
    speak(`${step}, ${t("chosen")}: ${[...targets].filter((one) => one && isCell(one)).slice(0, 30).join(" ")}`);
  }

  cellAt(event) {
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.svg.getScreenCTM().inverse());
    const { files, ranks, cells, hexes } = this.info;
    if (hexes) {
      const away = (name) => Math.hypot(...this.middle(name).map((value, at) => value - [point.x, point.y][at]));
      const near = cells.find((name) => name && away(name) <= SIDE / 2);
      return { point, name: near ?? null };
    }
    let [file, row] = [Math.floor(point.x / SIDE), Math.floor(point.y / SIDE)];
    if (file < 0 || row < 0 || file >= files || row >= ranks) return { point, name: null };
    if (this.flipped) [file, row] = [files - 1 - file, ranks - 1 - row];
    return { point, name: cells[row * files + file] };
  }

  press(event) {
    if (event.button !== 0 || !this.position) return;
    const { name, point } = this.cellAt(event);
    if (!name) return;
    this.focusOn(name, false);
    const wasChosen = this.prefix[this.prefix.length - 1] === name;
    const isStep = this.candidates().some(([, steps]) => steps[this.prefix.length] === name);
    this.grip = { name, point, wasChosen, moved: false, pressed: false };
    // A piece that can be picked up is chosen at once, so that its targets show while it is pulled.
    const begins = !this.locked && (!this.prefix.length || !isStep) && this.candidates([name]).length;
    const more = begins && !this.candidates([name]).some(([, steps]) => steps.length === 1);
    if (more && !wasChosen) {
      this.prefix = [];
      this.point(name);
      this.grip.pressed = true;
    }
    this.svg.setPointerCapture(event.pointerId);
  }

  pull(event) {
    const grip = this.grip;
    if (!grip || this.locked || this.prefix[0] !== grip.name) return;
    const { point } = this.cellAt(event);
    if (!grip.moved && Math.hypot(point.x - grip.point.x, point.y - grip.point.y) < 16) return;
    grip.moved = true;
    const node = this.nodes.get(grip.name);
    if (!node) return;
    if (!grip.copy) {
      grip.copy = node.cloneNode(true);
      node.classList.add("lifted");
      put(this.carried, grip.copy);
    }
    grip.copy.setAttribute("transform", `translate(${point.x - SIDE / 2} ${point.y - SIDE / 2})`);
  }

  release(event) {
    const grip = this.grip;
    if (!grip) return;
    const { name } = this.cellAt(event);
    this.drop();
    if (!grip.moved) {
      if (!grip.pressed) this.point(grip.name);
    } else if (name && name !== grip.name) {
      this.point(name);
    } else if (!name && this.candidates().some(([, steps]) => steps[this.prefix.length] === "off")) {
      this.point("off");
    }
  }

  drop() {
    if (this.grip?.copy) this.nodes.get(this.grip.name)?.classList.remove("lifted");
    put(this.carried);
    this.grip = null;
  }

  focusOn(name, really = true) {
    this.cells.get(this.focus)?.setAttribute("tabindex", "-1");
    this.focus = name;
    const cell = this.cells.get(name);
    cell?.setAttribute("tabindex", "0");
    if (really) cell?.focus();
  }

  key(event) {
    const name = event.target.dataset?.cell;
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (!name || event.ctrlKey || event.metaKey || event.altKey) return;
    if (step) {
      const { files, ranks, cells } = this.info;
      const turn = this.flipped ? -1 : 1;
      let at = this.at.get(name);
      let [file, row] = [at % files, Math.floor(at / files)];
      do {
        file += step[0] * turn;
        row += step[1] * turn;
      } while (file >= 0 && file < files && row >= 0 && row < ranks && !cells[row * files + file]);
      const next = file >= 0 && file < files && row >= 0 && row < ranks ? cells[row * files + file] : null;
      if (next) this.focusOn(next);
    } else if (event.key === "Enter" || event.key === " ") {
      this.point(name);
    } else if (event.key === "Escape") {
      this.cancel();
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  /** Arrows from cell to cell, the first one strongest. */
  setArrows(pairs) {
    const arrow = ([from, to], at) => {
      if (!this.at.has(from) || !this.at.has(to)) return null;
      const [x1, y1] = this.middle(from);
      const [x2, y2] = this.middle(to);
      const strength = `opacity:${Math.max(0.85 - at * 0.18, 0.2)}`;
      if (from === to) return s("circle", { class: "aim", cx: x1, cy: y1, r: 30, style: strength });
      const [dx, dy] = [x2 - x1, y2 - y1];
      const length = Math.hypot(dx, dy);
      const [ux, uy] = [dx / length, dy / length];
      const [ex, ey] = [x2 - ux * 26, y2 - uy * 26];
      const head = `${x2 - ux * 4} ${y2 - uy * 4} ${ex - uy * 20} ${ey + ux * 20} ${ex + uy * 20} ${ey - ux * 20}`;
      return s("g", { class: "arrow", style: strength },
        s("line", { x1: x1 + ux * 18, y1: y1 + uy * 18, x2: ex, y2: ey }), s("polygon", { points: head }));
    };
    put(this.arrows, pairs.map(arrow));
  }

  /** Colours cells: pairs of a name and a look, or a number from -1 to 1. */
  setHeat(cells) {
    const one = ([name, value]) => {
      if (!this.at.has(name)) return null;
      const [x, y] = this.corner(this.at.get(name));
      const look = typeof value === "number" ? (value >= 0 ? "good" : "bad") : value;
      const opacity = typeof value === "number" ? 0.15 + 0.6 * Math.min(Math.abs(value), 1) : 0.6;
      return s("rect", { class: look, x, y, width: SIDE, height: SIDE, "fill-opacity": opacity });
    };
    put(this.heat, cells.map(one));
  }
}
