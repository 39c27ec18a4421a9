// What happened since a side's last act, in short: log/headline.js.

import assert from "node:assert/strict";
import { test } from "node:test";

import {
  ToldHeadlines,
  cardsSinceOwnAct,
  endedByOwnAct,
  headlineOf,
  sentenceKey,
  sentencesOf,
  sinceOwnAct,
} from "../../frontend/static/frontend/js/log/headline.js";
import { WEIGHTS, entries, move, told, view } from "./headlines.mjs";

test("what the other side did and what one's own acts came to are sentences of their own", () => {
  const part = (name, more = {}) => ({ key: `headline-${name}`, kind: "town-taken", strong: true, ...more });
  const lost = part("lost-hunger", { town: "damascus" });
  const besieging = part("besieging", { town: "acre" });
  const fell = part("own-fallen", { count: 1 });
  const headline = { side: "frank", parts: [lost, besieging, fell], routes: [], towns: [], entries: [] };
  assert.deepEqual(sentencesOf(headline), [
    { key: "headline", parts: [lost, fell] },
    { key: "headline-own", parts: [besieging] },
  ]);
  const mineFirst = sentencesOf({ ...headline, parts: [besieging, lost] });
  assert.deepEqual(
    mineFirst.map(({ key }) => key),
    ["headline-own", "headline"],
  );
  assert.equal(sentencesOf({ ...headline, parts: [besieging, fell] }).length, 1);
  assert.equal(sentencesOf({ ...headline, own: true }).length, 1);
});

test("what others did is what came after one's own last entry", () => {
  const all = [
    ...entries("saracen", { type: "card-chosen" }),
    ...entries("frank", move("acre", "tyre"), move("acre", "sidon")),
  ];
  assert.equal(sinceOwnAct(all, "saracen").length, 2);
  assert.equal(sinceOwnAct(all, "frank").length, 0);
});

test("a city that another side holds now is told as lost, whatever the facts say", () => {
  const news = entries("frank", move("tripoli", "damascus"), move("acre", "tyre"), move("acre", "tyre"));
  const headline = headlineOf(
    news,
    "saracen",
    view({}, { damascus: "saracen" }),
    view({ damascus: ["frank"] }, { damascus: "frank" }),
    WEIGHTS,
  );
  assert.deepEqual(told(headline), ["moved 3", "lost damascus!"]);
  assert.deepEqual(headline.towns, ["damascus", "tyre"]);
  assert.deepEqual(headline.routes[0], { side: "frank", steps: [["tripoli", "damascus"]], sea: false });
});

test("the same change is a gain for the other side", () => {
  const headline = headlineOf(
    entries("saracen", { type: "battle-ended", town: "tyre" }),
    "frank",
    view({}, { tyre: "saracen" }),
    view({}, { tyre: "frank" }),
    WEIGHTS,
  );
  assert.deepEqual(told(headline), ["taken tyre!"]);
});

test("without a view from before, the facts tell which towns fell", () => {
  const headline = headlineOf(
    entries("frank", { type: "town-taken", town: "kerak", side: "frank" }),
    "saracen",
    null,
    view({}),
    WEIGHTS,
  );
  assert.deepEqual(told(headline), ["lost-storm kerak!"]);
});

test("where the enemy comes upon one's blocks he attacks", () => {
  const headline = headlineOf(
    entries("frank", move("acre", "tiberias")),
    "saracen",
    view({ tiberias: ["saracen"] }),
    view({ tiberias: ["saracen", "frank"] }),
    WEIGHTS,
  );
  assert.deepEqual(told(headline), ["moved 1", "attacked tiberias!"]);
});

