// The workshop: texts beside the board. What is typed is checked at once, and the game goes on under it.

import { ask, Refusal } from "./ask.js";
import { h, put, keep, later, recall, toast } from "./dom.js";
import { Editor, completer, explained, hintOfCompletion } from "./editor.js";
import { enginePanel } from "./engine.js";
import { Table } from "./play.js";
import { lang, number, t } from "./words.js";

const TABS = ["definition", "weights", "script", "suite", "english"];
const SHELVES = { definition: "games", script: "scripts", suite: "suites" };

/** A name as games are named, from what somebody typed. */
const hyphened = (text) =>
  text.normalize("NFD").replace(/\p{M}/gu, "").replace(/đ/gi, "d").toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^[-0-9]+|-+$/g, "");

export function workshopView(place, session) {
  const table = new Table(session);
  table.panel = enginePanel(table);
  let tab = "definition";
  let schema = null;
  let latest = 0;
  const texts = {};
  const names = () => [
    ...new Set(session.info.pieces.map((piece) => piece.kind)), ...session.info.regions.map((region) => region.name),
    ...session.info.players.map((player) => player.name),
  ];
  const complete = (text, at) => (schema ? completer(schema, names)(text, at) : []);
  const editors = {
    definition: new Editor("toml", t("editor", t("definition")), () => changed(), complete),
    script: new Editor("lua", t("editor", t("script")), () => changed()),
    suite: new Editor("ron", t("editor", t("suite")), () => checkSuite()),
  };
  const tabs = h("div", { class: "tabs", role: "tablist" });
  const panes = {};
  const problems = h("div", { class: "problems", role: "status", "aria-live": "polite" });
  const state = h("p", { class: "faint small", id: "goes", role: "status" });
  const title = h("h1", {});
  const none = h("p", { class: "faint small" }, t("noScript"));
  const results = h("div", { class: "results" });
  const weights = h("div", { class: "weights" });
  const rules = h("pre", { class: "rules", lang: "en" });

  const drawTabs = () => {
    none.hidden = editors.script.text.trim() !== "";
    drawTabList();
  };
  const drawTabList = () => put(tabs, TABS.map((id) =>
    h("button", {
      role: "tab", id: "tab-" + id, "aria-selected": String(id === tab), "aria-controls": "pane-" + id, tabindex: id === tab ? 0 : -1,
      class: "tab" + (dirty(id) ? " dirty" : ""), onclick: () => turn(id),
      onkeydown: (event) => {
        const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
        if (!step) return;
        event.preventDefault();
        turn(TABS[(TABS.indexOf(id) + step + TABS.length) % TABS.length]);
        tabs.querySelector('[aria-selected="true"]').focus();
      },
    }, t(id))));

  const turn = (id) => {
    tab = id;
    for (const other of TABS) panes[other].hidden = other !== id;
    drawTabs();
    if (id === "weights") drawWeights();
    if (id === "suite") checkSuite();
    editors[id]?.draw();
  };

  const dirty = (id) => texts[id] !== undefined && editors[id] && editors[id].text !== texts[id].saved;

  // Another game: its texts come into the editors.
  let opened = null;
  const open = () => {
    title.textContent = session.info.title;
    document.title = session.info.title + " · banco";
    rules.textContent = session.info.english;
    ancestors.setGame();
    table.onRegions?.();
    if (opened === session.name) return;
    opened = session.name;
    for (const id of Object.keys(SHELVES)) {
      const given = session.info.texts[id];
      texts[id] = { name: given?.name ?? session.name, saved: given?.text ?? "", stamp: given?.stamp ?? null };
      editors[id].text = given?.text ?? "";
      editors[id].setDiagnostics([]);
    }
    const draft = recall("draft." + session.name, null);
    const kept = recall("saved." + session.name, null);
    if (draft && kept) {
      for (const id of ["definition", "script"]) if (kept[id]) Object.assign(texts[id], kept[id]);
      if (draft.definition !== undefined) editors.definition.text = draft.definition;
      if (draft.script !== undefined) editors.script.text = draft.script;
      changed();
    }
    put(results);
    put(state);
    showProblems([]);
    drawTabs();
    const line = recall("line", null);
    keep("line", undefined);
    turn("definition");
    if (line) editors.definition.toLine(line);
  };

  const draftOf = () => {
    const draft = { definition: editors.definition.text };
    const script = editors.script.text;
    if (script.trim() && script !== session.info.texts.script?.text || (script.trim() && dirty("script"))) {
      Object.assign(draft, { script, scriptName: texts.script.name });
    }
    return draft;
  };

  const changed = () => {
    drawTabs();
    adopt();
  };

  /** Takes over what is typed, when nobody has typed for a moment. */
  const adopt = later(180, async () => {
    const mine = ++latest;
    const draft = draftOf();
    const isDirty = dirty("definition") || dirty("script");
    keep("draft." + session.name, isDirty ? draft : undefined);
    keep("saved." + session.name, isDirty ? { definition: texts.definition, script: texts.script } : undefined);
    try {
      const result = await session.adopt(draft);
      if (mine !== latest) return;
      showProblems(session.info.warnings);
      const why = result.why ? (/[.!?]$/.test(result.why) ? result.why : result.why + ".") : "";
      put(state, result.state === "goesNot" ? t("goesNot", result.at, why) : t(result.state, why));
      rules.textContent = session.info.english;
      if (tab === "weights") drawWeights();
      doubt(mine, draft);
    } catch (error) {
      if (mine !== latest) return;
      if (!(error instanceof Refusal)) throw error;
      showProblems(error.body.diagnostics ?? [{ severity: "error", message: error.message }]);
      put(state, t("broken"));
    }
  });

  /** What may not be meant takes longer to find out. */
  const doubt = later(900, async (mine) => {
    if (mine !== latest) return;
    try {
      const found = await ask("doubts", { source: session.source, lang: lang() });
      if (mine === latest) showProblems(found.diagnostics);
    } catch {
      // The next key stroke asks again.
    }
  });

  const showProblems = (all, suite = null) => {
    const { file, draft } = session.info;
    const own = (one) => !one.file || one.file === file || one.file === draft;
    const ofScript = (one) => one.file?.startsWith("scripts/") || one.file?.endsWith(".lua");
    if (suite === null) {
      editors.definition.setDiagnostics(all.filter((one) => own(one)));
      editors.script.setDiagnostics(all.filter(ofScript));
    } else {
      editors.suite.setDiagnostics(all);
    }
    const reach = (one) => {
      const id = suite !== null ? "suite" : ofScript(one) ? "script" : own(one) ? "definition" : null;
      if (!id || !one.span) return;
      turn(id);
      editors[id].select(...one.span);
    };
    const item = (one) => {
      const where = one.line ? (suite !== null || own(one) || ofScript(one) ? t("line", one.line) : t("elsewhere", `${one.file}:${one.line}`)) : "";
      return h("li", { class: one.severity },
        h("button", { class: "plain", onclick: () => reach(one) }, h("b", {}, t(one.severity === "error" ? "error" : "doubt")), " ", where),
        " ", one.message, one.help ? h("span", { class: "help" }, " → ", one.help) : null);
    };
    put(problems, all.length ? h("ul", {}, all.slice(0, 30).map(item)) : h("p", { class: "fine" }, "✓ ", t("sound")));
  };

  // The suite.

  const checkSuite = later(400, async () => {
    drawTabs();
    if (!editors.suite.text.trim()) return;
    try {
      const found = await ask("suite", { source: session.source, name: texts.suite.name, text: editors.suite.text, check: true });
      showProblems(found.diagnostics, true);
    } catch (error) {
      if (error instanceof Refusal) showProblems(error.body.diagnostics ?? [], true);
    }
  });

  const runSuite = async () => {
    put(results, h("p", {}, t("running")));
    try {
      const { cases } = await ask("suite", { source: session.source, name: texts.suite.name, text: editors.suite.text });
      const count = (verdict) => cases.filter((one) => one.verdict === verdict).length;
      const bad = cases.filter((one) => one.verdict !== "passed");
      const lead = (one) => h("li", {}, one.text, one.file ? [" (", table.place(one.file, one.line), ")"] : null);
      put(results,
        h("p", { class: count("failed") ? "bad" : "fine", id: "verdict" },
          `${number(count("passed"))} ${t("passed")}, ${number(count("failed"))} ${t("failed")}, ${number(count("skipped"))} ${t("skipped")}`),
        h("ul", {}, bad.map((one) => h("li", { class: one.verdict },
          h("button", { class: "plain", onclick: () => editors.suite.toLine(one.line) }, one.name), " ",
          one.why ?? null, one.expected ? h("dl", {}, h("dt", {}, t("expected")), h("dd", {}, one.expected),
            h("dt", {}, t("foundIt")), h("dd", {}, one.found)) : null,
          one.leads?.length ? h("ul", {}, one.leads.map(lead)) : null))));
    } catch (error) {
      put(results, h("p", { class: "bad" }, error.message));
    }
  };

  // Weights.

  const drawWeights = async () => {
    let found;
    try {
      found = await ask("weights", { source: session.source });
    } catch (error) {
      put(weights, h("p", {}, error.message));
      return;
    }
    const groups = new Map();
    for (const one of found.numbers) {
      // A drawn table stands by itself: each player's has its own name.
      const group = one.drawn ? one.name.replace(/\[.*$/, "") : one.term.split(".")[0];
      groups.set(group, [...(groups.get(group) ?? []), one]);
    }
    if (weights.contains(document.activeElement) && weights.dataset.game === session.name) {
      for (const [term, numbers] of groups) origins.get(term)?.replaceChildren(...origin(numbers));
      return;
    }
    weights.dataset.game = session.name;
    origins.clear();
    put(weights, groups.size ? null : h("p", {}, t("noWeights")), [...groups].map(([term, numbers]) => {
      const from = h("span", { class: "faint small" }, origin(numbers));
      origins.set(term, from);
      const about = explained(schema, ["evaluation", numbers[0].term.split(".")[0]]);
      return h("fieldset", {}, h("legend", {}, term, from), about ? h("p", { class: "faint small", lang: "en" }, about) : null,
        numbers[0].drawn ? drawnTable(term, numbers) : numbers.slice(0, 80).map((one) => slider(one, one.name.slice(term.length).replace(/^\./, "") || term)));
    }));
  };

  /** From which other games numbers are taken over. */
  const origins = new Map();
  const origin = (numbers) => {
    const files = [...new Set(numbers.filter((one) => !one.own).map((one) => one.file))];
    const names = files.map((file) => file?.split("/").pop().replace(/\.toml$/, "") ?? "?");
    return names.length ? [" · ", t("inherited", names.join(", "))] : [];
  };

  const reweigh = later(60, async (name, value) => {
    try {
      const { text } = await ask("weights", { source: { ...session.source, text: editors.definition.text }, changes: [[name, value]] });
      if (text === null) return;
      editors.definition.text = text;
      changed();
    } catch (error) {
      toast(error.message);
    }
  });

  const slider = (one, name) => {
    const most = Math.max(100, Math.abs(one.value) * 3);
    const show = h("input", { type: "number", value: one.value, "aria-label": one.name, onchange: (event) => set(Number(event.target.value)) });
    const range = h("input", { type: "range", min: -most, max: most, value: one.value, "aria-label": one.name, "data-weight": one.name,
      oninput: (event) => set(Number(event.target.value)) });
    range.value = one.value;
    const set = (value) => {
      show.value = value;
      range.value = value;
      reweigh(one.name, value);
    };
    return h("div", { class: "weight" }, h("span", {}, name), range, show);
  };

  const drawnTable = (term, numbers) => {
    const most = Math.max(1, ...numbers.map((one) => Math.abs(one.value)));
    const rows = new Map();
    for (const one of numbers) {
      const key = one.name.replace(/\[\d+\]$/, "");
      rows.set(key, [...(rows.get(key) ?? []), one]);
    }
    const tint = (value) => `background:color-mix(in srgb, var(${value >= 0 ? "--good" : "--bad"}) ${Math.round((Math.abs(value) / most) * 60)}%, transparent)`;
    const cell = (one) => h("td", {}, h("input", {
      value: one.value, size: 4, inputmode: "numeric", "aria-label": one.name, style: tint(one.value),
      onchange: (event) => {
        const value = Math.round(Number(event.target.value)) || 0;
        event.target.style.cssText = tint(value);
        reweigh(one.name, value);
      },
    }));
    return h("div", { class: "scroll", tabindex: 0, role: "group", "aria-label": term },
      h("table", { class: "drawn" }, h("tbody", {}, [...rows.values()].map((row) => h("tr", {}, row.map(cell))))));
  };

  // Files.

  const saveOne = async (id, stamp = texts[id].stamp) => {
    const { name } = texts[id];
    const text = editors[id].text;
    try {
      const kept = await ask("save", { shelf: SHELVES[id], name, text, stamp });
      Object.assign(texts[id], { saved: text, stamp: kept.stamp });
      document.dispatchEvent(new CustomEvent("kept"));
      toast(t("saved", kept.file));
    } catch (error) {
      if (error.code !== "changed") return void toast(error.message);
      const box = toast(t("changed"), h("span", { class: "row" },
        h("button", { onclick: () => (box.remove(), saveOne(id, error.body.stamp)) }, t("keepMine")),
        h("button", { onclick: () => {
          box.remove();
          Object.assign(texts[id], { saved: error.body.text ?? "", stamp: error.body.stamp });
          editors[id].text = error.body.text ?? "";
          id === "suite" ? checkSuite() : changed();
        } }, t("keepTheirs"))));
    }
  };

  const save = async () => {
    if (!Object.keys(SHELVES).some(dirty)) return void toast(t("nothingToSave"));
    for (const id of ["script", "definition", "suite"]) if (dirty(id)) await saveOne(id);
    const isDirty = dirty("definition") || dirty("script");
    if (!isDirty) {
      keep("draft." + session.name, undefined);
      keep("saved." + session.name, undefined);
    }
    drawTabs();
  };

  const keys = new AbortController();
  document.addEventListener("keydown", (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || event.key.toLowerCase() !== "s") return;
    event.preventDefault();
    if (!document.querySelector("dialog[open]")) save();
  }, { signal: keys.signal });

  const revert = () => {
    for (const id of Object.keys(SHELVES)) editors[id].text = texts[id].saved;
    changed();
  };

  const newGame = () => {
    const wrong = h("p", { class: "bad", role: "alert", id: "newwrong" });
    const field = h("input", { id: "newname", value: "my-" + session.name, autocomplete: "off", autocapitalize: "none", spellcheck: "false",
      "aria-describedby": "newwrong", oninput: () => say() });
    const say = (text) => {
      put(wrong, text ?? null);
      field.setAttribute("aria-invalid", String(Boolean(text)));
    };
    const make = async (event) => {
      event.preventDefault();
      const name = field.value.trim();
      if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name)) return say(t("badName", hyphened(name) || "my-game"));
      try {
        const made = await ask("new", { name, from: session.name });
        for (const [id, shelf] of Object.entries(SHELVES)) {
          if (made[id]) await ask("save", { shelf, name, text: made[id], stamp: null });
        }
        document.dispatchEvent(new CustomEvent("kept"));
        // Who begins a variant wants to see what it changes.
        keep("parent", true);
        dialog.close();
        location.hash = "#/workshop?game=" + name;
      } catch (error) {
        say(error.message);
      }
    };
    const dialog = h("dialog", { class: "card", "aria-labelledby": "newlabel", onclose: () => dialog.remove() },
      h("form", { onsubmit: make }, h("label", { for: "newname", id: "newlabel" }, t("newName")), field, wrong,
        h("div", { class: "row" }, h("button", {}, t("create")), h("button", { type: "button", class: "plain", onclick: () => dialog.close() }, t("cancel")))));
    document.body.append(dialog);
    dialog.showModal();
  };

  const ancestors = parentView(session);
  const pane = (id, ...content) => (panes[id] = h("div", { role: "tabpanel", id: "pane-" + id, "aria-labelledby": "tab-" + id, hidden: id !== tab, class: "pane" }, content));
  const work = h("div", { class: "work card" },
    h("div", { class: "row" }, title, h("span", { class: "grow" }),
      h("button", { id: "save", onclick: save }, t("save")), h("button", { class: "plain", id: "revert", onclick: revert }, t("revert")),
      h("button", { class: "plain", id: "newgame", onclick: newGame }, t("newFrom"))),
    tabs,
    pane("definition", h("div", { class: "twin" }, editors.definition.node, ancestors.node), hintOfCompletion()),
    pane("weights", weights),
    pane("script", none, editors.script.node),
    pane("suite", editors.suite.node, h("div", { class: "row" }, h("button", { id: "run", onclick: runSuite }, t("run"))), results),
    pane("english", rules),
    problems, state);
  table.onGame = open;
  const side = h("div", { class: "boards" },
    h("div", { class: "boarding" }, table.bar, table.boardPlace),
    table.told, h("section", { class: "card" }, table.seatsBox),
    h("section", { class: "card", "aria-label": t("moves") }, table.controls(), table.list, table.typing()),
    table.panel.node, table.settings());
  put(place, h("div", { class: "bench" }, work, side));
  ask("schema").then((found) => (schema = found), () => {});
  table.begin();
  return { leave: () => (latest++, keys.abort(), table.leave()), follows: () => true };
}


