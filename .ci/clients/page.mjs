// A person's walk through the page, in Debian's Chromium: plays, refuses, edits, in both languages, by keyboard alone.
// Usage: node page.mjs BANCO [FOLDER FOR SCREENSHOTS]; `playwright-core` and `axe-core` have to be installed.

import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const require = createRequire(join(process.cwd(), "page.mjs"));
const { chromium } = require("playwright-core");
const axe = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");
const [banco, shots] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), "banco-page-"));
const server = spawn(resolve(banco), ["serve", "--json"], { cwd: folder });
let complaints = "";
server.stderr.on("data", (text) => (complaints += text));
const line = await new Promise((done) => server.stdout.once("data", (text) => done(String(text))));
const { address } = JSON.parse(line);
const { origin } = new URL(address);
const browser = await chromium.launch({
  executablePath: "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
});
const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, locale: "en-GB", reducedMotion: "reduce" });
const page = await context.newPage();
page.setDefaultTimeout(15000);
const errors = [];
page.on("pageerror", (error) => errors.push(error.message));
page.on("dialog", (dialog) => dialog.accept());

const claim = (is, what) => {
  if (!is) throw new Error("not so: " + what);
};
const until = async (what, is) => {
  for (const end = Date.now() + 15000; Date.now() < end; await page.waitForTimeout(40)) {
    if (await is()) return;
  }
  throw new Error("never: " + what);
};
const cell = (name) => page.locator(`[data-cell="${name}"]`);
const click = (...names) => names.reduce((before, name) => before.then(() => cell(name).click({ force: true })), Promise.resolve());
const drag = async (from, to) => {
  const [a, b] = [await cell(from).boundingBox(), to.x === undefined ? await cell(to).boundingBox() : null];
  await page.mouse.move(a.x + a.width / 2, a.y + a.height / 2);
  await page.mouse.down();
  const end = b ? { x: b.x + b.width / 2, y: b.y + b.height / 2 } : to;
  await page.mouse.move((a.x + end.x) / 2, (a.y + end.y) / 2, { steps: 3 });
  await page.mouse.move(end.x, end.y, { steps: 3 });
  await page.mouse.up();
};
const played = () => page.locator(".moves .move").allTextContents().then((all) => all.map((text) => text.replace(/^\d+(\.|…)/, "")));
const plays = (...moves) => until(moves.join(" "), async () => (await played()).join(" ") === moves.join(" "));
const status = () => page.locator(".state").textContent();
/** Opens a view; two persons play, unless something else is said. Without seats, they are left to the page. */
const open = async (view, fields = {}, seats = [0, 0]) => {
  await page.goto(`${origin}/#/games`);
  await page.waitForSelector(".cards");
  await page.evaluate(([game, seats]) => localStorage.setItem("banco.seats", JSON.stringify(seats && game ? { [game]: seats } : {})), [fields.game, seats]);
  await page.goto(`${origin}/#/${view}?${new URLSearchParams(fields)}`);
  await page.waitForSelector(view === "textbook" ? ".vertex" : "[data-cell]");
};
const shot = async (name) => shots && page.screenshot({ path: join(shots, name + ".png") });

