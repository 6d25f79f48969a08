import { SCOPE } from '../system/scope.ts';

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
  /** What is posted as JSON; undefined for a GET. */
  readonly body?: unknown;
}

/** Names of parameters whose values are numbers. */
const NUMBERS = new Set(['lat', 'lon', 'radius', 'limit']);
const LANGUAGES = { curl, TypeScript: typescript, Python: python, PHP: php };

/** The request as curl, TypeScript, Python and PHP: each runs as it is. */
export function snippetsOf(request: Request): Snippet[] {
  return Object.entries(LANGUAGES).map(([title, write]) => ({ title, code: write(request) }));
}

function curl({ origin, path, key, parameters, body }: Request): string {
  if (body !== undefined)
    return [
      `curl ${shell(origin + path)}`,
      `  -H ${shell(`X-Api-Key: ${key}`)}`,
      "  -H 'Content-Type: application/json'",
      `  --data ${shell(JSON.stringify(body))}`,
    ].join(' \\\n');
  const values = Object.entries(parameters).map(([name, value]) => `  --data-urlencode ${shell(`${name}=${value}`)}`);
  return [`curl -G ${shell(origin + path)}`, `  -H ${shell(`X-Api-Key: ${key}`)}`, ...values].join(' \\\n');
}

function typescript({ origin, operationId, key, parameters, body }: Request): string {
  const values = Object.entries(parameters).map(([name, value]) => `${name}: ${literal(name, value)}`);
  const given = body === undefined ? `{ ${values.join(', ')} }` : typescriptValue(body);
  return [
    `import { createClient } from '${SCOPE}/client';`,
    '',
    `const letterbox = createClient({ baseUrl: ${quoted(origin)}, apiKey: ${quoted(key)} });`,
    `const { data } = await letterbox.${operationId}(${given});`,
    'console.log(data);',
  ].join('\n');
}

function python({ origin, path, key, parameters, body }: Request): string {
  const values = Object.entries(parameters).map(
    ([name, value]) => `        ${JSON.stringify(name)}: ${pythonLiteral(name, value)},`,
  );
  const given = body === undefined ? ['    params={', ...values, '    },'] : [`    json=${pythonValue(body)},`];
  return [
    'import requests',
    '',
    `response = requests.${body === undefined ? 'get' : 'post'}(`,
    `    ${JSON.stringify(origin + path)},`,
    ...given,
    `    headers={"X-Api-Key": ${JSON.stringify(key)}},`,
    '    timeout=5,',
    ')',
    'response.raise_for_status()',
    'print(response.json())',
  ].join('\n');
}

function php({ origin, path, key, parameters, body }: Request): string {
  const posted =
    body === undefined ? [] : ["    'method' => 'POST',", `    'content' => json_encode(${phpValue(body)}),`];
  const type = body === undefined ? '' : '\\r\\nContent-Type: application/json';
  const values = Object.entries(parameters).map(([name, value]) => `    ${quoted(name)} => ${literal(name, value)},`);
  return [
    '<?php',
    ...(body === undefined ? ['$query = http_build_query([', ...values, ']);'] : []),
    "$context = stream_context_create(['http' => [",
    `    'header' => "X-Api-Key: ${key.replace(/["$\\]/g, '\\$&')}${type}",`,
    ...posted,
    "    'ignore_errors' => true,",
    "    'timeout' => 5,",
    ']]);',
    `$answer = file_get_contents(${quoted(origin + path)}${body === undefined ? " . '?' . $query" : ''}, false, $context);`,
    'print_r(json_decode($answer, true));',
  ].join('\n');
}

/** A JSON value as PHP writes it. */
function phpValue(value: unknown): string {
  if (typeof value === 'string') return quoted(value);
  if (Array.isArray(value)) return `[${value.map(phpValue).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  return `[${Object.entries(value)
    .map(([name, each]) => `${quoted(name)} => ${phpValue(each)}`)
    .join(', ')}]`;
}

function literal(name: string, value: string): string {
  if (NUMBERS.has(name) && /^-?\d+(\.\d+)?$/.test(value)) return value;
  return quoted(value);
}

function pythonLiteral(name: string, value: string): string {
  return NUMBERS.has(name) && /^-?\d+(\.\d+)?$/.test(value) ? value : JSON.stringify(value);
}

/** A JSON value as TypeScript writes it. */
function typescriptValue(value: unknown): string {
  if (typeof value === 'string') return quoted(value);
  if (Array.isArray(value)) return `[${value.map(typescriptValue).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  return `{ ${Object.entries(value)
    .map(([name, each]) => `${name}: ${typescriptValue(each)}`)
    .join(', ')} }`;
}

/** A JSON value as Python writes it. */
function pythonValue(value: unknown): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (Array.isArray(value)) return `[${value.map(pythonValue).join(', ')}]`;
  if (typeof value !== 'object') return JSON.stringify(value);
  return `{${Object.entries(value)
    .map(([name, each]) => `${JSON.stringify(name)}: ${pythonValue(each)}`)
    .join(', ')}}`;
}

/** A TypeScript or PHP string in single quotation marks. */
function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}

/** A text as one word of a POSIX shell. */
function shell(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
