/* The language of this phone, chosen at the foot of every page. */

const YEAR_S = 365 * 24 * 60 * 60;
/** Chromium on a busy machine loses a reload now and then: it is asked for once more. */
const AGAIN_MS = 3000;

export function offerLanguages() {
  const menu = document.querySelector('[data-place="languages"]');
  menu?.addEventListener("click", ({ target }) => {
    const chosen = target.closest("[data-language]");
    if (!chosen) return;
    document.cookie = `language=${chosen.dataset.language}; path=/; max-age=${YEAR_S}; SameSite=Lax`;
    location.reload();
    setTimeout(() => location.reload(), AGAIN_MS);
  });
  // The list opens below the fold.
  menu?.addEventListener("toggle", () => menu.open && menu.scrollIntoView({ block: "nearest" }));
}
