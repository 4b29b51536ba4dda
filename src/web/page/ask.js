// Questions to the server. A connection that drops is tried again: the game is here, nothing is lost.

import { h } from "./dom.js";
import { t } from "./words.js";

let lost = null;

function show(isLost) {
  if (isLost && !lost) {
    lost = h("div", { class: "lost", role: "alert" }, t("lost"));
    document.body.prepend(lost);
  } else if (!isLost && lost) {
    lost.remove();
    lost = null;
  }
}

/** What the server refused: `code`, and whatever it says besides. */
export class Refusal extends Error {
  constructor(body) {
    super(body.error ?? "?");
    this.body = body;
    this.code = body.code;
  }
}

const pause = (ms) => new Promise((done) => setTimeout(done, ms));

async function reach(path, options) {
  for (let wait = 300; ; wait = Math.min(wait * 1.6, 4000)) {
    try {
      const response = await fetch(path, options);
      show(false);
      return response;
    } catch (error) {
      if (options.signal?.aborted) throw error;
      show(true);
      await pause(wait);
    }
  }
}

const asJson = (body) => ({
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify(body),
});

async function refused(response) {
  let body = { error: response.statusText };
  try {
    body = await response.json();
  } catch {
    // The status has to do.
  }
  if (body.code === "cookie") document.dispatchEvent(new CustomEvent("locked", { detail: body.error }));
  return new Refusal(body);
}

/** Asks and waits for the answer. */
export async function ask(what, body, signal) {
  const options = body === undefined ? {} : asJson(body);
  const response = await reach("/api/" + what, { ...options, signal });
  if (!response.ok) throw await refused(response);
  return response.json();
}

/** Listens to a stream of events: `hear(name, data)`. Returns what ends it. */
export function listen(what, body, hear) {
  const control = new AbortController();
  const run = async () => {
    const response = await reach("/api/" + what, { ...asJson(body), signal: control.signal });
    if (!response.ok) throw await refused(response);
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = "";
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const parts = (rest + value).split("\n\n");
      rest = parts.pop();
      for (const part of parts) {
        const name = /^event: (.*)$/m.exec(part)?.[1];
        const data = /^data: (.*)$/m.exec(part)?.[1];
        if (name && data && !control.signal.aborted) hear(name, JSON.parse(data));
      }
    }
  };
  run().catch((error) => {
    if (!control.signal.aborted) hear("failed", { error: error.message });
  });
  return () => control.abort();
}
