import { writeSync } from 'node:fs';
import { type DestinationStream, destination, type LevelWithSilent, type Logger, pino, stdTimeFunctions } from 'pino';

/** A JSON log, one object to a line. */
export type Log = Logger;

/** The names that `--log-level` takes, most verbose first. */
export const LOG_LEVELS = [
  'trace',
  'debug',
  'info',
  'warn',
  'error',
  'fatal',
  'silent',
] as const satisfies LevelWithSilent[];

/** One of the names that `--log-level` takes. */
export type LogLevel = (typeof LOG_LEVELS)[number];

/**
 * Lines of at most this many bytes are written to a pipe atomically, whatever other threads write
 * at the same time (POSIX, PIPE_BUF).
 */
const ATOMIC_WRITE = 4096;

/** Bytes of lines that wait where standard output takes none; later lines are left out. */
const MOST_WAITING = 1024 * 1024;

/**
 * Standard output, which may be a file on a disk that is full: its lines wait then, and are written
 * with the next one once there is room.
 */
function standardOutput(options: { readonly sync: boolean; readonly minLength?: number; readonly maxWrite?: number }) {
  const stream = destination({ dest: 1, maxLength: MOST_WAITING, ...options });
  stream.on('error', () => {});
  return stream;
}

/**
 * A log on standard output, written at once. `bindings` are on every line, such as the worker's
 * number. `to` replaces standard output in tests.
 */
export function createLog(level: LogLevel, bindings: Record<string, unknown> = {}, to?: DestinationStream): Log {
  return pino({ level, base: bindings, timestamp: stdTimeFunctions.isoTime }, to ?? standardOutput({ sync: true }));
}

/** What is logged of a failure: its message only at `debug`, since that may quote the query. */
export function describeFailure(failure: unknown, log: Log): Record<string, unknown> {
  if (!(failure instanceof Error)) return { error: typeof failure };
  const frames = (failure.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  const described = { error: failure.name, stack: frames.map((line) => line.trim()).join('\n') };
  return log.isLevelEnabled('debug') ? { ...described, message: failure.message } : described;
}

/** Which requests the access log has: none, every one, or one in `n`. */
export type AccessLogMode = { readonly one: number } | 'off';

/** One request, as it is logged. */
export interface LoggedRequest {
  readonly request_id: string;
  /** The caller's trace; undefined if the request is in none. */
  readonly trace_id: string | undefined;
  readonly operation: string;
  readonly status: number;
  readonly microseconds: number;
  /** Null if no key was admitted. */
  readonly account: string | null;
}

/** An access log; `flush` writes buffered lines. */
export interface OpenAccessLog {
  /** Whether to log the next request. */
  readonly wanted: () => boolean;
  readonly note: (request: LoggedRequest) => void;
  readonly flush: () => void;
}

/**
 * An access log on standard output, or null if it is off. Lines are buffered and written some
 * dozens at a time, at the latest after a second.
 */
export function openAccessLog(mode: AccessLogMode, bindings: Record<string, unknown>): OpenAccessLog | null {
  if (mode === 'off') return null;
  const stream = standardOutput({ sync: false, minLength: ATOMIC_WRITE / 2, maxWrite: ATOMIC_WRITE });
  const log = pino({ base: bindings, timestamp: stdTimeFunctions.isoTime }, stream);
  setInterval(() => stream.flush(), 1000).unref();
  const { one } = mode;
  let counted = 0;
  // What cannot be written is not waited for, as flushSync would.
  let isBlocked = false;
  stream.on('error', () => {
    isBlocked = true;
  });
  stream.on('write', () => {
    isBlocked = false;
  });
  return {
    wanted() {
      if (++counted < one) return false;
      counted = 0;
      return true;
    },
    note: (request) => log.info(request, 'request'),
    flush() {
      if (!isBlocked) stream.flushSync();
    },
  };
}

/**
 * Writes to standard error for whoever started the program. Where nothing can be written, as on a
 * full disk, it is not said: `process.stderr` would end the program.
 */
export function tell(text: string): void {
  try {
    writeSync(2, text);
  } catch {
    // The disk is full, or nobody reads.
  }
}
