// The engine watched: its lines and arrows, the bar, and what each term of the evaluation says.

import { ask, listen } from "./ask.js";
import { h, put, keep, recall } from "./dom.js";
import { compact, count, number, t } from "./words.js";

/** So many moves of a line are shown. */
const SHOWN = 24;

/** A score in words: points for the first player, or who wins in how many moves. */
export function scoreText(session, line) {
  if (line.mate === null || line.mate === undefined) return (line.score > 0 ? "+" : "") + number(line.score);
  const winner = session.info.players[line.score > 0 ? 0 : 1].shown;
  return line.mate === 0 ? t("won", winner) : count("wins", Math.abs(line.mate), winner);
}

/** How much of the bar is the first player's, from 0 to 1. */
export const share = (score) => (Math.abs(score) > 900000 ? (score > 0 ? 1 : 0) : 0.5 + Math.atan(score / 250) / Math.PI);

export function enginePanel(table) {
  const { session, board } = table;
  let on = recall("analysis", false);
  let lines = recall("lines", 1);
  let stop = null;
  let heat = false;
  let threats = false;
  let hovered = null;
  let gone = false;
  const facts = h("p", { class: "facts faint", "aria-live": "off" });
  const list = h("ol", { class: "pv" });
  const terms = h("table", { class: "terms" });
  const graph = h("div", { class: "graph" });

  const setBar = (score, text) => {
    table.bar.hidden = false;
    table.bar.firstChild.style.setProperty("--share", `${share(score) * 100}%`);
    table.bar.classList.toggle("flipped", board.flipped);
    table.bar.setAttribute("aria-label", t("evaluationBar", text));
    table.bar.title = text;
    table.bar.dataset.score = score;
  };

  const end = () => {
    stop?.();
    stop = null;
  };

  const hear = (node) => (name, data) => {
    if (node !== session.node) return;
    if (name === "failed" || name === "trouble") return put(facts, data.error);
    put(facts, t("searched", number(data.depth), number(data.seldepth), compact(data.nodes), compact(data.speed)), data.exact ? " · " + t("proven") : null);
    put(list, data.lines.map((line) =>
      h("li", {}, h("b", {}, scoreText(session, line)), " ",
        h("button", { class: "plain pvmove", onclick: () => table.play(line.move) }, line.move), " ", line.pv.slice(1, SHOWN).join(" "), line.pv.length > SHOWN ? " …" : null)));
    board.setArrows(data.lines.map((line) => line.cells));
    if (data.lines[0]) {
      setBar(data.lines[0].score, scoreText(session, data.lines[0]));
      node.score = data.lines[0].score;
    }
  };

  const watch = () => {
    end();
    put(list);
    put(facts);
    board.setArrows([]);
    if (!on || !session.position || session.position.outcome) return;
    stop = listen("search", { line: session.line(), lines, time: 60000 }, hear(session.node));
  };

  const hint = () => {
    end();
    const node = session.node;
    stop = listen("search", { line: session.line(), lines: 1, time: 1000 }, (name, data) => {
      hear(node)(name, data);
      if (name === "answer" && on) watch();
    });
  };

  const colour = () => {
    if (!current) return;
    const largest = Math.max(1, ...Object.values(current.worth).map(Math.abs));
    if (hovered) board.setHeat(hovered);
    else if (heat) board.setHeat(Object.entries(current.worth).map(([cell, worth]) => [cell, worth / largest]));
    else if (threats && found) {
      board.setHeat([...found.threats.map((cell) => [cell, "bad"]), ...found.wins.map((cell) => [cell, "good"])]);
    } else board.setHeat([]);
  };
  let current = null;
  let found = null;

  const weigh = async () => {
    const { node, position } = session;
    if (!position) return;
    try {
      const answer = await ask("evaluation", session.line());
      const more = threats ? await ask("threats", session.line()) : null;
      if (node !== session.node) return;
      [current, found] = [answer, more];
    } catch (error) {
      put(terms, h("caption", {}, error.message));
      return;
    }
    const { outcome } = position;
    const winner = session.info.players.findIndex((player) => player.name === outcome?.winner);
    if (outcome) setBar(winner < 0 ? 0 : winner ? -1e6 : 1e6, outcome.text);
    else if (!on) setBar(current.score, scoreText(session, { score: current.score, mate: null }));
    const largest = Math.max(1, ...current.terms.map((term) => Math.abs(term.score)));
    const row = (term) => {
      const point = (cells) => () => {
        hovered = cells;
        colour();
      };
      const cells = term.cells.map((cell) => [cell, term.score >= 0 ? "good" : "bad"]);
      return h("tr", { onmouseenter: point(cells), onmouseleave: point(null) },
        h("th", { scope: "row" }, h("button", { class: "plain", onfocus: point(cells), onblur: point(null), title: term.name }, term.shown ?? term.name)),
        h("td", { class: "score" }, (term.score > 0 ? "+" : "") + number(term.score)),
        h("td", { class: "line" }, h("span", { class: term.score >= 0 ? "good" : "bad", style: `width:${(Math.abs(term.score) / largest) * 100}%` })));
    };
    const all = current.terms.filter((term) => term.score || term.cells.length);
    const total = h("tr", { class: "total" }, h("th", { scope: "row" }, t("evaluation")),
      h("td", { class: "score", id: "total" }, (current.score > 0 ? "+" : "") + number(current.score)), h("td", {}));
    put(terms, current.terms.length ? h("caption", {}, t("termsHelp", session.info.players[0].shown)) : h("caption", {}, t("noTerms")),
      h("tbody", {}, all.map(row), current.terms.length ? total : null));
    colour();
  };

  const whole = async () => {
    end();
    const { root, position } = session;
    // Who moves at the start, where players take turns.
    const first = (position.turn + session.node.line.length) % 2;
    const path = [root];
    for (let node = root; (node = node.next ?? node.children[0]); ) path.push(node);
    for (const node of path) {
      if (root !== session.root || gone) return;
      await new Promise((done) => {
        listen("search", { line: session.line(node), lines: 1, time: 200 }, (name, data) => {
          if (name === "answer" && data.lines[0]) node.score = data.lines[0].score;
          if (name !== "progress") done();
        });
      });
      const before = node.parent?.score;
      const mover = (node.line.length - 1 + first) % 2 === 0 ? 1 : -1;
      const lost = before === null || before === undefined || node.score === null ? 0 : (share(before) - share(node.score)) * mover;
      node.mark = lost > 0.3 ? "??" : lost > 0.15 ? "?" : "";
      drawGraph(path);
    }
    if (root !== session.root || gone) return;
    table.drawMoves();
    watch();
  };

  const drawGraph = (path) => {
    const wide = Math.max(1, path.length - 1);
    const bars = path.map((node, at) => {
      const high = node.score === null ? 50 : share(node.score) * 100;
      return `${(at / wide) * 100},${100 - high}`;
    });
    graph.innerHTML = `<svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true"><path d="M0 50H100"/><polyline points="${bars.join(" ")}"/></svg>`;
  };

  const toggle = h("input", { type: "checkbox", checked: on, id: "analyse", onchange: (event) => {
    keep("analysis", (on = event.target.checked));
    on ? watch() : (end(), put(list), put(facts), board.setArrows([]), weigh());
  } });
  const several = h("select", { "aria-label": t("lines"), onchange: (event) => {
    keep("lines", (lines = Number(event.target.value)));
    watch();
  } }, [1, 2, 3, 4, 5].map((n) => h("option", { value: n, selected: n === lines }, n)));
  const check = (id, set) => h("label", {}, h("input", { type: "checkbox", id, onchange: (event) => {
    set(event.target.checked);
    weigh();
  } }), " ", t(id));
  const node = h("section", { class: "card engine", "aria-label": t("analysis") },
    h("div", { class: "row" }, h("label", {}, toggle, " ", t("analyse")), h("label", {}, t("lines"), " ", several),
      h("button", { class: "plain", id: "hint", onclick: hint }, t("hint")),
      h("button", { class: "plain", id: "whole", onclick: whole }, t("whole"))),
    facts, list, graph,
    h("details", { id: "terms", open: recall("terms", true), ontoggle: (event) => keep("terms", event.target.open) }, h("summary", {}, t("terms")),
      h("div", { class: "fields" }, check("worth", (is) => (heat = is)), check("threats", (is) => (threats = is))), terms));
  return {
    node,
    leave: () => {
      gone = true;
      end();
    },
    setGame: () => end(),
    setPosition: () => {
      hovered = null;
      weigh();
      watch();
    },
  };
}
