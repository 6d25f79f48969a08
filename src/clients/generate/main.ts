import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import openapiTS, { astToString } from 'openapi-typescript';
import { MOST_QUERIES } from '../../address/operations/table/operation.ts';
import { type AnyOperation, TABLE } from '../../address/operations/table/table.ts';
import { openApiDocument } from '../../service/http/openapi/document.ts';

/*
 * Writes what of the client is generated: the types of the interface description, and a method for
 * each row of the table of operations. Run by `npm run build`, before anything is compiled.
 */

const HEAD = '// Generated from the interface description by `npm run build`. Not to be edited.\n\n';

const ADDRESSES = '/v1/address/';
const creditsOf = ({ cost }: AnyOperation) => (cost === 1 ? '1 credit' : `${cost} credits`);

function typesOf({ client, schema, batch }: AnyOperation): string {
  const { method, types } = client;
  const answers = new Set([schema, ...(schema.endsWith('Answer') ? [`${types}Answer`] : [])]);
  const lines = [
    `export type ${types}Parameters = Query<'${method}'>;`,
    ...[...answers].map((name) => `export type ${name} = Schemas['${schema}'];`),
  ];
  if (batch === undefined) return lines.join('\n');
  const { prefix, query } = batch;
  return [
    ...lines,
    `/** ${query}, in a batch: a text, or the parameters of \`${method}\`. */`,
    `export type ${prefix}Query = string | ${types}Parameters;`,
    '/** What `status` tells apart: 200 has a `result`, any other an `error`. */',
    ...['Result', 'Answer'].map((part) => `export type ${prefix}${part} = Schemas['${prefix}${part}'];`),
  ].join('\n');
}

function methodsOf(row: AnyOperation): string {
  const { client, name, schema, description, batch } = row;
  const { method, types } = client;
  const one = [
    `  /** ${description} ${creditsOf(row)}. */`,
    `  readonly ${method}: Call<${types}Parameters, ${schema}>;`,
  ];
  if (batch === undefined) return one.join('\n');
  return [
    ...one,
    '  /**',
    `   * Up to ${MOST_QUERIES} at once, with a secret key: the answer to each in their order, with its own status. ${creditsOf(row)} each, when it is`,
    '   * answered: where credits run out, the rest have status 429.',
    '   */',
    `  readonly ${name}Batch: Call<readonly ${batch.prefix}Query[], ${batch.prefix}Answer>;`,
  ].join('\n');
}

function callsOf({ client, name, path, batch }: AnyOperation): string {
  const below = path.replace(ADDRESSES, '');
  const call = (method: string, path: string, isBatch: boolean) =>
    `  ${method}: { path: '${path}', isBatch: ${isBatch} },`;
  return [
    call(client.method, below, false),
    ...(batch === undefined ? [] : [call(`${name}Batch`, `${below}/batch`, true)]),
  ].join('\n');
}

const methods = `${HEAD}import type { Call, Query } from '../types.ts';
import type { components } from './openapi.ts';

type Schemas = components['schemas'];

${TABLE.map(typesOf).join('\n\n')}

/**
 * The calls. Each rejects with an \`ApiError\` when the service refuses or fails, a
 * \`TimeoutError\`, a \`ConnectionError\` or an \`UnexpectedResponseError\` (all of them
 * \`LetterboxError\`s), or the reason of its signal.
 */
export interface Client {
${TABLE.map(methodsOf).join('\n')}
}

/** Where each call goes, below \`${ADDRESSES}\`. */
export const CALLS: Readonly<Record<keyof Client, { readonly path: string; readonly isBatch: boolean }>> = {
${TABLE.map(callsOf).join('\n')}
};
`;

const document = JSON.parse(JSON.stringify(openApiDocument()));
const types = HEAD + astToString(await openapiTS(document, { defaultNonNullable: false }));
const folder = fileURLToPath(new URL('../../../../src/clients/client/generated/', import.meta.url));
mkdirSync(folder, { recursive: true });
writeFileSync(`${folder}openapi.ts`, types);
writeFileSync(`${folder}calls.ts`, methods);
