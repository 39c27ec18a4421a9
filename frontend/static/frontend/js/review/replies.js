// Canned replies: the chosen one is put behind what is written already. Without scripts the server does the same.

/**
 * Appends the chosen canned reply to the text.
 *
 * @param {HTMLSelectElement} list
 * @param {HTMLTextAreaElement} area
 */
function insert(list, area) {
  const text = list.selectedOptions[0]?.dataset.text;
  if (!text) return;
  const written = area.value.trimEnd();
  area.value = written ? `${written}\n\n${text}` : text;
  list.value = "";
  area.focus();
}

for (const list of document.querySelectorAll("select[data-into]")) {
  const area = document.getElementById(list.getAttribute("data-into") ?? "");
  const button = list.parentElement?.querySelector("button");
  if (!(list instanceof HTMLSelectElement) || !(area instanceof HTMLTextAreaElement) || !button) continue;
  button.type = "button";
  button.addEventListener("click", () => insert(list, area));
}
