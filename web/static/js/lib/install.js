/* Lets the pages be kept on the home screen, and say so themselves when the board is out of reach. */

/**
 * Registers the worker. Browsers have none on plain http, this machine's own address apart: there
 * the banner of each page has to do.
 */
export function keepShell() {
  const { serviceWorker } = navigator;
  if (!serviceWorker || window.top !== window) return;
  // A worker keeps its page in one language: another language has another address.
  const worker = `/sw.js?language=${document.documentElement.lang}`;
  addEventListener("load", () => serviceWorker.register(worker).catch(() => {}));
}
