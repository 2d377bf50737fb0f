/* What the scripts say, in the language of the page. English texts are the keys: an untranslated one still reads. */

import words from "/words/all.js";

const MANY = { "(n != 1)": (n) => n !== 1, "(n > 1)": (n) => n > 1 };
const isMany = MANY[words.plurals];

export const language = words.language;

/* “de Ida” is “d’Ida” in languages that elide; `web/languages/language.py` has the same. */
const ELIDES = ["fr", "ca"].includes(language);
const elided = (text, facts) => text.replace(/\b(d|qu)e (?=\{(\w+)\})/gi, (all, word, name) => (/^[aeiouà-æè-ïò-öù-üœ]/i.test(facts[name]) ? `${word}’` : all));

const fill = (text, facts) => (ELIDES ? elided(text, facts) : text).replace(/\{(\w+)\}/g, (all, name) => facts[name] ?? all);

/* What is said of one thing alone may be said of many elsewhere: then its first form is meant. */
const single = (key, message) => [words.messages[key] ?? message].flat()[0];

/** A message, with facts for the names in braces: _("{who} to move", { who }). */
export const _ = (message, facts = {}) => fill(single(message, message), facts);

/** A message about so many things, which it calls {count}: n_("{count} carrot", "{count} carrots", 3). */
export function n_(one, many, count, facts = {}) {
  const forms = words.messages[one] ?? [one, many];
  return fill(forms[isMany(count) ? 1 : 0], { count, ...facts });
}

/** A message whose English text means several things: the context says which. */
export const p_ = (context, message, facts = {}) => fill(single(`${context}\u0004${message}`, message), facts);

/** Names in a row, as one lists them. */
export const listed = (names) => new Intl.ListFormat(language === "en" ? "en-GB" : language).format(names);
