import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { generatedIndex } from '../../../support/shared-releases.ts';
import { parseAnswers } from '../../search/answers/answer-file.ts';
import { type Calls, openCalls } from '../calls.ts';
import { drawRequests, type RequestClass } from './draw-requests.ts';

const FILE = fileURLToPath(new URL('digests.txt', import.meta.url));
const SEARCHED = fileURLToPath(new URL('../../search/answers/answers.txt', import.meta.url));

let calls: Calls;
let requests: readonly RequestClass[];

beforeAll(() => {
  calls = openCalls(generatedIndex(80_000, 5));
  requests = drawRequests(calls.index);
});

describe('An answer to a request of the specification, with nothing that is beyond it', () => {
  it('is byte for byte what it was, since what is new has to be asked for by `include`: the digest of each class (UPDATE=1 writes them)', () => {
    const lines = requests.map(({ name, path, queries }) => {
      const hash = createHash('sha256');
      for (const query of queries) hash.update(`${calls.text(path, query)}\n`);
      return `${name} | ${queries.length} requests | ${hash.digest('hex').slice(0, 16)}\n`;
    });
    if (process.env.UPDATE !== undefined) writeFileSync(FILE, lines.join(''));
    expect(lines).toEqual(readFileSync(FILE, 'utf8').split(/(?<=\n)/));
    expect(requests.reduce((sum, { queries }) => sum + queries.length, 0)).toBeGreaterThan(4000);
  });

  // What they find is in answers.txt: here is that they say it in the same members, in the same order, and nothing else.
  it('has the same members in the same order, and the records of enrich, for the 6 000 queries of answers.txt', () => {
    let asked = 0;
    for (const { asked: how, lines } of parseAnswers(readFileSync(SEARCHED, 'utf8')).sections) {
      const [path, parameters = ''] = how.split(' ');
      if (parameters.startsWith('near')) continue;
      for (const { q } of lines) {
        const text = calls.text(path, `q=${encodeURIComponent(q)}${parameters === '' ? '' : `&${parameters}`}`);
        expect(text, `${how} ${q}`).toBe(rebuilt(path, JSON.parse(text)));
        asked++;
      }
    }
    expect(asked).toBeGreaterThan(5500);
  });
});

const HEAD = ['id', 'addressLabel', 'localityName', 'state', 'postcode'];
const SCORED = ['serviceMatchScore', 'serviceMatchQuality'];

type Json = Readonly<Record<string, unknown>>;

/** An answer of the search written again from what the specification has of it alone. */
function rebuilt(path: string, found: Json): string {
  if (path === 'autocomplete') {
    const suggestions = (found.suggestions as Json[]).map((suggestion) => picked(suggestion, [...HEAD, ...SCORED]));
    return JSON.stringify({ suggestions, total: suggestions.length });
  }
  const match = found.match as Json | null;
  return JSON.stringify({ match: match === null ? null : standardRecord(String(match.id)), ...picked(found, SCORED) });
}

/** The record of an id, from its document. */
function standardRecord(id: string): Json {
  const document = JSON.parse(calls.text('enrich', `id=${id}`));
  const { ward, sa1, ...boundaries } = document.boundaries;
  return { ...picked(document, [...HEAD, 'confidence', 'geocode', 'location']), boundaries };
}

function picked(from: Json, names: readonly string[]): Json {
  return Object.fromEntries(names.map((name) => [name, from[name]]));
}
