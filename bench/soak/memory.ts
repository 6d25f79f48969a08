import { readFileSync } from 'node:fs';

/** What a process has in memory. Bytes, but for the mappings. */
export interface Memory {
  readonly resident: number;
  /** Of that, what no file backs: what grows when something leaks. */
  readonly anonymous: number;
  /** Of that, pages of files, which other processes may share. */
  readonly file: number;
  /** Mappings of index files. */
  readonly indexes: number;
  /** All mappings. */
  readonly mappings: number;
}

/** What a process has in memory, as Linux tells; null where it does not, or the process is gone. */
export function memoryOf(pid: number): Memory | null {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'latin1');
    const bytes = (name: string) => 1024 * Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1] ?? 0);
    const maps = readFileSync(`/proc/${pid}/maps`, 'latin1').trimEnd().split('\n');
    return {
      resident: bytes('VmRSS'),
      anonymous: bytes('RssAnon'),
      file: bytes('RssFile') + bytes('RssShmem'),
      indexes: maps.filter((line) => line.endsWith('.lbx') || line.endsWith('.lbx (deleted)')).length,
      mappings: maps.length,
    };
  } catch {
    return null;
  }
}
