/* How the readers of the board are, in a sentence. */

import { _, listed, n_ } from "../../lib/text.js";

const OUT = ["quarantined", "resetting"];

/** Returns the state the sentence is about, for its mark, and the sentence. */
export function readerHealth(readers) {
  const squares = (fits) => readers.filter(fits).map((reader) => String(reader.square));
  const read = readers.filter((reader) => reader.state !== "absent");
  const out = squares((reader) => OUT.includes(reader.state));
  const doubtful = squares((reader) => reader.state === "suspect");
  if (!read.length) return { state: "none", sentence: _("This board has no readers: play every move on the phones.") };
  if (out.length) {
    return { state: "quarantined", sentence: n_("The reader of square {squares} isn't answering. Play moves there on a phone.", "The readers of squares {squares} aren't answering. Play moves there on a phone.", out.length, { squares: listed(out) }) };
  }
  if (doubtful.length) {
    return { state: "suspect", sentence: n_("The reader of square {squares} sometimes doesn't answer.", "The readers of squares {squares} sometimes don't answer.", doubtful.length, { squares: listed(doubtful) }) };
  }
  return { state: "healthy", sentence: n_("The reader is working.", "All {count} readers are working.", read.length) };
}
