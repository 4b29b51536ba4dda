// Every game with its picture, found by any of its names.

import { h, put, later, toast } from "./dom.js";
import { count, folded, lang, t } from "./words.js";

const FAMILIES = {
  alquerque: ["Alquerque", "Alquerque"],
  chess: ["Chess", "Cờ vua"],
  connection: ["Connecting two sides", "Nối hai cạnh"],
  dodgem: ["Dodgem", "Dodgem"],
  draughts: ["Draughts", "Cờ đam"],
  go: ["Go", "Cờ vây"],
  hunts: ["Hunting and besieging", "Săn và vây"],
  jumps: ["Jumping", "Nhảy quân"],
  lines: ["Lines", "Xếp hàng"],
  makruk: ["South-east Asian chess", "Cờ vua Đông Nam Á"],
  morris: ["Mills", "Cờ cối xay"],
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
const address = (game) => "#/play?game=" + encodeURIComponent(game.name);

/** `anew` asks for the list as it is by now. */
export function catalogueView(place, _session, catalogue, anew) {
  document.title = t("games") + " · banco";
  let known = [];
  let found = [];
  const learn = () => {
    known = catalogue().games.map((game) => {
      const names = [game.name, game.title, game.family, family(game.family), ...game.aliases, ...Object.values(game.titles)];
      return { game, words: folded(names.filter(Boolean).join(" ")) };
    });
  };
  const list = h("div", { class: "catalogue" });
  const said = h("p", { class: "faint", role: "status" });
  const open = (event) => {
    event.preventDefault();
    draw();
    const word = folded(field.value);
    const one = found.length === 1 ? found[0] : found.find((game) => [game.name, title(game)].some((name) => folded(name) === word));
    if (word && one) location.hash = address(one);
    else if (word && found.length) list.querySelector("a").focus();
  };
  const field = h("input", {
    type: "search", placeholder: t("search"), "aria-label": t("search"), oninput: later(80, () => draw()),
  });
  const draw = () => {
    const word = folded(field.value);
    found = known.filter((one) => one.words.includes(word)).map((one) => one.game);
    said.textContent = found.length ? count("found", found.length) : t("nothing");
    put(list, [...grouped(found)].map(([name, games]) =>
      h("section", {}, h("h2", {}, family(name)), h("ul", { class: "cards" }, games.map(card)))));
  };
  put(place, h("form", { class: "finder", role: "search", onsubmit: open }, h("h1", {}, t("games")), field, said), list);
  learn();
  draw();
  const before = catalogue();
  anew().then((now) => {
    if (!list.isConnected || JSON.stringify(now) === JSON.stringify(before)) return;
    learn();
    draw();
  }, (error) => toast(error.message));
  return {};
}

/** Games by their families; those without one are somebody's own and come first. */
function grouped(games) {
  const groups = new Map();
  for (const game of games) {
    const key = game.family.split("/")[0];
    groups.set(key, [...(groups.get(key) ?? []), game]);
  }
  return new Map([...groups].sort(([one], [other]) => Number(other === "") - Number(one === "")));
}

function card(game) {
  const others = game.aliases.slice(0, 3).join(" · ");
  const size = h("span", { class: "faint" });
  // The picture has a hundred to a cell.
  const measure = ({ target }) => (size.textContent = `${Math.round(target.naturalWidth / 100)}×${Math.round(target.naturalHeight / 100)}`);
  return h("li", {},
    h("a", { class: "card", href: address(game) },
      h("img", { src: "/api/picture/" + encodeURIComponent(game.name), alt: "", loading: "lazy", width: 180, height: 180, onload: measure }),
      h("strong", {}, title(game)),
      size, h("span", { class: "faint" }, others || game.name),
      game.shipped ? null : h("span", { class: "tag" }, t("own"))));
}
