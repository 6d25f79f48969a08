import { afterAll, beforeAll, expect, it } from 'vitest';
import { postmanCollection } from '../../src/pages/build/postman.ts';
import { openApiDocument } from '../../src/service/http/openapi/document.ts';
import { type Letterbox, runLetterbox, stopLetterbox } from '../service/http/support/letterbox.ts';
import { sampleIndex } from '../support/shared-releases.ts';

interface Named {
  readonly key: string;
  readonly value: string;
  readonly disabled?: boolean;
}

interface Item {
  readonly name: string;
  readonly item?: readonly Item[];
  readonly request?: {
    readonly method: string;
    readonly url: {
      readonly path: readonly string[];
      readonly query: readonly Named[];
      readonly variable: readonly Named[];
    };
    readonly auth: { readonly apikey: readonly Named[] } | null;
    readonly header?: readonly Named[];
    readonly body?: { readonly raw?: string; readonly urlencoded?: readonly Named[] };
  };
}

let service: Letterbox;
beforeAll(async () => {
  service = await runLetterbox(['--index', sampleIndex(), '--dev-key', 'demo', '--workers', '1']);
});
afterAll(() => stopLetterbox(service));

const filled = (text: string) => text.replaceAll('{{apiKey}}', 'demo');
const requestsOf = (item: Item): Item[] => (item.item === undefined ? [item] : item.item.flatMap(requestsOf));

/** Sends a request as Postman does. */
async function send({ request }: Item): Promise<[string, number]> {
  const { method, url, auth, header = [], body } = request!;
  const values = Object.fromEntries(url.variable.map(({ key, value }) => [`:${key}`, filled(value)]));
  const path = `/${url.path.map((step) => values[step] ?? step).join('/')}`;
  const given = (all: readonly Named[]) =>
    new URLSearchParams(
      all.filter(({ disabled }) => !disabled).map(({ key, value }): [string, string] => [key, value]),
    );
  const asKey = Object.fromEntries((auth?.apikey ?? []).map(({ key, value }) => [key, filled(value)]));
  const headers: Record<string, string> = Object.fromEntries(header.map(({ key, value }) => [key, value]));
  if (asKey.key !== undefined) headers[asKey.key] = asKey.value!;
  const sent = body?.raw ?? (body?.urlencoded && given(body.urlencoded));
  const target = `http://127.0.0.1:${service.port}${path}?${given(url.query)}`;
  const answer = await fetch(target, { method, headers, ...(sent !== undefined && { body: sent }) });
  await answer.arrayBuffer();
  return [`${method} ${path}`, answer.status];
}

it('The collection for Postman is served, the same each time, and has every call, which is answered as it stands', async () => {
  const served = await fetch(`http://127.0.0.1:${service.port}/postman.json`);
  const text = await served.text();
  expect([served.status, served.headers.get('content-type')]).toEqual([200, 'application/json']);
  expect([served.headers.get('vary'), served.headers.get('access-control-allow-origin')]).toEqual([
    'Accept-Encoding, Host, X-Forwarded-Proto',
    '*',
  ]);
  const collection = JSON.parse(text);
  const [baseUrl] = collection.variable;
  expect(baseUrl).toEqual({ key: 'baseUrl', value: `http://127.0.0.1:${service.port}` });
  baseUrl.value = 'http://127.0.0.1:8080';
  expect((await postmanCollection()) === JSON.stringify(collection)).toBe(true);
  expect(collection.info.schema).toContain('collection/v2.1.0');
  const answers: [string, number][] = [];
  for (const each of requestsOf(collection)) answers.push(await send(each));
  const calls = Object.entries(openApiDocument().paths).flatMap(([path, methods]) =>
    path.includes('{') ? [] : Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(answers.map(([call]) => call).sort()).toEqual(calls.sort());
  expect(answers.filter(([, status]) => status !== 200)).toEqual([]);
});