const walk = {
  async "without its address the page is locked, and says how it is opened"() {
    for (const way of ["/", "/?key=wrong"]) {
      await page.goto(origin + way);
      await page.waitForSelector(".locked.card");
      claim(/banco serve/.test(await page.locator(".locked.card").textContent()), "it says how");
    }
  },
  async "the address opens the catalogue, and a game is found by any name"() {
    await page.goto(address);
    await page.waitForSelector(".cards .card");
    claim(!page.url().includes("key="), "the key has left the address");
    await page.fill("input[type=search]", "CỜ TƯỚNG");
    await until("one of several", async () => (await page.locator(".cards .card").count()) < 20);
    await shot("catalogue");
  },
  async "dodgem is played to its end by clicks and drags"() {
    await open("play", { game: "dodgem" });
    await page.waitForTimeout(100);
    await click("a3", "b3");
    await plays("a3b3");
    claim((await page.locator(".last").count()) === 2, "the last move is shown");
    await drag("b1", "b2");
    await plays("a3b3", "b1b2");
    await click("b3");
    claim((await page.locator(".marks .dot").count()) === 1, "targets are shown");
    await page.keyboard.press("Escape");
    let seen = 2;
    while (!(await page.locator(".state.over").count())) {
      const { moves } = await page.evaluate(async () => {
        const fields = new URLSearchParams(location.hash.split("?")[1]);
        const line = { source: { game: "dodgem" }, moves: (fields.get("moves") ?? "").split(" ").filter(Boolean) };
        const response = await fetch("/api/position", { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ line }) });
        return response.json();
      });
      const leaving = moves.find(([, steps]) => steps[1] === "off");
      const [, steps] = leaving ?? moves[seen % moves.length];
      const board = await page.locator("svg.board").boundingBox();
      if (steps[1] === "off" && seen % 2) await drag(steps[0], { x: board.x + board.width / 2, y: board.y - 12 });
      else if (steps[1] === "off") {
        await click(steps[0]);
        await page.click('[data-step="off"]');
      } else await (seen % 2 ? drag(steps[0], steps[1]) : click(steps[0], steps[1]));
      seen++;
      await until("move " + seen, async () => (await played()).length === seen);
      claim(seen < 200, "it ends");
    }
    claim(/wins/.test(await status()), "the result is said: " + (await status()));
    await shot("dodgem-over");
  },
  async "a refused move says why, with its line"() {
    await open("play", { game: "chess" });
    await click("e2", "e5");
    await until("a reason", async () => /e5/.test(await page.locator(".why").textContent()));
    claim(/:\d+/.test(await page.locator(".why").textContent()), "the line of the rule");
    await page.fill("#typed", "a1a5");
    await page.keyboard.press("Enter");
    await until("blocked", async () => /a2/.test(await page.locator(".why").textContent()));
    await shot("refused");
  },
  async "undo, redo, the arrow keys, and a link opened in a second tab"() {
    await open("play", { game: "chess", moves: "e2e4 e7e5 g1f3" });
    await plays("e2e4", "e7e5", "g1f3");
    await page.click("#undo");
    await until("two moves", async () => (await page.locator(".move.current").textContent()).includes("e7e5"));
    await page.click("#redo");
    await until("three", async () => (await page.locator(".move.current").textContent()).includes("g1f3"));
    await page.locator("h1").click();
    await page.keyboard.press("Home");
    await until("the start", async () => (await page.locator(".move.current").count()) === 0);
    await page.keyboard.press("ArrowRight");
    await until("one", async () => (await page.locator(".move.current").textContent()).includes("e2e4"));
    await click("d7", "d5");
    await until("a variation", async () => (await page.locator(".variation").count()) === 1);
    const second = await context.newPage();
    await second.goto(page.url());
    await second.waitForSelector(".move.current");
    claim((await second.locator(".move.current").textContent()).includes("d7d5"), "the link is the position");
    await second.close();
  },
  async "a promotion is chosen"() {
    await open("play", { game: "chess", start: "8/P6k/8/8/8/8/8/K7 w - - 0 1" });
    await click("a7", "a8");
    await page.locator(".choices .figured", { hasText: "knight" }).click();
    await plays("a7a8n");
  },
  async "a piece is dropped from the hand"() {
    await open("play", { game: "crazyhouse", moves: "e2e4 d7d5 e4d5 d8d5" });
    await page.locator('.held:not([disabled])').first().click();
    await click("e5");
    await until("the drop", async () => (await played()).at(-1) === "P@e5");
    await shot("drop");
  },
  async "a chain of captures is led cell by cell"() {
    await open("play", { game: "international-draughts" });
    const { position } = await page.evaluate(async () => {
      const ask = async (body) => (await fetch("/api/position", { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) })).json();
      let moves = [];
      for (let seed = 1; seed < 400; seed++) {
        moves = [];
        for (let ply = 0; ply < 40; ply++) {
          const position = await ask({ line: { source: { game: "international-draughts" }, moves } });
          const long = position.moves.find(([, steps]) => steps.length > 2);
          if (long) return { position: { moves, steps: long[1], text: long[0] } };
          if (!position.moves.length) break;
          moves.push(position.moves[(seed * 7 + ply * 13) % position.moves.length][0]);
        }
      }
      return { position: null };
    });
    claim(position, "there is a chain");
    await open("play", { game: "international-draughts", moves: position.moves.join(" ") });
    for (const step of position.steps) {
      if ((await played()).length > position.moves.length) break;
      await click(step);
    }
    await until("the chain", async () => (await played()).at(-1) === position.text);
    await shot("chain");
  },
  async "amazons: a queen moves, then shoots"() {
    await open("play", { game: "amazons" });
    await click("d1", "d7");
    claim((await page.locator(".chosen").count()) === 2, "the first stage stays marked");
    await click("g7");
    await plays("d1d7,d7g7");
  },
  async "caro against the engine"() {
    await page.evaluate(() => localStorage.setItem("banco.time", "100"));
    await open("play", { game: "caro" }, [0, 3]);
    await click("h8");
    await until("an answer", async () => (await played()).length === 2);
    await click("g7");
    await until("another", async () => (await played()).length === 4);
    await page.locator("#threats").check();
    await shot("caro");
  },
  async "earlier moves are looked at while the engine keeps still, and all moves are analysed"() {
    await open("play", { game: "chess", moves: "e2e4 e7e5 g1f3 b8c6" }, [0, 3]);
    await page.locator("h1").click();
    for (let at = 0; at < 3; at++) await page.keyboard.press("ArrowLeft");
    await page.waitForTimeout(600);
    claim((await played()).join(" ") === "e2e4 e7e5 g1f3 b8c6", "nothing was played");
    await page.click("#whole");
    await until("a graph", async () => (await page.locator(".graph polyline").count()) === 1);
  },
  async "a connection that drops loses nothing"() {
    await open("play", { game: "tic-tac-toe" });
    await click("b2");
    await plays("b2");
    await context.setOffline(true);
    await click("a1");
    await page.waitForSelector(".lost");
    await context.setOffline(false);
    await plays("b2", "a1");
    claim((await page.locator(".lost").count()) === 0, "the notice goes");
  },
  async "the engine's panel has lines, arrows and a bar"() {
    await open("play", { game: "breakthrough" });
    await page.selectOption('.engine select', "3");
    await page.check("#analyse");
    await until("three lines", async () => (await page.locator(".pv li").count()) === 3);
    claim((await page.locator(".arrows > *").count()) >= 2, "arrows");
    await page.uncheck("#analyse");
    claim((await page.locator(".pv li").count()) === 0, "it has stopped");
  },
  async "an edited weight moves the bar, a broken definition is underlined, the game goes on"() {
    await open("workshop", { game: "dodgem-textbook", start: "B../.../BWW w" });
    await page.waitForTimeout(300);
    const score = () => page.locator(".evalbar").getAttribute("data-score");
    const before = await score();
    await page.click("#tab-weights");
    await page.locator("[data-weight]").first().fill("90");
    await until("another score", async () => (await score()) !== before);
    await page.click("#tab-definition");
    const field = page.locator("#pane-definition textarea:not([readonly])");
    const text = await field.inputValue();
    claim(text.includes("90"), "it is written into the text");
    await field.fill(text.replace("language", "languag"));
    await until("an underline", async () => (await page.locator(".wrong.error").allTextContents()).includes("languag"));
    claim(/did you mean `language`/.test(await page.locator(".problems").textContent()), "with its help");
    await shot("workshop");
    await field.fill(text);
    await until("sound", async () => (await page.locator(".wrong.error").count()) === 0);
    await click("b1", "b2");
    await plays("b1b2");
    await field.focus();
    await page.keyboard.press("Control+End");
    await page.keyboard.type("\n[evaluation.squ");
    await until("what may stand there", async () => (await page.locator(".completion:not([hidden]) li b").allTextContents()).includes("squares"));
    await page.keyboard.press("Tab");
    claim((await field.inputValue()).endsWith("[evaluation.squares"), "it is completed");
    await field.fill(text);
    await until("sound again", async () => (await page.locator(".wrong.error").count()) === 0);
    await page.click("#tab-suite");
    await page.click("#run");
    await until("a verdict", async () => /passed/.test((await page.locator("#verdict").textContent().catch(() => "")) ?? ""));
    await page.click("#save");
    await until("a file", () => existsSync(join(folder, "games", "dodgem-textbook.toml")));
  },
  async "a game that is saved while the catalogue opens does not stop it"() {
    await open("play", { game: "dodgem" });
    await page.evaluate(() => {
      addEventListener("hashchange", () => document.dispatchEvent(new CustomEvent("kept")), { once: true });
      location.hash = "#/games";
    });
    await page.waitForSelector(".cards");
  },
  async "the textbook steps forward and back, and counts"() {
    await open("textbook");
    const clear = (looks) => looks.map((one) => [one, ...one.children].map((part) => getComputedStyle(part)).every((style) => style.opacity === "1" && style.fillOpacity === "1")).every(Boolean);
    claim(await page.locator(".vertex.unseen:not(:has(.more))").evaluateAll(clear), "no edge shows through a node that is not visited yet");
    await page.click("#step-last");
    claim((await page.locator('[data-counter="cutoffs"]').textContent()) === "1", "one cut");
    claim((await page.locator(".vertex.best").count()) === 3, "the best line");
    await page.click("#step-first");
    claim((await page.locator(".lit").count()) === 1, "a line is lit");
    await shot("textbook");
  },
  async "keyboard alone: cells by arrows, moves typed"() {
    await open("play", { game: "tic-tac-toe" });
    await page.locator('[data-cell][tabindex="0"]').focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await plays("b2");
    const said = await cell("b2").getAttribute("aria-label");
    claim(/^b2, /.test(said) && !/empty/.test(said), "the cell says what it holds: " + said);
    await page.focus("#typed");
    await page.keyboard.type("a1\n");
    await plays("b2", "a1");
    claim(/b2|a1/.test(await page.locator("#spoken").textContent()), "moves are announced");
  },
  async "Vietnamese, and 360 pixels wide"() {
    await page.click("#language");
    await until("Vietnamese", async () => (await page.locator("#new").textContent()) === "Ván mới");
    claim((await page.getAttribute("html", "lang")) === "vi", "the page says its language");
    const about = page.locator(".about").first();
    claim((await about.getAttribute("lang")) === "vi" && /thắng|thua|hòa/.test(await about.textContent()), "how the game ends");
    for (const width of [360, 800, 2560]) {
      await page.setViewportSize({ width, height: 800 });
      for (const view of ["play", "games", "workshop", "textbook"]) {
        await page.goto(`${origin}/#/${view}`);
        await page.waitForTimeout(350);
        const wide = await page.evaluate(() => document.documentElement.scrollWidth);
        claim(wide <= width, `${view} fits ${width}: ${wide}`);
        await shot(`${view}-${width}`);
      }
    }
    await page.click("#language");
    await page.setViewportSize({ width: 1280, height: 900 });
  },
  async "axe finds no serious fault"() {
    for (const theme of ["light", "dark"]) {
      await page.evaluate((theme) => {
        localStorage.setItem("banco.theme", JSON.stringify(theme));
        document.documentElement.dataset.theme = theme;
      }, theme);
      for (const view of ["games", "play?game=chess", "workshop?game=dodgem", "textbook"]) {
        await page.goto(`${origin}/#/${view}`);
        await page.waitForTimeout(700);
        await page.evaluate(axe);
        const { violations } = await page.evaluate(() => globalThis.axe.run());
        const serious = violations.filter((one) => ["serious", "critical"].includes(one.impact));
        claim(!serious.length, `${theme} ${view}: ` + serious.map((one) => `${one.id} ${one.nodes.slice(0, 3).map((node) => node.html.slice(0, 120)).join(" | ")}`).join("; "));
        await shot(`${theme}-${view.split("?")[0]}`);
      }
    }
  },
  async "the page is quick: a first board, and an answer to a click"() {
    // From the start of the load until the frame with the first board has been drawn.
    await page.addInitScript(() => new MutationObserver((_, watch) => {
      if (!document.querySelector("[data-cell]")) return;
      watch.disconnect();
      requestAnimationFrame(() => setTimeout(() => (globalThis.drawn = performance.now())));
    }).observe(document, { subtree: true, childList: true }));
    await page.goto("about:blank");
    await page.goto(`${origin}/#/play?game=chess`);
    await page.waitForFunction(() => globalThis.drawn);
    const first = await page.evaluate(() => globalThis.drawn);
    const times = [];
    for (let at = 0; at < 9; at++) {
      times.push(await page.evaluate(async () => {
        const cell = document.querySelector('[data-cell="e2"]');
        const box = cell.getBoundingClientRect();
        const at = { clientX: box.x + 5, clientY: box.y + 5, button: 0, bubbles: true, pointerId: 1 };
        const begun = performance.now();
        const board = cell.ownerSVGElement;
        board.setPointerCapture = () => {};
        cell.dispatchEvent(new PointerEvent("pointerdown", at));
        const took = performance.now() - begun;
        const marked = document.querySelectorAll(".marks > *").length;
        cell.dispatchEvent(new PointerEvent("pointerup", at));
        document.querySelector('[data-cell="e2"]').dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true }));
        return marked ? took : 1e9;
      }));
    }
    const median = times.sort((a, b) => a - b)[4];
    console.log(`   first board after ${first.toFixed(0)} ms, a click after ${median.toFixed(1)} ms`);
    claim(median < 50, "a click answers within 50 ms: " + median);
  },
};

let failed = 0;
for (const [what, run] of Object.entries(walk)) {
  try {
    await run();
    console.log("ok: " + what);
  } catch (error) {
    failed++;
    console.log(`FAILED: ${what}\n   ${error.message.split("\n").slice(0, 4).join("\n   ")}`);
    await shot("failed-" + failed);
  }
}
if (errors.length) console.log("errors on the page:\n" + errors.join("\n"));
if (complaints) console.log("the server said:\n" + complaints);
await browser.close();
server.kill();
rmSync(folder, { recursive: true, force: true });
process.exit(failed || errors.length || complaints ? 1 : 0);
