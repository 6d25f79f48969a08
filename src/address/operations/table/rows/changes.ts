import { array, nullable, object, oneOf, string } from '../../../../system/schema.ts';
import { debug as debugField } from '../answer-schemas.ts';
import { operation } from '../operation.ts';
import { debug, parameters } from '../parameters.ts';
import { type Rule, text } from '../rules.ts';

/** Checked parameters of changes: `id` 1–64 characters, opaque; `since` the name of a release, null for the oldest that is remembered. */
export interface ChangesParameters {
  readonly id: string;
  readonly since: string | null;
  readonly debug: boolean;
}

const since: Rule<string | null> = {
  ...text(1, 64, {
    description:
      'The release that the id was stored at, as `sourceDataRelease` names it: one that the index was built with. Without it, the oldest of them.',
    example: '2026.08',
  }),
  required: false,
  absent: null,
};

/** What became of an id, the strongest first. */
const STATUSES = ['ended', 'added', 'moved', 'changed', 'unchanged'] as const;
export type ChangeStatus = (typeof STATUSES)[number];

/** §12.17 */
export const CHANGES = operation({
  name: 'changes',
  path: '/v1/address/changes',
  cost: 1,
  isBeyond: true,
  returns: 'found',
  notFound: ({ id }) => `Address not found: ${id}`,
  parameters: parameters<ChangesParameters>({
    id: text(1, 64, {
      description: 'The id of an address that was stored. An opaque string.',
      example: 'GAQLD438583692',
    }),
    since,
    debug,
  }),
  summary: 'Tell what became of a stored id',
  description:
    'Tells of one stored id whether its address moved, changed or ended after a release, as far as the index was built with former releases.',
  schema: 'AddressChanges',
  schemas: {
    AddressChanges: object(
      'What became of an id.',
      {
        id: string('The id.'),
        status: oneOf(
          STATUSES,
          '`ended`: the release has it no more; `added`: it came, or came back, after `since`; `moved`: its main geocode lies elsewhere; `changed`: something else of it changed; `unchanged`.',
        ),
        since: string('The release that it is compared with.'),
        release: string('The release that is served.'),
        kinds: array(
          oneOf(['moved', 'renamed', 'recoded', 'boundaries', 'confidence', 'geocodes'], 'A way to change.'),
          'In which ways it changed from one release to the next after `since`.',
        ),
        last_release: nullable(string('Of an id that has ended: the last release that had it.')),
        successor: nullable(
          string('Of an id that has ended: the id of the address with the same label in the same place.'),
        ),
        debug: debugField,
      },
      ['debug'],
    ),
  },
  example: {
    id: 'GAQLD438583692',
    status: 'unchanged',
    since: '2026.08',
    release: '2026.08',
    kinds: [],
    last_release: null,
    successor: null,
  },
  client: { method: 'changes', types: 'Changes' },
  tool: {
    name: 'address_changes',
    title: 'Tell what became of a stored address id',
    description:
      'Tell whether the address of a stored id moved, changed or ended after a release, and what id has taken its place.',
    inputs: { since: { words: 'a release such as 2026.08; default the oldest that is known' } },
  },
  batch: {
    summary: 'Tell what became of many stored ids',
    query: 'A stored id',
    prefix: 'ChangesBatch',
  },
  queries: ({ id }) => [{ id }],
});
