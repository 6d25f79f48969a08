import type { Random } from './random.ts';

/** Something that takes bytes from strangers. */
export interface Target {
  readonly name: string;
  /** Makes ready to try inputs; `folder` is empty and its own. */
  open(folder: string): Promise<OpenTarget>;
}

/** A target that inputs can be tried on. */
interface OpenTarget {
  make(random: Random): Buffer;
  /** Tries an input: null when all is well, else what is not. Ends, at the latest, when the whole process is killed. */
  run(input: Buffer): Promise<string | null>;
  close(): Promise<void>;
}

/** What is wrong with a failure that should have been a sentence for whoever gave the input; null when it is one. */
export function faultOf(failure: unknown): string | null {
  if (!(failure instanceof Error)) return `not an Error was thrown: ${String(failure)}`;
  const internal = [TypeError, RangeError, ReferenceError, SyntaxError].some((kind) => failure instanceof kind);
  if (internal || 'code' in failure) return failure.stack ?? failure.message;
  const told = failure.message.length >= 10 && !/\n\s+at /.test(failure.message);
  return told ? null : `the message is no sentence: ${JSON.stringify(failure.message)}`;
}
