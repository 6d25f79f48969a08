import type { Position } from '../input/cut.ts';
import type { PieceEnd, Pieces } from '../input/pieces.ts';
import { PieceWorker } from './piece-worker.ts';
import type { PieceResult, Places, WorkerData } from './plan.ts';

/** A piece and what became of it. */
export interface Done {
  readonly from: Position;
  readonly after: Position;
  /** Null where none of its lines were to be looked up. */
  readonly result: PieceResult | null;
  /** Writes what is kept of it. To be called in the order of the list. */
  readonly write: (places: Places) => Promise<void>;
}

/** Pieces of a worker whose results nobody has taken, besides the one that it works on. */
const AHEAD = 1;

/**
 * Has workers go through a list, and yields what became of each piece in the order of the list. A worker takes what
 * follows as soon as the one before has found where its own piece ends: only that goes from one to the next. One with
 * results that nobody takes waits, so memory does not grow with the list. A short list does not start all workers.
 */
export async function* workOn(pieces: Pieces, data: WorkerData, workers: number): AsyncGenerator<Done> {
  const pool: PieceWorker[] = [];
  const queue: { readonly done: Promise<Done>; readonly onTaken: () => void }[] = [];
  let end: PieceEnd | null = pieces.start;
  /** The worker before has its piece. */
  let turn: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  let wake: () => void = () => undefined;

  const finish = () => {
    end = null;
    wake();
  };
  /** Resolves when it is taken. */
  const enqueue = (done: Promise<Done>): Promise<void> =>
    new Promise((onTaken) => {
      // A failure is thrown when its turn comes.
      done.catch(() => undefined);
      queue.push({ done, onTaken });
      wake();
    });
  /** Gives a worker the piece that comes next; null where there is none. */
  const handOut = async (worker: PieceWorker): Promise<{ done: Promise<Done>; taken: Promise<void> } | null> => {
    const piece = end === null ? null : await pieces.next(end);
    if (piece === null) {
      finish();
      return null;
    }
    const asked = worker.work(piece);
    const found = await asked.end;
    const done = asked.result.then((result) => {
      return { from: piece.from, after: found.after, result, write: (places: Places) => worker.write(places) };
    });
    end = found;
    return { done, taken: enqueue(done) };
  };
  const run = async (worker: PieceWorker): Promise<void> => {
    const held: Promise<void>[] = [];
    await worker.ready;
    while (end !== null) {
      waiting++;
      const handed = turn.then(() => handOut(worker));
      turn = handed.catch(() => undefined);
      const piece = await handed.finally(() => waiting--);
      if (piece === null) return;
      if (waiting === 0) start(pool.length);
      await piece.done;
      held.push(piece.taken);
      if (held.length > AHEAD) await held.shift();
    }
  };
  const start = (more: number) => {
    for (let i = 0; i < more && pool.length < workers; i++) {
      const worker = new PieceWorker(data);
      pool.push(worker);
      run(worker).catch((error: Error) => {
        enqueue(Promise.reject(error));
        finish();
      });
    }
  };

  try {
    start(pieces.atLeast);
    for (;;) {
      const next = queue.shift();
      if (next !== undefined) {
        yield await next.done;
        next.onTaken();
      } else if (end === null) return;
      else
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
    }
  } finally {
    end = null;
    await Promise.all(pool.map((worker) => worker.end()));
  }
}