test("where some of the enemy stood before, he comes to help, to relieve his castle, or to the siege", () => {
  const stack = (side, area = "field") => ({ side, area });
  const comingIn = (...stacks) =>
    told(
      headlineOf(
        entries("frank", move("acre", "tiberias")),
        "saracen",
        { cities: {}, map: { tiberias: { stacks } } },
        { cities: {}, map: { tiberias: { stacks: [stack("frank"), stack("saracen")] } } },
        WEIGHTS,
      ),
    )[1];
  assert.equal(comingIn(stack("saracen"), stack("frank")), "helped tiberias!");
  assert.equal(comingIn(stack("saracen"), stack("frank", "castle")), "relieved tiberias!");
  assert.equal(comingIn(stack("saracen", "castle"), stack("frank")), "joined-siege tiberias!");
  assert.equal(comingIn(stack("saracen")), "attacked tiberias!");
});

test("what was told of a move stays as it was told, whatever is moved and taken back after it", () => {
  const news = entries("frank", move("acre", "tiberias"));
  const there = view({ tiberias: ["saracen", "frank"] });
  const reports = new ToldHeadlines();
  const make = (before) => () => headlineOf(news, "saracen", before, there, WEIGHTS);
  const first = reports.of(news, "saracen", make(view({ tiberias: ["saracen"] })));
  assert.equal(reports.of(news, "saracen", make(there)), first);
  assert.deepEqual(told(first), ["moved 1", "attacked tiberias!"]);
  assert.equal(
    reports.of(news, "frank", () => null),
    null,
  );
});

test("without a view from before, who stood in a town before the move is known by how many came", () => {
  const stack = (side, count, area = "field") => ({ side, count, area });
  const comingIn = (...stacks) =>
    told(
      headlineOf(
        entries("frank", move("acre", "tiberias"), move("acre", "nazareth", "tiberias")),
        "saracen",
        null,
        { cities: {}, map: { tiberias: { stacks } } },
        WEIGHTS,
      ),
    )[1];
  assert.equal(comingIn(stack("frank", 2), stack("saracen", 1)), "attacked tiberias!");
  assert.equal(comingIn(stack("frank", 1), stack("frank", 1, "reserve"), stack("saracen", 1)), "attacked tiberias!");
  assert.equal(comingIn(stack("frank", 3), stack("saracen", 1)), "helped tiberias!");
  assert.equal(comingIn(stack("frank", 2), stack("frank", 1, "castle"), stack("saracen", 1)), "relieved tiberias!");
});

test("where the enemy went from a battle is told with how many and from where, and shown with an arrow", () => {
  const facts = [
    { type: "block-retreated", side: "frank", town: "ashtera", block: "walter", to: "tiberias" },
    { type: "block-retreated", side: "saracen", town: "ashtera", block: "arabs-1", to: "damascus" },
    { type: "field-won", town: "ashtera", side: "saracen" },
    { type: "block-left", side: "frank", town: "gaza", to: "ascalon", count: 1 },
    { type: "block-left", side: "frank", town: "gaza", to: "ascalon", count: 1 },
    { type: "block-regrouped", side: "frank", town: "tyre", to: "sidon", count: 1 },
  ];
  const headline = headlineOf(entries("frank", ...facts), "saracen", view({}), view({}), WEIGHTS);
  assert.deepEqual(
    headline.parts.map(({ key, count, town, to }) => [key.replace("headline-", ""), count, town, to].join(" ").trim()),
    [
      "battle-won  ashtera",
      "retreated  damascus",
      "they-retreated 1 ashtera tiberias",
      "they-left 2 gaza ascalon",
      "they-regrouped 1 tyre sidon",
    ],
  );
  assert.deepEqual(headline.routes, [
    { side: "frank", steps: [["ashtera", "tiberias"]], sea: false },
    { side: "frank", steps: [["gaza", "ascalon"]], sea: false },
    { side: "frank", steps: [["tyre", "sidon"]], sea: false },
  ]);
  assert.ok(["tiberias", "ascalon", "sidon"].every((town) => headline.towns.includes(town)));
});

test("a town that they regrouped into and took is told once", () => {
  const weights = { "town-entered": "strong", ...WEIGHTS };
  const facts = [
    { type: "block-regrouped", side: "frank", town: "tyre", to: "sidon", count: 1 },
    { type: "town-entered", side: "frank", town: "sidon" },
  ];
  const headline = headlineOf(entries("frank", ...facts), "saracen", view({}), view({ sidon: ["frank"] }), weights);
  assert.deepEqual(told(headline), ["lost-regrouped sidon!"]);
});

