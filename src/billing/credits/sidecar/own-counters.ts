import { existsSync, renameSync, statSync } from 'node:fs';
import {
  type CounterFile,
  createCounterFile,
  DamagedCounterFile,
  headerIsWhole,
  OtherCounterVersion,
  openCounterFile,
} from '../../../service/admission/counters/counter-file.ts';
import { HEADER } from '../../../service/admission/counters/layout.ts';
import { bootIsNoted, noteBoot } from '../../../service/admission/counters/sidecar-state.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { seeMachine } from '../../ledger/machines.ts';
import { type Book, noServerRuns } from './book.ts';
import { LostCounts } from './meter-check.ts';
import { openBook } from './open-book.ts';
import type { Report } from './sidecar-events.ts';

/**
 * What the sidecar has read from the counter file and the ledger; all of it is read again after a
 * failure.
 */
export interface Known {
  readonly book: Book;
  /** The ledger revision that is published; -1 for none. */
  revision: number;
  /** The position from which to go on reading the usage of other machines. */
  usage: number;
}

/** The counter file of this machine, if it is open. */
export interface OwnCounters {
  readonly path: string;
  /** This machine's name in the ledger. */
  readonly machine: string;
  readonly report: Report;
  file: CounterFile | null;
  known: Known | null;
}

/** The counter file at a path, not opened yet. */
export function ownCounters(path: string, machine: string, report: Report): OwnCounters {
  return { path, machine, report, file: null, known: null };
}

/**
 * What is known of the counters and the ledger, read now if necessary. The file is created if there
 * is none, and reopened if it was replaced.
 */
export async function requireKnown(own: OwnCounters, ledger: Ledger, now: number): Promise<Known> {
  const file = requireFile(own);
  if (own.known !== null) return own.known;
  // Leases refer to their machine, which may be new.
  await seeMachine(ledger, file.identity, own.machine, now);
  const book = await readBook(own, file, ledger, now);
  // After a reboot its keys and accounts may be outdated, so it counts as unpublished.
  if (!bootIsNoted(file)) Atomics.store(file.header.i32, HEADER.PUBLISHED, 0);
  noteBoot(file);
  own.known = { book, revision: -1, usage: 0 };
  return own.known;
}

/**
 * Opens the counter file if there is a whole one, so that servers learn of the sidecar from it while
 * the ledger is away.
 */
export function openIfThere(own: OwnCounters): void {
  try {
    own.file ??= openCounterFile(own.path);
  } catch {
    // With the ledger back it is made, or replaced and kept aside.
  }
}

async function readBook(own: OwnCounters, file: CounterFile, ledger: Ledger, now: number): Promise<Book> {
  try {
    return await openBook(file, ledger, now, (damage) => own.report({ kind: 'counter-damaged', ...damage }));
  } catch (error) {
    if (!(error instanceof LostCounts)) throw error;
    // Kept aside for manual review: it may be the ledger that is wrong, not the file.
    renameSync(own.path, `${own.path}.${file.identity}.lost`);
    replaceFile(own, error.message);
    throw error;
  }
}

function requireFile(own: OwnCounters): CounterFile {
  if (!existsSync(own.path)) replaceFile(own, 'there was none');
  if (own.file !== null && statSync(own.path).ino !== own.file.inode) forgetFile(own);
  // No other process could open it, not even a restarted server.
  if (own.file !== null && !headerIsWhole(own.file)) {
    renameSync(own.path, `${own.path}.${Date.now()}.lost`);
    replaceFile(own, `${own.path}: its header was changed while it was in use`);
  }
  own.file ??= openOrReplace(own);
  return own.file;
}

function replaceFile(own: OwnCounters, reason: string): void {
  createCounterFile(own.path);
  own.report({ kind: 'counters-created', path: own.path, reason });
  forgetFile(own);
}

function forgetFile(own: OwnCounters): void {
  own.file?.close();
  own.file = null;
  own.known = null;
}

/**
 * Opens the counter file. A damaged one, or one of another version that no server uses, is kept
 * aside for manual review, and a new one is built from the ledger. After an orderly stop of the
 * sidecar that loses nothing, since all usage is in the ledger.
 */
function openOrReplace(own: OwnCounters): CounterFile {
  try {
    return openCounterFile(own.path);
  } catch (error) {
    if (!(error instanceof OtherCounterVersion || error instanceof DamagedCounterFile)) throw error;
    if (error instanceof OtherCounterVersion && !noServerRuns(own.path))
      throw new Error(`${error.message}; a server of that version counts in it still: stop it first`);
    renameSync(own.path, `${own.path}.${Date.now()}.lost`);
    replaceFile(own, error.message);
    return openCounterFile(own.path);
  }
}
