// Written by script/make_view_types.py from the API's description: change that, not this.

export type About = {
  "cost"?: number;
  "town"?: Town;
  "strength"?: number;
};

export type Action = {
  "type": "assassinate" | "charge" | "choose-battle" | "declare-jihad" | "deploy" | "disband" | "done" | "enter" | "fire" | "garrison" | "go-first" | "go-second" | "harry" | "keep-face-up" | "leave-map" | "main-road" | "move" | "muster" | "muster-to" | "pass" | "place" | "play-card" | "regroup" | "replace" | "retreat" | "sally" | "sea-move" | "storm" | "strengthen" | "swap" | "take-back-card" | "take-hit" | "winter-campaign" | "withdraw";
  "block"?: string;
  "town"?: string;
  "card"?: string;
  "target"?: Target;
  "path"?: string[];
  "forced"?: true;
  "port"?: string;
  "area"?: "castle" | "field";
  "road"?: string;
  "start"?: Town;
  "blocks"?: string[];
  "to"?: string;
};

export type AnyBlock = {
  "any": Block[];
};

export type AnyCard = {
  "any": Card[];
};

export type AnyLanding = {
  "any": ("castle" | "field")[];
};

export type AnyPath = {
  "any": Town[][];
};

export type AnyRoad = {
  "any": Road[];
};

export type AnyTarget = {
  "any": Target[];
};

export type AnyTown = {
  "any": Town[];
};

export type Area = "castle" | "field" | "reserve";

export type Arrival = {
  "town": Town;
  "side": Side;
  "road": Road;
  "count": number;
  "main": boolean;
  "round": number;
  "start"?: Town;
};

export type Battle = {
  "town": Town;
  "rating": number;
  "round": number;
  "attacker": Side;
  "defender": Side;
  "castle-of": (Side | null);
  "step": "assassins" | "card" | "choose-battle" | "draw" | "exchange" | "family" | "fight" | "first-player" | "garrison" | "hits" | "jihad-site" | "leave-siege" | "main-road" | "manna" | "marker" | "move" | "must-retreat" | "over" | "regroup" | "sally" | "seats" | "storm" | "winter";
  "storm": boolean;
  "order": {
    "side": Side;
    "blocks": Block[];
  }[];
  "to-act": Block[];
  "half-hit": (Block | null);
  "hits": (HitsToTake | null);
  "jihad": (Side | null);
  "retreats": {
    "frank"?: Record<string, number>;
    "saracen"?: Record<string, number>;
  };
};

export type Block = "acre-hospitallers" | "al-adil" | "al-afdal" | "al-aziz" | "al-mashtub" | "al-zahir" | "antioch-templars" | "antioch-turcopoles" | "arabs-1" | "arabs-2" | "arabs-3" | "arabs-4" | "assassins" | "bahram" | "balian" | "barbarossa" | "beirut-turcopoles" | "bohemond" | "brittany-pilgrims" | "conrad" | "crossbows" | "frederick" | "gaza-templars" | "genoa-pilgrims" | "hugh" | "james" | "jerusalem-hospitallers" | "jerusalem-templars" | "josselin" | "jurdik" | "keukburi" | "king-guy" | "krak-hospitallers" | "kurds-1" | "kurds-2" | "kurds-3" | "kurds-4" | "leopold" | "philip" | "qaimaz" | "qara-qush" | "raymond-tiberias" | "raymond-tripoli" | "reynald-kerak" | "reynald-sidon" | "richard" | "robert" | "saladin" | "sanjar" | "shirkuh" | "sicily-pilgrims" | "sulaiman" | "taqi-al-din" | "tartus-templars" | "tuman" | "turks-1" | "turks-2" | "turks-3" | "turks-4" | "walter" | "yazkuj" | "yuzpah" | "zangi";

export type BlockSeen = {
  "id": Block;
  "strength": number;
  "face-up"?: true;
  "moved"?: true;
  "forced-to"?: Town;
  "storming"?: true;
  "sallying"?: true;
  "acted"?: true;
  "half-hit"?: true;
};

