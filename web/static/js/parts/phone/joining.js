/* Taking a seat: with the code of the table, or by holding the runner on a lit square. */

import { post } from "../../lib/api.js";
import { cancelButton, labelled, openDialog } from "../../lib/dialog.js";
import { drawing, h, write } from "../../lib/dom.js";
import { isWhole, keepCode, keptCode, needsCode, tidy } from "./me.js";
import { _, n_ } from "../../lib/text.js";

const LOOK_AGAIN_MS = 1000;

/** Takes a seat with the code that was typed or scanned; promises its number. */
export const takeSeat = (seat) => post("/api/join", { seat, code: keptCode() }).then(() => seat);

/** Asks whether this is the code of the table. */
export const checkCode = (code) => post("/api/join/code", { code });

/** The field for the code of the table. */
export function codeField() {
  const code = labelled(_("Table code"), _("Six letters and digits: on the board's screen, on the host's phone or on the printed card."), {
    id: "code", name: "code", class: "field field--code", autocomplete: "off", autocapitalize: "characters", autocorrect: "off", spellcheck: "false", maxlength: 12, required: true,
  });
  return {
    ...code,
    /** Keeps what was typed; promises false, and says so, if it is not the code of this table. */
    async take() {
      const typed = tidy(code.input.value);
      code.complain(null);
      if (!isWhole(typed)) code.complain(typed ? _("The code has six letters and digits.") : _("Type the code first."));
      else try {
        await checkCode(typed);
        keepCode(typed);
        return true;
      } catch (refused) {
        code.complain(refused.message);
      }
      return false;
    },
  };
}

/**
 * Asks for the code, until `use` is not refused for it; `complaint` is what was wrong with the last
 * one. Promises what `use` does, or null.
 */
function askCode(title, use, complaint = null) {
  const code = codeField();
  const go = h("button", { type: "submit", class: "button", "data-do": "enter-code" }, _("Continue"));
  const form = h("form", { class: "dialog__form", novalidate: true }, code.box,
    h("div", { class: "dialog__buttons" }, cancelButton(() => asked.close()), go));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    go.disabled = true;
    try {
      if (!await code.take()) return;
      asked.close(await use());
    } catch (refused) {
      if (refused.code === "wrong-code") keepCode(null);
      code.complain(refused.message);
    } finally {
      go.disabled = false;
    }
  });
  const asked = openDialog(title, form);
  code.input.focus();
  code.complain(complaint);
  return asked.closed;
}

/** Does what needs a code, asking for it if none is known or it is wrong. */
async function withCode(who, title, use) {
  if (needsCode(who)) return askCode(title, use);
  try {
    return await use();
  } catch (refused) {
    if (refused.code !== "wrong-code") throw refused;
    keepCode(null);
    return askCode(title, use, refused.message);
  }
}

/** Takes the seat of `name` for this phone, which is `who`. Promises the seat, or null. */
export const joinSeat = (who, { seat, name }) => withCode(who, _("Take {name}'s seat", { name }), () => takeSeat(seat));

/** Lets the board light a square: whoever holds a runner there has its seat. Promises the seat, or null. */
export async function holdRunner(who) {
  const asking = await withCode(who, _("Hold your runner on the board"), () => post("/api/join/tap", { code: keptCode() }));
  return asking && waitForRunner(asking);
}

function waitForRunner({ tap, square, for_s: seconds }) {
  const path = `/api/join/tap/${encodeURIComponent(tap)}`;
  const until = performance.now() + seconds * 1000;
  const says = h("p", { class: "lead", role: "status", "data-field": "tap-says" });
  const left = h("p", { class: "soft", "data-field": "tap-left", "aria-hidden": "true" });
  const lit = h("div", { class: "lit", "aria-hidden": "true" }, h("span", { class: "lit__ring" }), drawing("ears", "lit__ears"), h("b", {}, String(square)));
  const leave = cancelButton(() => shown.close());
  const shown = openDialog(_("Hold your runner on square {square}", { square }), lit,
    h("p", {}, _("Put it on the lit square and leave it there until this phone knows you.")),
    says, left, h("div", { class: "dialog__buttons" }, leave));
  let waits = true;

  async function look() {
    const found = await post(path, {}).catch(notFound);
    if (!shown.dialog.open) return;
    waits = found.state === "waiting";
    if (found.state === "taken") return shown.close(found.seat);
    if (!waits) return end(found.sentence);
    write(left, n_("{count} second left", "{count} seconds left", Math.max(0, Math.ceil((until - performance.now()) / 1000))));
    setTimeout(look, LOOK_AGAIN_MS);
  }

  function end(sentence) {
    write(says, sentence);
    left.hidden = true;
    lit.classList.add("lit--out");
    write(leave, _("Close"));
  }

  look();
  return shown.closed.then((seat) => {
    // Another phone may ask at once.
    if (seat === null && waits) post(`${path}/end`, {}).catch(() => {});
    return seat;
  });
}

/** A moment out of touch ends nothing. */
const notFound = (refused) => ({ state: refused.code === "no-answer" ? "waiting" : "over", sentence: refused.message });
