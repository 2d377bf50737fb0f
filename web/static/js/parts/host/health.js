/* How the readers of the board are, in a sentence. */

import { _, listed, n_ } from "../../lib/text.js";

const OUT = ["quarantined", "resetting"];

/** Returns the state the sentence is about, for its mark, and the sentence. */
export function readerHealth(readers) {
  const squares = (fits) => readers.filter(fits).map((reader) => String(reader.square));
  const read = readers.filter((reader) => reader.state !== "absent");
  const out = squares((reader) => OUT.includes(reader.state));
  const doubtful = squares((reader) => reader.state === "suspect");
  if (!read.length) return { state: "none", sentence: _("This board has no readers: everything is said on the phones.") };
  if (out.length) {
    return { state: "quarantined", sentence: n_("The reader of square {squares} does not answer. What happens there is said on a phone.", "The readers of squares {squares} do not answer. What happens there is said on a phone.", out.length, { squares: listed(out) }) };
  }
  if (doubtful.length) {
    return { state: "suspect", sentence: n_("The reader of square {squares} misses answers at times.", "The readers of squares {squares} miss answers at times.", doubtful.length, { squares: listed(doubtful) }) };
  }
  return { state: "healthy", sentence: n_("The reader answers.", "All {count} readers answer.", read.length) };
}
