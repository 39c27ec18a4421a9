// Says when a passkey could not be used; allauth's own scripts do the rest.

document.addEventListener("allauth.error", (event) => {
  event.preventDefault();
  const problem = document.getElementById("passkey-problem");
  const exception = event instanceof CustomEvent ? event.detail.exception : null;
  // Whoever closed the browser's question knows why it did not work.
  if (problem && exception?.name !== "NotAllowedError") problem.hidden = false;
});