export type Card = "assassins" | "guide" | "intrigue" | "jihad" | "manna" | "move-1" | "move-2" | "move-3" | "winter-campaign";

export type Cards = {
  "hand": number;
  "chosen": boolean;
  "choice"?: Card;
  "played": (Card | null);
  "counts-as": (Card | null);
  "prior": (Card | null);
  "spent": Card[];
  "left"?: Card[];
};

export type Clock = {
  "left": (number | null);
  "running": boolean;
  "stopped": "" | "freeze" | "held" | "outage" | "pause" | "vacation" | "weekend";
  "until": (string | null);
  "away-until": (string | null);
};

export type Contributions = {
  "frank": string;
  "saracen": string;
};

export type Draw = {
  "purpose": string;
  "kind": "choose" | "d6" | "shuffle";
  "of": number;
  "results": (number | string)[];
  "n"?: number;
  "picks"?: number[];
  "made-of"?: {
    "commitment": string;
    "contributions": Contributions;
  };
};

export type Face = {
  "id": Block;
  "strength": number;
};

export type Fact = {
  "type": "agreed-computer-lapsed" | "agreed-pause-lapsed" | "annul-declined" | "annul-lapsed" | "annul-offered" | "annul-withdrawn" | "annulled-by-consent" | "annulled-by-staff" | "annulled-late" | "annulled-untouched" | "assassins-struck" | "attrition-rolled" | "battle-begun" | "battle-ended" | "block-added" | "block-deployed" | "block-disbanded" | "block-drawn" | "block-eliminated" | "block-fired" | "block-left" | "block-mustered" | "block-passed" | "block-reduced" | "block-regrouped" | "block-replaced" | "block-retreated" | "block-staged" | "block-strengthened" | "block-withdrew" | "blocks-disbanded" | "brought-here" | "card-chosen" | "card-copied" | "card-taken-back" | "cards-dealt" | "cards-revealed" | "castle-revealed" | "clocks-frozen" | "clocks-resumed" | "close-announced" | "control-switched" | "deployment-ended" | "dispute-settled" | "draw-forfeited" | "draw-skipped" | "end-declined" | "end-lapsed" | "end-offered" | "end-withdrawn" | "event-ended" | "field-revealed" | "field-won" | "game-agreed" | "game-begun" | "game-canceled" | "game-closed" | "game-created" | "game-held" | "game-released" | "game-restored" | "game-rewound" | "game-won" | "garrison-deployed" | "germans-entered" | "group-moved" | "half-hit" | "jihad-declared" | "jihad-lost" | "main-road-chosen" | "march-halted" | "march-rolled" | "marker-kept" | "more-time-declined" | "more-time-lapsed" | "more-time-offered" | "more-time-withdrawn" | "movement-begun" | "movement-ended" | "moves-forfeited" | "muster-called" | "nomads-drawn" | "part-missing" | "pause-begun" | "pause-declined" | "pause-ended" | "pause-lapsed" | "pause-offered" | "pause-over" | "pause-withdrawn" | "player-joined" | "player-left" | "player-one" | "player-removed" | "player-replaced" | "player-resigned" | "practice-begun" | "reserves-arrived" | "resign-declined" | "resign-lapsed" | "resign-offered" | "resign-withdrawn" | "resignation-accepted" | "result-ruled" | "result-set" | "retreat-impossible" | "reviewer-spoke" | "round-begun" | "rules-moved" | "rules-moved-on" | "saladin-swapped" | "sally-declared" | "sally-declined" | "sea-moved" | "seat-adjusted" | "siege-begun" | "siege-lifted" | "siege-starved" | "site-away" | "storm-cancelled" | "storm-declared" | "storm-declined" | "storm-ended" | "taken-back" | "taken-over" | "tie-rolled" | "time-claimed" | "time-given" | "time-granted" | "time-ran-out" | "town-entered" | "town-left" | "town-taken" | "turn-begun" | "turn-cancelled" | "turn-ended" | "vacation-announced" | "vacation-begun" | "vacation-canceled" | "vacation-ended" | "winter-begun" | "winter-campaign-declared" | "winter-ended" | "year-begun" | "year-ended";
  "year"?: number;
  "turn"?: number;
  "auto"?: true;
  "text": (string | null);
  "ruleset"?: Ruleset;
  "side"?: (Side | (Side | null));
  "town"?: string;
  "box"?: "english" | "french" | "german";
  "block"?: string;
  "from"?: (string | (string | "england" | "france" | "germania"));
  "to"?: (string | "castle" | "field");
  "towns"?: Record<string, number>;
  "blocks"?: (Record<string, string[]> | string[] | Face[]);
  "cards"?: string[];
  "how"?: "agreed" | "annulled" | "closed" | "resignation" | "ruling" | "sudden-death" | "time-out" | "victory-cities";
  "score"?: {
    "frank": number;
    "saracen": number;
  };
  "card"?: string;
  "frank"?: (string | number[]);
  "saracen"?: (string | number[]);
  "rolled"?: boolean;
  "area"?: Area;
  "strength"?: number;
  "dice"?: number[];
  "hits"?: number;
  "moves"?: number;
  "kind"?: "guide" | "jihad" | "moves";
  "path"?: string[];
  "forced"?: boolean;
  "cost"?: number;
  "attack"?: boolean;
  "road"?: string;
  "start"?: string;
  "die"?: number;
  "lost"?: boolean;
  "count"?: number;
  "attacker"?: Side;
  "defender"?: Side;
  "siege"?: boolean;
  "castle"?: number;
  "field"?: number;
  "round"?: number;
  "firepower"?: number;
  "charge"?: boolean;
  "harry"?: boolean;
  "sixes"?: number;
  "permanent"?: boolean;
  "besieger"?: Side;
  "besieged"?: Side;
  "holder"?: Side;
  "sallied"?: true;
  "losses"?: number;
  "winter"?: boolean;
  "winner"?: (Side | null);
  "amount"?: number;
  "loser"?: Side;
  "until"?: string;
  "since"?: string;
  "reason"?: string;
  "reported"?: true;
  "version"?: string;
};

