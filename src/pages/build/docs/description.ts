import { openApiDocument } from '../../../service/http/openapi/document.ts';

/** A JSON Schema, as far as the pages read it. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly additionalProperties?: Schema;
  readonly enum?: readonly (string | number)[];
  readonly const?: string;
  readonly format?: string;
  readonly pattern?: string;
  readonly default?: string | number | boolean;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
}

/** A parameter of a call. */
export interface Parameter {
  readonly name: string;
  readonly required: boolean;
  readonly description: string;
  readonly schema: Schema;
  readonly example?: string | number;
  /** The parameter that it may replace. */
  readonly 'x-instead-of'?: string;
}

/** An answer of one status. */
export interface Response {
  readonly description: string;
  readonly headers?: Readonly<Record<string, { readonly $ref: string }>>;
  readonly content?: Readonly<
    Record<
      string,
      {
        readonly schema: Schema;
        readonly example?: unknown;
        readonly examples?: Readonly<Record<string, { readonly summary: string; readonly value: unknown }>>;
      }
    >
  >;
}

/** One operation: a call, a batch, or a document of the service. */
export interface Call {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly operationId: string;
  readonly tag: string;
  readonly summary: string;
  readonly description: string;
  /** Credits; null if no key is needed. */
  readonly cost: number | null;
  readonly parameters: readonly Parameter[];
  /** The schema and an example of the body; null for a GET. */
  readonly body: { readonly schema: Schema; readonly example: unknown } | null;
  readonly responses: Readonly<Record<string, Response>>;
}

interface Described {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly 'x-credit-cost'?: number;
  readonly parameters?: readonly (Parameter | { readonly $ref: string })[];
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly schema: Schema; readonly example: unknown }>>;
  };
  readonly responses: Readonly<Record<string, Response | { readonly $ref: string }>>;
}

interface Document {
  readonly info: { readonly version: string; readonly description: string };
  readonly paths: Readonly<Record<string, { readonly get?: Described; readonly post?: Described }>>;
}

const DOCUMENT = JSON.parse(JSON.stringify(openApiDocument())) as Document;

/** The interface's version. */
export const INTERFACE_VERSION = DOCUMENT.info.version;

/** What applies to all calls, without the attribution, in Markdown. */
export const ABOUT_ALL = DOCUMENT.info.description.split('\n\nAttribution: ')[0];

/** What a reference such as `#/components/schemas/Location` points to. */
export function pointedTo<T>(reference: string): T {
  const steps = reference.replace(/^#\//, '').split('/');
  return steps.reduce<unknown>((at, step) => (at as Record<string, unknown>)[step], DOCUMENT) as T;
}

function resolved<T extends object>(value: T | { readonly $ref: string }): T {
  return '$ref' in value ? pointedTo<T>(value.$ref) : value;
}

/**
 * The operations of the interface description with fixed paths, in its order. Those with a key in
 * the path, or in the dialect of another geocoder, are for programs that know them.
 */
export const CALLS: readonly Call[] = Object.entries(DOCUMENT.paths)
  .filter(([path, { get }]) => !path.includes('{') && get?.tags[0] !== 'dialects')
  .flatMap(([path, { get, post }]) => [
    ...(get === undefined ? [] : [callOf('GET', path, get)]),
    ...(post === undefined ? [] : [callOf('POST', path, post)]),
  ]);

function callOf(method: Call['method'], path: string, described: Described): Call {
  const { operationId, tags, summary, description, parameters = [], requestBody, responses } = described;
  return {
    method,
    path,
    operationId,
    summary,
    description,
    tag: tags[0],
    cost: described['x-credit-cost'] ?? null,
    parameters: parameters.map(resolved<Parameter>),
    body: requestBody?.content['application/json'] ?? null,
    responses: Object.fromEntries(
      Object.entries(responses).map(([status, each]) => [status, resolved<Response>(each)]),
    ),
  };
}

/** Where the page of a call is, below `/docs/`: `calls/lookup-postcode`. */
export function slugOf({ path }: Call): string {
  return `calls/${path.replace('/v1/address/', '').replaceAll('/', '-')}`;
}
