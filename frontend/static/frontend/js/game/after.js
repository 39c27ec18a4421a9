// After the end: the offer of a rematch.

/** @type {import("../page/side.js").Panel} */
export const after = {
  draw(view) {
    const form = document.getElementById("rematch");
    if (form) form.hidden = view.status !== "over";
  },
};