export type FactFields = {
  "area"?: Area;
  "attack"?: boolean;
  "attacker"?: Side;
  "auto"?: true;
  "besieged"?: Side;
  "besieger"?: Side;
  "block"?: Block;
  "blocks"?: (Record<string, Block[]> | Block[] | Face[]);
  "box"?: "english" | "french" | "german";
  "card"?: Card;
  "cards"?: Card[];
  "castle"?: number;
  "charge"?: boolean;
  "cost"?: number;
  "count"?: number;
  "defender"?: Side;
  "dice"?: number[];
  "die"?: number;
  "field"?: number;
  "firepower"?: number;
  "forced"?: boolean;
  "frank"?: (Card | number[]);
  "from"?: (Town | (Town | "england" | "france" | "germania"));
  "harry"?: boolean;
  "hits"?: number;
  "holder"?: Side;
  "how"?: "agreed" | "annulled" | "closed" | "resignation" | "ruling" | "sudden-death" | "time-out" | "victory-cities";
  "kind"?: "guide" | "jihad" | "moves";
  "losses"?: number;
  "lost"?: boolean;
  "moves"?: number;
  "path"?: Town[];
  "permanent"?: boolean;
  "road"?: Road;
  "rolled"?: boolean;
  "round"?: number;
  "ruleset"?: Ruleset;
  "sallied"?: true;
  "saracen"?: (Card | number[]);
  "score"?: {
    "frank": number;
    "saracen": number;
  };
  "side"?: Side;
  "siege"?: boolean;
  "sixes"?: number;
  "start"?: Town;
  "strength"?: number;
  "to"?: (Town | "castle" | "field");
  "town"?: Town;
  "towns"?: Record<string, number>;
  "turn"?: number;
  "winter"?: boolean;
  "year"?: number;
};

export type GameResult = {
  "winner": "" | "frank" | "saracen";
  "how": "agreed" | "annulled" | "closed" | "resignation" | "ruling" | "sudden-death" | "time-out" | "victory-cities";
  "by"?: (string | null);
  "why"?: string;
};

