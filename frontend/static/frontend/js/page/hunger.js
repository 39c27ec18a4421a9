// Which dice of hunger cost a besieged block a step, in words.

import { page, text } from "./page.js";

/** What a die shows at most; behind a fortified port fewer do. */
const [MOST, MOST_FORTIFIED] = [3, 1];
/** A winter campaign is harder by one (8.2). */
const WINTER = 1;
/** In this edition it is the same everywhere and always (7.4). */
const [ALIKE, MOST_ALIKE] = ["1.4", 3];

/**
 * "1 to 3 cost a block a step" (6.57).
 * @param {{town?: string | string[], winter?: boolean}} siege
 * @param {string} [edition]
 */
export function hungerInWords({ town, winter = false }, edition) {
  const fortified = page.towns[String(town)]?.fortified;
  const most = edition === ALIKE ? MOST_ALIKE : (fortified ? MOST_FORTIFIED : MOST) + (winter ? WINTER : 0);
  return text("hunger-costs", { count: most });
}
