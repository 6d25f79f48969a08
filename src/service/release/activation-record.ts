import { join } from 'node:path';
import { readManifest } from '../../address/index/open.ts';
import { reachIndex } from '../../address/index/reach.ts';
import { readSettingsText } from '../../system/settings-file.ts';
import { WholeFile } from '../../system/whole-file.ts';

/** An index file, and what tells it from others of the same name. */
export interface RecordedRelease {
  readonly path: string;
  readonly release: string;
  readonly addresses: number;
  /** `Manifest.checksum`. */
  readonly checksum: number;
}

/** Which release was activated in place of the one that is configured. */
export interface ActivationRecord {
  /** The index that was configured then. */
  readonly configured: string;
  /** Its `Manifest.checksum` then; null where it could not be read. */
  readonly configuredChecksum: number | null;
  readonly serving: RecordedRelease;
  readonly previous: RecordedRelease | null;
}

/** Where activations are recorded in a data folder. */
export function activationRecordPath(dataDir: string): string {
  return join(dataDir, 'release.json');
}

/**
 * What was activated last in place of the index that is configured; null where nothing was, where
 * the record cannot be read, or where another index is configured by now: another path, or another
 * file at the same path.
 */
export async function readActivation(dataDir: string, configured: string): Promise<ActivationRecord | null> {
  let record: ActivationRecord;
  try {
    record = JSON.parse(readSettingsText(activationRecordPath(dataDir))) as ActivationRecord;
  } catch {
    return null;
  }
  const checksum = await checksumOf(configured);
  const same = record.configured === configured && (checksum === null || record.configuredChecksum === checksum);
  return same ? record : null;
}

/**
 * Records what is activated, so that the service begins with it when it is started again. The file
 * is replaced whole. Throws where it cannot be written.
 */
export async function writeActivation(
  dataDir: string,
  record: Omit<ActivationRecord, 'configuredChecksum'>,
): Promise<void> {
  const configuredChecksum = await checksumOf(record.configured);
  const file = new WholeFile(activationRecordPath(dataDir));
  const whole: ActivationRecord = { ...record, configuredChecksum };
  file.write(new TextEncoder().encode(`${JSON.stringify(whole, null, 2)}\n`));
  file.finish();
}

async function checksumOf(path: string): Promise<number | null> {
  try {
    await reachIndex(path);
    return readManifest(path).checksum;
  } catch {
    return null;
  }
}
