/* Nobody answered: look again and again, and go on with the page that was asked for once somebody does. */

const EVERY_MS = 2000;
const PATIENCE_MS = 4000;

let timer = 0;

async function look() {
  clearTimeout(timer);
  try {
    await fetch("/healthz", { cache: "no-store", signal: AbortSignal.timeout(PATIENCE_MS) });
    // Whoever answers knows better than this page what to say.
    if (location.pathname === "/offline") location.replace("/");
    else location.reload();
  } catch {
    timer = setTimeout(look, EVERY_MS);
  }
}

document.querySelector("[data-do=again]").addEventListener("click", look);
document.addEventListener("visibilitychange", () => document.hidden || look());
addEventListener("online", look);
timer = setTimeout(look, EVERY_MS);
