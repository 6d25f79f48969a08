import type { Operations } from '../../../address/operations/call/bind-operations.ts';
import { JsonBytes } from '../../../address/operations/json-bytes.ts';

/** The fields of an address that the answers of all operations have. */
export interface AnsweredAddress {
  readonly id: string;
  readonly addressLabel: string | null;
  readonly localityName: string | null;
  readonly state: string | null;
  readonly postcode: string | null;
}

/** An address that an operation found, with its score. */
export interface ScoredAddress extends AnsweredAddress {
  readonly serviceMatchScore: number;
  readonly serviceMatchQuality: string;
}

const out = new JsonBytes();
const decoder = new TextDecoder();

/** The best address for a text, and other possible ones, best first; empty if there is none. */
export function validated(operations: Operations, q: string): readonly ScoredAddress[] {
  const asked = { q, include: ['alternatives'], debug: false } as const;
  const answer = parsed((into) => operations.validate(asked, into)) as {
    readonly match: AnsweredAddress | null;
    readonly alternatives?: readonly ScoredAddress[];
  } & Pick<ScoredAddress, 'serviceMatchScore' | 'serviceMatchQuality'>;
  const { match, alternatives = [], ...score } = answer;
  return match === null ? [] : [{ ...match, ...score }, ...alternatives];
}

/** Addresses that a text may be the beginning of, best first. */
export function suggested(operations: Operations, q: string, limit: number): readonly ScoredAddress[] {
  const asked = { q, limit, state: null, near: null, debug: false };
  const answer = parsed((into) => operations.autocomplete(asked, into)) as {
    readonly suggestions: readonly ScoredAddress[];
  };
  return answer.suggestions;
}

/** The enriched document of an id; null if there is none. */
export function enriched(operations: Operations, id: string): AnsweredAddress | null {
  let isFound = false;
  const document = parsed((into) => {
    isFound = operations.enrich({ id, debug: false }, into);
    if (!isFound) into.ascii('null');
  });
  return isFound ? (document as AnsweredAddress) : null;
}

function parsed(write: (into: JsonBytes) => unknown): unknown {
  out.reset();
  write(out);
  return JSON.parse(decoder.decode(out.view()));
}

/** An address in one line: `2 PERTH STREET, SUNNYBANK QLD 4109`. */
export function oneLine({ addressLabel, localityName, state, postcode }: AnsweredAddress): string {
  const place = [localityName, state, postcode].filter(Boolean).join(' ');
  return [addressLabel, place].filter(Boolean).join(', ');
}
