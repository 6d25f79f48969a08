import type { UwsResponse } from '../uws.ts';
import type { QueriesParser } from './batch-kind.ts';
import { type Shares, sharesOf } from './shares.ts';
import { sliced, type Work } from './slices.ts';

/**
 * The most batches that a worker has at the same time, from the head of the request to the end of
 * the answer.
 */
const MOST_OPEN = 1024;
/** The most bytes received of their bodies. */
const MOST_BYTES = 64 << 20;
/**
 * The most bytes of an account that wait to be read; beyond that its connections are paused, since
 * reading from sockets delays others.
 */
const MOST_WAITING = 128 << 10;

/** The slowest rate of a body, on average, from some seconds after its beginning. */
export const LEAST_RATE = { bytesPerSecond: 32 << 10, afterSeconds: 5 } as const;
const LOOK_MS = 1000;

/** How receiving a body ended. */
export type BodyOutcome = 'done' | 'fault' | 'slow' | 'no room';

/** A body that is arriving. */
export interface Body {
  /** Whether the client has sent all of it. */
  readonly isComplete: () => boolean;
  /** To be called once, when the answer is sent, or the connection is gone. */
  readonly close: () => void;
}

/** Receives the bodies of a worker's batches. */
export interface BodyReceiver {
  /**
   * Reads the body of a request, in turn with others, and then calls `ended`; null if the account,
   * or all together, have as many bodies as they may. To be called by the handler of the request.
   * `parser` gets all of it.
   */
  receive(
    response: UwsResponse,
    account: string,
    parser: QueriesParser,
    ended: (outcome: BodyOutcome) => void,
  ): Body | null;
  /** Reads a text that is already there, as if it were a body; null likewise. */
  take(account: string, text: Uint8Array, parser: QueriesParser, ended: (outcome: BodyOutcome) => void): Body | null;
  /** Queues other work for the same turns. */
  readonly work: (account: string, work: Work) => void;
}

/** The bodies of an account that have not ended. */
interface Arriving {
  readonly bodies: Set<Open>;
  /** Bytes that wait to be read. */
  waiting: number;
}

/** A body that is read as it arrives. */
interface Open {
  readonly account: string;
  readonly arriving: Arriving;
  readonly response: UwsResponse;
  readonly parser: QueriesParser;
  readonly began: number;
  readonly ended: (outcome: BodyOutcome) => void;
  /** Chunks that were not read yet, and the position in the first. */
  readonly chunks: Uint8Array[];
  at: number;
  came: number;
  isPaused: boolean;
  isQueued: boolean;
  isComplete: boolean;
  isClosed: boolean;
  /** All of it has arrived, or no more is taken. */
  isOver: boolean;
}

/** What the bodies of a worker share. */
interface Receiving {
  readonly work: BodyReceiver['work'];
  readonly open: Shares;
  readonly bytes: Shares;
  readonly accounts: Map<string, Arriving>;
  readonly copies: ReturnType<typeof copiesOfChunks>;
  looking: NodeJS.Timeout | null;
}

/** Creates the receiver of a worker. */
export function bodyReceiver(
  work: BodyReceiver['work'] = sliced(),
  open: Shares = sharesOf(MOST_OPEN),
  bytes: Shares = sharesOf(MOST_BYTES),
): BodyReceiver {
  const receiving: Receiving = { work, open, bytes, accounts: new Map(), copies: copiesOfChunks(), looking: null };
  return {
    work,
    take: (account, text, parser, ended) =>
      open.take(account, 1) ? takeText(receiving, account, text, parser, ended) : null,
    receive: (response, account, parser, ended) =>
      open.take(account, 1) ? receiveBody(receiving, response, account, parser, ended) : null,
  };
}

function takeText(
  { work, open }: Receiving,
  account: string,
  text: Uint8Array,
  parser: QueriesParser,
  ended: (outcome: BodyOutcome) => void,
): Body {
  let at = 0;
  let isClosed = false;
  const read: Work = (isOver) => {
    while (!isClosed && parser.fault === null && at < text.length) {
      at = parser.read(text, at);
      if (isOver() && at < text.length) return true;
    }
    if (isClosed) return false;
    if (parser.fault === null) parser.end();
    ended(parser.fault === null ? 'done' : 'fault');
    return false;
  };
  work(`${account} reading`, read);
  return {
    isComplete: () => true,
    close() {
      if (isClosed) return;
      isClosed = true;
      open.giveBack(account, 1);
    },
  };
}

function receiveBody(
  receiving: Receiving,
  response: UwsResponse,
  account: string,
  parser: QueriesParser,
  ended: (outcome: BodyOutcome) => void,
): Body {
  const arriving = arrivingOf(receiving, account);
  const body: Open = {
    account,
    arriving,
    response,
    parser,
    began: performance.now(),
    ended,
    chunks: [],
    at: 0,
    came: 0,
    isPaused: false,
    isQueued: false,
    isComplete: false,
    isClosed: false,
    isOver: false,
  };
  const read: Work = (isOver) => readChunks(receiving, body, isOver);
  arriving.bodies.add(body);
  response.onData((chunk, isLast) => {
    body.isComplete ||= isLast;
    if (body.isOver) return;
    if (!receiving.bytes.take(account, chunk.byteLength)) return end(receiving, body, 'no room');
    keep(receiving, body, chunk, isLast);
    if (body.isQueued) return;
    body.isQueued = true;
    receiving.work(`${account} reading`, read);
  });
  return { isComplete: () => body.isComplete, close: () => close(receiving, body) };
}

