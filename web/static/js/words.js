/* Small words the pages share. */

export const carrots = (n) => `${n} ${n === 1 ? "carrot" : "carrots"}`;
export const lettuces = (n) => `${n} ${n === 1 ? "lettuce" : "lettuces"}`;

const ENDINGS = { one: "st", two: "nd", few: "rd", other: "th" };
const rules = new Intl.PluralRules("en", { type: "ordinal" });
export const ordinal = (n) => `${n}${ENDINGS[rules.select(n)]}`;

/** Empty where everybody plays for themselves. */
export const teamName = (team) => (Number.isInteger(team) ? `Team ${"ABC"[team]}` : "");

/** Which drawing stands for a kind of square. */
export const DRAWING = {
  H: "hare", C: "carrot", L: "lettuce", T: "tortoise", 2: "two", 3: "three", 4: "four", F: "flag", HOME: "home",
};

export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
