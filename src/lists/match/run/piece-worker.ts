import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Piece, PieceEnd } from '../input/pieces.ts';
import { InputError } from '../input/source.ts';
import type { Asked, PieceResult, Places, Said, WorkerData } from './plan.ts';

/** A worker thread, as the thread sees it that gives it pieces. */
export class PieceWorker {
  /** Once it has opened the index. */
  readonly ready: Promise<void>;
  readonly #thread: Worker;
  readonly #ready = new Answers<void>();
  readonly #ends = new Answers<PieceEnd>();
  readonly #results = new Answers<PieceResult | null>();
  readonly #writes = new Answers<void>();
  #hasEnded = false;

  constructor(data: WorkerData) {
    this.ready = this.#ready.next();
    this.#thread = new Worker(new URL('./worker.js', import.meta.url), { workerData: data });
    this.#thread.on('message', (said: Said) => this.#hear(said));
    this.#thread.on('error', (error) => this.#fail(error));
    this.#thread.on('exit', (code) => {
      this.#hasEnded = true;
      this.#fail(new Error(`a worker ended with code ${code}`));
    });
  }

  /** Works on a piece: where it ends is known long before what becomes of it. */
  work(piece: Piece): { readonly end: Promise<PieceEnd>; readonly result: Promise<PieceResult | null> } {
    this.#ask({ piece }, piece.bytes instanceof Uint8Array ? [piece.bytes.buffer] : []);
    return { end: this.#ends.next(), result: this.#results.next() };
  }

  /** Writes what is kept of the first piece that is not written yet. */
  write(places: Places): Promise<void> {
    this.#ask({ places }, []);
    return this.#writes.next();
  }

  /** Lets it end by itself: a thread that is stopped while it maps the index would take the process down. */
  async end(): Promise<void> {
    if (this.#hasEnded) return;
    this.#ask(null, []);
    await once(this.#thread, 'exit');
  }

  #ask(asked: Asked | null, given: ArrayBuffer[]): void {
    this.#thread.postMessage(asked, given);
  }

  #fail(error: Error): void {
    for (const answers of [this.#ready, this.#ends, this.#results, this.#writes]) answers.fail(error);
  }

  #hear(said: Said): void {
    if ('ready' in said) this.#ready.resolve();
    else if ('end' in said) this.#ends.resolve(said.end);
    else if ('result' in said) this.#results.resolve(said.result);
    else if ('refused' in said)
      for (const answers of [this.#ends, this.#results]) answers.fail(new InputError(said.refused));
    else if (said.failure === null) this.#writes.resolve();
    else this.#fail(Object.assign(new Error(said.failure.message), { code: said.failure.code }));
  }
}

/** What is waited for, in the order in which it was asked for. */
class Answers<T> {
  #waiting: { readonly resolve: (value: T) => void; readonly reject: (error: Error) => void }[] = [];
  #failure: Error | null = null;

  next(): Promise<T> {
    const answer = new Promise<T>((resolve, reject) => {
      if (this.#failure === null) this.#waiting.push({ resolve, reject });
      else reject(this.#failure);
    });
    // Whoever waits for it hears of a failure, perhaps later.
    answer.catch(() => undefined);
    return answer;
  }

  resolve(value: T): void {
    this.#waiting.shift()?.resolve(value);
  }

  fail(error: Error): void {
    this.#failure ??= error;
    for (const { reject } of this.#waiting.splice(0)) reject(this.#failure);
  }
}
