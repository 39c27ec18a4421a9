/** Types that every script may name in its comments. */
type View = import("./view").View;
/** An action, an offer or an event: its fields depend on its type. */
type Open = import("./view").Open;
