import type { ServerRelease, ServerSettings, VerifyMode } from './messages.ts';

/** How a server process ended that was not asked to. */
export interface ServerEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /**
   * What ended it: a `signal`; an `exit` without a word; it `failed` by an error that it could still tell; it found its index `damaged`; or it said
   * why none can be started as things are: there is `no index` that can be used, or something else is in the way (`refused`).
   */
  readonly reason: 'signal' | 'exit' | 'failed' | 'damaged' | 'no index' | 'refused';
  /** The server's own sentence; null where it gave none. */
  readonly sentence: string | null;
  /** Whether it had answered requests. */
  readonly listening: boolean;
  /** Milliseconds. */
  readonly lived: number;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** What a signal says that a process cannot say itself any more. */
const SIGNALS: Partial<Record<NodeJS.Signals, string>> = {
  SIGBUS:
    'a page of the index could not be read: the file was cut short or overwritten while it was served, or its disk failed',
};

/** What to do after a server has ended: start one like this, or say why not. */
export type NextStart =
  | { readonly settings: ServerSettings; readonly sentence: string | null }
  | { readonly giveUp: string };

/**
 * What to do after the `count`th server has ended, which was started with `before`. A server that cannot use the activated index is followed by one on
 * the configured one. Its file is verified before it is served where that may be to blame, and while it answers otherwise.
 */
export function nextStart(
  { code, signal, reason, sentence: said, listening, at }: ServerEnd,
  before: ServerSettings,
  service: {
    /** As it is configured. */
    readonly verifyIndex: VerifyMode;
    /** What was served last; null where nothing was. */
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
  // What was served up to now, and before that what was asked for.
  const index = listening ? serving!.path : before.index;
  const suspect = reason === 'damaged' || signal === 'SIGBUS' || (!listening && before.verifyIndex === 'start');
  const verifyIndex: VerifyMode = suspect ? 'start' : isFirst ? before.verifyIndex : 'behind';
  return { settings: { ...before, index, verifyIndex, lastFile: serving?.stamp ?? null, ended }, sentence };
}
