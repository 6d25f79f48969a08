import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { openApiDocument } from '../../../../src/service/http/openapi/document.ts';
import { closed } from '../../../support/closed-schema.ts';
import { headerOf, type RawResponse } from './raw-http.ts';

interface MediaType {
  readonly schema: object;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
}

interface Header {
  readonly schema: object;
  readonly required?: boolean;
}

interface ResponseDescription {
  readonly description: string;
  readonly headers?: Readonly<Record<string, Header>>;
  readonly content?: Readonly<Record<string, MediaType>>;
}

/** One parameter as the interface description has it. */
export interface ParameterDescription {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  readonly schema: { readonly [keyword: string]: unknown };
  /** As it is sent: a list with commas. */
  readonly example: string | number;
}

/** One operation as the interface description has it. */
export interface OperationDescription {
  readonly operationId: string;
  readonly parameters?: readonly ParameterDescription[];
  readonly security: readonly object[];
  readonly responses: Readonly<Record<string, ResponseDescription>>;
  readonly 'x-credit-cost'?: number;
}

/** The interface description, with the references between its own parts resolved where OpenAPI has them (not inside schemas). */
export const description = openApiDocument();

/** The operation of a path by GET, where the path is always the same. */
export const operations: Readonly<Record<string, OperationDescription>> = Object.fromEntries(
  Object.entries(description.paths).flatMap(([path, methods]) =>
    'get' in methods && !path.includes('{')
      ? [[path, withSentExamples(resolveReferences(methods.get) as OperationDescription)]]
      : [],
  ),
);

function withSentExamples(operation: OperationDescription): OperationDescription {
  if (operation.parameters === undefined) return operation;
  const sent = (example: unknown) => (Array.isArray(example) ? example.join() : (example as string));
  const parameters = operation.parameters.map((each) => ({ ...each, example: sent(each.example) }));
  return { ...operation, parameters };
}

function resolveReferences(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(resolveReferences);
  if (typeof value !== 'object' || value === null) return value;
  if ('$ref' in value && typeof value.$ref === 'string' && !value.$ref.startsWith('#/components/schemas/')) {
    return resolveReferences(resolve(value.$ref));
  }
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, resolveReferences(part)]));
}

/** What a reference such as `#/components/headers/X` points to. Throws when there is nothing. */
export function resolve(reference: string): unknown {
  let at: unknown = description;
  for (const step of reference.replace(/^#\//, '').split('/')) {
    at = (at as Record<string, unknown>)[step];
    if (at === undefined) throw new Error(`${reference} points to nothing`);
  }
  return at;
}

const ajv = new Ajv2020({ strict: true, allErrors: true, allowUnionTypes: true, coerceTypes: false });
formats.default(ajv);
ajv.addFormat('double', { type: 'number', validate: () => true });
ajv.addVocabulary(['example']);
ajv.addSchema({ $id: 'letterbox', $defs: absolute(closed(description.components.schemas)) });

/** Schemas with their references as ajv is to follow them. */
function absolute<T extends object>(schema: T): T {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/components/schemas/', '"letterbox#/$defs/'));
}

const compiled = new Map<object, ValidateFunction>();

/** What is wrong with a value by a schema of the description; null when nothing is. */
export function problemsOf(schema: object, value: unknown): string | null {
  let validate = compiled.get(schema);
  if (validate === undefined) {
    validate = ajv.compile(absolute(schema));
    compiled.set(schema, validate);
  }
  return validate(value) ? null : ajv.errorsText(validate.errors, { separator: '\n' });
}

/** Headers that the HTTP layer sends, which OpenAPI does not describe as response headers. */
const TRANSPORT_HEADERS = ['date', 'content-length', 'content-type', 'connection'];

/** Statuses of the pages that the HTTP layer sends where a request is not well-formed HTTP/1.1. */
const PAGES = [400, 431, 505];

/**
 * Throws unless a response is one that the interface description has for this path: status, content type, headers and body. A path
 * that is not in the description may answer with its 404, or as the HTTP layer does.
 */
export function assertDescribed(path: string, response: RawResponse, toHead = false): void {
  const known = operations[path];
  const operation = known ?? { responses: elsewhere };
  const described = operation.responses[String(response.status)];
  const shown = `${path} ${response.status} ${response.body.toString('utf8').slice(0, 400)}`;
  const type = headerOf(response, 'content-type') ?? (response.status === 304 ? undefined : 'text/html');
  // The HTTP layer's own pages: told in words, since a described body would be one that clients have to tell from an error.
  if (type === 'text/html' && PAGES.includes(response.status)) return;
  if (described === undefined) throw new Error(`status is not described: ${shown}`);
  const media = type === undefined ? undefined : described.content?.[type];
  if (type !== undefined && media === undefined) throw new Error(`content type ${type} is not described: ${shown}`);
  const headers = described.headers ?? {};
  for (const [name, { required, schema }] of Object.entries(headers)) {
    const value = headerOf(response, name.toLowerCase());
    if (value === undefined && required) throw new Error(`header ${name} is missing: ${shown}`);
    if (value === undefined) continue;
    const typed = (schema as { type?: string }).type === 'integer' ? Number(value) : value;
    const problem = problemsOf(schema, typed);
    if (problem !== null) throw new Error(`header ${name}: ${problem}`);
  }
  const names = Object.keys(headers).map((name) => name.toLowerCase());
  const stranger = response.headers.find(([name]) => !names.includes(name) && !TRANSPORT_HEADERS.includes(name));
  if (stranger !== undefined) throw new Error(`header ${stranger[0]} is not described: ${shown}`);
  if (toHead || media === undefined) return;
  const body = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(response.body));
  const problem = problemsOf(media.schema, body);
  if (problem !== null) throw new Error(`body is not as described: ${problem}\n${shown}`);
  // Nominatim's dialect has an error of its own form in a 200.
  if (body.error === undefined || response.status === 200) return;
  if (body.error.request_id !== headerOf(response, 'x-request-id')) {
    throw new Error(`request_id differs from X-Request-Id: ${shown}`);
  }
  const example = media.examples?.[body.error.code]?.value as { error: typeof body.error } | undefined;
  if (example === undefined || body.error.status !== response.status)
    throw new Error(`not a code of its status: ${shown}`);
  if ((example.error.details === undefined) !== (body.error.details === undefined)) {
    throw new Error(`details of another code: ${shown}`);
  }
}

/** What any path that is not described answers. */
const elsewhere = Object.fromEntries(
  Object.entries(operations['/v1/address/enrich'].responses).filter(([status]) => ['400', '404'].includes(status)),
);
