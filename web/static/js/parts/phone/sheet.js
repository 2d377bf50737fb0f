/*
 * What slides up under the thumb when a square has been tapped: where that is, what it costs, what it
 * promises and what may go wrong, and the button that moves there; or why it cannot be done.
 */

import { get } from "../../lib/api.js";
import { drawing, h, write } from "../../lib/dom.js";
import { _, n_ } from "../../lib/text.js";
import { DRAWING } from "../../lib/words.js";

/** Works the sheet `box`. `changed(action)` is called with the move that is asked about, or null. */
export function makeSheet(box, seat, acting, changed, tell) {
  const title = h("h3", { class: "sheet-up__title", tabindex: "-1" });
  const tile = h("span", { class: "tile", role: "img" });
  const body = h("div", { class: "sheet-up__body" });
  const buttons = h("div", { class: "sheet-up__buttons" });
  box.append(h("div", { class: "sheet-up__head" }, tile, title), body, buttons);
  let open = null;
  let from = null;
  let version = null;

  const later = (text) => h("button", { type: "button", class: "button button--quiet", "data-do": "not-now", onclick: () => shut() }, text);

  function show(what, { heading, kind, name, lines, actions }) {
    if (!open) from = document.activeElement;
    open = what;
    write(title, heading);
    tile.replaceChildren(drawing(DRAWING[kind] ?? "home"));
    tile.setAttribute("aria-label", name);
    body.replaceChildren(...lines);
    buttons.replaceChildren(...actions);
    box.hidden = false;
    document.body.classList.add("has-sheet");
    (buttons.querySelector("[data-confirm]") ?? title).focus({ preventScroll: true });
    changed(what.action ?? null);
  }

  function shut(back = true) {
    if (!open) return;
    const within = box.contains(document.activeElement);
    open = null;
    box.hidden = true;
    document.body.classList.remove("has-sheet");
    body.replaceChildren();
    changed(null);
    if (back && within && from?.isConnected) from.focus({ preventScroll: true });
  }

  box.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    event.preventDefault();
    shut();
  });

  /** Asks once before a move is made. */
  function offer(d, still = false) {
    if (!still && open?.action === d.action) return shut();
    show({ action: d.action }, {
      heading: d.kind === "HOME" ? _("Run HOME?") : _("Move to square {square}?", { square: d.square }),
      kind: d.kind,
      name: d.name,
      lines: [
        h("p", { class: "sheet-up__price" }, ...[
          d.cost ? n_("It costs {count} carrot.", "It costs {count} carrots.", d.cost) : _("It costs nothing."),
          d.gain ? n_("You draw {count} carrot.", "You draw {count} carrots.", d.gain) : null,
          n_("You keep {count} carrot.", "You keep {count} carrots.", d.after),
        ].filter(Boolean).map((sentence) => h("span", {}, sentence))),
        h("p", {}, d.sentence),
        d.risk ? h("p", { class: "risk" }, h("span", {}, d.risk)) : "",
        d.by_phone ? h("p", { class: "dest__phone" }, drawing("i-phone"), h("span", {}, _("Set the runner down there yourself: the board cannot see this square."))) : "",
      ],
      actions: [
        later(_("Not now")),
        h("button", { type: "button", class: "button", "data-confirm": d.action, onclick: () => acting.play(d.action) }, drawing("i-check"), d.kind === "HOME" ? _("Run HOME") : _("Move")),
      ],
    });
  }

  /** Says why a square is not lit. */
  async function explain({ square, kind, name }) {
    const what = { square };
    if (open?.square === square) return shut();
    const heading = kind === "HOME" ? name : _("Square {square}", { square });
    const looks = (lines) => show(what, { heading, kind, name, lines, actions: [later(_("Close"))] });
    looks([h("p", { class: "soft" }, "…")]);
    const sentences = await get(`/api/seats/${seat}/why/${square}`).then((told) => told.sentences, (refused) => [refused.message]);
    if (open !== what) return;
    body.replaceChildren(...sentences.map((sentence) => h("p", {}, sentence)));
    tell(sentences.join(" "));
  }

  return {
    offer,
    explain,
    shut,
    get action() {
      return open?.action ?? null;
    },
    /** What was true of a game that has moved on is taken away. */
    saw(view, destinations) {
      const moved = version !== null && version !== view.version;
      version = view.version;
      if (!open) return;
      const d = destinations.find(({ action }) => action === open.action);
      if (open.action ? !d : moved) shut();
      else if (d && moved) offer(d, true); // it may cost less when a player moves again
    },
  };
}