/** The texts that a definition extends, to be read beside it. */
function parentView(session) {
  const reader = new Editor("toml", t("parentText"), () => {});
  reader.field.readOnly = true;
  reader.field.removeAttribute("aria-describedby");
  const heading = h("summary", {});
  const chain = h("p", { class: "row small" });
  const node = h("details", { class: "parent", id: "parent", open: recall("parent", false), hidden: true, ontoggle: () => {
    keep("parent", node.open);
    if (node.open) show(first);
  } }, heading, chain, reader.node);
  let first = null;
  let path = [];
  let shown = 0;

  /** Shows one of them, and what that one extends. */
  const show = async (name) => {
    const mine = ++shown;
    if (!name || !node.open) return;
    try {
      const info = await ask("game", { source: { game: name }, lang: lang() });
      if (mine !== shown) return;
      const at = path.indexOf(name);
      path = [...(at < 0 ? [...path, name] : path.slice(0, at + 1)), ...(info.extends ? [info.extends] : [])];
      reader.text = info.texts.definition.text;
      reader.field.scrollTop = 0;
      reader.draw();
      put(chain, path.length > 1 ? path.map((one) =>
        h("button", { class: "plain", "aria-pressed": String(one === name), onclick: () => show(one) }, one)) : null);
    } catch (error) {
      if (mine === shown) put(chain, h("span", { class: "bad" }, error.message));
    }
  };
  return {
    node,
    setGame: () => {
      const parent = session.info.extends ?? null;
      node.hidden = !parent;
      if (parent === first) return;
      first = parent;
      path = parent ? [parent] : [];
      put(heading, t("parentOf", parent));
      node.open = recall("parent", false);
      show(parent);
    },
  };
}
