import type { UwsResponse } from '../uws.ts';
import type { QueriesParser } from './batch-kind.ts';
import { type Shares, sharesOf } from './shares.ts';
import { sliced, type Work } from './slices.ts';

/** Batches that a worker has at the same time at most, from the head of the request to the end of the answer. */
const MOST_OPEN = 1024;
/** Bytes that came of their bodies at most. */
const MOST_BYTES = 64 << 20;
/** Bytes of an account that wait to be read, before no more are taken from its connections: what a turn takes is what others wait for. */
const MOST_WAITING = 128 << 10;

/** What a body has to keep up with: so many bytes a second, on average, from some seconds after its beginning. */
export const LEAST_RATE = { bytesPerSecond: 32 << 10, afterSeconds: 5 } as const;
const LOOK_MS = 1000;

/** Why no body came of a request, and `done` the other way. */
export type BodyOutcome = 'done' | 'fault' | 'slow' | 'no room';

/** A body that arrives. */
export interface Body {
  /** Whether the client has sent all of it. */
  readonly isComplete: () => boolean;
  /** Forgets it: the answer is sent, or its connection is gone. To be called once. */
  readonly close: () => void;
}

/** Receives the bodies of a worker's batches. */
export interface BodyReceiver {
  /**
   * Reads the body of a request beside others, and then calls `ended`; null where the account, or everybody, has as many as may be. To be called by the handler of
   * the request. `parser` is given all of it.
   */
  receive(
    response: UwsResponse,
    account: string,
    parser: QueriesParser,
    ended: (outcome: BodyOutcome) => void,
  ): Body | null;
  /** Reads a text that is there already, as if it were a body; null likewise. */
  take(account: string, text: Uint8Array, parser: QueriesParser, ended: (outcome: BodyOutcome) => void): Body | null;
  /** Does other work in the same turns. */
  readonly work: (account: string, work: Work) => void;
}

/** The bodies of an account that have not ended. */
interface Arriving {
  readonly bodies: Set<Open>;
  /** Bytes that wait to be read. */
  waiting: number;
}

interface Open {
  readonly response: UwsResponse;
  readonly began: number;
  came: number;
  isPaused: boolean;
  /** All of it came, or no more is taken. */
  isOver: boolean;
  readonly end: (outcome: BodyOutcome) => void;
}

/** One of a worker. */
export function bodyReceiver(
  work: BodyReceiver['work'] = sliced(),
  open: Shares = sharesOf(MOST_OPEN),
  bytes: Shares = sharesOf(MOST_BYTES),
): BodyReceiver {
  const accounts = new Map<string, Arriving>();
  const copies = copiesOfChunks();
  let looking: NodeJS.Timeout | null = null;

  function arrivingOf(account: string): Arriving {
    let arriving = accounts.get(account);
    if (arriving === undefined) {
      arriving = { bodies: new Set(), waiting: 0 };
      accounts.set(account, arriving);
    }
    looking ??= setInterval(look, LOOK_MS).unref();
    return arriving;
  }

  function look(): void {
    const now = performance.now();
    for (const [account, { bodies }] of accounts) {
      for (const body of [...bodies]) {
        const seconds = (now - body.began) / 1000;
        if (seconds > LEAST_RATE.afterSeconds && body.came < seconds * LEAST_RATE.bytesPerSecond) body.end('slow');
      }
      if (bodies.size === 0) accounts.delete(account);
    }
    if (accounts.size > 0 || looking === null) return;
    clearInterval(looking);
    looking = null;
  }

  return {
    work,
    take(account, text, parser, ended) {
      if (!open.take(account, 1)) return null;
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
    },
    receive(response, account, parser, ended) {
      if (!open.take(account, 1)) return null;
      const arriving = arrivingOf(account);
      const chunks: Uint8Array[] = [];
      let at = 0;
      let isComplete = false;
      let isClosed = false;
      let isQueued = false;

      const stop = () => {
        if (body.isOver) return;
        body.isOver = true;
        arriving.bodies.delete(body);
        setPaused(body, false);
        for (const chunk of chunks.splice(0)) {
          copies.giveBack(chunk);
          wasRead(arriving, chunk.length);
        }
      };
      const end = (outcome: BodyOutcome) => {
        stop();
        if (!isClosed) ended(outcome);
      };
      const body: Open = { response, began: performance.now(), came: 0, isPaused: false, isOver: false, end };

      const read: Work = (isOver) => {
        while (!body.isOver && chunks.length > 0) {
          at = parser.read(chunks[0]!, at);
          if (parser.fault !== null) {
            end('fault');
            break;
          }
          if (at === chunks[0]!.length) {
            copies.giveBack(chunks.shift()!);
            wasRead(arriving, at);
            at = 0;
          }
          if (isOver() && chunks.length > 0) return true;
        }
        isQueued = false;
        if (body.isOver || !isComplete) return false;
        parser.end();
        end(parser.fault === null ? 'done' : 'fault');
        return false;
      };

      arriving.bodies.add(body);
      response.onData((chunk, isLast) => {
        isComplete ||= isLast;
        if (body.isOver) return;
        const { byteLength } = chunk;
        if (!bytes.take(account, byteLength)) return end('no room');
        body.came += byteLength;
        arriving.waiting += byteLength;
        if (byteLength > 0) chunks.push(copies.of(chunk));
        if (isLast) arriving.bodies.delete(body);
        if (arriving.waiting > MOST_WAITING) for (const each of arriving.bodies) setPaused(each, true);
        if (isQueued) return;
        isQueued = true;
        work(`${account} reading`, read);
      });
      return {
        isComplete: () => isComplete,
        close() {
          if (isClosed) return;
          isClosed = true;
          // A connection that is gone cannot be resumed.
          body.isPaused = false;
          stop();
          open.giveBack(account, 1);
          bytes.giveBack(account, body.came);
        },
      };
    },
  };
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

/** What uWebSockets.js reads from a connection at once at most. */
const MOST_CHUNK = 512 << 10;
/** Shorter chunks get memory of their own: it costs no more than to keep some. */
const SHORT_CHUNK = 16 << 10;
const MOST_SPARE = 4;

/** Copies of chunks, which are gone when their handler returns, in memory that is used again: new pages for each would take longer than reading what is in them. */
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
