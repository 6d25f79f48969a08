import { ref, type Schema } from './schema.ts';

/** The server that a document names until it is known where callers reach the service: where they read it. */
export const SERVER = '/';

/** An example of the identifier of a request. */
export const REQUEST_ID = 'req_0f8fad5bd9cb469fa16570867728950e';

/** The pattern of identifiers of requests. */
export const REQUEST_ID_PATTERN = '^req_[0-9a-f]{32}$';

/** A reference to what a document has once for several places. */
export function component(kind: 'headers' | 'parameters' | 'responses', name: string) {
  return { $ref: `#/components/${kind}/${name}` };
}

/** References to the headers of an answer; every answer has `X-Request-Id`. */
export function headersOf(names: readonly string[]) {
  return Object.fromEntries(['X-Request-Id', ...names].map((name) => [name, component('headers', name)]));
}

/** An answer with these headers besides `X-Request-Id`. */
export function answer(
  description: string,
  schema: Schema,
  headers: readonly string[],
  example?: unknown,
  media = 'application/json',
) {
  const content = { [media]: { schema, ...(example !== undefined && { example }) } };
  return { description, headers: headersOf(headers), content };
}

/** An example of an error, whose summary is the message unless it is given. */
export interface ErrorExample {
  readonly code: string;
  readonly message: string;
  readonly details?: object;
  readonly summary?: string;
}

/** The error answer of a status; `when` goes on from its codes. */
export function errorAnswer(
  status: number,
  errors: readonly ErrorExample[],
  headers: readonly string[],
  when?: string,
) {
  const codes = errors.map(({ code }) => `\`${code}\``).join(', ');
  const examples = errors.map(({ code, message, details, summary = message }) => {
    const error = { code, message, status, request_id: REQUEST_ID, ...(details && { details }) };
    return [code, { summary, value: { error } }];
  });
  return {
    description: when === undefined ? codes : `${codes}: ${when}`,
    headers: headersOf(headers),
    content: { 'application/json': { schema: ref('Error'), examples: Object.fromEntries(examples) } },
  };
}

/** A call, as a document has it. */
export interface Call {
  readonly path: string;
  readonly method: 'get' | 'post' | 'delete';
  readonly operationId: string;
  readonly tag: string;
  readonly summary: string;
  readonly description: string;
  /** Schemes, one of which is asked for; none: nobody is asked. Those of the document unless given. */
  readonly security?: readonly string[];
  /** Properties beyond OpenAPI. */
  readonly extensions?: Readonly<Record<`x-${string}`, unknown>>;
  readonly parameters?: readonly object[];
  readonly requestBody?: object;
  /** Answers by status. */
  readonly answers: Readonly<Record<number, object>>;
  /** Names of components of the document that are its further answers, by status. */
  readonly errors: Readonly<Record<number, string>>;
}

/** What places of a document refer to, by kind and name. */
interface Components {
  readonly schemas: Readonly<Record<string, Schema>>;
  readonly parameters?: Readonly<Record<string, object>>;
  readonly headers: Readonly<Record<string, object>>;
  readonly responses: Readonly<Record<string, object>>;
  readonly securitySchemes: Readonly<Record<string, object>>;
}

/** What a document has besides its calls. */
export interface Interface<C extends Components = Components> {
  readonly title: string;
  readonly version: string;
  readonly description: string;
  /** What the server is. */
  readonly server: string;
  readonly info?: Readonly<Record<`x-${string}`, unknown>>;
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly security?: readonly string[];
  readonly components: C;
}

/** The document of an interface: OpenAPI 3.1 with JSON Schema 2020-12. */
export function documentOf<C extends Components>(
  { title, version, description, server, info, tags, security, components }: Interface<C>,
  calls: readonly Call[],
) {
  const paths: Record<string, Record<string, object>> = {};
  for (const call of calls) paths[call.path] = { ...paths[call.path], [call.method]: operation(call) };
  return {
    openapi: '3.1.0',
    info: {
      title,
      version,
      description,
      contact: { name: 'The operator of this service' },
      license: { name: 'MIT', identifier: 'MIT' },
      ...info,
    },
    servers: [{ url: SERVER, description: server }],
    tags,
    ...(security && { security: schemes(security) }),
    paths,
    components,
  };
}

function schemes(names: readonly string[]) {
  return names.map((name) => ({ [name]: [] }));
}

function operation({ operationId, tag, summary, description, security, extensions, ...call }: Call) {
  const { parameters, requestBody, answers, errors } = call;
  const further = Object.entries(errors).map(([status, name]) => [status, component('responses', name)]);
  return {
    operationId,
    tags: [tag],
    summary,
    description,
    ...(security && { security: schemes(security) }),
    ...extensions,
    ...(parameters && { parameters }),
    ...(requestBody && { requestBody }),
    responses: { ...answers, ...Object.fromEntries(further) },
  };
}
