import type { AddressIndex } from '../../../src/address/index/open.ts';
import { autocomplete } from '../../../src/address/operations/autocomplete.ts';
import { enrich } from '../../../src/address/operations/enrich.ts';
import { JsonBytes } from '../../../src/address/operations/json-bytes.ts';
import type { AutocompleteParameters } from '../../../src/address/operations/table/rows/autocomplete.ts';
import type { AddressPartsGiven, ValidateParameters } from '../../../src/address/operations/table/rows/validate.ts';
import type { Verdict } from '../../../src/address/operations/table/verdict.ts';
import { validate } from '../../../src/address/operations/validate.ts';
import { answerText, fullText, type Universe } from './universe/universe.ts';

/** `high`, `medium`, `low`, `none` (§5.1). */
export type Quality = 'high' | 'medium' | 'low' | 'none';

/** What a caller sees of one returned record. */
export interface Answer {
  readonly id: string;
  readonly addressLabel: string | null;
  readonly localityName: string | null;
  readonly state: string | null;
  readonly postcode: string | null;
  readonly serviceMatchScore: number;
  readonly serviceMatchQuality: Quality;
  /** Label, locality, state and postcode in one line, as `fullText` writes it. */
  readonly text: string;
}

type Fields = Omit<Answer, 'text'>;

/** Longest `q` of autocomplete (contract). */
export const LONGEST_AUTOCOMPLETE = 200;

/** Longest `q` of validate (contract). */
export const LONGEST_VALIDATE = 500;

/** What is asked of the search. */
export interface Asks {
  /** The one best record for a line, or for an address in parts; or null. */
  validate: (asked: string | AddressPartsGiven) => Answer | null;
  /** The suggestions, best first. */
  autocomplete: (q: string) => Answer[];
  /** The verdict of validate; absent where the search alone is asked. */
  verdict?: (asked: string | AddressPartsGiven) => Verdict;
  /** How validate explains its answer, in a line. */
  explain: (asked: string | AddressPartsGiven) => string;
}

/** Asks the operations as callers do: through their JSON. */
export class Asker implements Asks {
  private readonly out = new JsonBytes();
  private readonly decoder = new TextDecoder('utf-8', { fatal: true });

  constructor(readonly index: AddressIndex) {}

  /** The one best record for a line, or for an address in parts; or null. */
  validate(asked: string | AddressPartsGiven): Answer | null {
    const body = JSON.parse(this.validateText(asked, false)) as { match: Fields | null } & Pick<
      Fields,
      'serviceMatchScore' | 'serviceMatchQuality'
    >;
    if (body.match === null) return null;
    const { serviceMatchScore, serviceMatchQuality } = body;
    return withText({ ...body.match, serviceMatchScore, serviceMatchQuality });
  }

  /** The suggestions, best first. */
  autocomplete(q: string, more: Partial<AutocompleteParameters> = {}): Answer[] {
    return (JSON.parse(this.autocompleteText(q, more)) as { suggestions: Fields[] }).suggestions.map(withText);
  }

  /** The body of autocomplete as sent. */
  autocompleteText(q: string, more: Partial<AutocompleteParameters> = {}): string {
    this.out.reset();
    autocomplete(this.index, { q, state: null, limit: 5, near: null, debug: false, ...more }, this.out);
    return this.decoder.decode(this.out.view());
  }

  /** The verdict of validate (§12.11). */
  verdict(asked: string | AddressPartsGiven): Verdict {
    return (JSON.parse(this.validateText(asked, false, ['verdict'])) as { verdict: Verdict }).verdict;
  }

  /** The body of validate as sent. */
  validateText(asked: string | AddressPartsGiven, debug: boolean, include?: ValidateParameters['include']): string {
    this.out.reset();
    const question = typeof asked === 'string' ? { q: asked } : { q: '', parts: asked };
    validate(this.index, { ...question, debug, include }, this.out);
    return this.decoder.decode(this.out.view());
  }

  /** How validate explains its answer: components, caps and the internal score. */
  explain(asked: string | AddressPartsGiven): string {
    const { debug } = JSON.parse(this.validateText(asked, true)) as { debug?: Record<string, unknown> };
    if (debug === undefined) return '';
    const { matchedComponents, scoreCaps, searchScore } = debug;
    return JSON.stringify({ matchedComponents, scoreCaps, searchScore });
  }
}

function withText(fields: Fields): Answer {
  return { ...fields, text: answerText(fields.addressLabel, fields.localityName, fields.state, fields.postcode) };
}

/**
 * Compares the full texts of the kept ids with what Enrich returns for them, so that an index of
 * another release, or an error of the reader, is not mistaken for bad search.
 *
 * @throws Error naming the first id that differs, with both texts
 */
export function checkLabels(universe: Universe, index: AddressIndex): void {
  const out = new JsonBytes();
  const decoder = new TextDecoder();
  for (const { row, id } of universe.ids) {
    out.reset();
    const expected = fullText(universe, row);
    if (!enrich(index, { id, debug: false }, out))
      throw new Error(`${index.path}: ${id} is not in it, expected ${expected}`);
    const { addressLabel, localityName, state, postcode } = JSON.parse(decoder.decode(out.view()));
    const found = answerText(addressLabel, localityName, state, postcode);
    if (found !== expected)
      throw new Error(`${index.path}: ${id} is ${found}, the release has ${expected}: is it an index of this release?`);
  }
}

/** Other names that may be given for a locality. */
interface LocalityNames {
  readonly aliases: readonly string[];
  readonly neighbours: readonly string[];
}

/** Reads the names of a record's locality from its enriched document. */
export function localityReader(index: AddressIndex): (answer: { readonly id: string }) => LocalityNames {
  const out = new JsonBytes();
  const decoder = new TextDecoder();
  return ({ id }) => {
    out.reset();
    if (!enrich(index, { id, debug: false }, out)) return { aliases: [], neighbours: [] };
    return (JSON.parse(decoder.decode(out.view())) as { locality: LocalityNames }).locality;
  };
}
