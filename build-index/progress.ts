/**
 * Where progress is shown: a terminal, where one line is rewritten, or anything else, which gets a
 * line per finished stage.
 */
export interface ProgressStream {
  write(text: string): unknown;
  readonly isTTY?: boolean;
  /** Width of the terminal in characters. */
  readonly columns?: number;
}

/** What a stage's amounts count. */
type StageUnit = 'bytes' | 'rows' | 'addresses' | 'items';

/** A stage of the build that is under way. */
interface Stage {
  /** Adds to the amount done. Cheap, but meant for every chunk or every few thousand rows rather than each one. */
  advance(amount: number): void;
  /** Ends the stage; `note` is appended to its line. */
  done(note?: string): void;
}

/** A finished stage, for the report. */
export interface StageTime {
  readonly name: string;
  readonly seconds: number;
  /** Another thread did it meanwhile: its seconds are no part of the whole. */
  readonly concurrent?: true;
}

/** The stages of a build, shown as they go. */
export interface Progress {
  /**
   * Begins a stage. A stage that is under way is ended first. `total` in `unit` gives the share
   * done and the time left.
   */
  stage(name: string, total?: number, unit?: StageUnit): Stage;
  /** Says that another thread has ended a stage of its own. */
  concurrent(name: string, seconds: number): void;
  /** Removes the line that is being rewritten, so that a message can follow. */
  clear(): void;
  /** The finished stages in the order in which they ended. */
  stages(): readonly StageTime[];
}

/** How often the line on a terminal is rewritten, in milliseconds. */
const REDRAW_MS = 100;
/** Before that a rate says little about the time left, in milliseconds. */
const SETTLE_MS = 1000;

/** Shows the stages of a build on `stream`. `clock` gives milliseconds. */
export function showProgress(
  stream: ProgressStream = process.stderr,
  clock: () => number = () => performance.now(),
): Progress {
  const finished: StageTime[] = [];
  let current: Stage | null = null;
  let drawn = false;

  const clear = () => {
    if (drawn) stream.write('\r\x1b[K');
    drawn = false;
  };
  const draw = (line: string) => {
    const width = (stream.columns ?? 80) - 1;
    stream.write(`\r\x1b[K${line.length > width ? `${line.slice(0, width - 1)}…` : line}`);
    drawn = true;
  };

  return {
    stage(name, total, unit = 'items') {
      current?.done();
      const began = clock();
      let amount = 0;
      let lastDrawn = began;
      let ended = false;
      const stage: Stage = {
        advance(more) {
          amount += more;
          if (stream.isTTY !== true || ended) return;
          const now = clock();
          if (now - lastDrawn < REDRAW_MS) return;
          lastDrawn = now;
          draw(runningLine(name, amount, total, unit, now - began));
        },
        done(note) {
          if (ended) return;
          ended = true;
          if (current === stage) current = null;
          const elapsed = clock() - began;
          finished.push({ name, seconds: elapsed / 1000 });
          clear();
          stream.write(`${finishedLine(name, amount, unit, elapsed)}${note === undefined ? '' : `, ${note}`}\n`);
        },
      };
      if (stream.isTTY === true) draw(name);
      current = stage;
      return stage;
    },
    concurrent(name, seconds) {
      finished.push({ name, seconds, concurrent: true });
      clear();
      stream.write(`another thread, ${name}: ${duration(seconds * 1000)}\n`);
    },
    clear,
    stages: () => finished,
  };
}

function runningLine(
  name: string,
  amount: number,
  total: number | undefined,
  unit: StageUnit,
  elapsed: number,
): string {
  const parts = [];
  if (total !== undefined && total > 0) parts.push(`${Math.min(100, Math.floor((100 * amount) / total))} %`);
  parts.push(quantity(amount, unit), rate(amount, unit, elapsed));
  if (total !== undefined && amount > 0 && elapsed >= SETTLE_MS) {
    parts.push(`${duration((elapsed * Math.max(0, total - amount)) / amount)} left`);
  }
  return `${name}: ${parts.join(', ')}`;
}

function finishedLine(name: string, amount: number, unit: StageUnit, elapsed: number): string {
  const took = duration(elapsed);
  return amount === 0
    ? `${name}: ${took}`
    : `${name}: ${quantity(amount, unit)} in ${took}, ${rate(amount, unit, elapsed)}`;
}

function rate(amount: number, unit: StageUnit, elapsed: number): string {
  return `${quantity(elapsed > 0 ? (amount * 1000) / elapsed : 0, unit)}/s`;
}

function quantity(amount: number, unit: StageUnit): string {
  return unit === 'bytes' ? byteText(amount) : `${Math.round(amount).toLocaleString('en-AU')} ${unit}`;
}

/** `1.6 GB`, in powers of 1000. */
export function byteText(bytes: number): string {
  const units = ['bytes', 'kB', 'MB', 'GB', 'TB'];
  let value = bytes;
  let unit = 0;
  // From 999.95 on, one decimal would round up to 1000.0.
  while (unit < units.length - 1 && value >= (unit === 0 ? 1000 : 999.95)) {
    value /= 1000;
    unit++;
  }
  return `${unit === 0 ? Math.round(value) : value.toFixed(1)} ${units[unit]}`;
}

/** `0.4 s`, `12 s`, `3 min 05 s`, `1 h 02 min`. */
export function duration(milliseconds: number): string {
  const seconds = milliseconds / 1000;
  if (seconds < 9.95) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${pad(whole % 60)} s`;
  const minutes = Math.round(whole / 60);
  return `${Math.floor(minutes / 60)} h ${pad(minutes % 60)} min`;
}

function pad(value: number): string {
  return String(value).padStart(2, '0');
}
