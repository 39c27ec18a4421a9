/** Types that every script may name in its comments. */
type View = import("./view").View;
/** A finished game as the site exports it. */
type GameRecord = import("./view").GameRecord;
/** Something that happened in a game, as a viewer may know it. */
type GameEvent = import("./view").Fact;
/** One decision, whole. */
type GameAction = import("./view").Action;
/** Legal actions: a field has its value, or what it may be chosen from. */
type GameOffer = import("./view").Offer;
/** What is said about an offer, and is no part of the action. */
type About = import("./view").About;
/** What the site's sockets say other than views: which fields there are depends on `type`. */
type SocketMessage = {
  type: string;
  game?: string;
  games?: string[];
  version?: number;
  side?: "frank" | "saracen" | null;
  talk?: true;
};
/** What an element is filled with: texts, elements, and lists of them. */
type Child = Node | string | number | null | undefined | false | readonly Child[];
