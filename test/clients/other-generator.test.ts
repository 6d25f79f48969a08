import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createClient } from '@hey-api/openapi-ts';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openApiDocument } from '../../src/service/http/openapi/document.ts';
import { type Letterbox, runLetterbox, stopLetterbox } from '../service/http/support/letterbox.ts';
import { sampleIndex } from '../support/shared-releases.ts';

/*
 * A client that openapi-ts makes of the description, as somebody would who has the service's address and a key.
 */

interface Parameter {
  readonly name: string;
  readonly in: 'query' | 'path';
  readonly required: boolean;
  readonly example?: unknown;
  readonly 'x-instead-of'?: string;
}

interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly (Parameter | { readonly $ref: string })[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly example: unknown }>> };
}

interface Answer {
  readonly data?: unknown;
  readonly error?: { readonly error: { readonly code: string } };
  readonly request: Request;
  readonly response: Response;
}

type Options = Readonly<Record<string, unknown>>;
type Generated = Readonly<Record<string, (options: Options) => Promise<Answer>>>;

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const KEY = 'demo';
const folder = mkdtempSync(join(tmpdir(), 'letterbox-generated-'));
let service: Letterbox;
let sdk: Generated;

beforeAll(async () => {
  service = await runLetterbox(['--index', sampleIndex(), '--dev-key', KEY, '--workers', '1']);
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  await createClient({
    input: `http://127.0.0.1:${service.port}/openapi.json`,
    output: join(folder, 'made'),
    plugins: ['@hey-api/client-fetch'],
    logs: { level: 'silent' },
  });
  const outfile = join(folder, 'client.mjs');
  await build({
    stdin: { contents: `export * from './made'`, resolveDir: folder },
    bundle: true,
    format: 'esm',
    outfile,
  });
  sdk = await import(outfile);
}, 60_000);
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await stopLetterbox(service);
});

const description = openApiDocument();
const shared: Readonly<Record<string, Parameter>> = description.components.parameters as never;
const operations = Object.entries(description.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ method, path, operation: operation as Operation })),
);

/** The options of calls of an operation by its own examples: of what it needs, and of all that goes together. */
function optionsOf({ parameters = [], requestBody }: Operation): Options[] {
  const all = parameters.map((each) => ('$ref' in each ? shared[each.$ref.split('/').at(-1)!]! : each));
  const instead = new Set(all.flatMap((each) => each['x-instead-of'] ?? []));
  const valued = (which: (each: Parameter) => boolean) =>
    Object.fromEntries(all.filter(which).map((each) => [each.name, each.example]));
  const [body] = Object.values(requestBody?.content ?? {});
  const given = {
    auth: KEY,
    ...(all.some((each) => each.in === 'path') && { path: { key: KEY } }),
    ...(body !== undefined && { body: body.example }),
  };
  const isQuery = (each: Parameter) => each.in === 'query';
  return [
    { ...given, query: valued((each) => isQuery(each) && (each.required || instead.has(each.name))) },
    { ...given, query: valued((each) => isQuery(each) && !instead.has(each.name)) },
  ];
}

it.each(operations)('$method $path is called', async ({ method, path, operation }) => {
  for (const options of optionsOf(operation)) {
    const { data, error, request, response } = await sdk[operation.operationId]!(options);
    expect([error, response.status], request.url).toEqual([undefined, 200]);
    expect(data, request.url).toBeTruthy();
    const { origin, pathname } = new URL(request.url);
    expect([request.method, origin, pathname]).toEqual([
      method.toUpperCase(),
      `http://127.0.0.1:${service.port}`,
      path.replace('{key}', KEY),
    ]);
  }
});

it('An error is an answer with its code', async () => {
  const { error, response } = await sdk.enrich!({ auth: KEY, query: { id: 'nobody' } });
  expect([response.status, error?.error.code]).toEqual([404, 'NOT_FOUND']);
});

it('Its types are those that a program expects', () => {
  const program = `
    import { autocomplete, enrich, validateBatch } from './made/index';
    const { data } = await autocomplete({ query: { q: '2 perth st', include: ['formatted'] } });
    const id: string | undefined = data?.suggestions[0]?.id;
    const { data: record, error } = await enrich({ query: { id: id ?? '' } });
    const latitude: number | undefined = record?.geocode?.latitude;
    const code: string | undefined = error?.error.code;
    await validateBatch({ body: ['2 perth st', { q: '2 perth st' }] });
    // @ts-expect-error: no such parameter
    await enrich({ query: { address: '' } });
    console.log(latitude, code);`;
  writeFileSync(join(folder, 'program.ts'), program);
  const flags =
    '--noEmit --strict --target es2023 --module esnext --moduleResolution bundler --lib es2023,dom,dom.iterable';
  const { stdout } = spawnSync(join(ROOT, 'node_modules/.bin/tsc'), [...flags.split(' '), 'program.ts'], {
    cwd: folder,
  });
  expect(String(stdout)).toBe('');
});
