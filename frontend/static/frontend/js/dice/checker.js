// Checks the record of a game in the browser, in a worker of its own: the commitment, the chain of events, and every
// number that was read from the secret. What needs the rules of the game (whether actions were legal, which lot a
// number stands for, what position followed) is checked by the site and by `python -m rules verify`; docs/dice.md says
// it step by step.

/**
 * @typedef {GameRecord["events"][number]} RecordedEvent
 * @typedef {RecordedEvent["draws"][number]} Draw
 * @typedef {{ok: boolean, events: number, draws: number, unproven: number, signed: boolean | null, stamps: string[],
 *   event?: number, what?: string}} Found
 */

/** @type {(keyof RecordedEvent)[]} */
const CONTENT = ["n", "kind", "side", "person", "at", "payload", "draws", "events", "wall", "rules", "state", "prev"];
const utf8 = new TextEncoder();

/** JSON in the one form that is hashed. @param {unknown} value @returns {string} */
export function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const fields = /** @type {Record<string, unknown>} */ (value);
  return `{${Object.keys(fields)
    .sort()
    .map((name) => `${JSON.stringify(name)}:${canonical(fields[name])}`)
    .join(",")}}`;
}

/**
 * Returns the SHA-256 of these parts together, in hexadecimal digits.
 *
 * @param {...(string | Uint8Array)} parts
 * @returns {Promise<string>}
 */
export async function sha256(...parts) {
  const bytes = parts.map((part) => (typeof part === "string" ? utf8.encode(part) : part));
  const whole = new Uint8Array(bytes.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of bytes) {
    whole.set(part, at);
    at += part.length;
  }
  return hex(new Uint8Array(await crypto.subtle.digest("SHA-256", whole)));
}