export type HiddenTarget = {
  "town": Town;
  "area": Area;
};

export type HistoryEntry = {
  "n": number;
  "at": string;
  "side": (Side | null);
  "kind": "action" | "staff" | "system" | "undo";
  "undone": boolean;
  "events": Fact[];
  "action"?: Action;
  "by-orders"?: true;
};

export type HitsToTake = {
  "side": Side;
  "count": number;
};

export type News = {
  "anew": boolean;
  "entries": HistoryEntry[];
};

export type Offer = {
  "type": "assassinate" | "charge" | "choose-battle" | "declare-jihad" | "deploy" | "disband" | "done" | "enter" | "fire" | "garrison" | "go-first" | "go-second" | "harry" | "keep-face-up" | "leave-map" | "main-road" | "move" | "muster" | "muster-to" | "pass" | "place" | "play-card" | "regroup" | "replace" | "retreat" | "sally" | "sea-move" | "storm" | "strengthen" | "swap" | "take-back-card" | "take-hit" | "winter-campaign" | "withdraw";
  "block"?: (string | AnyBlock);
  "town"?: (string | AnyTown);
  "about"?: About;
  "card"?: (string | AnyCard);
  "target"?: (Target | AnyTarget);
  "path"?: AnyPath;
  "forced"?: true;
  "port"?: (string | AnyTown);
  "area"?: ("castle" | "field" | AnyLanding);
  "road"?: (string | AnyRoad);
  "start"?: string;
  "blocks"?: SomeBlocks;
  "to"?: (string | AnyTown);
};

export type OfferMade = {
  "kind": "annul" | "end" | "more-time" | "pause" | "resign";
  "side": Side;
  "made-at": string;
};

export type Payload = {
  "type": "annulled-by-staff" | "annulled-untouched" | "answer" | "assassinate" | "brought-here" | "cancel" | "charge" | "choose-battle" | "claim" | "clocks-frozen" | "clocks-resumed" | "close-announced" | "create" | "declare-jihad" | "deploy" | "disband" | "done" | "end-pause" | "enter" | "fire" | "game-closed" | "game-held" | "game-released" | "game-restored" | "garrison" | "give-time" | "go-first" | "go-second" | "harry" | "join" | "keep-face-up" | "lapse" | "lapse-agreed" | "leave" | "leave-map" | "main-road" | "move" | "muster" | "muster-to" | "mute" | "offer" | "part-missing" | "pass" | "pause-over" | "place" | "play-card" | "regroup" | "remove" | "replace" | "resign" | "restart-turn" | "result-ruled" | "result-set" | "retreat" | "reviewer-spoke" | "rewind" | "rules-moved" | "sally" | "sea-move" | "site-away" | "start" | "start-by-hand" | "storm" | "strengthen" | "suspend" | "swap" | "take-back-card" | "take-hit" | "time-granted" | "time-ran-out" | "undo" | "vacation-announced" | "vacation-begun" | "vacation-canceled" | "vacation-ended" | "warn" | "winter-campaign" | "withdraw";
  "block"?: string;
  "town"?: string;
  "card"?: string;
  "target"?: Target;
  "path"?: string[];
  "forced"?: true;
  "port"?: string;
  "area"?: "castle" | "field";
  "road"?: string;
  "start"?: Town;
  "blocks"?: string[];
  "to"?: (string | (number | string));
  "agreement"?: "computer" | "pause";
  "amount"?: number;
  "answer"?: "accept" | "decline" | "withdraw";
  "because"?: string;
  "by-hand"?: true;
  "choice"?: "both" | "frank" | "random" | "saracen";
  "claim"?: "annul" | "computer" | "win";
  "commitment"?: string;
  "contributions"?: Contributions;
  "ending"?: "agreed" | "annulled" | "closed" | "resignation" | "ruling" | "sudden-death" | "time-out" | "victory-cities";
  "from"?: (number | string);
  "loser"?: Side;
  "offer"?: "annul" | "end" | "more-time" | "pause" | "resign";
  "pace"?: "fast" | "friendly" | "live" | "slow";
  "position"?: Record<string, unknown>;
  "practice"?: ({
    "game": string;
    "n": number;
    "as": "all" | "frank" | "saracen";
  } | {
    "exercise": string;
    "as": "frank" | "saracen";
  });
  "reason"?: string;
  "reported"?: true;
  "ruleset"?: Ruleset;
  "seat"?: Side;
  "side"?: Side;
  "since"?: string;
  "take-over"?: true;
  "undoes"?: number[];
  "until"?: string;
  "visibility"?: "private" | "public";
  "weekend-zone"?: string;
  "winner"?: "" | "frank" | "saracen";
};

