import { existsSync, readFileSync, realpathSync } from 'node:fs';

const SMAPS = '/proc/self/smaps';
const MAPPING = /^[\da-f]+-[\da-f]+ /;

/**
 * The share of a mapped file's resident memory that is mapped in huge pages, `FilePmdMapped` of /proc/self/smaps; null
 * where the system does not say it, or nothing of the file is resident.
 */
export function hugeShare(file: string): number | null {
  if (!existsSync(SMAPS)) return null;
  const name = realpathSync(file);
  const kilobytes = { Rss: 0, FilePmdMapped: 0 };
  let isOfFile = false;
  for (const line of readFileSync(SMAPS, 'utf8').split('\n')) {
    if (MAPPING.test(line)) isOfFile = line.endsWith(` ${name}`);
    const [, field, value] = /^(Rss|FilePmdMapped): +(\d+) kB$/.exec(line) ?? [];
    if (isOfFile && field !== undefined) kilobytes[field as keyof typeof kilobytes] += Number(value);
  }
  return kilobytes.Rss === 0 ? null : kilobytes.FilePmdMapped / kilobytes.Rss;
}

/** Files whose shares differ by more are not alike: small pages alone cost up to a quarter of a query. */
const ALIKE = 0.05;

/** What to note of two files, by their shares: how far they can be compared, and how to make them alike. */
export function noteOfPages(here: number, there: number): string {
  const shares = `Of the files, ${percent(here)} here and ${percent(there)} there were mapped in huge pages`;
  if (Math.abs(here - there) <= ALIKE) return `${shares}.`;
  return `${shares}: shares of unlike files say little. Have Linux forget the one with less, to be read back: \`sync FILE && dd if=FILE iflag=nocache count=0\`.`;
}

function percent(share: number): string {
  return `${(100 * share).toFixed(0)} %`;
}

/** Memory of a process on Linux, bytes. */
export interface ProcessMemory {
  readonly resident: number;
  /** Its proportional share: shared pages are divided among their processes. */
  readonly proportional: number;
  /** Private pages that no file backs: heaps, stacks, buffers. */
  readonly anonymous: number;
  /**
   * Resident pages of one mapped file. They belong to the page cache, and are shared by all
   * processes that map the file.
   */
  readonly file: number;
}

/** The memory of a process that has a file mapped. */
export function processMemory(pid: number, path: string): ProcessMemory {
  const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
  const bytes = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(rollup)?.[1] ?? 0) * 1024;
  const file = residentOf(pid, realpathSync(path));
  return { resident: bytes('Rss'), proportional: bytes('Pss'), anonymous: bytes('Anonymous'), file };
}

/** Bytes of a mapped file that a process has in memory. */
function residentOf(pid: number, path: string): number {
  let sum = 0;
  let isOfFile = false;
  for (const line of readFileSync(`/proc/${pid}/smaps`, 'utf8').split('\n')) {
    if (/^[0-9a-f]+-[0-9a-f]+ /.test(line)) isOfFile = line.endsWith(` ${path}`);
    else if (isOfFile && line.startsWith('Rss:')) sum += Number(/\d+/.exec(line)![0]) * 1024;
  }
  return sum;
}
