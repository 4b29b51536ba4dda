// The textbook: a tree that unfolds as an algorithm walks through it, its lines lit beside.

import { ask } from "./ask.js";
import { figure, grafted, layout, lines, numbered, steps } from "./algorithms.js";
import { h, s, put, keep, later, recall } from "./dom.js";
import { zoomed } from "./zoom.js";
import { count, lang, number, of, t } from "./words.js";

const ALGORITHMS = ["minimax", "minimax-iterative", "negamax", "alpha-beta-strict", "alpha-beta"];
const NAMES = {
  minimax: ["Minimax", "Minimax"], "minimax-iterative": ["Minimax without recursion", "Minimax không đệ quy"],
  negamax: ["Negamax", "Negamax"], "alpha-beta-strict": ["Alpha-beta, α > β", "Alpha-beta, α > β"],
  "alpha-beta": ["Alpha-beta, α ≥ β", "Alpha-beta, α ≥ β"],
};
const MILLION = 1000000;

const valueText = (value) => (value === null || value === undefined ? "" : value >= MILLION - 1000 ? "+" + of("win", "thắng") : value <= 1000 - MILLION ? "-" + of("win", "thắng") : String(value));
const bound = (value, infinite) => (value === null ? infinite : valueText(value));

export function textbookView(place, session, catalogue) {
  let nodes = [];
  let trace = [];
  let at = 0;
  let timer = null;
  let answer = null;
  let asking = 0;
  const chosen = recall("textbook", { of: "tree", algorithm: "alpha-beta", tree: "[[3 12 8] [2 4 6] [14 5 2]]", depth: 3, max: true });
  if (session.name && new URLSearchParams(location.hash.split("?")[1] ?? "").has("game")) chosen.of = "game";
  const picture = s("svg", { class: "tree", role: "img" });
  const code = h("pre", { class: "code", "aria-label": t("code"), tabindex: 0 });
  const said = h("p", { class: "said", role: "status", "aria-live": "polite" });
  const counters = h("dl", { class: "counters" });
  const slider = h("input", { type: "range", min: 0, max: 0, value: 0, id: "step", "aria-label": t("step", "", ""), oninput: () => go(Number(slider.value)) });
  const where = h("span", { class: "faint small" });
  const compared = h("div", {});
  const small = s("svg", { class: "board small-board", role: "img", "aria-label": t("position") });
  const boardCard = h("section", { class: "card", hidden: true }, h("h2", {}, t("position")), small);
  const error = h("p", { class: "bad", role: "alert", id: "treeerror" });
  const standing = h("span", { class: "faint small standing" });
  const paper = zoomed(picture, t("tree"));

  const select = (options, value, change, label) =>
    h("select", { "aria-label": label, onchange: (event) => change(event.target.value) },
      options.map(([id, words]) => h("option", { value: id, selected: String(id) === String(value) }, words)));
  const set = (key) => (value) => {
    chosen[key] = value;
    keep("textbook", chosen);
    form();
    draw();
  };
  // A tree is drawn while it is typed; the field stays as it is.
  const typed = later(200, (value) => {
    chosen.tree = value;
    keep("textbook", chosen);
    draw();
  });
  const openGame = async (name) => {
    put(error);
    try {
      await session.open(name);
    } catch (problem) {
      return put(error, problem.message);
    }
    draw();
  };
  const controls = h("div", { class: "fields" });
  const form = () => {
    const games = catalogue().games.map((game) => [game.name, game.titles[lang()] ?? game.title ?? game.name]);
    put(controls,
      h("label", {}, t("algorithm"), " ", select(ALGORITHMS.map((id) => [id, NAMES[id][lang() === "vi" ? 1 : 0]]), chosen.algorithm, set("algorithm"), t("algorithm"))),
      select([["tree", t("ofTree")], ["game", t("ofGame")]], chosen.of, set("of"), t("tree")),
      chosen.of === "tree"
        ? [h("label", { class: "wide" }, t("tree"), " ", h("input", { id: "typedtree", value: chosen.tree, spellcheck: "false", autocomplete: "off", "aria-describedby": "treehelp treeerror", oninput: (event) => typed(event.target.value) })),
          h("label", {}, h("input", { type: "checkbox", checked: chosen.max, onchange: (event) => set("max")(event.target.checked) }), " ", t("rootMax")),
          h("p", { class: "faint small wide", id: "treehelp" }, t("treeHelp"))]
        : [h("label", {}, t("game"), " ", select(games, session.name, openGame, t("game"))),
          h("label", {}, t("depth"), " ", select([1, 2, 3, 4, 5, 6].map((n) => [n, n]), chosen.depth, (value) => set("depth")(Number(value)), t("depth"))),
          standing]);
  };

  const asked = (algorithm, most) =>
    chosen.of === "tree"
      ? { figure: figure(chosen.tree, chosen.max), algorithm, nodes: most }
      : { line: session.line(), algorithm, depth: chosen.depth, nodes: most };

  const cuts = () => chosen.algorithm.startsWith("alpha-beta");

  const draw = async () => {
    const mine = ++asking;
    pause();
    put(error);
    put(standing, session.position?.position ?? "");
    try {
      const most = chosen.of === "tree" ? 500 : 160;
      const [cut, whole] = await Promise.all([
        ask("tree", asked(chosen.algorithm, most)),
        // What a typed tree looks like without cuts is known at once.
        cuts() && chosen.of === "tree" ? ask("tree", asked("minimax", most)) : null,
      ]);
      if (mine !== asking) return;
      answer = cut;
      unfold(whole);
    } catch (problem) {
      if (mine === asking) put(error, problem.message);
      return;
    }
    put(code, lines(chosen.algorithm).map(([name, text]) => h("span", { "data-line": name }, text + "\n")));
    go(0);
    compare(mine);
    if (cuts() && chosen.of === "game") wholeLater(mine);
  };

  /** Draws the tree of the answer, with the branches that were cut where they are known. */
  const unfold = (whole) => {
    nodes = numbered(whole ? grafted(answer.tree, whole.tree, 400) : answer.tree);
    trace = steps(nodes, chosen.algorithm);
    slider.max = trace.length - 1;
    drawTree();
  };

  /** A game's whole tree takes longer: what was cut is drawn when it is there. */
  const wholeLater = async (mine) => {
    const whole = await ask("tree", asked("minimax", 600)).catch(() => null);
    if (mine !== asking || !whole) return;
    unfold(whole);
    go(at);
  };

  const drawTree = () => {
    const [wide, high] = [chosen.of === "game" && answer.boards?.["0"] ? 64 : 60, 92];
    const { width, height } = layout(nodes, wide, high);
    picture.setAttribute("viewBox", `${-wide / 2} -44 ${width} ${height + 20}`);
    picture.setAttribute("aria-label", t("tree"));
    const edges = nodes.slice(1).map((node) => {
      const [x, y] = [(node.x + node.parent.x) / 2, (node.y + node.parent.y) / 2];
      return (node.edge = s("g", { class: "edge" }, s("line", { x1: node.parent.x, y1: node.parent.y, x2: node.x, y2: node.y }),
        node.move && nodes.length < 400 ? s("text", { x, y: y - 3, class: "label" }, node.move) : null,
        node.cut && !node.beyond ? s("path", { class: "scissors", d: `M${x - 9} ${y - 5}L${x + 9} ${y + 5}M${x - 9} ${y + 1}L${x + 9} ${y + 11}` }) : null));
    });
    const discs = nodes.map((node) => {
      const shape = node.max ? s("rect", { x: -19, y: -17, width: 38, height: 34, rx: 5 }) : s("circle", { r: 19 });
      node.valueText = s("text", { class: "value", y: 5 });
      node.windowText = s("text", { class: "window", y: -23 });
      node.more && (node.moreText = s("text", { class: "more", y: 36 }, t("more", number(node.more))));
      return (node.disc = s("g", { class: "vertex", transform: `translate(${node.x} ${node.y})` }, shape, node.valueText, node.windowText, node.moreText ?? null));
    });
    put(picture, edges, discs);
    paper.measure(width, height + 20);
  };

  /** A node with all that is below it. */
  const below = (node) => [node, ...node.kids.flatMap(below)];
  const leavesBelow = (ids) => ids.flatMap((id) => below(nodes[id])).filter((node) => !node.kids.length).length;

  const go = (to) => {
    at = Math.max(0, Math.min(to, trace.length - 1));
    slider.value = at;
    where.textContent = t("step", at + 1, trace.length);
    const known = new Map();
    const cut = new Set();
    for (const step of trace.slice(0, at + 1)) {
      known.set(step.at, { ...(known.get(step.at) ?? {}), ...step, done: step.kind === "value" });
      step.cut?.forEach((id) => below(nodes[id]).forEach((node) => cut.add(node.id)));
    }
    const step = trace[at];
    const open = new Set();
    for (let node = nodes[step.at]; node; node = node.parent) open.add(node.id);
    const isEnd = at === trace.length - 1;
    for (const node of nodes) {
      const state = known.get(node.id);
      const seen = Boolean(state) || cut.has(node.id);
      const looks = ["vertex", node.max ? "max" : "min", seen ? "" : "unseen", state?.done ? "done" : "", open.has(node.id) ? "open" : "",
        node.id === step.at ? "here" : "", cut.has(node.id) ? "cut" : "", isEnd && node.best ? "best" : ""];
      node.disc.setAttribute("class", looks.join(" "));
      node.edge?.setAttribute("class", ["edge", seen ? "" : "unseen", cut.has(node.id) ? "cut" : "", isEnd && node.best ? "best" : ""].join(" "));
      // The leaves of a tree that was typed are known to who reads it.
      const given = chosen.of === "tree" && !node.kids.length ? valueText(node.value) : "";
      node.valueText.textContent = state && state.best !== null ? valueText(state.best) : given;
      const shows = state?.window && !(!node.kids.length && state.done);
      node.windowText.textContent = shows ? `(${bound(state.window[0], "-∞")}, ${bound(state.window[1], "+∞")})` : "";
    }
    paper.follow(nodes[step.at].disc);
    drawBoard(nodes[step.at]);
    for (const line of code.children) line.classList.toggle("lit", line.dataset.line !== "" && line.dataset.line === step.line);
    put(said, sentence(step));
    const shown = isEnd ? answer : step.counters;
    put(counters, ["nodes", "leaves", "comparisons", "cutoffs"].map((key) => h("div", {}, h("dt", {}, t(key)), h("dd", { "data-counter": key }, number(shown[key])))));
  };

  /** The position of a node, where boards are small. */
  const drawBoard = (node) => {
    const pieces = chosen.of === "game" ? answer.boards?.[node.number] : null;
    boardCard.hidden = !pieces;
    if (!pieces) return;
    const { files, ranks, ground, pieces: known, hexes } = session.info;
    const [wide, high] = hexes ? [hexes.wide, hexes.high] : [files * 100, ranks * 100];
    small.setAttribute("viewBox", `-2 -2 ${wide + 4} ${high + 4}`);
    const corner = (cell) => hexes?.middles[cell].map((value) => value - 50) ?? [(cell % files) * 100, Math.floor(cell / files) * 100];
    const at = (id, cell) => `<g transform="translate(${corner(cell).join(" ")})">${known.find((piece) => piece.id === id)?.svg ?? ""}</g>`;
    small.innerHTML = ground + pieces.map((id, cell) => (id ? at(id, cell) : "")).join("");
  };

  const nameOf = (node) => (node.parent ? node.move ?? "" : of("the root", "gốc"));
  const sentence = (step) => {
    const node = nodes[step.at];
    const [name, side, value] = [nameOf(node), node.max ? "Max" : "Min", valueText(step.best)];
    const window = step.window ? ` (α, β) = (${bound(step.window[0], "-∞")}, ${bound(step.window[1], "+∞")})` : "";
    switch (step.kind) {
      case "enter": return of(`${side} comes to ${name}.`, `${side} xét ${name}.`) + window;
      case "each": return of(`The next child of ${name}.`, `Con kế tiếp của ${name}.`);
      case "update": return (step.window ? heard(step, name, node.max) : of(`${name} hears ${valueText(nodes[step.child].value)}: the best so far is ${value}.`, `${name} nhận ${valueText(nodes[step.child].value)}: tốt nhất đến giờ là ${value}.`)) + window;
      case "cut": return count("cutBranches", step.cut.length, name, leavesUnseen(step.cut)) + window;
      default: return returned(step, node, name, value);
    }
  };

  /** What a child's value does to α or β. */
  const heard = (step, name, isMax) => {
    const [letter, infinite] = isMax ? ["α", "-∞"] : ["β", "+∞"];
    const [value, before, now] = [valueText(nodes[step.child].value), bound(step.before, infinite), valueText(step.best)];
    return t((step.before === step.best ? "keeps" : "moves") + (isMax ? "Alpha" : "Beta"), name, value, letter, before, now);
  };

  const leavesUnseen = (ids) => {
    const known = ids.every((id) => !below(nodes[id]).some((node) => node.more));
    return known ? " " + count("leavesUnseen", leavesBelow(ids)) : "";
  };

  /** What a node returns: α or β where no child beat it, which is not its own value then. */
  const returned = (step, node, name, value) => {
    if (!step.window || !node.kids.length) return t("isValue", name, value);
    if (!step.raised) return t(node.max ? "returnsAlpha" : "returnsBeta", name, value);
    return t(step.stopped ? (node.max ? "atLeast" : "atMost") : "isValue", name, value);
  };

  const compare = async (mine) => {
    const found = [];
    for (const id of ALGORITHMS) {
      try {
        if (mine !== asking) return;
        found.push([id, await ask("tree", asked(id, 1))]);
      } catch {
        return;
      }
    }
    if (mine !== asking) return;
    const most = Math.max(...found.map(([, one]) => one.nodes));
    const row = ([id, one]) => h("tr", { class: id === chosen.algorithm ? "now" : "" }, h("th", { scope: "row" }, NAMES[id][lang() === "vi" ? 1 : 0]),
      h("td", {}, valueText(one.tree.value)), ["nodes", "leaves", "comparisons", "cutoffs"].map((key) => h("td", {}, number(one[key]))),
      h("td", { class: "line" }, h("span", { style: `width:${(one.nodes / most) * 100}%` })));
    put(compared, h("div", { class: "scroll", tabindex: 0, role: "group", "aria-label": t("compare") }, h("table", { class: "compared" }, h("thead", {}, h("tr", {}, h("th", { scope: "col" }, t("algorithm")), h("th", { scope: "col" }, t("value")),
      ["nodes", "leaves", "comparisons", "cutoffs"].map((key) => h("th", { scope: "col" }, t(key))), h("td", {}))), h("tbody", {}, found.map(row)))));
  };

  const rate = h("input", { type: "range", min: 1, max: 10, value: recall("rate", 4), "aria-label": t("stepRate"), oninput: () => {
    keep("rate", Number(rate.value));
    if (timer) run();
  } });
  const auto = h("button", { id: "auto", onclick: () => (timer ? pause() : run()) }, t("auto"));
  const pause = () => {
    clearInterval(timer);
    timer = null;
    auto.textContent = t("auto");
  };
  const run = () => {
    clearInterval(timer);
    if (at >= trace.length - 1) go(0);
    auto.textContent = t("halt");
    timer = setInterval(() => (at >= trace.length - 1 ? pause() : go(at + 1)), 1400 / Number(rate.value) ** 1.3);
  };
  const button = (id, sign, to) => h("button", { class: "plain", "aria-label": t(id), title: t(id), id: "step-" + id, onclick: () => (pause(), go(to())) }, sign);
  const keys = new AbortController();
  document.addEventListener("keydown", (event) => {
    if (event.target.closest("input, select, textarea") || event.ctrlKey || event.metaKey) return;
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: trace.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    pause();
    go(to);
  }, { signal: keys.signal });
  document.title = t("textbook") + " · banco";
  put(place, h("div", { class: "lesson" },
    h("section", { class: "card" }, h("h1", {}, t("textbook")), controls, error),
    h("section", { class: "card drawing" }, paper.node, said,
      h("div", { class: "row" }, button("first", "«", () => 0), button("back", "‹", () => at - 1), auto, button("forward", "›", () => at + 1), button("last", "»", () => trace.length - 1),
        slider, where, h("label", { class: "row small" }, t("stepRate"), rate))),
    h("div", { class: "beside" }, h("section", { class: "card" }, h("h2", {}, t("code")), code), h("section", { class: "card" }, h("h2", {}, t("counters")), counters), boardCard),
    h("section", { class: "card" }, h("h2", {}, t("compare")), compared)));
  form();
  draw();
  return {
    leave: () => {
      asking++;
      pause();
      paper.leave();
      keys.abort();
    },
  };
}

