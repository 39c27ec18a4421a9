// Written by script/make_view_types.py from the API's description: change that, not this.

/** An action, an offer or an event: its fields depend on its type. */
export type Open = { type: string } & Record<string, any>;

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

export type GameResult = {
  "winner": "" | "frank" | "saracen";
  "how": "agreed" | "annulled" | "closed" | "resignation" | "ruling" | "sudden-death" | "time-out" | "victory-cities";
  "by"?: (string | null);
  "why"?: string;
};

export type HistoryEntry = {
  "n": number;
  "at": string;
  "side": (Side | null);
  "kind": "action" | "staff" | "system" | "undo";
  "undone": boolean;
  "events": Open[];
  "action"?: Open;
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
  "payload": Open;
  "draws": Draw[];
  "events": Open[];
  "wall": boolean;
  "rules": string;
  "state": string;
  "prev": string;
  "hash": string;
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

export type Stack = {
  "side": Side;
  "area": Area;
  "count": number;
  "hidden": number;
  "round"?: 2 | 3;
  "blocks": BlockSeen[];
};

export type Surplus = {
  "blocks": number;
  "limit": number;
};

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
  "offers": Open[];
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
  }>;
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
  "actions": Open[];
  "game": string;
  "version": number;
  "status": "active" | "over";
  "solo": boolean;
  "players": Players;
  "time": (Time | null);
  "can-undo": boolean;
  "can-restart": boolean;
  "news"?: News;
};
