import type { InterfaceDescription, Operation } from './interface-description.ts';

/** A sample as Redoc shows it. */
interface CodeSample {
  readonly lang: string;
  readonly source: string;
}

/** Adds samples in curl, TypeScript and Python to the calls that take parameters, made of the examples of the required ones. */
export function addCodeSamples<D extends InterfaceDescription>(description: D, origin: string): D {
  const paths = Object.entries(description.paths).map(([path, { get, ...others }]) => {
    if (get?.parameters === undefined) return [path, { ...others, get }];
    return [path, { ...others, get: { ...get, 'x-codeSamples': samplesOf(get, path, origin) } }];
  });
  return { ...description, paths: Object.fromEntries(paths) };
}

function samplesOf({ operationId, parameters = [] }: Operation, path: string, origin: string): CodeSample[] {
  const given = parameters.filter(({ required }) => required).map(({ name, example }) => [name, example] as const);
  const query = new URLSearchParams(given.map(([name, example]) => [name, String(example)]));
  return [
    { lang: 'Shell', source: `curl -H "X-Api-Key: $LETTERBOX_API_KEY" '${origin}${path}?${query}'` },
    { lang: 'TypeScript', source: typeScript(operationId, given, origin) },
    { lang: 'Python', source: python(path, given, origin) },
  ];
}

type Given = readonly (readonly [name: string, example: unknown])[];

function typeScript(operationId: string, given: Given, origin: string): string {
  const parameters = given.map(([name, example]) => `${name}: ${literal(example)}`).join(', ');
  return [
    "import { createClient } from 'letterbox/client';",
    '',
    'const letterbox = createClient({',
    `  baseUrl: '${origin}',`,
    '  apiKey: process.env.LETTERBOX_API_KEY,',
    '});',
    `const { data } = await letterbox.${operationId}({ ${parameters} });`,
  ].join('\n');
}

function python(path: string, given: Given, origin: string): string {
  const parameters = given.map(([name, example]) => `'${name}': ${literal(example)}`).join(', ');
  return [
    'import os',
    'import requests',
    '',
    'answer = requests.get(',
    `    '${origin}${path}',`,
    `    params={${parameters}},`,
    "    headers={'X-Api-Key': os.environ['LETTERBOX_API_KEY']},",
    '    timeout=10,',
    ')',
    'answer.raise_for_status()',
    'print(answer.json())',
  ].join('\n');
}

/** A number or text as TypeScript and Python both write it. */
function literal(value: unknown): string {
  return typeof value === 'number' ? String(value) : `'${String(value).replace(/['\\]/g, '\\$&')}'`;
}
