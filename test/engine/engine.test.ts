import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { DuckDBInstance } from '@duckdb/node-api';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findId, idOf } from '../../src/address/index/id-hash.ts';
import { type AddressIndex, openIndex } from '../../src/address/index/open.ts';
import { bindOperations } from '../../src/address/operations/call/bind-operations.ts';
import { TABLE } from '../../src/address/operations/table/table.ts';
import {
  type CallName,
  type Engine,
  EngineError,
  InvalidParametersError,
  NotFoundError,
  open,
  type ParametersOf,
  UnusableIndexError,
} from '../../src/engine/engine.ts';
import { type FakeServer, KEYS, startFakeServer } from '../service/http/support/fake-server.ts';
import { cases } from '../support/cases.ts';
import { generatedIndex, sampleIndex } from '../support/shared-releases.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const PACKAGE = join(ROOT, 'dist/packages/engine');

const folder = mkdtempSync(join(tmpdir(), 'letterbox-engine-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** A call in the library and in the service. */
interface Asked {
  readonly call: CallName;
  readonly path: string;
  readonly parameters: Readonly<Record<string, unknown>>;
}

describe('Every call of the engine', () => {
  const file = generatedIndex(3000, 7);
  const engine = open(file);
  const index = openIndex(file);
  let server: FakeServer;
  beforeAll(async () => {
    server = await startFakeServer({ operations: bindOperations(index) });
  });
  afterAll(() => server.close());

  async function overHttp({ path, parameters }: Asked): Promise<Response> {
    const given = Object.entries(parameters).filter(([, value]) => value !== undefined);
    const query = new URLSearchParams(given.map(([name, value]): [string, string] => [name, String(value)]));
    return fetch(`http://127.0.0.1:${server.port}${path}?${query}`, { headers: { 'X-Api-Key': KEYS.good } });
  }

  /** Queries about addresses that the index has, some of them with wrong, odd or further values. */
  const asked = fc
    .record({
      row: fc.constantFrom(...TABLE),
      at: fc.nat(index.columns.addressHead.length - 1),
      which: fc.nat(20),
      changed: fc.dictionary(fc.nat(9).map(String), fc.nat(6), { maxKeys: 3 }),
      odd: fc.string({ unit: 'grapheme', maxLength: 40 }),
      number: fc.oneof(fc.integer({ min: -3, max: 60 }), fc.double({ min: -200, max: 200, noNaN: true })),
    })
    .map(({ row, at, which, changed, odd, number }): Asked => {
      const { addressLabel, localityName, state, postcode, location } = engine.enrich({ id: idOf(index, at) });
      const [lat, lon] = [location?.lat ?? 0, location?.lon ?? 0];
      const known = { id: idOf(index, at), label: addressLabel ?? '', locality: localityName ?? '' };
      const queries = row.queries({ ...known, state: state ?? '', postcode: postcode ?? '', lat, lon });
      const parameters: Record<string, unknown> = { ...queries[which % queries.length] };
      for (const [position, kind] of Object.entries(changed)) {
        const name = row.parameters.names[Number(position)];
        if (name === undefined) continue;
        const { schema, example } = row.parameters.rules[name];
        const isText = schema.type === 'string';
        const listed = (schema.items as { enum?: readonly string[] } | undefined)?.enum;
        const values = [odd, isText ? odd.repeat(20) : number, undefined, listed ?? example, example, '', 'true'];
        parameters[name] = isText && typeof values[kind] === 'number' ? String(values[kind]) : values[kind];
      }
      return { call: row.client.method as CallName, path: row.path, parameters };
    });

  /** What is refused: nothing given, and an id that there is not. */
  const refused = TABLE.flatMap(({ client, path, parameters: { names } }): Asked[] => {
    const call = client.method as CallName;
    const missing = { call, path, parameters: { id: 'GANOWHERE1' } };
    return [{ call, path, parameters: {} }, ...(names.includes('id') ? [missing] : [])];
  });

  it('answers with the bytes of the service, or throws what it refuses with', async () => {
    const outcomes = new Set<string>();
    await fc.assert(
      fc.asyncProperty(asked, async (query) => {
        const response = await overHttp(query);
        const body = Buffer.from(await response.arrayBuffer());
        const parameters = query.parameters as ParametersOf<CallName>;
        const answer = () => (engine[query.call] as (parameters: object) => unknown)(parameters);
        outcomes.add(`${query.call} ${response.status}`);
        if (response.status === 200) {
          expect(Buffer.from(engine.bytes(query.call, parameters)).equals(body)).toBe(true);
          expect(answer()).toEqual(JSON.parse(body.toString()));
          return;
        }
        const { code, message, details } = JSON.parse(body.toString()).error;
        const thrown = caught(answer);
        expect(thrown).toMatchObject({ code, details: details ?? null });
        if (code === 'NOT_FOUND') expect(thrown).toMatchObject({ message, name: 'NotFoundError' });
        else expect(thrown).toBeInstanceOf(InvalidParametersError);
        expect(caught(() => engine.bytes(query.call, parameters))).toEqual(thrown);
      }),
      { numRuns: cases(1500, 20_000), examples: refused.map((each): [Asked] => [each]) },
    );
    const seen = (status: number) => [...outcomes].filter((outcome) => outcome.endsWith(` ${status}`));
    expect(seen(200)).toHaveLength(TABLE.length);
    expect(seen(400)).toHaveLength(TABLE.length);
    expect(seen(404).sort()).toEqual(['changes 404', 'enrich 404']);
  });

  it('keeps its bytes when others are asked for', () => {
    const first = engine.bytes('lookupSuburb', { suburb: 'x' });
    const before = Buffer.from(first);
    engine.bytes('lookupSuburb', { suburb: 'another' });
    expect(before.equals(first)).toBe(true);
  });

  it('tells what is wrong with parameters, and of an id that there is not', () => {
    const wrong = caught(() => engine.autocomplete({ q: '', limit: 99, lat: 1 }));
    expect(wrong).toBeInstanceOf(InvalidParametersError);
    expect((wrong as Error).message).toBe(
      'autocomplete: q must have 1 to 200 characters, not 0; limit must be an integer from 1 to 20, not "99"; lat must be given together with lon; lon must be given together with lat',
    );
    const missing = caught(() => engine.enrich({ id: 'GANOWHERE1' }));
    expect(missing).toBeInstanceOf(NotFoundError);
    expect(missing).toMatchObject({ code: 'NOT_FOUND', details: null });
    // @ts-expect-error: what JavaScript allows
    expect(caught(() => engine.validate())).toMatchObject({ details: { q: ['is required'] } });
    // @ts-expect-error: batches are of the service alone
    expect(() => engine.bytes('validateBatch', [])).toThrow('there is no call validateBatch');
  });
});

describe('Opening', () => {
  it('says what a file is not', () => {
    writeFileSync(join(folder, 'list.csv'), 'id,address\n1,2 Perth St\n');
    writeFileSync(join(folder, 'empty.lbx'), '');
    const whole = readFileSync(sampleIndex());
    writeFileSync(join(folder, 'cut.lbx'), whole.subarray(0, whole.length - 4096));
    const newer = Buffer.from(whole);
    newer.writeUInt32LE(newer.readUInt32LE(8) + 1, 8);
    writeFileSync(join(folder, 'newer.lbx'), newer);
    for (const [name, said] of [
      ['nothing.lbx', 'does not exist: expected a Letterbox index'],
      ['list.csv', 'not a Letterbox index'],
      ['empty.lbx', 'is empty'],
      ['cut.lbx', 'truncated'],
      ['newer.lbx', 'rebuild the index from its release'],
      ['.', 'is not a file'],
    ]) {
      const thrown = caught(() => open(join(folder, name)));
      expect(thrown).toBeInstanceOf(UnusableIndexError);
      expect(thrown).toBeInstanceOf(EngineError);
      expect((thrown as Error).message).toContain(said);
      expect((thrown as Error).message).toContain(folder);
    }
  });

  it('has several indexes at once, each with its own answers', () => {
    const files = [sampleIndex(), generatedIndex(3000, 7), sampleIndex()];
    const engines = files.map(open);
    expect(engines.map(({ file, addresses }) => [file, addresses])).toEqual(
      files.map((file) => [file, openIndex(file).manifest.addresses]),
    );
    expect(engines[0].attribution).toContain('G-NAF');
    const [one, other] = files.map((file) => openIndex(file));
    const idOnlyIn = (index: AddressIndex, without: AddressIndex) => {
      const ids = Array.from({ length: index.manifest.addresses }, (_, at) => idOf(index, at));
      return ids.find((id) => findId(without, id) < 0)!;
    };
    const own = [idOnlyIn(one, other), idOnlyIn(other, one), idOnlyIn(one, other)];
    for (let turn = 0; turn < 3; turn++)
      engines.forEach((engine, i) => {
        expect(engine.enrich({ id: own[i] }).id).toBe(own[i]);
        expect(() => engine.enrich({ id: own[i === 1 ? 0 : 1] })).toThrow(NotFoundError);
      });
  });

  it('answers in worker threads as in the main one', async () => {
    const files = [sampleIndex(), generatedIndex(3000, 7)];
    const lines = ['2 Perth St, Sunnybank QLD 4109', '12 smith st', '1 george', 'perth'];
    const program = join(folder, 'worker.mjs');
    writeFileSync(
      program,
      `import { parentPort, workerData } from 'node:worker_threads';
      import { open } from ${JSON.stringify(pathToFileURL(join(PACKAGE, 'engine.js')).href)};
      const engines = workerData.files.map(open);
      parentPort.postMessage(workerData.lines.flatMap((q) => engines.map((engine) => engine.bytes('validate', { q }))));`,
    );
    const answers = await Promise.all(
      [1, 2, 3].map(
        () =>
          new Promise<Uint8Array[]>((resolve, reject) => {
            new Worker(program, { workerData: { files, lines } }).once('message', resolve).once('error', reject);
          }),
      ),
    );
    const engines = files.map(open);
    const own = lines.flatMap((q) => engines.map((engine) => engine.bytes('validate', { q })));
    for (const each of answers) expect(each).toEqual(own);
  });

  it('lets go of the file once nothing refers to the engine', async () => {
    const file = join(folder, 'left.lbx');
    writeFileSync(file, readFileSync(sampleIndex()));
    const program = `import { readFileSync } from 'node:fs';
      import { open } from ${JSON.stringify(pathToFileURL(join(PACKAGE, 'engine.js')).href)};
      const mappings = () => readFileSync('/proc/self/maps', 'utf8').split('\\n').filter((line) => line.includes('left.lbx')).length;
      for (let i = 0; i < 20; i++) open(${JSON.stringify(file)}).validate({ q: '2 perth st sunnybank' });
      const most = mappings();
      for (let i = 0; i < 50 && mappings() > 1; i++) { gc(); await new Promise((next) => setTimeout(next, 20)); }
      console.log(most > 1, mappings() <= 1);`;
    const args = ['--expose-gc', '--input-type=module', '--eval', program];
    expect(execFileSync(process.execPath, args, { encoding: 'utf8' })).toBe('true true\n');
  });
});

describe('The script of the README', () => {
  const script = [...readFileSync(join(ROOT, 'src/engine/README.md'), 'utf8').matchAll(/```js\n([\s\S]*?)```/g)][1][1];
  const lines = [
    [1, '2 Perth St, Sunnybank QLD 4109'],
    [2, 'nowhere at all 99999'],
    [3, ''],
    [4, '2 perht street sunnybank'],
  ] as const;
  let engine: Engine;
  beforeAll(() => {
    engine = open(sampleIndex());
    for (const [name, at] of [
      ['@letterbox-au/engine', PACKAGE],
      ['@duckdb', join(ROOT, 'node_modules/@duckdb')],
    ]) {
      mkdirSync(join(folder, 'node_modules', name, '..'), { recursive: true });
      symlinkSync(at, join(folder, 'node_modules', name));
    }
  });
  const runs = (text: string, table: string) => {
    writeFileSync(join(folder, 'match.mjs'), text);
    return execFileSync(process.execPath, ['match.mjs', sampleIndex(), table], { cwd: folder, encoding: 'utf8' });
  };
  const expected = () =>
    lines
      .filter(([, q]) => q !== '')
      .map(([id, q]) => {
        const { match, serviceMatchScore } = engine.validate({ q });
        return `${[id, match?.id, serviceMatchScore].join()}\n`;
      })
      .join('');

  it('has ten lines, and matches a column of a CSV file', () => {
    expect(script.trim().split('\n')).toHaveLength(10);
    const csv = ['id,address', ...lines.map(([id, q]) => `${id},"${q}"`)].join('\n');
    writeFileSync(join(folder, 'customers.csv'), csv);
    const matched = runs(script, 'customers.csv');
    expect(matched).toBe(expected());
    expect(matched).toContain('1,GAQLD438583692,100\n');
  });

  it('matches a table of a DuckDB file, as the sentence below it says', async () => {
    const shop = await DuckDBInstance.create(join(folder, 'shop.duckdb'));
    const db = await shop.connect();
    await db.run('create table customers (id integer, address varchar)');
    for (const [id, q] of lines) await db.run(`insert into customers values (${id}, '${q}')`);
    await db.run('insert into customers values (5, null)');
    db.closeSync();
    shop.closeSync();
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is a part of the script.
    const changed = script.replace('create()', "create('shop.duckdb')").replace("'${table}'", 'customers');
    expect(runs(changed, '')).toBe(expected());
  });
});

function caught(action: () => unknown): unknown {
  try {
    action();
  } catch (error) {
    return error;
  }
  return 'nothing was thrown';
}
