/** Types that every script may name in its comments. */
type View = import("./view").View;
/** A finished game as the site exports it. */
type GameRecord = import("./view").GameRecord;
/** An action, an offer, an event or a socket's message: its fields depend on its type. */
type Open = import("./view").Open;
/** What is said about an offer: its fields depend on the type of the offer, too. */
type Fields = Omit<Open, "type">;
/** What an element is filled with: texts, elements, and lists of them. */
type Child = Node | string | number | null | undefined | false | readonly Child[];
