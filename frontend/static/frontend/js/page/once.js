// Forms marked `data-once` are sent once: a second press before the next page is there does nothing. The server knows
// such a form by its key all the same.

/** @type {WeakSet<HTMLFormElement>} */
const sent = new WeakSet();

/** @param {SubmitEvent} event */
function hold(event) {
  const form = event.target;
  if (!(form instanceof HTMLFormElement) || !("once" in form.dataset)) return;
  if (sent.has(form)) return event.preventDefault();
  sent.add(form);
  form.setAttribute("aria-busy", "true");
}

/** @param {PageTransitionEvent} event */
function renew(event) {
  // Who comes back to the page as the browser kept it finds a form that was used: so is its key, and a log-in has
  // changed its token.
  if (event.persisted && document.querySelector("form[data-once][aria-busy]")) location.reload();
}

/** Begins to watch the page's forms; asked twice, once. */
export function preventDoubleSubmit() {
  document.addEventListener("submit", hold);
  window.addEventListener("pageshow", renew);
}
