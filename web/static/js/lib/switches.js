/* What somebody has chosen for this phone: kept for the next visit, and the same in every page that is open. */

/** Keeps `value` under `name`. A browser may forbid to keep anything; then it lasts for this page. */
function kept(name, value, allowed) {
  const key = `hareboard-${name}`;
  const take = (found) => allowed.includes(found) && (value = found);
  try {
    take(localStorage.getItem(key));
  } catch {
    // As it was, then.
  }
  addEventListener("storage", (event) => event.key === key && take(event.newValue));
  return {
    read: () => value,
    write(wanted) {
      value = wanted;
      try {
        localStorage.setItem(key, wanted);
      } catch {
        // Until the page is left.
      }
    },
  };
}

/** A switch: off until somebody switches it on. */
export function keptSwitch(name) {
  const { read, write } = kept(name, "off", ["on", "off"]);
  return {
    get on() {
      return read() === "on";
    },
    set on(wanted) {
      write(wanted ? "on" : "off");
    },
  };
}

/** One of several; `first` until somebody chooses another. */
export function keptChoice(name, all, first) {
  const { read, write } = kept(name, first, all);
  return {
    get chosen() {
      return read();
    },
    set chosen(wanted) {
      write(wanted);
    },
  };
}