/** @param {Uint8Array} bytes */
function hex(bytes) {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @param {string} digits */
function unhex(digits) {
  return Uint8Array.from(digits.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

/** @param {CryptoKey} key @param {string} message @returns {Promise<string>} */
async function sign(key, message) {
  return hex(new Uint8Array(await crypto.subtle.sign("HMAC", key, utf8.encode(message))));
}

/** The bytes of one draw, and numbers read from them. */
class Stream {
  /** @param {CryptoKey} key @param {string} message */
  constructor(key, message) {
    this.key = key;
    this.message = message;
    this.block = 0;
    /** @type {number[]} */
    this.bytes = [];
  }

  /** Returns the next byte of the stream that the secret gives. */
  async byte() {
    if (!this.bytes.length) {
      this.bytes = [...unhex(await sign(this.key, `${this.message}\0${this.block}`))];
      this.block += 1;
    }
    return /** @type {number} */ (this.bytes.shift());
  }

  /**
   * Returns a number from 0 to n - 1; bytes that would make some of them likelier are passed over.
   *
   * @param {number} n  256 at most: no draw of the game has more
   * @returns {Promise<number>}
   */
  async below(n) {
    const fair = 256 - (256 % n);
    for (;;) {
      const byte = await this.byte();
      if (byte < fair) return byte % n;
    }
  }
}

class Fault extends Error {
  /** @param {string} what @param {number} [event] */
  constructor(what, event) {
    super(what);
    this.event = event;
  }
}

/**
 * Checks a record: hashes, commitments, draws and signature.
 *
 * @param {GameRecord} record  as the site exports it
 * @returns {Promise<Found>}
 */
export async function checkRecord(record) {
  const found = {
    events: 0,
    draws: 0,
    unproven: 0,
    signed: /** @type {boolean | null} */ (null),
    stamps: /** @type {string[]} */ ([]),
  };
  try {
    await checkCommitments(record);
    await checkEvents(record, found);
    found.signed = await checkSignature(record);
    return { ok: true, ...found };
  } catch (error) {
    if (error instanceof Fault) return { ok: false, ...found, event: error.event, what: error.message };
    return { ok: false, ...found, event: found.events || undefined, what: String(error) };
  }
}

/** @param {GameRecord} record */
async function checkCommitments(record) {
  for (const dice of record.dice) {
    const made = await sha256(`crusader-rex/commitment/1\0${record.game}\0`, unhex(dice.secret));
    if (made !== dice.commitment) throw new Fault("secret");
  }
}

/**
 * Checks the hash of each event and the draws in it. Throws at the first that is wrong.
 *
 * @param {GameRecord} record
 * @param {{events: number, draws: number, unproven: number, stamps: string[]}} found
 */
async function checkEvents(record, found) {
  const earlier = record.events.findIndex((event) => event.hash);
  const old = record.events.slice(0, earlier < 0 ? record.events.length : earlier);
  const contents = old.map((event) =>
    pick(
      event,
      CONTENT.filter((name) => name !== "state" && name !== "prev"),
    ),
  );
  let prev = await sha256(`crusader-rex/chain/1\0${canonical([record.game, contents])}`);
  const announced = record.events.filter((event) => commits(event)).length;
  let secret = record.dice.length - 1 - announced;
  if (secret > 0) throw new Fault("secret"); // there are more than anything in the record put in force
  /** @type {CryptoKey | null} */
  let key = secret >= 0 ? await keyOf(record.dice[secret].secret) : null;
  /** @type {Record<string, string>} */
  let contributions = {};
  /** @type {Record<string, string> | null} */
  let begun = null; // what the players had added when the game began; older records do not say
  for (const event of record.events) {
    found.events += 1;
    if (event.n !== found.events) throw new Fault("order", event.n);
    if (found.events <= old.length) {
      found.draws += event.draws.length;
      found.unproven += event.draws.length;
      continue;
    }
    if (event.prev !== prev) throw new Fault("chain", event.n);
    prev = await sha256(`crusader-rex/event/1\0${canonical(pick(event, CONTENT))}`);
    if (event.hash !== prev) throw new Fault("changed", event.n);
    if (commits(event)) {
      secret += 1;
      if (record.dice[secret]?.commitment !== event.payload.commitment) throw new Fault("secret", event.n);
      key = await keyOf(record.dice[secret].secret);
    }
    if (event.kind === "system" && event.payload.type === "start") begun = event.payload.contributions ?? null;
    if (event.wall && key) found.stamps.push(await sign(key, `crusader-rex/stamp/1\0${record.game}\0${event.hash}`));
    for (const draw of event.draws) {
      if (draw.n === 0) {
        const made = draw["made-of"];
        if (!made || made.commitment !== record.dice[secret]?.commitment) throw new Fault("secret", event.n);
        ({ contributions } = made);
        if (begun && canonical(begun) !== canonical(contributions)) throw new Fault("draw", event.n);
      }
      await checkDraw(record.game, contributions, key, draw, found.draws - found.unproven, event.n);
      found.draws += 1;
    }
  }
  if (record.head !== prev && found.events > old.length) throw new Fault("head");
}

/**
 * Checks that a draw follows from the secret.
 *
 * @param {string} game
 * @param {Record<string, string>} contributions
 * @param {CryptoKey | null} key
 * @param {Draw} draw
 * @param {number} number
 * @param {number} event
 */
async function checkDraw(game, contributions, key, draw, number, event) {
  if (draw.n !== number || !key) throw new Fault("draw", event);
  const question = canonical([number, draw.purpose, draw.kind, draw.of, draw.results.length]);
  const stream = new Stream(key, `crusader-rex/draw/1\0${canonical({ contributions, game })}\0${question}`);
  for (let taken = 0; taken < draw.results.length; taken += 1) {
    const read = await stream.below(draw.kind === "d6" ? 6 : draw.of - taken);
    const recorded = draw.kind === "d6" ? Number(draw.results[taken]) - 1 : (draw.picks ?? [])[taken];
    if (read !== recorded) throw new Fault("draw", event);
  }
}

/**
 * @param {GameRecord} record
 * @returns {Promise<boolean | null>}  null: there is none, or this browser does not know Ed25519
 */
async function checkSignature(record) {
  if (!record.signature) return null;
  const { game, head, players, result } = record;
  const commitments = record.dice.map((dice) => dice.commitment);
  const said = utf8.encode(`crusader-rex/result/1\0${canonical({ commitments, game, head, players, result })}`);
  const key = await crypto.subtle
    .importKey("raw", unhex(record.signature.key), { name: "Ed25519" }, false, ["verify"])
    .catch(() => null);
  if (!key) return null;
  if (!(await crypto.subtle.verify({ name: "Ed25519" }, key, unhex(record.signature.value), said)))
    throw new Fault("signature");
  return true;
}

/** @param {RecordedEvent} event */
function commits(event) {
  return (event.kind === "staff" || event.kind === "system") && event.payload.commitment !== undefined;
}

/** @param {string} secret @returns {Promise<CryptoKey>} */
function keyOf(secret) {
  return crypto.subtle.importKey("raw", unhex(secret), { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
}

/** @param {RecordedEvent} event @param {(keyof RecordedEvent)[]} names */
function pick(event, names) {
  return Object.fromEntries(names.map((name) => [name, event[name]]));
}

addEventListener("message", async (message) => postMessage(await checkRecord(message.data)));
