/* Questions and orders to the service. */

import { _ } from "./text.js";

const PATIENCE_MS = 10_000;

/** What the service declined, with its code and a sentence for the player. */
export class Refused extends Error {
  constructor(code, message, reasons = []) {
    super([message, ...reasons.map((reason) => reason.message)].filter((text, i, all) => text && all.indexOf(text) === i).join(" "));
    this.code = code;
  }
}

async function ask(path, options) {
  let response;
  let body;
  try {
    response = await fetch(path, { cache: "no-store", signal: AbortSignal.timeout(PATIENCE_MS), ...options });
    body = await response.json().catch((broken) => {
      if (broken instanceof SyntaxError) return null;
      throw broken;
    });
  } catch {
    throw new Refused("no-answer", _("The board didn't answer. Check it before you try again."));
  }
  if (response.ok && body !== null) return body;
  const error = body?.error ?? {};
  throw new Refused(error.code ?? `http-${response.status}`, error.message ?? _("The board could not do that."), error.reasons);
}

export const get = (path) => ask(path, {});

export const post = (path, body = {}) =>
  ask(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
