// The pictures of the blocks in the player's aid, drawn by what draws them on the board.

import { drawArmsSymbols } from "../blocks/emblems.js";
import { drawBlock } from "../blocks/faces.js";
import { svg } from "../page/dom.js";
import { page } from "../page/page.js";

document.body.append(drawArmsSymbols());
for (const place of document.querySelectorAll("[data-block-picture]")) {
  const id = place.getAttribute("data-block-picture") ?? "";
  const picture = svg(
    "svg",
    { viewBox: "-29 -29 58 62.600", class: "battle-block", width: 58, height: 63, "aria-hidden": "true" },
    drawBlock({ id, strength: page.blocks[id]?.steps ?? 0 }, []),
  );
  place.append(picture);
}
