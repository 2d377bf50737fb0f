/* How a race went: fetched once one is over. */

import { linkStory } from "../parts/host/story-link.js";
import { loadTrack } from "../lib/tokens.js";

let looks = null;

/** Adds to `box` what `linkStory` tells of a race that is over. */
export async function showEnd(box, view) {
  await (looks ??= loadTrack());
  await linkStory(box, view);
}