export type Phase = "battle" | "cards" | "deployment" | "draw" | "event" | "move" | "over" | "winter";

export type Players = {
  "frank": (string | null);
  "saracen": (string | null);
};

export type Pool = {
  "count": number;
  "face-up": Block[];
  "gone": Block[];
  "face-down"?: Block[];
};

export type Prompt = {
  "key": "assassins" | "card" | "choose-battle" | "draw" | "exchange" | "family" | "fight" | "first-player" | "garrison" | "hits" | "jihad-site" | "leave-siege" | "main-road" | "manna" | "marker" | "move" | "must-retreat" | "over" | "regroup" | "sally" | "seats" | "storm" | "winter";
  "params": PromptParams;
  "rule": string;
  "mine": boolean;
  "text": (string | null);
};

export type PromptParams = {
  "town"?: Town;
  "round"?: number;
  "hits"?: number;
  "moves"?: number;
  "kind"?: Card;
  "left"?: (number | null);
  "block"?: Block;
  "work"?: "done" | "replace" | "supply";
  "surplus"?: Record<string, Surplus>;
  "jihad"?: Record<string, boolean>;
  "steps"?: Record<string, StepsToRegain>;
};

export type Prospects = {
  "towns": Record<string, {
    "follows": "battle" | "joins-siege" | "reinforcement" | "relief" | "takes";
    "main"?: (Road | null);
    "first"?: number;
  }>;
  "leaving": Record<string, {
    "count": number;
    "follows": "lifted" | "lost";
  }>;
  "limits": {
    "major": number;
    "minor": number;
  };
  "room": (Road | number)[][];
  "empty": Record<string, Town[]>;
};

export type GameRecord = {
  "format": 3;
  "complete": boolean;
  "game": string;
  "players": {
    "frank": (string | null);
    "saracen": (string | null);
  };
  "ruleset": Ruleset;
  "result": (GameResult | null);
  "dice": SecretOfDice[];
  "head": string;
  "events": RecordedEvent[];
  "signature": (RecordedSignature | null);
  "seal": string;
};

export type RecordedEvent = {
  "n": number;
  "kind": "action" | "staff" | "system" | "undo";
  "side": "" | "frank" | "saracen";
  "person": (number | null);
  "at": string;
  "payload": Payload;
  "draws": Draw[];
  "events": RecordedFact[];
  "wall": boolean;
  "rules": string;
  "state": string;
  "prev": string;
  "hash": string;
};

