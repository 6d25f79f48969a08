import { closeSync } from 'node:fs';
import koffi from 'koffi';
import { findDamage } from '../../../address/index/damage.ts';
import { remapFile } from '../../../address/index/mmap.ts';
import type { MappedIndex } from '../../../address/index/open.ts';
import { libc } from '../../../system/libc.ts';
import type { Log } from '../../telemetry/log.ts';
import { heldOffMs } from './leases.ts';
import { copyPrivately } from './private-copy.ts';

const O_CLOEXEC = 0o2000000;

const HINT =
  'never copy over an index that is served: write the new one under another name, and activate that; to serve what is written to this file, activate it once it is whole';

/**
 * Replaces an index, whose file another program waits to write to, by a private copy: afterwards
 * the mapping and the descriptor refer to the copy, and the file itself is neither open nor mapped
 * here, so that its lease ends and the other program goes on. Views of the mapping stay valid.
 * Every section of the copy is first compared with its checksum, so bytes that have already changed
 * are noticed. If there is no copy in time, the process is killed before it can give a wrong
 * answer; the log says why.
 */
export async function outliveOverwriting(
  index: MappedIndex,
  descriptor: number,
  dataDir: string | null,
  log: Log,
): Promise<void> {
  const { path, fileBytes: bytes } = index.manifest;
  const began = performance.now();
  const end = (reason: string): void => {
    log.fatal({ path, reason }, 'index file about to be overwritten');
    process.kill(process.pid, 'SIGKILL');
  };
  const patience = heldOffMs();
  const late = () => end(`its copy was not ready after ${patience} ms`);
  const timer = patience === null ? undefined : setTimeout(late, patience);
  try {
    const copied_to = await moveToCopy(index, descriptor, dataDir);
    const milliseconds = Math.round(performance.now() - began);
    log.warn({ path, bytes, copied_to, milliseconds, hint: HINT }, 'index file opened for writing');
  } catch (error) {
    end(error instanceof Error ? error.message : String(error));
  }
  clearTimeout(timer);
}

/** Returns where the copy is. */
async function moveToCopy(
  { manifest, mapping }: MappedIndex,
  descriptor: number,
  dataDir: string | null,
): Promise<string> {
  const copy = await copyPrivately(descriptor, mapping.length, dataDir);
  try {
    const damage = await findDamage(manifest, copy.descriptor);
    if (damage !== null) throw new Error(damage);
    remapFile(manifest.path, copy.descriptor, mapping);
    if (libc().dup3(copy.descriptor, descriptor, O_CLOEXEC) < 0)
      throw new Error(`${manifest.path}: dup3 failed with errno ${koffi.errno()}`);
  } finally {
    closeSync(copy.descriptor);
  }
  return copy.place;
}
