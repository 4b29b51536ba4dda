// The books' algorithms, line by line, and how they walk: from a tree that the server recorded to steps that can be
// shown one after the other, forward and back.

import { of } from "./words.js";

/** The lines of an algorithm. Each has a name by which steps light it. */
export function lines(algorithm) {
  const a = (english, vietnamese) => of(english, vietnamese);
  const leaf = a("if u is a leaf then return value(u)", "if u là lá then return giá_trị(u)");
  const branch = a("for each child v of u do", "for mỗi đỉnh con v của u do");
  if (algorithm === "alpha-beta" || algorithm === "alpha-beta-strict") {
    const cut = algorithm === "alpha-beta" ? "α ≥ β" : "α > β";
    return [
      ["max", "function MaxVal(u, α, β)"], ["leaf", "  " + leaf], ["each", "  " + branch],
      ["update", "    α := max(α, MinVal(v, α, β))"], ["cut", `    if ${cut} then ` + a("cut the rest", "cắt các nhánh còn lại")],
      ["return", "  return α"], ["", ""],
      ["min", "function MinVal(u, α, β)"], ["leaf-", "  " + leaf], ["each-", "  " + branch],
      ["update-", "    β := min(β, MaxVal(v, α, β))"], ["cut-", `    if ${cut} then ` + a("cut the rest", "cắt các nhánh còn lại")],
      ["return-", "  return β"],
    ];
  }
  if (algorithm === "negamax") {
    return [
      ["max", "function Negamax(u)"], ["leaf", "  " + a("if u is a leaf then return sign(u) · value(u)", "if u là lá then return dấu(u) · giá_trị(u)")],
      ["start", "  best := -∞"], ["each", "  " + branch], ["update", "    best := max(best, -Negamax(v))"], ["return", "  return best"],
    ];
  }
  if (algorithm === "minimax-iterative") {
    return [
      ["max", a("push the root", "đẩy gốc vào ngăn xếp")], ["each", a("while the stack is not empty do", "while ngăn xếp khác rỗng do")],
      ["leaf", a("  if the top u is a leaf: its value is known", "  if đỉnh u trên cùng là lá: đã biết giá trị")],
      ["start", a("  else push the next child of u", "  else đẩy con kế tiếp của u")],
      ["update", a("  give the value to the parent: max or min", "  chuyển giá trị cho đỉnh cha: max hoặc min")],
      ["return", a("  no child is left: pop u", "  không còn con: lấy u ra")],
    ];
  }
  return [
    ["max", "function MaxVal(u)"], ["leaf", "  " + leaf], ["start", "  best := -∞"], ["each", "  " + branch],
    ["update", "    best := max(best, MinVal(v))"], ["return", "  return best"], ["", ""],
    ["min", "function MinVal(u)"], ["leaf-", "  " + leaf], ["start-", "  best := +∞"], ["each-", "  " + branch],
    ["update-", "    best := min(best, MaxVal(v))"], ["return-", "  return best"],
  ];
}

/**
 * A tree that an algorithm cut, with what it never looked at: the branches of `whole` below the nodes that are cut, as
 * far as there are at most `most` of them.
 */
export function grafted(tree, whole, most) {
  let room = most;
  const beyond = (node) => {
    room--;
    return { ...node, cut: true, beyond: true, best: false, window: null, children: room > 0 ? node.children.map(beyond) : [] };
  };
  const walk = (node, other) => {
    if (!other) return node;
    if (node.cut) return { ...node, value: other.value, more: other.more, children: room > 0 ? other.children.map(beyond) : [] };
    const children = node.children.map((child, at) => walk(child, other.children.find((one) => one.move === child.move) ?? (child.move ? null : other.children[at])));
    return { ...node, children };
  };
  return walk(tree, whole);
}

/** The nodes of a tree in the order in which they were entered, with their parents. */
export function numbered(tree) {
  const nodes = [];
  const walk = (node, parent, depth) => {
    const own = { ...node, id: nodes.length, parent, depth, kids: [] };
    nodes.push(own);
    for (const child of node.children) own.kids.push(walk(child, own, depth + 1));
    return own;
  };
  walk(tree, null, 0);
  // The server numbers level by level.
  const levels = [nodes[0]];
  for (let at = 0; at < levels.length; at++) {
    levels[at].number = at;
    levels.push(...levels[at].kids.filter((kid) => !kid.beyond));
  }
  return nodes;
}

/**
 * What happens, step by step: `{ at, line, kind, best, window, counters }`. `best` is what is known at the node so far:
 * where there is a `window` (α, β), α or β, which is what the node returns. `before` is what it was before a child said
 * its value; `raised` says whether any child changed it.
 */
