import { DIALECTS, type DialectLabel } from '../../address/operations/table/dialects.ts';
import { RECONCILIATION, type ReconciliationLabel } from '../../address/operations/table/reconciliation.ts';
import { type OperationName, type ReturnsOf, TABLE } from '../../address/operations/table/table.ts';

/** Requests other than data requests. */
const OTHERS = ['healthz', 'readyz', 'attribution', 'openapi', 'explain', 'page', 'preflight', 'unknown'] as const;

/** The names of batches in logs and metrics. */
export type BatchLabel = `${OperationName}Batch`;

/** The names of operations in logs and metrics. */
export type OperationLabel = OperationName | BatchLabel | ReconciliationLabel | DialectLabel | (typeof OTHERS)[number];

/**
 * All of them: the data operations first, then their batches, then the parts of the reconciliation
 * service and the dialects of other geocoders, then what needs no key.
 */
export const OPERATION_LABELS: readonly OperationLabel[] = [
  ...TABLE.map(({ name }) => name),
  ...TABLE.filter(({ batch }) => batch !== undefined).map(({ name }) => `${name}Batch` as BatchLabel),
  ...RECONCILIATION.map(({ label }) => label),
  ...DIALECTS.map(({ label }) => label),
  ...OTHERS,
];

/** The codes of error answers. */
export const ERROR_CODES = [
  'INVALID_PARAMETERS',
  'MISSING_API_KEY',
  'INVALID_API_KEY',
  'PRODUCT_NOT_ALLOWED',
  'ORIGIN_NOT_ALLOWED',
  'OPERATION_NOT_ALLOWED',
  'NOT_FOUND',
  'RATE_LIMITED',
  'QUOTA_EXCEEDED',
  'INTERNAL_ERROR',
] as const;
/** One of them. */
export type CountedCode = (typeof ERROR_CODES)[number];

/**
 * Why an overloaded worker refuses a request: its account has used its share (`account`), or
 * accounts within their share have used up the turn (`turn`); or its client has left (`gone`).
 */
export const SHED_REASONS = ['account', 'turn', 'gone'] as const;
/** One of them. */
export type ShedReason = (typeof SHED_REASONS)[number];

/**
 * Why a connection is closed at once: no more may be open (`full`), or its client holds most of many
 * (`client`).
 */
export const CLOSE_REASONS = ['full', 'client'] as const;
/** One of them. */
export type CloseReason = (typeof CLOSE_REASONS)[number];

/** Match qualities, best first. */
export const QUALITIES = ['high', 'medium', 'low', 'none'] as const;
/** One of them. */
export type CountedQuality = (typeof QUALITIES)[number];

/** The operations whose answers have a match quality. */
export const MATCHING = TABLE.filter(({ returns }) => returns === 'match').map(({ name }) => name as MatchingName);
/** One of them. */
export type MatchingName = { [N in OperationName]: ReturnsOf<N> extends 'match' ? N : never }[OperationName];

/** Statuses are below this. */
export const STATUS_END = 600;

/**
 * Upper bounds of the buckets of a request's duration, seconds; one more bucket holds those above
 * all of them.
 */
export const DURATION_BOUNDS: readonly number[] = [
  ...[0.000_025, 0.000_05, 0.000_1, 0.000_25, 0.000_5],
  ...[0.001, 0.002_5, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1],
];

/**
 * Upper bounds of the buckets of the event loop's delay, seconds; one more bucket holds those above
 * all of them.
 */
export const DELAY_BOUNDS: readonly number[] = [0.001, 0.002_5, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5];

/**
 * A row of the counts of an operation: what the usual answer counts, together, so that it touches
 * one line of the processor's cache or two.
 */
const ROW = {
  /** Answers with status 200. */
  ok: 0,
  /** Seconds that answers took. */
  seconds: 1,
  /** Credits that answers cost, without those given back. */
  credits: 2,
  /** Answers by duration, not cumulative, in the order of `DURATION_BOUNDS`. */
  durations: 3,
} as const;
const ROW_LENGTH = ROW.durations + DURATION_BOUNDS.length + 1;

/** The sections of a worker's counts and their lengths. */
const LENGTHS = {
  /** A row for each operation. */
  operations: OPERATION_LABELS.length * ROW_LENGTH,
  /** Answers with other statuses than 200, by operation and status: `operation * STATUS_END + status`. */
  statuses: OPERATION_LABELS.length * STATUS_END,
  /** Error answers, by code. */
  errors: ERROR_CODES.length,
  /** Requests that were shed, by reason. */
  shed: SHED_REASONS.length,
  /** Seconds in which requests waited for too long. */
  overloaded: 1,
  /** Answers by match quality: `place in MATCHING * QUALITIES.length + place in QUALITIES`. */
  qualities: MATCHING.length * QUALITIES.length,
  /** Delays of the event loop, not cumulative, and their sum in seconds. */
  delays: DELAY_BOUNDS.length + 1,
  delaySum: 1,
  /** Seconds in which the event loop had work. */
  busy: 1,
  /** Answers of autocomplete that were in the cache, and those that were not. */
  cacheHits: 1,
  cacheMisses: 1,
  /** Bytes in the cache. */
  cacheBytes: 1,
  /** Connections closed because too many were open, by reason. */
  connectionsClosed: CLOSE_REASONS.length,
  /** Connections open now. */
  connections: 1,
  /** Bytes of the JavaScript heap in use. */
  heap: 1,
} as const;

