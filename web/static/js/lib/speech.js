/* Speech is fetched once the page is there: nobody waits for it, and it misses nothing. */

const LATER_MS = 1500;

/**
 * `button` switches the voice, `box` is for questions, whose answers come from `base`. What is
 * somebody's own is heard and answered while their hand `isOpen`; what everybody may hear is said
 * here if this page `saysAll`. `say` shows a sentence on the page.
 */
export function makeSpeech(what) {
  const { button, box } = what;
  let speech = null;
  let coming = null;
  let timer = 0;
  let seen = []; // the first view, and the newest: what is new in it is still to be said

  function begin({ speechOf }) {
    speech = speechOf(what);
    seen.forEach(speech.saw);
    seen = [];
    return speech;
  }

  // What got lost on the way is asked for again with the next view.
  const load = () => (coming ??= import("../later/speech.js").then(begin, () => (coming = timer = null)));
  const use = (act) => (speech ? act(speech) : load().then((come) => come && act(come)));

  button.hidden = !("speechSynthesis" in window);
  button.addEventListener("click", () => use(({ toggle }) => toggle()));
  box.addEventListener("toggle", load);
  return {
    saw(view) {
      if (speech) return speech.saw(view);
      seen = [seen[0] ?? view, view];
      timer ||= setTimeout(load, LATER_MS);
    },
    /** A hand has been opened or covered. */
    opened: () => speech?.opened(),
    tell: (sentence) => use(({ tell }) => tell(sentence)),
    utter: (sentence) => use(({ utter }) => utter(sentence)),
  };
}