function arrivingOf(receiving: Receiving, account: string): Arriving {
  const { accounts } = receiving;
  let arriving = accounts.get(account);
  if (arriving === undefined) {
    arriving = { bodies: new Set(), waiting: 0 };
    accounts.set(account, arriving);
  }
  receiving.looking ??= setInterval(() => endSlowBodies(receiving), LOOK_MS).unref();
  return arriving;
}

function endSlowBodies(receiving: Receiving): void {
  const { accounts, looking } = receiving;
  const now = performance.now();
  for (const [account, { bodies }] of accounts) {
    for (const body of [...bodies]) {
      const seconds = (now - body.began) / 1000;
      if (seconds > LEAST_RATE.afterSeconds && body.came < seconds * LEAST_RATE.bytesPerSecond)
        end(receiving, body, 'slow');
    }
    if (bodies.size === 0) accounts.delete(account);
  }
  if (accounts.size > 0 || looking === null) return;
  clearInterval(looking);
  receiving.looking = null;
}

/** Keeps a copy of a chunk, and pauses the account's connections if too much waits to be read. */
function keep({ copies }: Receiving, body: Open, chunk: ArrayBuffer, isLast: boolean): void {
  const { arriving } = body;
  body.came += chunk.byteLength;
  arriving.waiting += chunk.byteLength;
  if (chunk.byteLength > 0) body.chunks.push(copies.of(chunk));
  if (isLast) arriving.bodies.delete(body);
  if (arriving.waiting > MOST_WAITING) for (const each of arriving.bodies) setPaused(each, true);
}

/** Reads chunks until the turn is over. Returns whether there is more to read now. */
function readChunks(receiving: Receiving, body: Open, isTurnOver: () => boolean): boolean {
  const { chunks, parser, arriving } = body;
  while (!body.isOver && chunks.length > 0) {
    body.at = parser.read(chunks[0]!, body.at);
    if (parser.fault !== null) {
      end(receiving, body, 'fault');
      break;
    }
    if (body.at === chunks[0]!.length) {
      receiving.copies.giveBack(chunks.shift()!);
      wasRead(arriving, body.at);
      body.at = 0;
    }
    if (isTurnOver() && chunks.length > 0) return true;
  }
  body.isQueued = false;
  if (body.isOver || !body.isComplete) return false;
  parser.end();
  end(receiving, body, parser.fault === null ? 'done' : 'fault');
  return false;
}

function end(receiving: Receiving, body: Open, outcome: BodyOutcome): void {
  takeNoMore(receiving, body);
  if (!body.isClosed) body.ended(outcome);
}

function takeNoMore({ copies }: Receiving, body: Open): void {
  if (body.isOver) return;
  const { arriving, chunks } = body;
  body.isOver = true;
  arriving.bodies.delete(body);
  setPaused(body, false);
  for (const chunk of chunks.splice(0)) {
    copies.giveBack(chunk);
    wasRead(arriving, chunk.length);
  }
}

function close(receiving: Receiving, body: Open): void {
  if (body.isClosed) return;
  body.isClosed = true;
  // A connection that is gone cannot be resumed.
  body.isPaused = false;
  takeNoMore(receiving, body);
  receiving.open.giveBack(body.account, 1);
  receiving.bytes.giveBack(body.account, body.came);
}

function wasRead(arriving: Arriving, bytes: number): void {
  arriving.waiting -= bytes;
  if (arriving.waiting === 0) for (const body of arriving.bodies) setPaused(body, false);
}

function setPaused(body: Open, isPaused: boolean): void {
  if (body.isPaused === isPaused) return;
  body.isPaused = isPaused;
  if (isPaused) body.response.pause();
  else body.response.resume();
}

/** The most that uWebSockets.js reads from a connection at once. */
const MOST_CHUNK = 512 << 10;
/** Shorter chunks get memory of their own, which costs no more than reusing some. */
const SHORT_CHUNK = 16 << 10;
const MOST_SPARE = 4;

/**
 * Copies chunks, which are only valid until their handler returns, into memory that is reused: new
 * pages for each would take longer than reading them.
 */
function copiesOfChunks() {
  const spare: ArrayBuffer[] = [];
  return {
    of(chunk: ArrayBuffer): Uint8Array {
      const { byteLength } = chunk;
      if (byteLength < SHORT_CHUNK || byteLength > MOST_CHUNK) return new Uint8Array(chunk.slice(0));
      const copy = new Uint8Array(spare.pop() ?? new ArrayBuffer(MOST_CHUNK), 0, byteLength);
      copy.set(new Uint8Array(chunk));
      return copy;
    },
    giveBack({ buffer }: Uint8Array): void {
      if (buffer.byteLength === MOST_CHUNK && buffer instanceof ArrayBuffer && spare.length < MOST_SPARE)
        spare.push(buffer);
    },
  };
}