export type RecordedFact = {
  "type": "agreed-computer-lapsed" | "agreed-pause-lapsed" | "annul-declined" | "annul-lapsed" | "annul-offered" | "annul-withdrawn" | "annulled-by-consent" | "annulled-by-staff" | "annulled-late" | "annulled-untouched" | "assassins-struck" | "attrition-rolled" | "battle-begun" | "battle-ended" | "block-added" | "block-deployed" | "block-disbanded" | "block-drawn" | "block-eliminated" | "block-fired" | "block-left" | "block-mustered" | "block-passed" | "block-reduced" | "block-regrouped" | "block-replaced" | "block-retreated" | "block-staged" | "block-strengthened" | "block-withdrew" | "blocks-disbanded" | "brought-here" | "card-chosen" | "card-copied" | "card-taken-back" | "cards-dealt" | "cards-revealed" | "castle-revealed" | "clocks-frozen" | "clocks-resumed" | "close-announced" | "control-switched" | "deployment-ended" | "dispute-settled" | "draw-forfeited" | "draw-skipped" | "end-declined" | "end-lapsed" | "end-offered" | "end-withdrawn" | "event-ended" | "field-revealed" | "field-won" | "game-agreed" | "game-begun" | "game-canceled" | "game-closed" | "game-created" | "game-held" | "game-released" | "game-restored" | "game-rewound" | "game-won" | "garrison-deployed" | "germans-entered" | "group-moved" | "half-hit" | "jihad-declared" | "jihad-lost" | "main-road-chosen" | "march-halted" | "march-rolled" | "marker-kept" | "more-time-declined" | "more-time-lapsed" | "more-time-offered" | "more-time-withdrawn" | "movement-begun" | "movement-ended" | "moves-forfeited" | "muster-called" | "nomads-drawn" | "part-missing" | "pause-begun" | "pause-declined" | "pause-ended" | "pause-lapsed" | "pause-offered" | "pause-over" | "pause-withdrawn" | "player-joined" | "player-left" | "player-one" | "player-removed" | "player-replaced" | "player-resigned" | "practice-begun" | "reserves-arrived" | "resign-declined" | "resign-lapsed" | "resign-offered" | "resign-withdrawn" | "resignation-accepted" | "result-ruled" | "result-set" | "retreat-impossible" | "reviewer-spoke" | "round-begun" | "rules-moved" | "rules-moved-on" | "saladin-swapped" | "sally-declared" | "sally-declined" | "sea-moved" | "seat-adjusted" | "siege-begun" | "siege-lifted" | "siege-starved" | "site-away" | "storm-cancelled" | "storm-declared" | "storm-declined" | "storm-ended" | "taken-back" | "taken-over" | "tie-rolled" | "time-claimed" | "time-given" | "time-granted" | "time-ran-out" | "town-taken" | "turn-begun" | "turn-cancelled" | "turn-ended" | "vacation-announced" | "vacation-begun" | "vacation-canceled" | "vacation-ended" | "winter-begun" | "winter-campaign-declared" | "winter-ended" | "year-begun" | "year-ended";
  "data"?: FactFields;
  "owner"?: Side;
  "secret"?: FactFields;
  "amount"?: number;
  "count"?: number;
  "loser"?: Side;
  "reason"?: string;
  "reported"?: true;
  "side"?: ((Side | null) | Side);
  "since"?: string;
  "turn"?: number;
  "until"?: string;
  "version"?: string;
  "winner"?: (Side | null);
  "year"?: number;
};

export type RecordedSignature = {
  "key": string;
  "value": string;
};

export type Road = "acre" | "ajlun" | "albara" | "aleppo" | "amman" | "anjar" | "antioch" | "artah" | "ascalon" | "ashtera" | "baalbek" | "baisan" | "banyas" | "beaufort" | "beersheba" | "beirut" | "botron" | "caesarea" | "damascus" | "damiya" | "dimona" | "egypt" | "gaza" | "germania" | "hama" | "harim" | "hebron" | "homs" | "jaffa" | "jericho" | "jerusalem" | "kassab" | "kerak" | "krak" | "lachish" | "lacum" | "latakia" | "legio" | "margat" | "monterrand" | "nablus" | "qaddas" | "ramallah" | "saone" | "sea" | "shughur" | "sidon" | "st-simeon" | "tartus" | "tiberias" | "tripoli" | "tyre" | "zerdana" | "zoar";

export type Ruleset = {
  "edition": "1.4" | "2.0";
  "iron-bridge": boolean;
  "forced-marches": boolean;
  "handicap": number;
  "besieger-marker": boolean;
  "richard-by-sea"?: boolean;
  "fickle-philip"?: boolean;
};

export type SecretOfDice = {
  "commitment": string;
  "secret": string;
};

export type Side = "frank" | "saracen";

export type SomeBlocks = {
  "some": Block[];
  "least": number;
  "most": number;
};

export type Stack = {
  "side": Side;
  "area": Area;
  "count": number;
  "hidden": number;
  "round"?: 2 | 3;
  "blocks": BlockSeen[];
};

