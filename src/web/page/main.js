// The page: which view is shown, the bar above all of them, and the one game that is going on.

import { h, put, keep, recall, toast } from "./dom.js";
import { lang, setLanguage, t } from "./words.js";
import { ask } from "./ask.js";
import { Session } from "./session.js";
import { playView } from "./play.js";

/** The views; what the first board does not need is loaded when it stands, or when somebody goes there. */
const VIEWS = {
  play: async () => playView,
  games: async () => (await import("./catalogue.js")).catalogueView,
  workshop: async () => (await import("./workshop.js")).workshopView,
  textbook: async () => (await import("./textbook.js")).textbookView,
};
const session = new Session();
const main = document.getElementById("main");
let shown = null;
let catalogue = null;
let listing = null;
let turn = 0;

/** Asks for the list of games, unless what was asked last still holds. The list that is there stays until then. */
function listed() {
  listing ??= ask("games").then(
    (found) => (catalogue = found),
    (error) => {
      listing = null;
      throw error;
    },
  );
  return listing;
}

/** The list as it is now: games are written here, in other tabs and by other programs. */
function listedAnew() {
  listing = null;
  return listed();
}

function theme() {
  const chosen = recall("theme", null);
  if (chosen) document.documentElement.dataset.theme = chosen;
}

function turnTheme() {
  const dark = document.documentElement.dataset.theme
    ? document.documentElement.dataset.theme === "dark"
    : matchMedia("(prefers-color-scheme: dark)").matches;
  keep("theme", dark ? "light" : "dark");
  theme();
}

const skip = document.querySelector(".skip");
skip.addEventListener("click", (event) => {
  // The address is the game's.
  event.preventDefault();
  main.focus();
  main.scrollIntoView();
});

function bar() {
  skip.textContent = t("skip");
  const place = route().view;
  const tab = (view) =>
    h("a", { href: "#/" + view + (view === "play" && session.name ? "?" + session.address : ""),
      "aria-current": view === place ? "page" : null }, t(view));
  put(
    document.getElementById("top"),
    h("a", { class: "logo", href: "#/games", "aria-label": "banco" },
      h("img", { src: "icon.svg", alt: "", width: 26, height: 26 }), h("span", {}, "banco")),
    h("nav", { "aria-label": t("menu") }, Object.keys(VIEWS).map(tab)),
    h("div", { class: "tools" },
      h("button", { class: "plain", id: "language", lang: lang() === "vi" ? "en" : "vi", onclick: turnLanguage }, t("language")),
      h("button", { class: "plain", id: "theme", "aria-label": t("theme"), title: t("theme"), onclick: turnTheme }, "◐")),
  );
}

async function turnLanguage() {
  setLanguage(lang() === "vi" ? "en" : "vi");
  bar();
  await session.translate();
  show(true);
  document.getElementById("language")?.focus();
}

function route() {
  const [path, fields] = location.hash.replace(/^#\/?/, "").split("?");
  return { view: VIEWS[path] ? path : null, fields: new URLSearchParams(fields ?? "") };
}

/** Opens the game that the address names, unless it is on the board already. */
async function openNamed(fields) {
  const game = fields.get("game");
  if (!game || (session.name === game && fields.toString() === session.address)) return;
  const ply = fields.get("ply");
  await session.open(game, {
    start: fields.get("start"),
    moves: (fields.get("moves") ?? "").split(" ").filter(Boolean),
    ply: /^\d+$/.test(ply ?? "") ? Number(ply) : null,
  });
}

async function show(again = false) {
  const { view, fields } = route();
  const mine = ++turn;
  const fresh = listing === null;
  // A game that is named needs no list: its board comes first.
  const named = fields.get("game") && (view === "play" || view === "workshop");
  if (!named) await listed().catch((error) => toast(error.message));
  if (mine !== turn || (!named && !catalogue)) return;
  if (!view) return start();
  const loaded = VIEWS[view]();
  loaded.catch(() => {});
  try {
    if (view !== "games") await openNamed(fields);
    if (view !== "games" && !session.name) await openLately();
  } catch (error) {
    toast(error.message);
    if (!session.name) return void (location.hash = "#/games");
  }
  let open;
  try {
    open = await loaded;
  } catch (error) {
    return void toast(error.message);
  }
  if (mine !== turn) return;
  bar();
  if (!again && shown?.view === view && shown.follows?.(fields)) return;
  shown?.leave?.();
  main.className = view;
  put(main);
  shown = { view, ...open(main, session, () => catalogue, fresh ? listed : listedAnew) };
  (globalThis.requestIdleCallback ?? setTimeout)(() => Object.values(VIEWS).forEach((load) => load().catch(() => {})));
}

async function openLately() {
  await listed();
  const first = catalogue.first ?? null;
  if (first) return session.open(first);
  await openNamed(new URLSearchParams(recall("lately", "")));
  if (!session.name) await session.open(catalogue.games[0].name);
}

/** Where nothing is named: the game of the command line, or the catalogue. */
function start() {
  location.replace(catalogue.first ? "#/play" : "#/games");
}

session.addEventListener("address", () => {
  const { view } = route();
  if (view !== "play" && view !== "workshop") return;
  history.replaceState(null, "", `#/${view}?${session.address}`);
  const link = document.querySelector('#top nav a[href^="#/play"]');
  link?.setAttribute("href", "#/play?" + session.address);
});

document.addEventListener("kept", () => (listing = null));

document.addEventListener("locked", ({ detail }) => {
  put(main, h("section", { class: "card locked" }, h("h1", {}, t("locked")), h("p", {}, detail)));
});

addEventListener("hashchange", () => show());
theme();
bar();
show();
