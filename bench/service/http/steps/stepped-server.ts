import type { RecordedHead } from '../head.ts';

/** The steps of an answer, each of which can be left out, and what is left out of the bare handler. */
export const STEPS = {
  key: 'the key is read',
  gate: 'key, burst limit and credits are checked and charged',
  parameters: 'the parameters are parsed',
  answer: 'the answer is made, rather than one copied',
  head: 'the head is written',
  counts: 'the answer is timed and counted',
} as const;

/** What a server of `steps-server.ts` does not do. */
export type LeftOut = keyof typeof STEPS | 'nothing' | 'everything';

/** A server of `steps-server.ts`. */
export interface SteppedServer {
  readonly index: string;
  /** File of the recorded answers. */
  readonly answers: string;
  readonly path: string;
  readonly head: RecordedHead;
  /** The counter file, and a key in it. */
  readonly counters: string;
  readonly key: string;
  readonly leftOut: LeftOut;
}
