/* What somebody has switched on for this phone: off until then, and kept for the next visit. */

/** A switch that is kept under `name`. A browser may forbid to keep anything; then it lasts for this page. */
export function keptSwitch(name) {
  const key = `hareboard-${name}`;
  let on = false;
  try {
    on = localStorage.getItem(key) === "on";
  } catch {
    // Off, then.
  }
  return {
    get on() {
      return on;
    },
    set on(wanted) {
      on = wanted;
      try {
        localStorage.setItem(key, on ? "on" : "off");
      } catch {
        // Until the page is left.
      }
    },
  };
}
