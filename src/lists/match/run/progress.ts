import { readFileSync } from 'node:fs';

/** Shows how far a run is. */
export interface Progress {
  /** Lines that are written, and the share of the list that is read; null where its size is not known. */
  update(lines: number, share: number | null): void;
  /** Says something once, as a line of its own. */
  say(event: string, text: string, details: Readonly<Record<string, unknown>>): void;
  /** Removes the line on the terminal. */
  clear(): void;
  /** The most memory that was in use besides the mapped index, in bytes; 0 where the system does not tell. */
  peakMemory(): number;
}

/** Where progress is shown. */
export interface ProgressStream {
  write(text: string): unknown;
  readonly isTTY?: boolean;
  readonly columns?: number;
}

/** How often the line on a terminal is rewritten, and elsewhere a line is written, in milliseconds. */
const REDRAW_MS = 100;
const LINE_MS = 5000;
const BAR = 24;

/**
 * Shows progress: a bar on a terminal, now and then a line elsewhere, or all that is said as lines of JSON. `before` lines were done by a run that was
 * stopped.
 */
export function showProgress(stream: ProgressStream, before: number, asJson: boolean): Progress {
  const began = performance.now();
  const tty = stream.isTTY === true && !asJson;
  let shown = began;
  let firstShare: number | null = null;
  let drawn = false;
  let peak = 0;

  const clear = () => {
    if (drawn) stream.write('\r\x1b[K');
    drawn = false;
  };

  return {
    update(lines, share) {
      const now = performance.now();
      firstShare ??= share;
      if (now - shown < (tty ? REDRAW_MS : LINE_MS)) return;
      shown = now;
      peak = Math.max(peak, memoryInUse());
      const seconds = (now - began) / 1000;
      const rate = (lines - before) / seconds;
      const shareDone = share === null || firstShare === null ? 0 : share - firstShare;
      const left = share === null || shareDone <= 0 ? null : Math.max(0, (seconds * (1 - share)) / shareDone);
      if (asJson) {
        const done = share === null ? null : Math.round(share * 1000) / 1000;
        stream.write(
          `${JSON.stringify({ event: 'progress', lines, done, rate: Math.round(rate), secondsLeft: left === null ? null : Math.round(left) })}\n`,
        );
        return;
      }
      const parts = [`${lines.toLocaleString('en-AU')} lines`, `${Math.round(rate).toLocaleString('en-AU')}/s`];
      if (left !== null) parts.push(`${timeText(left)} left`);
      if (!tty) {
        if (share !== null) parts.unshift(`${percent(share)} %`);
        stream.write(`${parts.join(', ')}\n`);
        return;
      }
      const line = `${share === null ? '' : `${barOf(share)} `}${parts.join(', ')}`;
      clear();
      stream.write(line.slice(0, (stream.columns ?? 80) - 1));
      drawn = true;
    },
    say(event, text, details) {
      clear();
      stream.write(asJson ? `${JSON.stringify({ event, ...details })}\n` : `${text}\n`);
    },
    clear,
    peakMemory: () => Math.max(peak, memoryInUse()),
  };
}

function barOf(share: number): string {
  const full = Math.floor(Math.min(1, share) * BAR);
  return `[${'#'.repeat(full)}${'-'.repeat(BAR - full)}] ${String(percent(share)).padStart(3)} %`;
}

function percent(share: number): number {
  return Math.floor(Math.min(1, share) * 100);
}

/** `0:35`, `12:05`, `1:02:05`. */
function timeText(seconds: number): string {
  const whole = Math.round(seconds);
  const two = (n: number) => String(n).padStart(2, '0');
  const minutes = Math.floor(whole / 60);
  if (minutes < 60) return `${minutes}:${two(whole % 60)}`;
  return `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(whole % 60)}`;
}

/** Memory of the process that is not backed by a file, in bytes (proc(5), RssAnon). */
function memoryInUse(): number {
  if (process.platform !== 'linux') return 0;
  const kilobytes = /^RssAnon:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1];
  return kilobytes === undefined ? 0 : Number(kilobytes) * 1024;
}
