import {
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  renameSync,
  rmSync,
  type WriteFileOptions,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import Database from 'libsql';

const SECRET: WriteFileOptions = { mode: 0o600, flag: 'wx' };

/** What SQLite keeps beside a database. */
const COMPANIONS = ['-wal', '-shm'];

/**
 * Copies a SQLite database to a new file while others read and write it. The copy has all that was
 * committed when it began, in one file that is either complete or absent. Throws an Error that
 * names the file if the copy exists already or cannot be written.
 */
export function backUp(file: string, copy: string): void {
  if (existsSync(copy)) throw new Error(`${copy} exists already: name a new file for the backup.`);
  const temporary = `${copy}.${process.pid}.new`;
  const database = new Database(file);
  try {
    writeFileSync(temporary, '', SECRET);
    database.exec('PRAGMA busy_timeout = 10000');
    // SQLite's own way to copy a database in use: one read transaction, which includes the
    // write-ahead log.
    database.prepare('VACUUM INTO ?').run(temporary);
    settleFile(temporary);
    linkSync(temporary, copy);
    settleFile(dirname(copy));
  } catch (error) {
    throw new Error(`The backup ${copy} cannot be written: ${error instanceof Error ? error.message : error}`);
  } finally {
    database.close();
    rmSync(temporary, { force: true });
  }
}

/**
 * What is wrong with a file as a backup, as a sentence; null if it is an intact SQLite database
 * with the tables of a ledger.
 */
export function backupFault(copy: string): string | null {
  if (!existsSync(copy)) return `There is no file ${copy}.`;
  const database = new Database(copy);
  try {
    const { integrity_check: found } = database.prepare('PRAGMA integrity_check').get() as { integrity_check: string };
    if (found !== 'ok') return `${copy} is damaged: ${found}`;
    const tables = database.prepare("select name from sqlite_master where type = 'table'").all() as { name: string }[];
    const missing = ['accounts', 'windows', 'leases'].filter((table) => !tables.some(({ name }) => name === table));
    return missing.length === 0 ? null : `${copy} is no ledger: it has no table ${missing.join(', ')}.`;
  } catch (error) {
    return `${copy} cannot be read as a ledger: ${error instanceof Error ? error.message : error}`;
  } finally {
    database.close();
  }
}

/**
 * Replaces a database that nobody has open by a backup. The old one is kept beside it, with `aside`
 * appended to its name. After a crash, either the old or the new one is in place. Throws the file
 * system's error.
 */
export function putBack(copy: string, file: string, aside: string): void {
  const temporary = `${file}.${process.pid}.new`;
  try {
    writeFileSync(temporary, '', SECRET);
    copyFileSync(copy, temporary);
    settleFile(temporary);
    if (existsSync(file)) {
      foldLog(file);
      linkSync(file, `${file}${aside}`);
    }
    for (const companion of COMPANIONS)
      if (existsSync(file + companion)) renameSync(file + companion, `${file}${aside}${companion}`);
    renameSync(temporary, file);
    settleFile(dirname(file));
  } finally {
    rmSync(temporary, { force: true });
  }
}

/**
 * Moves the content of the write-ahead log into the database, so that the file is complete by
 * itself. A database too damaged for this is left alone.
 */
function foldLog(file: string): void {
  try {
    const database = new Database(file);
    database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').all();
    database.close();
  } catch {
    // Its log is kept beside it.
  }
}

/** Makes sure that a file, or the names in a folder, are on the disk. */
function settleFile(path: string): void {
  const descriptor = openSync(path, 'r');
  fsyncSync(descriptor);
  closeSync(descriptor);
}