export function steps(nodes, algorithm) {
  const all = [];
  const has = algorithm.startsWith("alpha-beta");
  const counters = { nodes: 0, leaves: 0, comparisons: 0, cutoffs: 0 };
  const names = new Set(lines(algorithm).map(([name]) => name));
  const note = (node, kind, line, more = {}) => {
    const side = node.max ? line : line + "-";
    const lit = kind === "enter" && !node.max && names.has("min") ? "min" : names.has(side) ? side : line;
    all.push({ at: node.id, kind, line: lit, ...more, counters: { ...counters } });
  };
  const visit = (node) => {
    if (node.cut) return;
    counters.nodes++;
    let window = node.window ? [...node.window] : null;
    let best = null;
    let raised = false;
    note(node, "enter", "max", { window: window && [...window], best });
    const seen = node.kids.filter((kid) => !kid.cut);
    if (!seen.length) {
      counters.leaves++;
      note(node, "value", "leaf", { best: node.value, window });
      return;
    }
    for (const kid of seen) {
      note(node, "each", "each", { best, window: window && [...window] });
      visit(kid);
      if (kid.value === null) continue;
      // The root has nothing to cut: it compares once.
      counters.comparisons += has && node.parent ? 2 : 1;
      best = best === null ? kid.value : node.max ? Math.max(best, kid.value) : Math.min(best, kid.value);
      let before = null;
      if (window) {
        const [alpha, beta] = window;
        before = node.max ? alpha : beta;
        window = node.max ? [alpha === null ? best : Math.max(alpha, best), beta] : [alpha, beta === null ? best : Math.min(beta, best)];
        best = node.max ? window[0] : window[1];
        raised ||= best !== before;
      }
      note(node, "update", "update", { best, before, window: window && [...window], child: kid.id });
    }
    const cut = node.kids.filter((kid) => kid.cut).map((kid) => kid.id);
    if (has && cut.length) {
      counters.cutoffs++;
      note(node, "cut", "cut", { best, window, cut });
    }
    note(node, "value", "return", { best: node.value ?? best, window, raised, stopped: cut.length > 0 });
  };
  visit(nodes[0]);
  return all;
}

/** Where each node is drawn: leaves side by side, parents above the middle of their children. */
export function layout(nodes, wide, high) {
  let next = 0;
  const place = (node) => {
    node.y = node.depth * high;
    if (!node.kids.length) {
      node.x = next++ * wide;
      return;
    }
    node.kids.forEach(place);
    node.x = (node.kids[0].x + node.kids[node.kids.length - 1].x) / 2;
  };
  place(nodes[0]);
  return { width: Math.max(1, next) * wide, height: (Math.max(...nodes.map((node) => node.depth)) + 1) * high };
}

/** So many brackets stand in each other. */
const DEEPEST = 40;

/** A tree that somebody typed, `[[3 12] [2 4]]`, as the server reads it. */
export function figure(text, isMax) {
  const tokens = text.replace(/[({]/g, "[").replace(/[)}]/g, "]").match(/[[\]]|[-+]?\d+/g) ?? [];
  const stranger = text.replace(/[[\](){}\s,;]|[-+]?\d+/g, "").trim()[0];
  if (stranger) throw new Error(of(`only whole numbers and brackets can stand here, not “${stranger}”`, `chỉ có số nguyên và ngoặc, không có “${stranger}”`));
  const open = tokens.reduce((sum, token) => sum + (token === "[" ? 1 : token === "]" ? -1 : 0), 0);
  if (open > 0) throw new Error(of(`${open === 1 ? "a bracket is" : open + " brackets are"} not closed`, `còn ${open} ngoặc chưa đóng`));
  if (open < 0) throw new Error(of("there are more closing brackets than opening ones", "thừa ngoặc đóng"));
  let at = 0;
  let names = 0;
  const name = () => {
    const number = names++;
    return String.fromCharCode(97 + (number % 26)) + (number >= 26 ? Math.floor(number / 26) : "");
  };
  const read = (depth = 0) => {
    const token = tokens[at++];
    if (token === undefined) throw new Error(of("there is no tree yet", "chưa có cây"));
    if (depth > DEEPEST) throw new Error(of(`more than ${DEEPEST} brackets stand in each other`, `hơn ${DEEPEST} ngoặc lồng nhau`));
    const own = name();
    if (token !== "[") {
      if (token === "]") throw new Error(of("a bracket is closed before it is opened", "ngoặc đóng trước khi mở"));
      return `Leaf("${own}", ${Number(token)})`;
    }
    const children = [];
    while (tokens[at] !== "]") children.push(read(depth + 1));
    at++;
    if (!children.length) throw new Error(of("there is nothing between two brackets: a node needs a child", "giữa hai ngoặc không có gì: đỉnh phải có con"));
    return `Node("${own}", [${children.join(", ")}])`;
  };
  const tree = read();
  if (at < tokens.length) throw new Error(of("these are several trees: put brackets around all of them", "đây là nhiều cây: hãy đặt ngoặc quanh tất cả"));
  return `(name: "tree", root: ${isMax ? "Max" : "Min"}, tree: ${tree})`;
}