/**
 * The counts of a worker thread, as views on memory that it shares with the thread that renders
 * metrics. Only the worker writes; a number is eight aligned bytes, which 64-bit processors write
 * atomically, so that neither waits for the other.
 */
export type WorkerCounts = Readonly<Record<keyof typeof LENGTHS, Float64Array>>;

/** Gauges, which are 0 for a worker that has ended. */
const NOW: readonly (keyof WorkerCounts)[] = ['cacheBytes', 'connections', 'heap'];

const SECTIONS = Object.entries(LENGTHS) as [keyof WorkerCounts, number][];
const TOTAL_LENGTH = SECTIONS.reduce((sum, [, length]) => sum + length, 0);

/** Memory for the counts of one worker, all zero. */
export function newWorkerCounts(): SharedArrayBuffer {
  return new SharedArrayBuffer(TOTAL_LENGTH * Float64Array.BYTES_PER_ELEMENT);
}

/** The counts in such memory. */
export function workerCountsIn(memory: SharedArrayBuffer): WorkerCounts {
  let at = 0;
  const views = SECTIONS.map(([name, length]) => {
    const view = new Float64Array(memory, at * Float64Array.BYTES_PER_ELEMENT, length);
    at += length;
    return [name, view];
  });
  return Object.fromEntries(views);
}

/** Adds one worker's counts to another's; for a worker that has `ended`, without its gauges. */
export function addCounts(sum: WorkerCounts, counts: WorkerCounts, ended: boolean): void {
  for (const [name, length] of SECTIONS) {
    if (ended && NOW.includes(name)) continue;
    for (let i = 0; i < length; i++) sum[name][i] += counts[name][i];
  }
}

/** Counts an answer of an operation, by its place in `OPERATION_LABELS`. */
export function countRequest(counts: WorkerCounts, operation: number, status: number, seconds: number): void {
  const { operations } = counts;
  const row = operation * ROW_LENGTH;
  if (status === 200) operations[row + ROW.ok]++;
  else counts.statuses[operation * STATUS_END + status]++;
  operations[row + ROW.seconds] += seconds;
  operations[row + ROW.durations + bucketOf(DURATION_BOUNDS, seconds)]++;
}

/** Counts the credits that an answer of an operation, by its place in `OPERATION_LABELS`, costs. */
export function countCredits(counts: WorkerCounts, operation: number, credits: number): void {
  counts.operations[operation * ROW_LENGTH + ROW.credits] += credits;
}

/** Answers of an operation with a status. */
export function answersWith(counts: WorkerCounts, operation: number, status: number): number {
  const { operations, statuses } = counts;
  return status === 200 ? operations[operation * ROW_LENGTH + ROW.ok] : statuses[operation * STATUS_END + status];
}

/** Answers of an operation by duration, in the order of `DURATION_BOUNDS`, and the seconds that they took. */
export function durationsOf(
  { operations }: WorkerCounts,
  operation: number,
): { readonly buckets: Float64Array; readonly seconds: number } {
  const row = operation * ROW_LENGTH;
  return {
    buckets: operations.subarray(row + ROW.durations, row + ROW_LENGTH),
    seconds: operations[row + ROW.seconds],
  };
}

/** Credits that the answers of an operation cost, without those given back. */
export function creditsOf({ operations }: WorkerCounts, operation: number): number {
  return operations[operation * ROW_LENGTH + ROW.credits];
}

/** Counts an error answer. */
export function countError(counts: WorkerCounts, code: CountedCode): void {
  counts.errors[ERROR_CODES.indexOf(code)]++;
}

/** Counts a request that was shed. */
export function countShed(counts: WorkerCounts, reason: ShedReason): void {
  counts.shed[SHED_REASONS.indexOf(reason)]++;
}

/** Counts a connection that was closed at once. */
export function countClosed(counts: WorkerCounts, reason: CloseReason): void {
  counts.connectionsClosed[CLOSE_REASONS.indexOf(reason)]++;
}

/** Counts how well the best record of an answer matched. */
export function countQuality(counts: WorkerCounts, operation: MatchingName, quality: CountedQuality): void {
  counts.qualities[MATCHING.indexOf(operation) * QUALITIES.length + QUALITIES.indexOf(quality)]++;
}

/** Counts a delay of the event loop. */
export function countDelay(counts: WorkerCounts, seconds: number): void {
  counts.delays[bucketOf(DELAY_BOUNDS, seconds)]++;
  counts.delaySum[0] += seconds;
}

function bucketOf(bounds: readonly number[], value: number): number {
  let bucket = 0;
  while (bucket < bounds.length && value > bounds[bucket]) bucket++;
  return bucket;
}
