import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { findFaults } from '../../../build-index/verify/check.ts';
import { CROSS_REFERENCE_STAGES } from '../../../build-index/verify/stages.ts';
import { openIndex } from '../../../src/address/index/open.ts';
import { compileRelease, filesBelow, smallRelease, writeSmallRelease } from '../../build-index/builder-releases.ts';
import { zipOf } from '../../build-index/zip-writer.ts';
import { mutate, type Random } from './random.ts';
import { faultOf, type Target } from './target.ts';

const PSV_WORDS = [
  '|',
  '||',
  '\r\n',
  '\n',
  '"',
  '\ufeff',
  'GAVIC400000001',
  'loc1',
  'VIC10001',
  '-37.8',
  '145.03',
  '1e99',
  '-0',
  '2026-02-30',
  'P',
  'A',
  '|P|',
  '99999999999999999999',
];
const ZIP_WORDS = [
  'PK\x01\x02',
  'PK\x03\x04',
  'PK\x05\x06',
  'PK\x06\x06',
  '\xff\xff\xff\xff',
  '\0\0\0\0',
  '../../',
  '/',
  '\x01\0\x18\0',
];

/** The files of the small release, by path. */
function smallFiles(folder: string): Map<string, Buffer> {
  writeSmallRelease(folder, smallRelease());
  const files = filesBelow(folder);
  rmSync(folder, { recursive: true });
  return files;
}

/** Builds from a release: it is refused in a sentence and leaves nothing, or the index is sound. */
async function tryToBuild(release: string, folder: string): Promise<string | null> {
  const out = join(folder, 'out', 'small.lbx');
  mkdirSync(dirname(out), { recursive: true });
  try {
    await compileRelease(release, out);
  } catch (failure) {
    const left = readdirSync(dirname(out));
    return left.length > 0 ? `a failed build leaves ${left.join()}` : faultOf(failure);
  }
  if (!existsSync(out)) return 'the build ended well without an index';
  const faults = findFaults(openIndex(out), CROSS_REFERENCE_STAGES);
  rmSync(dirname(out), { recursive: true });
  return faults.length === 0 ? null : `the index has faults: ${JSON.stringify(faults.slice(0, 3))}`;
}

/** The tables of a release: one of them is changed. An input is the path, NUL, and what the file holds. */
export const psv: Target = {
  name: 'psv',
  async open(folder) {
    const files = smallFiles(join(folder, 'small'));
    const paths = [...files.keys()];
    const release = join(folder, 'release');
    return {
      make(random: Random) {
        const path = random.of(paths);
        return Buffer.concat([Buffer.from(`${path}\0`), mutate(random, files.get(path) as Buffer, PSV_WORDS)]);
      },
      async run(input) {
        const end = input.indexOf(0);
        const changed = input.toString('utf8', 0, end);
        for (const [path, content] of files) {
          mkdirSync(dirname(join(release, path)), { recursive: true });
          writeFileSync(join(release, path), path === changed ? input.subarray(end + 1) : content);
        }
        return tryToBuild(release, folder);
      },
      close: async () => {},
    };
  },
};

/** A release as a zip. */
export const zip: Target = {
  name: 'zip',
  async open(folder) {
    const entries = [...smallFiles(join(folder, 'small'))].map(([name, content]) => ({ name, content }));
    const zips = [zipOf(entries), zipOf(entries, true), zipOf(entries.map((entry) => ({ ...entry, method: 0 })))];
    const path = join(folder, 'release.zip');
    return {
      make(random) {
        const whole = random.of(zips);
        // Most of what matters is the directory at the end.
        if (random.below(2) === 0) return mutate(random, whole, ZIP_WORDS);
        const tail = whole.length - 1 - random.below(2500);
        return Buffer.concat([whole.subarray(0, tail), mutate(random, whole.subarray(tail), ZIP_WORDS)]);
      },
      async run(input) {
        writeFileSync(path, input);
        return tryToBuild(path, folder);
      },
      close: async () => {},
    };
  },
};
