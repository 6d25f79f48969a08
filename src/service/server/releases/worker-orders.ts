import type { ReleaseOrder, ReleaseReport } from '../../http/release-switch.ts';
import type { SupervisorMessage } from '../../http/serve.ts';
import type { OpenRelease } from './held-releases.ts';

/** Sends a worker an order; false if it does not run. */
export type Tell = (worker: number, order: ReleaseOrder | SupervisorMessage) => boolean;

/** Orders to workers, and who waits for their reports. */
export interface WorkerOrders {
  readonly tell: Tell;
  /** By worker: who waits for its next report of a release, null when it has ended. */
  readonly waiting: Map<number, (report: ReleaseReport | null) => void>;
}

/** How long a worker may take to open a release, ms. */
const OPEN_PATIENCE_MS = 60_000;

/** Has a worker open a release. Resolves to its report, or null if it does not run, or ends. */
export async function openIn(
  orders: WorkerOrders,
  worker: number,
  { number, index, holders }: OpenRelease,
): Promise<ReleaseReport | null> {
  holders.add(worker);
  const answer = await give(orders, worker, { kind: 'open', release: { number, index } }, number);
  if (answer === null) holders.delete(worker);
  return answer;
}

/** Has a worker serve a release; one that cannot open it is stopped. */
export async function moveTo(orders: WorkerOrders, worker: number, next: OpenRelease): Promise<void> {
  // It may have been restarted after the others opened the release.
  const opened = next.holders.has(worker) ? null : await openIn(orders, worker, next);
  if (opened?.kind !== 'not opened') await give(orders, worker, { kind: 'serve', number: next.number }, next.number);
  else orders.tell(worker, { kind: 'stop' });
}

/**
 * Gives a worker an order, and resolves to its report on that release, or null if it does not run,
 * or ends.
 */
function give(
  { tell, waiting }: WorkerOrders,
  worker: number,
  order: ReleaseOrder,
  number: number,
): Promise<ReleaseReport | null> {
  return new Promise((resolve) => {
    const late: ReleaseReport = { kind: 'not opened', number, reason: `worker ${worker} did not open it in time` };
    const timer = setTimeout(() => done(late), OPEN_PATIENCE_MS);
    const done = (report: ReleaseReport | null): void => {
      if (report !== null && report.number !== number) return;
      clearTimeout(timer);
      waiting.delete(worker);
      resolve(report);
    };
    waiting.set(worker, done);
    if (!tell(worker, order)) done(null);
  });
}
