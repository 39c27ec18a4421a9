// After the end: the way to the chronicle, the offer of a rematch, and games against the computer at the next levels.

/** @type {import("../page/side.js").Panel} */
export const rematchPanel = {
  draw(view) {
    for (const id of ["chronicle-here", "rematch", "other-levels"]) {
      document.getElementById(id)?.toggleAttribute("hidden", view.status !== "over");
    }
  },
};
