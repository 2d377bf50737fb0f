/* A picture of a race to send on: drawn by the board, made a PNG here, for messengers take nothing else. */

import { field } from "../../lib/dom.js";
import { say } from "../../lib/notice.js";
import { _ } from "../../lib/text.js";

const SIDE = 1080;

/** The picture as PNG; null if this browser makes none. */
async function pngOf(picture) {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = SIDE;
  canvas.getContext("2d").drawImage(picture, 0, 0, SIDE, SIDE);
  return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
}

/** Offers the picture of a game in `box`: to share where the browser can, to download everywhere. */
export function offerPicture(box, game, begunAt) {
  const picture = field("picture", box);
  const download = field("download", box);
  const names = box.querySelector('[name="with-names"]');
  const share = box.querySelector('[data-do="share"]');
  const offset = -new Date(begunAt).getTimezoneOffset();
  let file = null;

  function ask() {
    file = null;
    share.disabled = true;
    if (download.href.startsWith("blob:")) URL.revokeObjectURL(download.href);
    picture.src = `/api/games/${game}/picture.svg?names=${names.checked ? "yes" : "no"}&utc_offset_min=${offset}`;
    download.href = picture.src;
    download.download = `hareboard-${game}.svg`;
  }

  picture.onload = async () => {
    const drawn = picture.src;
    const png = await pngOf(picture).catch(() => null);
    if (!png || picture.src !== drawn) return; // The SVG is offered, or another picture is on its way.
    file = new File([png], `hareboard-${game}.png`, { type: "image/png" });
    download.href = URL.createObjectURL(file);
    download.download = file.name;
    share.hidden = !navigator.canShare?.({ files: [file] });
    share.disabled = false;
  };
  picture.onerror = () => say(_("The board didn't answer. Check it before you try again."));
  names.onchange = ask;
  share.onclick = () => navigator.share({ files: [file] }).catch((refused) =>
    refused.name === "AbortError" || say(_("This phone could not share the picture. Download it instead.")));
  box.hidden = false;
  ask();
}
