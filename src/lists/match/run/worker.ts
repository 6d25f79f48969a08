import { writeSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { openIndex } from '../../../address/index/open.ts';
import { syntaxOf } from '../format/format.ts';
import { cutRecords } from '../input/cut.ts';
import { endOf, orInputError, PIECE_BYTES, stretchOf } from '../input/pieces.ts';
import { InputError } from '../input/source.ts';
import { Tally } from '../report/tally.ts';
import type { Asked, Kept, PieceResult, Places, Said, WorkerData } from './plan.ts';
import { pieceWorker, type Writings } from './work-piece.ts';

/** A worker thread: pieces in, results out, in the same order; null ends it. */
const { plan, files, handsBack, tally: memory, name } = workerData as WorkerData;
const work = pieceWorker(openIndex(plan.index, plan.descriptor), plan);
const syntax = syntaxOf(plan.input);
const tally = memory === null ? null : new Tally(memory);
const room = new Uint8Array(PIECE_BYTES);
/** What is to be written of the pieces that were worked on, in their order. */
const unwritten: Writings[] = [];

function say(said: Said, given: ArrayBuffer[] = []): void {
  parentPort?.postMessage(said, given);
}

parentPort?.on('message', (asked: Asked | null) => {
  if (asked === null) parentPort?.close();
  else if ('places' in asked) say({ failure: write(asked.places) });
  else
    try {
      workOn(asked);
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      say({ refused: error.message });
    }
});
say({ ready: true });

function workOn({ piece }: Extract<Asked, { piece: unknown }>): void {
  const stretch = stretchOf(piece, room);
  const records = orInputError(name, () => cutRecords(stretch, syntax, piece.share));
  const end = endOf(piece, stretch, records);
  say({ end }, end.rest.length === 0 ? [] : [end.rest.buffer]);
  if (piece.isPassed || records.ends.length === 0) {
    say({ result: null });
    return;
  }
  const { writings, bad, dated } = work(stretch.bytes, records);
  tally?.add(writings.tally);
  const output = handsBack ? writings.output : NOTHING;
  if (!handsBack) unwritten.push(writings);
  const lengths = Object.fromEntries(
    Object.entries(writings).map(([kept, { byteLength }]) => [kept, byteLength]),
  ) as Record<Kept, number>;
  const result: PieceResult = { lengths, output, counts: tally?.takeCounts() ?? null, bad, dated };
  say({ result }, handsBack ? [output.buffer] : []);
}

const NOTHING = new Uint8Array(0);

/** Writes what is kept of the first piece that is not written yet; answers why that failed. */
function write(places: Places): Extract<Said, { failure: unknown }>['failure'] {
  const writings = unwritten.shift();
  if (writings === undefined) throw new Error('there is nothing to be written');
  for (const [kept, place] of Object.entries(places) as [Kept, number][]) {
    const file = files[kept];
    if (file === undefined) throw new Error(`${kept} has no file`);
    const { buffer, byteOffset, byteLength } = writings[kept];
    const bytes = new Uint8Array(buffer, byteOffset, byteLength);
    try {
      for (let from = 0; from < byteLength; )
        from += writeSync(file.descriptor, bytes, from, byteLength - from, place + from);
    } catch (error) {
      const { message, code } = error as NodeJS.ErrnoException;
      return { message: `${file.path}: ${message}`, code };
    }
  }
  return null;
}
