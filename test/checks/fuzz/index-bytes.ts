import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openIndex } from '../../../src/address/index/open.ts';
import { bindOperations } from '../../../src/address/operations/call/bind-operations.ts';
import { JsonBytes } from '../../../src/address/operations/json-bytes.ts';
import { ROUTES } from '../../../src/service/http/routes.ts';
import { compileRelease, smallRelease, writeSmallRelease } from '../../build-index/builder-releases.ts';
import { faultOf, type Target } from './target.ts';

const QUESTIONS: readonly [route: string, query: string][] = [
  ['autocomplete', 'q=1+high+st'],
  ['autocomplete', 'q=h&limit=20'],
  ['autocomplete', 'q=3+hihg+street+kew&lat=-37.8&lon=145'],
  ['validate', 'q=unit+1+2+high+street+kew+east+vic+3101&debug=true'],
  ['validate', 'q=old+high+street+kew'],
  ['enrich', 'id=GAVIC400000001'],
  ['enrich', 'id=GAVIC400000004&debug=true'],
  ['reverse', 'lat=-37.8&lon=145.03&radius=50000&limit=20'],
  ['lookup/postcode', 'postcode=3101'],
  ['lookup/suburb', 'suburb=kew+east'],
];

/** A question of a damaged index may fail, but it ends. */
const MOST_MS = 5000;

/** An index file with a few bytes changed, or cut short: it is refused in a sentence, or each question ends, and nothing dies. */
export const indexBytes: Target = {
  name: 'index-bytes',
  async open(folder) {
    const release = join(folder, 'release');
    writeSmallRelease(release, smallRelease(40));
    const whole = join(folder, 'whole.lbx');
    await compileRelease(release, whole);
    const bytes = readFileSync(whole);
    // Half of the changes go into what is not padding.
    const dense = [...bytes.keys()].filter((at) => bytes[at] !== 0);
    const out = new JsonBytes();
    let files = 0;
    return {
      make(random) {
        const changed = Buffer.from(bytes);
        for (let i = 1 + random.below(3); i > 0; i--) {
          const at = random.below(2) === 0 ? random.of(dense) : random.below(bytes.length);
          changed[at] = random.of([0, 1, 0x7f, 0x80, 0xff, random.below(256)]);
        }
        return random.below(10) === 0 ? changed.subarray(0, random.below(bytes.length)) : changed;
      },
      async run(input) {
        // A mapped file must not change: each input is a new one. A few are kept.
        const path = join(folder, `changed-${files++ % 50}.lbx`);
        rmSync(path, { force: true });
        writeFileSync(path, input);
        let operations: ReturnType<typeof bindOperations>;
        try {
          operations = bindOperations(openIndex(path));
        } catch (failure) {
          return faultOf(failure);
        }
        for (const [name, query] of QUESTIONS) {
          const route = ROUTES.find(({ path }) => path.endsWith(name));
          const began = performance.now();
          out.reset();
          try {
            route?.answer(operations, query, out);
          } catch {
            // Answered 500 by the service, which finds the damage by its checksums.
          }
          if (performance.now() - began > MOST_MS) return `${name} takes ${performance.now() - began} ms`;
        }
        return null;
      },
      close: async () => {},
    };
  },
};
