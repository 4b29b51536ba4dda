// Every game with its picture, found by any of its names.

import { h, put, later } from "./dom.js";
import { folded, lang, number, t } from "./words.js";

const FAMILIES = {
  chess: ["Chess", "Cờ vua"],
  dodgem: ["Dodgem", "Dodgem"],
  draughts: ["Draughts", "Cờ đam"],
  lines: ["Lines", "Xếp hàng"],
  makruk: ["South-east Asian chess", "Cờ vua Đông Nam Á"],
  othello: ["Flipping", "Lật quân"],
  pawns: ["Pawns", "Tốt"],
  shogi: ["Shogi", "Shogi"],
  walls: ["Walls", "Chặn đường"],
  xiangqi: ["Xiangqi", "Cờ tướng"],
};

const family = (name) => {
  const first = name.split("/")[0];
  return first ? (FAMILIES[first]?.[lang() === "vi" ? 1 : 0] ?? first) : t("own");
};

const title = (game) => game.titles[lang()] ?? game.title ?? game.name;

export function catalogueView(place, _session, catalogue) {
  document.title = t("games") + " · banco";
  const games = catalogue().games;
  const known = games.map((game) => {
    const names = [game.name, game.title, game.family, family(game.family), ...game.aliases, ...Object.values(game.titles)];
    return { game, words: folded(names.filter(Boolean).join(" ")) };
  });
  const list = h("div", { class: "catalogue" });
  const count = h("p", { class: "faint", role: "status" });
  const field = h("input", {
    type: "search", placeholder: t("search"), "aria-label": t("search"), oninput: later(80, () => draw()),
  });
  const draw = () => {
    const word = folded(field.value);
    const found = known.filter((one) => one.words.includes(word)).map((one) => one.game);
    count.textContent = found.length ? t("found", number(found.length)) : t("nothing");
    const groups = Map.groupBy ? Map.groupBy(found, (game) => game.family.split("/")[0]) : grouped(found);
    put(list, [...groups].map(([name, games]) =>
      h("section", {}, h("h2", {}, family(name)), h("ul", { class: "cards" }, games.map(card)))));
  };
  put(place, h("div", { class: "finder" }, h("h1", {}, t("games")), field, count), list);
  draw();
  return {};
}

function grouped(games) {
  const groups = new Map();
  for (const game of games) {
    const key = game.family.split("/")[0];
    groups.set(key, [...(groups.get(key) ?? []), game]);
  }
  return groups;
}

function card(game) {
  const others = game.aliases.slice(0, 3).join(" · ");
  const size = h("span", { class: "faint" });
  // The picture has a hundred to a cell.
  const measure = ({ target }) => (size.textContent = `${Math.round(target.naturalWidth / 100)}×${Math.round(target.naturalHeight / 100)}`);
  return h("li", {},
    h("a", { class: "card", href: "#/play?game=" + encodeURIComponent(game.name) },
      h("img", { src: "/api/picture/" + encodeURIComponent(game.name), alt: "", loading: "lazy", width: 180, height: 180, onload: measure }),
      h("strong", {}, title(game)),
      size, h("span", { class: "faint" }, others || game.name),
      game.shipped ? null : h("span", { class: "tag" }, t("own"))));
}
