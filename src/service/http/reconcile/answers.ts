import type { Operations } from '../../../address/operations/call/bind-operations.ts';
import { JsonBytes } from '../../../address/operations/json-bytes.ts';
import type { AutocompleteParameters } from '../../../address/operations/table/rows/autocomplete.ts';
import type { EnrichParameters } from '../../../address/operations/table/rows/enrich.ts';
import type { ReverseParameters } from '../../../address/operations/table/rows/reverse.ts';
import type { AddressPartsGiven } from '../../../address/operations/table/rows/validate.ts';

/** The fields of an address that the answers of all operations have. */
export interface AnsweredAddress {
  readonly id: string;
  readonly addressLabel: string | null;
  readonly localityName: string | null;
  readonly state: string | null;
  readonly postcode: string | null;
}

/** The part of an enriched document that is read here. */
export interface AnsweredDocument extends AnsweredAddress {
  readonly location?: { readonly lat: number; readonly lon: number } | null;
  readonly components?: Readonly<Record<string, string | null>>;
  /** Where it was asked for. */
  readonly formatted?: { readonly line1: string | null };
}

/** An address that an operation found, with its score. */
export interface ScoredAddress extends AnsweredAddress {
  readonly serviceMatchScore: number;
  readonly serviceMatchQuality: string;
}

const out = new JsonBytes();
const decoder = new TextDecoder();

/**
 * The best address for a text, or for the parts of one, and other possible ones, best first; empty if
 * there is none.
 */
export function validated(operations: Operations, q: string, parts?: AddressPartsGiven): readonly ScoredAddress[] {
  const asked = { q, parts, include: ['alternatives'], debug: false } as const;
  const answer = parsed((into) => operations.validate(asked, into)) as {
    readonly match: AnsweredAddress | null;
    readonly alternatives?: readonly ScoredAddress[];
  } & Pick<ScoredAddress, 'serviceMatchScore' | 'serviceMatchQuality'>;
  const { match, alternatives = [], ...score } = answer;
  return match === null ? [] : [{ ...match, ...score }, ...alternatives];
}

/** Addresses that a text may be the beginning of, best first. */
export function suggested(
  operations: Operations,
  q: string,
  limit: number,
  near: AutocompleteParameters['near'] = null,
): readonly ScoredAddress[] {
  const asked = { q, limit, state: null, near, debug: false };
  const answer = parsed((into) => operations.autocomplete(asked, into)) as {
    readonly suggestions: readonly ScoredAddress[];
  };
  return answer.suggestions;
}

/** The addresses nearest to a point. */
export function nearest(operations: Operations, asked: Omit<ReverseParameters, 'debug'>): readonly AnsweredAddress[] {
  const answer = parsed((into) => operations.reverse({ ...asked, debug: false }, into)) as {
    readonly results: readonly AnsweredAddress[];
  };
  return answer.results;
}

/** The enriched document of an id; null if there is none. */
export function enriched(
  operations: Operations,
  id: string,
  include?: EnrichParameters['include'],
): AnsweredDocument | null {
  let isFound = false;
  const document = parsed((into) => {
    isFound = operations.enrich({ id, include, debug: false }, into);
    if (!isFound) into.ascii('null');
  });
  return isFound ? (document as AnsweredDocument) : null;
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
