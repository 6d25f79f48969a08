import { join } from 'node:path';
import { type AddressIndex, openIndex } from '../../src/index/open.ts';
import { compilePrograms, type Programs } from '../build-index/builder-programs.ts';
import {
  compileRelease,
  generatedRelease,
  type SmallRelease,
  writeSmallRelease,
} from '../build-index/builder-releases.ts';

/** Makes indexes for tests, in folders that `remove` removes. */
export interface Indexes {
  /** An index of a generated release. */
  generated(addresses: number, seed: number): Promise<AddressIndex>;
  /** An index of a small release. */
  small(release: SmallRelease): Promise<AddressIndex>;
  remove(): void;
}

/** Compiles what makes indexes. */
export async function makeIndexes(): Promise<Indexes> {
  const programs: Programs = await compilePrograms();
  const compiled = async (gnaf: string) => {
    const out = join(programs.folder(), 'x.lbx');
    await compileRelease(gnaf, out, { maxDropped: 0.01 });
    return openIndex(out);
  };
  return {
    generated: async (addresses, seed) => compiled((await generatedRelease(programs, addresses, seed)).gnaf),
    small(release) {
      const gnaf = programs.folder();
      writeSmallRelease(gnaf, release);
      return compiled(gnaf);
    },
    remove: () => programs.remove(),
  };
}
