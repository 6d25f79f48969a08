import {
  ADDRESS_TYPE,
  RECONCILE_PATH,
  RECONCILIATION,
  type ReconciliationLabel,
  type ReconciliationPart,
} from '../../../address/operations/table/reconciliation.ts';
import type { Rule } from '../../../address/operations/table/rules.ts';
import { answer, type Call } from '../../../system/openapi.ts';
import { array, count, object, ref, type Schema, string } from '../../../system/schema.ts';
import { manifestOf } from '../reconcile/manifest.ts';
import { chargeOf, MOST_FORM_BYTES, MOST_RECONCILED } from '../reconcile/reconcile-batch.ts';
import { CREDIT_HEADERS, DATA_HEADERS } from './headers.ts';
import { errorsOf } from './responses.ts';

const named = (description: string) =>
  object(description, { id: string('What it is known by.'), name: string('What people call it.') });
const open = (description: string): Schema => ({ type: 'object', description });

/** The schemas of the reconciliation service: those of its protocol (Reconciliation Service API 0.2). */
export const RECONCILIATION_SCHEMAS: Readonly<Record<string, Schema>> = {
  ReconciliationManifest: object('What a client has to know of the service.', {
    versions: array(string('A version.'), 'Versions of the protocol.'),
    name: string('Name of the service, with its release.'),
    identifierSpace: string('What an id is behind, as a URI.'),
    schemaSpace: string('What all of them are, as a URI.'),
    serviceVersion: string('Version of the program.'),
    defaultTypes: array(ref('ReconciliationEntity'), 'The one type that there is.'),
    batchSize: count('The most queries of a request.'),
    suggest: open('Where suggestions are.'),
    preview: open('Where a page of an address is, and the size of its frame.'),
    extend: open('Where the fields are listed by which columns may be extended.'),
  }),
  ReconciliationEntity: named('An address, a type, a part of an address or a field.'),
  ReconciliationCandidate: object('An address that a query may mean.', {
    id: string('G-NAF persistent identifier.'),
    name: string('The address in one line.'),
    type: array(ref('ReconciliationEntity'), 'The one type that there is.'),
    score: { type: 'number', minimum: 0, maximum: 100, description: 'How well it matches, as validate scores it.' },
    match: { type: 'boolean', description: 'Whether to take it without asking: its quality is `high`.' },
  }),
  ReconciliationResult: object(
    'The addresses that a query may mean, best first.',
    {
      result: array(ref('ReconciliationCandidate'), 'Empty where nothing was found, or there is an error.'),
      error: ref('ErrorInfo', 'Why the query was not answered.'),
    },
    ['error'],
  ),
  ReconciliationResults: {
    type: 'object',
    description: 'The results by the names of their queries.',
    additionalProperties: ref('ReconciliationResult'),
  },
  ReconciliationExtension: object(
    'Fields of addresses.',
    {
      meta: array(ref('ReconciliationColumn'), 'What the columns are.'),
      rows: {
        type: 'object',
        description:
          'By ids, then by fields: the values of each, as `{"str": …}`, `{"int": …}`, `{"float": …}` or `{"id": …, "name": …}`.',
        additionalProperties: { type: 'object', additionalProperties: { type: 'array', items: { type: 'object' } } },
      },
      error: ref('ErrorInfo', 'Why rows are empty that come after the first of them.'),
    },
    ['error'],
  ),
  ReconciliationColumn: object(
    'A column that is added.',
    {
      id: string('The field.'),
      name: string('What the column is called.'),
      type: ref('ReconciliationEntity', 'Of fields that have addresses.'),
    },
    ['type'],
  ),
  ReconciliationSuggestions: object('What may be meant, best first.', {
    result: array(ref('ReconciliationSuggestion'), 'At most ten addresses; all properties and types.'),
  }),
  ReconciliationSuggestion: object(
    'Something that may be meant.',
    {
      id: string('Identifier.'),
      name: string('For people.'),
      description: string('What it is.'),
      notable: array(ref('ReconciliationEntity'), 'Types of an address.'),
    },
    ['description', 'notable'],
  ),
  ReconciliationProposal: open(
    '`type`, `limit` and `properties`: the fields by which columns may be extended, each with `id` and `name`.',
  ),
};

const KEYED = `${RECONCILE_PATH}/{key}`;
const BASE = `https://addresses.example.com${RECONCILE_PATH}/lbx_live_…`;
const CANDIDATE = {
  id: 'GAQLD438583692',
  name: '2 PERTH STREET, SUNNYBANK QLD 4109',
  type: [ADDRESS_TYPE],
  score: 100,
  match: true,
};
const { type: _type, score: _score, match: _match, ...ENTITY } = CANDIDATE;

