// Says when a passkey could not be used, and lets its button be pressed once it is heard; allauth's own scripts do the
// rest.

document.addEventListener("allauth.error", (event) => {
  event.preventDefault();
  const problem = document.getElementById("passkey-problem");
  const exception = event instanceof CustomEvent ? event.detail.exception : null;
  // A user who closed the browser's question knows why it did not work.
  if (problem && exception?.name !== "NotAllowedError") problem.hidden = false;
});

// Before it, allauth's script has attached what the button does: a press in between would be lost.
document.addEventListener("DOMContentLoaded", () => {
  for (const button of document.querySelectorAll("#passkey-add, #passkey-login, #passkey-prove")) {
    if (button instanceof HTMLButtonElement) button.disabled = false;
  }
});
