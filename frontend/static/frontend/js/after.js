// After the end: the offer of a rematch.

/** @type {import("./panels.js").Panel} */
export const after = {
  draw(view) {
    const form = document.getElementById("rematch");
    if (form) form.hidden = view.status !== "over";
  },
};