test("what became of the reader is told in the order it happened, without the enemy's name, and names who fell", () => {
  const facts = [
    { type: "block-eliminated", side: "saracen", town: "antioch", block: "al-adil" },
    { type: "block-retreated", side: "saracen", town: "antioch", block: "arabs-1", to: "harim" },
    { type: "field-won", town: "antioch", side: "frank" },
    { type: "battle-ended", town: "antioch" },
    { type: "battle-begun", town: "gaza" },
    { type: "siege-begun", town: "gaza", besieger: "saracen", besieged: "frank" },
  ];
  const headline = headlineOf(entries("frank", ...facts), "saracen", view({}), view({}), WEIGHTS);
  assert.deepEqual(told(headline), ["battle-lost antioch!", "retreated harim!", "besieging gaza!", "own-fallen 1!"]);
  assert.deepEqual(headline.parts.at(-1).blocks, ["al-adil"]);
  assert.equal(sentenceKey(headline), "headline-own");
});

test("one's own moves, and what has no weight, are not told", () => {
  assert.equal(
    headlineOf(entries("frank", { type: "card-chosen", side: "frank" }), "saracen", view({}), view({}), WEIGHTS),
    null,
  );
  assert.equal(
    headlineOf(
      entries("saracen", { ...move("acre", "tyre"), side: "saracen" }),
      "saracen",
      view({}),
      view({}),
      WEIGHTS,
    ),
    null,
  );
});

test("a town that the enemy walked into is told as lost, one that one's own side did is not", () => {
  const entered = { type: "town-entered", town: "banyas", side: "frank" };
  const news = entries("frank", move("acre", "banyas"), entered, { ...entered, town: "tyre", side: "saracen" });
  assert.deepEqual(told(headlineOf(news, "saracen", view({}), view({}), WEIGHTS)), ["moved 1", "lost banyas!"]);
});

test("a field won before a castle that holds out is a siege at once, told to each side as its own", () => {
  const news = entries(
    "frank",
    { type: "block-withdrew", town: "gaza", side: "frank", to: "castle" },
    { type: "field-won", town: "gaza", side: "saracen" },
  );
  const after = view({ gaza: ["frank", "saracen"] });
  const won = headlineOf(news, "saracen", view({}), after, WEIGHTS);
  assert.deepEqual(told(won), ["besieging gaza!"]);
  assert.equal(sentenceKey(won), "headline-own");
  assert.deepEqual(told(headlineOf(news, "frank", view({}), after, WEIGHTS)), ["besieged gaza!"]);
});

test("a victory is not told as the other side's deed, but beside what it did", () => {
  const won = { type: "field-won", town: "gaza", side: "saracen" };
  assert.equal(sentenceKey(headlineOf(entries("frank", won), "saracen", view({}), view({}), WEIGHTS)), "headline-own");
  assert.equal(
    sentenceKey(headlineOf(entries("frank", move("acre", "tyre"), won), "saracen", view({}), view({}), WEIGHTS)),
    "headline",
  );
});

test("a card that moves nobody is told as well: steps gained, assassins, and that nobody moved", () => {
  const step = { type: "block-strengthened", town: "acre", side: "frank" };
  const ended = { type: "movement-ended", side: "frank" };
  const of = (...facts) =>
    told(
      headlineOf(entries("frank", ...facts), "saracen", view({}), view({}), { ...WEIGHTS, "cards-revealed": "told" }),
    );
  assert.deepEqual(of(step, step, ended), ["strengthened 2"]);
  const other = { ...step, town: "hama" };
  const [gained] = headlineOf(entries("frank", step, other, step), "saracen", view({}), view({}), {
    ...WEIGHTS,
    "cards-revealed": "told",
  }).parts;
  assert.deepEqual(gained.counts, { acre: 2, hama: 1 });
  const struck = { type: "assassins-struck", town: "hama", side: "frank", block: "tuman", hits: 2 };
  assert.deepEqual(of(struck), ["assassins hama"]);
  assert.deepEqual(of({ ...struck, side: "saracen" }), ["assassins-own hama"]);
  assert.deepEqual(of({ ...struck, block: undefined }), ["assassins-unseen hama"]);
  assert.deepEqual(of(ended), ["stayed 1"]);
  assert.deepEqual(of(move("acre", "tyre"), ended), ["moved 1"]);
  const own = entries("saracen", { ...step, side: "saracen" }, { ...ended, side: "saracen" });
  assert.equal(headlineOf(own, "saracen", view({}), view({}), WEIGHTS), null);
});

