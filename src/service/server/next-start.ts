import type { ServerRelease, ServerSettings, VerifyMode } from './messages.ts';

/** How a server process ended without being asked to. */
export interface ServerEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /**
   * What ended it: a `signal`; an `exit` without a message; it `failed` with an error that it could
   * report; its index is `damaged`; or it reported why none can be started: there is `no index`
   * that can be used, or something else prevents it (`refused`).
   */
  readonly reason: 'signal' | 'exit' | 'failed' | 'damaged' | 'no index' | 'refused';
  /** The server's own sentence; null if it gave none. */
  readonly sentence: string | null;
  /** Whether it had answered requests. */
  readonly listening: boolean;
  /** Milliseconds. */
  readonly lived: number;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** Explanations of signals, which a process can no longer give itself. */
const SIGNALS: Partial<Record<NodeJS.Signals, string>> = {
  SIGBUS:
    'a page of the index could not be read: the file was cut short or overwritten while it was served, or its disk failed',
};

/**
 * What to do after a server has ended: start one with these settings, or give up with this reason.
 */
export type NextStart =
  | { readonly settings: ServerSettings; readonly sentence: string | null }
  | { readonly giveUp: string };

/**
 * What to do after the `count`th server, which was started with `before`, has ended. If it could
 * not use the activated index, the next one uses the configured one. The index is verified before
 * it is served if it may be to blame, otherwise while it is served.
 */
export function nextStart(
  { code, signal, reason, sentence: said, listening, at }: ServerEnd,
  before: ServerSettings,
  service: {
    /** As configured. */
    readonly verifyIndex: VerifyMode;
    /** What was served last; null if nothing was. */
    readonly serving: ServerRelease | null;
    readonly configured: string;
    readonly count: number;
  },
): NextStart {
  const sentence = said ?? (signal === null ? null : SIGNALS[signal]) ?? null;
  const { serving, configured, count } = service;
  const ended = { count, at, by: signal ?? reason };
  if (reason === 'no index' && before.index !== configured)
    return {
      settings: { ...before, index: configured, verifyIndex: service.verifyIndex, lastFile: null, ended },
      sentence,
    };
  const isFirst = serving === null;
  if (reason === 'no index' || reason === 'refused' || (isFirst && reason === 'failed'))
    return { giveUp: sentence ?? `The server ended by ${signal ?? `code ${code}`}.` };
  // What was served; if it never listened, what it was asked to serve.
  const index = listening ? serving!.path : before.index;
  const suspect = reason === 'damaged' || signal === 'SIGBUS' || (!listening && before.verifyIndex === 'start');
  const verifyIndex: VerifyMode = suspect ? 'start' : isFirst ? before.verifyIndex : 'behind';
  return { settings: { ...before, index, verifyIndex, lastFile: serving?.stamp ?? null, ended }, sentence };
}

/** The pause after the second end, ms; after the first there is none. */
const SECOND_PAUSE_MS = 100;
const LAST_PAUSE_MS = 10_000;

/** Something that ran for this long was well: the backoff begins again. */
const WELL_AFTER_MS = 60_000;

/**
 * The backoff before a restart: none the first time, then 100 ms, doubling up to 10 s while
 * restarts keep ending. The returned function takes how long the last run lived, and returns how
 * long to wait, in ms.
 */
export function restartPauses(): (lived: number) => number {
  let next = 0;
  return (lived) => {
    const pause = lived > WELL_AFTER_MS ? 0 : next;
    next = Math.min(Math.max(pause * 2, SECOND_PAUSE_MS), LAST_PAUSE_MS);
    return pause;
  };
}
