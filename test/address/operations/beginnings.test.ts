import { describe, expect, it } from 'vitest';
import { randomLines } from '../../../bench/address/search/inputs.ts';
import { inSessions } from '../../../bench/address/search/typing.ts';
import { Random } from '../../../build-index/generate/random.ts';
import { findFaults } from '../../../build-index/verify/check.ts';
import { CROSS_REFERENCE_STAGES } from '../../../build-index/verify/stages.ts';
import { beginningOf, keyOfBeginning, textOfBeginning } from '../../../src/address/index/beginnings.ts';
import { type AddressIndex, openIndex } from '../../../src/address/index/open.ts';
import { autocomplete } from '../../../src/address/operations/autocomplete.ts';
import { JsonBytes } from '../../../src/address/operations/json-bytes.ts';
import type { AutocompleteParameters } from '../../../src/address/operations/table/rows/autocomplete.ts';
import { cases } from '../../support/cases.ts';
import { generatedIndex } from '../../support/shared-releases.ts';

const index = openIndex(generatedIndex(80_000, 5));
const SEARCHED = withColumns({ beginning: new Uint32Array(0) });
const PLAIN = { limit: 5, state: null, near: null, debug: false } as const;

function withColumns(columns: Partial<AddressIndex['columns']>): AddressIndex {
  return { ...index, columns: { ...index.columns, ...columns } };
}

function answer(asked: AddressIndex, parameters: AutocompleteParameters): string {
  const out = new JsonBytes();
  return `${autocomplete(asked, parameters, out)} ${Buffer.from(out.view())}`;
}

function expectAsSearched(parameters: AutocompleteParameters): void {
  expect(answer(index, parameters), JSON.stringify(parameters)).toBe(answer(SEARCHED, parameters));
}

describe('short beginnings', () => {
  const texts = Array.from(index.columns.beginning, textOfBeginning);
  const every = (count: number) => texts.filter((_, i) => i % Math.ceil(texts.length / count) === 0);
  const many = every(cases(4_000, texts.length));
  const some = every(cases(500, texts.length));

  it('are answered as the search answers them, however they are written', () => {
    for (const text of many) {
      const small = text.toLowerCase();
      for (const q of [small, text, `${text[0]}${small.slice(1)}`, `${small[0]}${text.slice(1)}`])
        expectAsSearched({ ...PLAIN, q });
    }
  });

  it('are answered so for every limit, in a state, near a point, and with all that may be asked for beside', () => {
    for (const q of some) {
      for (let limit = 1; limit <= 20; limit++) expectAsSearched({ ...PLAIN, q, limit });
      expectAsSearched({ ...PLAIN, q, state: 'VIC' });
      expectAsSearched({ ...PLAIN, q, near: { lat: -37.8, lon: 145 } });
      expectAsSearched({ ...PLAIN, q, debug: true });
      expectAsSearched({ ...PLAIN, q, include: ['formatted', 'abbreviated'] });
    }
  });

  it('are there for what is typed first of every address', () => {
    const typed = inSessions(randomLines(index, new Random(1, 'beginnings'), 500), 5);
    const short = typed.filter((text) => /^(?:\d{1,4}|[A-Z]{1,4}) ?$/.test(text));
    expect(short.length).toBeGreaterThan(500);
    expect(short.filter((text) => beginningOf(index, text) < 0)).toEqual([]);
  });

  it('have keys that tell them apart, and other texts have none', () => {
    for (const text of texts) expect(textOfBeginning(keyOfBeginning(text))).toBe(text);
    for (const text of ['', ' ', 'SMITH', '12345', '1A', 'A1', 'A  ', ' A', 'A B', 'A,', 'aB', 'É', 'smit,'])
      expect(keyOfBeginning(text), text).toBe(-1);
  });

  it('are compared with the search by verify', () => {
    const faultsWith = (columns: Partial<AddressIndex['columns']>) =>
      findFaults(withColumns(columns), CROSS_REFERENCE_STAGES);
    expect(faultsWith({})).toEqual([]);
    const beginningAddress = index.columns.beginningAddress.slice();
    beginningAddress[0]++;
    const other = expect.stringMatching(/^at 0: \d+ \(\d+\).* for "\w", expected .* as the search finds$/);
    expect(faultsWith({ beginningAddress })).toEqual([{ section: 'beginningAddress', message: other }]);
    const beginningScore = index.columns.beginningScore.slice();
    beginningScore[beginningScore.length - 1]--;
    expect(faultsWith({ beginningScore })).toHaveLength(1);
  });
});
