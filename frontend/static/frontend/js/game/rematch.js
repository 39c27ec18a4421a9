// After the end: the offer of a rematch, and games against the computer at the next levels.

/** @type {import("../page/side.js").Panel} */
export const rematchPanel = {
  draw(view) {
    for (const id of ["rematch", "other-levels"]) {
      document.getElementById(id)?.toggleAttribute("hidden", view.status !== "over");
    }
  },
};
