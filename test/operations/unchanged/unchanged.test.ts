import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { bindOperations } from '../../../src/http/bind-operations.ts';
import { type Operations, ROUTES } from '../../../src/http/routes.ts';
import { openIndex } from '../../../src/index/open.ts';
import { JsonBytes } from '../../../src/operations/json-bytes.ts';
import { parseAnswers } from '../../search/answers/answer-file.ts';
import { generatedIndex } from '../../shared-releases.ts';
import { drawRequests, type RequestClass } from './draw-requests.ts';

const FILE = fileURLToPath(new URL('digests.txt', import.meta.url));
const SEARCHED = fileURLToPath(new URL('../../search/answers/answers.txt', import.meta.url));

const out = new JsonBytes();
let operations: Operations;
let requests: readonly RequestClass[];

beforeAll(() => {
  const index = openIndex(generatedIndex(80_000, 5));
  operations = bindOperations(index);
  requests = drawRequests(index);
});

/** What a call answers to a query string, or the error: without status and headers. */
function answer(path: string, query: string): string {
  const route = ROUTES.find((route) => route.path === `/v1/address/${path}`);
  if (route === undefined) throw new Error(`no such call: ${path}`);
  out.reset();
  const error = route.answer(operations, query, out);
  return error === null ? Buffer.from(out.view()).toString() : JSON.stringify(error);
}

describe('An answer to a request of the specification, with nothing that is beyond it', () => {
  it('is byte for byte what it was: the digest of each class (UPDATE=1 writes them)', () => {
    const lines = requests.map(({ name, path, queries }) => {
      const hash = createHash('sha256');
      for (const query of queries) hash.update(`${answer(path, query)}\n`);
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
        const text = answer(path, `q=${encodeURIComponent(q)}${parameters === '' ? '' : `&${parameters}`}`);
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
  const document = JSON.parse(answer('enrich', `id=${id}`));
  const { ward, sa1, ...boundaries } = document.boundaries;
  return { ...picked(document, [...HEAD, 'confidence', 'geocode', 'location']), boundaries };
}

function picked(from: Json, names: readonly string[]): Json {
  return Object.fromEntries(names.map((name) => [name, from[name]]));
}
