/** A request in the languages that people paste it in. */
export interface Snippet {
  readonly title: string;
  readonly code: string;
}

/** A request to write down. */
export interface Request {
  readonly origin: string;
  readonly path: string;
  readonly operationId: string;
  readonly key: string;
  readonly parameters: Readonly<Record<string, string>>;
}

/** Names of parameters whose values are numbers. */
const NUMBERS = new Set(['lat', 'lon', 'radius', 'limit']);
const LANGUAGES = { curl, TypeScript: typescript, Python: python };

/** The request as curl, TypeScript and Python: each runs as it is. */
export function snippetsOf(request: Request): Snippet[] {
  return Object.entries(LANGUAGES).map(([title, write]) => ({ title, code: write(request) }));
}

function curl({ origin, path, key, parameters }: Request): string {
  const values = Object.entries(parameters).map(([name, value]) => `  --data-urlencode ${shell(`${name}=${value}`)}`);
  return [`curl -G ${shell(origin + path)}`, `  -H ${shell(`X-Api-Key: ${key}`)}`, ...values].join(' \\\n');
}

function typescript({ origin, operationId, key, parameters }: Request): string {
  const values = Object.entries(parameters).map(([name, value]) => `${name}: ${literal(name, value)}`);
  return [
    "import { createClient } from 'letterbox/client';",
    '',
    `const letterbox = createClient({ baseUrl: ${quoted(origin)}, apiKey: ${quoted(key)} });`,
    `const { data } = await letterbox.${operationId}({ ${values.join(', ')} });`,
    'console.log(data);',
  ].join('\n');
}

function python({ origin, path, key, parameters }: Request): string {
  const values = Object.entries(parameters).map(
    ([name, value]) => `        ${JSON.stringify(name)}: ${pythonLiteral(name, value)},`,
  );
  return [
    'import requests',
    '',
    'response = requests.get(',
    `    ${JSON.stringify(origin + path)},`,
    '    params={',
    ...values,
    '    },',
    `    headers={"X-Api-Key": ${JSON.stringify(key)}},`,
    '    timeout=5,',
    ')',
    'response.raise_for_status()',
    'print(response.json())',
  ].join('\n');
}

function literal(name: string, value: string): string {
  if (NUMBERS.has(name) && /^-?\d+(\.\d+)?$/.test(value)) return value;
  return quoted(value);
}

function pythonLiteral(name: string, value: string): string {
  return NUMBERS.has(name) && /^-?\d+(\.\d+)?$/.test(value) ? value : JSON.stringify(value);
}

/** A TypeScript string in single quotation marks. */
function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}

/** A text as one word of a POSIX shell. */
function shell(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