test("the cards that one's own card turned up are told until one's next act", () => {
  const revealed = { type: "cards-revealed", frank: "manna", saracen: "move-2" };
  const chosen = [
    { n: 1, side: "saracen", kind: "action", events: [{ type: "card-chosen" }, revealed], undone: false },
  ];
  const moved = { n: 2, side: "frank", kind: "action", events: [move("acre", "tyre")], undone: false };
  assert.deepEqual(cardsSinceOwnAct([...chosen, moved], "saracen"), [revealed]);
  const own = { n: 3, side: "saracen", kind: "action", events: [move("krak", "homs")], undone: false };
  assert.deepEqual(cardsSinceOwnAct([...chosen, moved, own], "saracen"), []);
});

test("where nothing else names a place, the towns are named where blocks went", () => {
  const of = (...news) => headlineOf(entries("frank", ...news), "saracen", view({}), view({}), WEIGHTS).parts[0];
  assert.deepEqual(of(move("acre", "tyre"), move("sidon", "tyre")).towns, ["tyre"]);
  assert.equal(of(...["tyre", "sidon", "beirut", "jaffa"].map((town) => move("acre", town))).towns, undefined);
});

/** Facts of one battle at Homs, then how it ended, each told to the loser and to the winner. */
const FELL = { type: "block-eliminated", side: "saracen", town: "homs", block: "tuman" };
const WON = { type: "field-won", town: "homs", side: "frank" };
const TAKEN = { type: "town-taken", town: "homs", side: "frank" };
const BESIEGED = { type: "siege-begun", town: "homs", besieger: "frank", besieged: "saracen" };
const RETREATED = { type: "block-retreated", side: "saracen", town: "homs", block: "yazkuj", to: "damascus" };
const ENDINGS = {
  "the last block retreats": [
    [RETREATED, WON],
    "retreated damascus!, battle-lost homs!",
    "battle-won homs!, they-retreated homs",
  ],
  "the last block falls": [[{ ...FELL, block: "yazkuj" }, WON], "battle-lost homs!", "battle-won homs!"],
  "the castle is stormed": [[{ ...FELL, block: "yazkuj" }, TAKEN], "lost-storm homs!", "taken-storm homs!"],
  "the loser withdraws into the castle": [[WON, BESIEGED], "besieged homs!", "besieging homs!"],
};

for (const [name, [end, lost, won]] of Object.entries(ENDINGS))
  for (const [side, words] of [
    ["saracen", lost],
    ["frank", won],
  ])
    for (const by of ["saracen", "frank"])
      test(`${name}: the ${side} are told, by an act of the ${by}, with all who fell in the battle`, () => {
        const all = [
          { n: 1, side: "frank", undone: false, events: [{ type: "block-eliminated", side: "saracen", town: "homs" }] },
          { n: 2, side: "frank", undone: false, events: [{ type: "battle-begun", town: "homs" }, FELL] },
          { n: 3, side, undone: false, events: [{ ...FELL, side: "frank", block: "conrad" }] },
          { n: 4, side: by, undone: false, events: end },
        ];
        const entries = [...endedByOwnAct(all, side), ...sinceOwnAct(all, side)];
        const headline = headlineOf(entries, side, null, view({}), WEIGHTS, all);
        const parts = told({ ...headline, own: by === side });
        const dead = { saracen: 1 + end.filter(({ type }) => type === "block-eliminated").length, frank: 1 };
        const other = side === "frank" ? "saracen" : "frank";
        assert.deepEqual(
          parts.sort(),
          [...words.split(", "), `own-fallen ${dead[side]}!`, `enemy-fallen ${dead[other]}!`].sort(),
        );
        assert.equal(
          sentenceKey({ ...headline, own: by === side }),
          by === side || / battle-| (?=taken|besieging)/.test(` ${words}`) ? "headline-own" : "headline",
        );
      });