/** The schema of the answer of each part that answers with JSON, and an example. */
const ANSWERS: Readonly<Partial<Record<ReconciliationLabel, readonly [schema: string, example: unknown]>>> = {
  reconcileManifest: ['ReconciliationManifest', manifestOf(BASE, '2026.08')],
  reconcileSuggestEntity: ['ReconciliationSuggestions', { result: [{ ...ENTITY, notable: [ADDRESS_TYPE] }] }],
  reconcileSuggestProperty: ['ReconciliationSuggestions', { result: [{ id: 'suburb', name: 'Suburb' }] }],
  reconcileSuggestType: ['ReconciliationSuggestions', { result: [ADDRESS_TYPE] }],
  reconcilePropose: [
    'ReconciliationProposal',
    { type: ADDRESS_TYPE.id, limit: 1, properties: [{ id: 'boundaries.lga.name', name: 'LGA name' }] },
  ],
};

const KEY = {
  name: 'key',
  in: 'path',
  required: true,
  description:
    'A secret key, which programs like OpenRefine can send in no header. Without it, `X-Api-Key` is asked for.',
  schema: { type: 'string' },
  example: 'lbx_live_…',
};

const HEADERS_OF_ALL = [...CREDIT_HEADERS, ...DATA_HEADERS.filter((name) => name !== 'Vary')];
const HEADERS_OF_PAGE = [...HEADERS_OF_ALL, 'Referrer-Policy', 'Content-Security-Policy', 'X-Content-Type-Options'];
const ERRORS = errorsOf(['400', '401', '403', '404', '429', '500']);

function costWords({ costs, label }: ReconciliationPart & { readonly label: ReconciliationLabel }): string {
  const { cost } = chargeOf(label);
  return costs === null ? 'Free.' : `Costs ${cost === 1 ? '1 credit' : `${cost} credits`}, as ${costs} does.`;
}

function parametersOf({ parameters }: ReconciliationPart) {
  const rules: Readonly<Record<string, Rule<unknown>>> = parameters?.rules ?? {};
  return Object.entries(rules).map(([name, { required, description, schema, example }]) => {
    return { name, in: 'query', required, description, schema, example };
  });
}

function getOf(part: (typeof RECONCILIATION)[number]): Call {
  const [schema, example] = ANSWERS[part.label] ?? [];
  const ok =
    schema === undefined
      ? answer('A page.', { type: 'string' }, HEADERS_OF_PAGE, undefined, 'text/html; charset=utf-8')
      : answer('The answer.', ref(schema), HEADERS_OF_ALL, example);
  return {
    path: KEYED + part.path,
    method: 'get',
    operationId: part.label,
    tag: 'reconciliation',
    summary: part.summary,
    description: `${part.description} ${costWords(part)}`,
    security: [],
    extensions: { 'x-credit-cost': chargeOf(part.label).cost },
    parameters: [KEY, ...parametersOf(part)],
    answers: { 200: ok },
    errors: ERRORS,
  };
}

/** Queries and extensions share a path; the form says which it is. */
function postOf(parts: readonly (typeof RECONCILIATION)[number][]): Call {
  const [reconcile, extend] = parts as [(typeof RECONCILIATION)[number], (typeof RECONCILIATION)[number]];
  const content = {
    'application/x-www-form-urlencoded': {
      schema: {
        type: 'object',
        description: 'One of the two, as JSON.',
        properties: {
          queries: string('`{"q0": {"query": "2 perth st", "properties": [{"pid": "suburb", "v": "Sunnybank"}]}}`'),
          extend: string('`{"ids": ["GAQLD438583692"], "properties": [{"id": "boundaries.lga.name"}]}`'),
        },
      },
      example: { queries: '{"q0":{"query":"2 perth st, sunnybank"}}' },
    },
  };
  const either = { anyOf: [ref('ReconciliationExtension'), ref('ReconciliationResults')] };
  return {
    path: KEYED,
    method: 'post',
    operationId: reconcile.label,
    tag: 'reconciliation',
    summary: `${reconcile.summary}, or extend them`,
    description:
      `\`queries\`: ${reconcile.description} ${costWords(reconcile)} \`extend\`: ${extend.description} ${costWords(extend)} Each query and each id is charged when it is answered. ` +
      `At most ${MOST_RECONCILED} queries, and ${MOST_FORM_BYTES} bytes.`,
    security: [],
    extensions: { 'x-credit-cost': chargeOf(reconcile.label).cost },
    parameters: [KEY],
    requestBody: { required: true, content },
    answers: { 200: answer('The answer.', either, HEADERS_OF_ALL, { q0: { result: [CANDIDATE] } }) },
    errors: ERRORS,
  };
}

/** The calls of the reconciliation service. */
export function reconciliationCalls(): readonly Call[] {
  const posts = RECONCILIATION.filter(({ method }) => method === 'post');
  return [...RECONCILIATION.filter(({ method }) => method === 'get').map(getOf), postOf(posts)];
}