export type StepsToRegain = {
  "left": number;
  "most": number;
  "prices"?: Record<string, number>;
};

export type Surplus = {
  "blocks": number;
  "limit": number;
};

export type Target = (Block | HiddenTarget);

export type Time = {
  "pace": "fast" | "friendly" | "live" | "slow";
  "pace-text": string;
  "stopped": "" | "freeze" | "held" | "pause";
  "resumes": (string | null);
  "round": ({
    "tournament": string;
    "number": (number | null);
    "state": "grace" | "last-day" | "runs";
    "ends-at": (string | null);
    "grace-days": number;
    "used": {
      "frank": number;
      "saracen": number;
    };
  } | null);
  "due": ({
    "what": "clock" | "grace" | "last-day" | "pause" | "round" | "vacation";
    "side": (Side | null);
    "at": string;
  } | null);
  "sides": {
    "frank": Clock;
    "saracen": Clock;
  };
  "offers": OfferMade[];
  "may": ("annul" | "claim" | "claim-computer" | "end" | "end-pause" | "give-time" | "more-time" | "pause")[];
  "gift": string;
  "zone": string;
  "notice": string;
};

export type Town = "acre" | "ajlun" | "albara" | "aleppo" | "amman" | "anjar" | "antioch" | "artah" | "ascalon" | "ashtera" | "baalbek" | "baisan" | "banyas" | "beaufort" | "beersheba" | "beirut" | "botron" | "caesarea" | "damascus" | "damiya" | "dimona" | "egypt" | "gaza" | "hama" | "harim" | "hebron" | "homs" | "jaffa" | "jericho" | "jerusalem" | "kassab" | "kerak" | "krak" | "lachish" | "lacum" | "latakia" | "legio" | "margat" | "monterrand" | "nablus" | "qaddas" | "ramallah" | "saone" | "shughur" | "sidon" | "st-simeon" | "tartus" | "tiberias" | "tripoli" | "tyre" | "zerdana" | "zoar";

export type TownSeen = {
  "control": Side;
  "stacks": Stack[];
};

export type View = {
  "ruleset": Ruleset;
  "year": number;
  "turn": number;
  "phase": Phase;
  "step": "assassins" | "card" | "choose-battle" | "draw" | "exchange" | "family" | "fight" | "first-player" | "garrison" | "hits" | "jihad-site" | "leave-siege" | "main-road" | "manna" | "marker" | "move" | "must-retreat" | "over" | "regroup" | "sally" | "seats" | "storm" | "winter";
  "awaited": Side[];
  "you": (Side | null);
  "first": (Side | null);
  "active": (Side | null);
  "prompt": Prompt;
  "map": Record<string, TownSeen>;
  "sieges": Record<string, {
    "besieger": Side;
    "besieged": Side;
    "starving": boolean;
  }>;
  "hunger": {
    "castle": number;
    "fortified-port": number;
    "winter-castle": number;
    "winter-fortified-port": number;
    "winter-besieger": number;
  };
  "arrivals": Arrival[];
  "battle": (Battle | null);
  "battles": Town[];
  "hand": (Card[] | null);
  "cards": {
    "frank": Cards;
    "saracen": Cards;
  };
  "jihad": (Town | null);
  "winter-campaign": (Town | null);
  "cities": Record<string, Side>;
  "score": {
    "frank": number;
    "saracen": number;
  };
  "moves-left": (number | null);
  "pools": {
    "frank": Pool;
    "saracen": Pool;
  };
  "staging": {
    "england": Block[];
    "france": Block[];
    "germania": Block[];
  };
  "assassins": "masyaf";
  "drawn": (Block | null);
  "result": (GameResult | null);
  "prospects": (Prospects | null);
  "actions": Offer[];
  "game": string;
  "version": number;
  "status": "active" | "over";
  "solo": boolean;
  "players": Players;
  "time": (Time | null);
  "can-undo": boolean;
  "can-restart": boolean;
  "said"?: string;
  "news"?: News;
};
