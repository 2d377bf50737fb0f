/* While a runner is held its board keeps its place: what stands above may come to say more, or less. */

export function makeSteady(root) {
  const above = document.querySelectorAll(".desk__now > *");
  let top = 0;
  const grown = new ResizeObserver(follow);

  /** Scrolls by as much as the board was moved, before anybody sees it. */
  function follow() {
    const before = top;
    top = root.getBoundingClientRect().top + scrollY;
    if (top !== before) scrollBy({ top: top - before, behavior: "instant" });
  }

  return {
    hold() {
      top = root.getBoundingClientRect().top + scrollY;
      // A browser that does the same by itself would do it twice.
      document.documentElement.style.overflowAnchor = "none";
      for (const each of above) {
        each.style.minHeight = `${each.getBoundingClientRect().height}px`;
        grown.observe(each);
      }
    },
    letGo() {
      grown.disconnect();
      for (const each of above) each.style.minHeight = "";
      follow();
      document.documentElement.style.overflowAnchor = "";
    },
  };
}