test("who fell is counted over the whole battle so far, and not over one that is past", () => {
  const begun = { type: "battle-begun", town: "homs" };
  const enemy = (block) => ({ ...FELL, side: "frank", block });
  const all = [
    { n: 1, side: "saracen", undone: false, events: [begun, enemy("conrad"), FELL] },
    { n: 2, side: "frank", undone: false, events: [enemy("walter")] },
  ];
  const of = (entries) =>
    told(headlineOf(sinceOwnAct(entries, "saracen"), "saracen", null, view({}), WEIGHTS, entries));
  assert.deepEqual(of(all), ["own-fallen 1!", "enemy-fallen 2!"]);
  const past = [{ ...all[0], events: [...all[0].events, { type: "battle-ended", town: "homs" }] }, all[1]];
  assert.deepEqual(of(past), ["enemy-fallen 1!"]);
});

test("when a battle is over all places are named to which one's own retreated from it", () => {
  const gone = (block, to) => ({ ...RETREATED, block, to });
  const all = [
    { n: 1, side: "frank", undone: false, events: [{ type: "battle-begun", town: "homs" }] },
    { n: 2, side: "saracen", undone: false, events: [gone("yazkuj", "ajlun"), gone("tuman", "ajlun")] },
    { n: 3, side: "saracen", undone: false, events: [gone("kurds-3", "banyas"), WON] },
  ];
  const headline = headlineOf(endedByOwnAct(all, "saracen"), "saracen", null, view({}), WEIGHTS, all);
  assert.deepEqual(told(headline).sort(), ["battle-lost homs!", "retreated banyas!", "retreated-together ajlun!"]);
  assert.deepEqual(headline.parts.find(({ count }) => count === 2)?.blocks, ["yazkuj", "tuman"]);
});

test("an act that ended no battle is no news of one's own", () => {
  const all = [{ n: 1, side: "frank", undone: false, events: [FELL, { type: "round-begun", town: "homs" }] }];
  assert.deepEqual(endedByOwnAct(all, "frank"), []);
});

test("a city that was empty when they regrouped is told so, one that nobody took from me as held no longer", () => {
  const regrouped = { type: "block-regrouped", side: "frank", town: "ashtera", to: "damascus", count: 1 };
  const before = view({}, { damascus: "saracen" });
  const told = (after, ...facts) => headlineOf(entries("frank", ...facts), "saracen", before, after, WEIGHTS).parts[0];
  assert.equal(told(view({}, { damascus: "frank" }), regrouped).key, "headline-lost-regrouped");
  assert.equal(
    told(view({}, { damascus: "frank" }), move("acre", "tyre"), move("banyas", "damascus")).key,
    "headline-moved",
  );
  assert.equal(
    told(view({}, { damascus: null }), { type: "town-left", side: "saracen", town: "damascus" }).key,
    "headline-gone",
  );
});

test("a muster is told with how many blocks came to it, and from where", () => {
  const mustered = (...path) => ({ type: "block-mustered", side: "frank", path });
  const facts = entries(
    "frank",
    { type: "muster-called", side: "frank", town: "damascus" },
    mustered("banyas", "damascus"),
    mustered("banyas", "damascus"),
    mustered("tyre", "banyas", "damascus"),
  );
  const weights = { ...WEIGHTS, "muster-called": "told", "block-mustered": "move" };
  const found = headlineOf(facts, "saracen", null, view({}), weights).parts.find(
    ({ key }) => key === "headline-mustered",
  );
  assert.deepEqual([found.town, found.count, found.towns], ["damascus", 3, ["banyas", "tyre"]]);
});
