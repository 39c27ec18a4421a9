/** Types that every script may name in its comments. */
type View = import("./view").View;
/** A finished game as the site exports it. */
type GameRecord = import("./view").GameRecord;
/** An action, an offer, an event or a socket's message: its fields depend on its type. */
type Open = import("./view").Open;
