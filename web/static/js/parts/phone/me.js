/* Who this phone is to the board, and the code it has joined with. */

import { get } from "../../lib/api.js";

const KEPT = "hareboard-code";
const CODE_LETTERS = 6;
const RETRY_MS = 2000;
const SOON_MS = 400;
const NOT_IN_CODES = /[^0-9A-HJKMNP-TV-Z]/g;

/** The seats this phone holds, whether it is the host's, and whether it stands at the board itself. */
export const me = () => get("/api/me");

/** The same at the start of a page, however long the board is out of reach. */
export async function meAtLast() {
  for (;;) {
    const who = await me().catch(() => null);
    if (who) return who;
    await new Promise((done) => setTimeout(done, RETRY_MS));
  }
}

/**
 * Lets `show` know who this phone is, soon after the returned function is called: a seat may have
 * been handed over, or taken back.
 */
export function keepAsking(show) {
  let timer = 0;
  return () => {
    timer ||= setTimeout(async () => {
      timer = 0;
      const who = await me().catch(() => null);
      if (who) show(who);
    }, SOON_MS);
  };
}

/**
 * A code as it is meant: in capitals, without spaces, and with the digits for which their look-alikes
 * were typed.
 */
export const tidy = (code) =>
  code.toUpperCase().replace(/O/g, "0").replace(/[IL]/g, "1").replace(NOT_IN_CODES, "");

export const isWhole = (code) => tidy(code).length === CODE_LETTERS;

/** A much longer code hands a certain seat over; small and capital letters differ in it. */
export const handsOver = (code) => code.length > 2 * CODE_LETTERS;

/** Whether a phone has to say the code before it may take a seat: not the host's, nor one that is in already. */
export const needsCode = ({ seats, host, at_board: atBoard }) => !host && !atBoard && !seats.length && keptCode() === null;

/* For this visit, so that a second seat needs no code. A browser may forbid to keep anything. */
let remembered = null;

export function keptCode() {
  try {
    return sessionStorage.getItem(KEPT) ?? remembered;
  } catch {
    return remembered;
  }
}

export function keepCode(code) {
  remembered = code === null ? null : tidy(code);
  try {
    if (remembered === null) sessionStorage.removeItem(KEPT);
    else sessionStorage.setItem(KEPT, remembered);
  } catch {
    // It is still remembered until the page is left.
  }
}
