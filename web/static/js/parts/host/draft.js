/* What is chosen in set-up so far: kept while this tab is open, so that other pages may be looked at meanwhile. */

const KEPT = "set-up";

/** Keeps what is chosen; null forgets it. */
export function keepDraft(chosen) {
  try {
    if (chosen) sessionStorage.setItem(KEPT, JSON.stringify(chosen));
    else sessionStorage.removeItem(KEPT);
  } catch {
    // Where nothing may be stored, set-up begins again.
  }
}

/** What was kept, or null. */
export function keptDraft() {
  try {
    return JSON.parse(sessionStorage.getItem(KEPT));
  } catch {
    return null;
  }
}
