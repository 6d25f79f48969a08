// Generated from the interface description by `npm run client-types`. Not to be edited.

import type { Call, Query } from '../types.ts';
import type { components } from './openapi.ts';

type Schemas = components['schemas'];

export type AutocompleteParameters = Query<'autocomplete'>;
export type AutocompleteAnswer = Schemas['AutocompleteAnswer'];

export type ValidateParameters = Query<'validate'>;
export type ValidateAnswer = Schemas['ValidateAnswer'];
/** An address to check, in a batch: a text, or the parameters of `validate`. */
export type BatchQuery = string | ValidateParameters;
/** What `status` tells apart: 200 has a `result`, any other an `error`. */
export type BatchResult = Schemas['BatchResult'];
export type BatchAnswer = Schemas['BatchAnswer'];

export type EnrichParameters = Query<'enrich'>;
export type EnrichedAddress = Schemas['EnrichedAddress'];
/** An address by its id, in a batch: a text, or the parameters of `enrich`. */
export type EnrichBatchQuery = string | EnrichParameters;
/** What `status` tells apart: 200 has a `result`, any other an `error`. */
export type EnrichBatchResult = Schemas['EnrichBatchResult'];
export type EnrichBatchAnswer = Schemas['EnrichBatchAnswer'];

export type ReverseGeocodeParameters = Query<'reverseGeocode'>;
export type ReverseAnswer = Schemas['ReverseAnswer'];
export type ReverseGeocodeAnswer = Schemas['ReverseAnswer'];

export type PostcodeParameters = Query<'lookupPostcode'>;
export type PostcodeAnswer = Schemas['PostcodeAnswer'];

export type SuburbParameters = Query<'lookupSuburb'>;
export type SuburbAnswer = Schemas['SuburbAnswer'];

export type LocalityParameters = Query<'lookupLocality'>;
export type LocalityAnswer = Schemas['LocalityAnswer'];

export type StreetParameters = Query<'lookupStreet'>;
export type StreetAnswer = Schemas['StreetAnswer'];

export type ChangesParameters = Query<'changes'>;
export type AddressChanges = Schemas['AddressChanges'];
/** A stored id, in a batch: a text, or the parameters of `changes`. */
export type ChangesBatchQuery = string | ChangesParameters;
/** What `status` tells apart: 200 has a `result`, any other an `error`. */
export type ChangesBatchResult = Schemas['ChangesBatchResult'];
export type ChangesBatchAnswer = Schemas['ChangesBatchAnswer'];

/**
 * The calls. Each rejects with an `ApiError` when the service refuses or fails, a
 * `TimeoutError`, a `ConnectionError` or an `UnexpectedResponseError` (all of them
 * `LetterboxError`s), or the reason of its signal.
 */
export interface Client {
  /** Suggests addresses for a text as it is typed, best first. 1 credit. */
  readonly autocomplete: Call<AutocompleteParameters, AutocompleteAnswer>;
  /** Finds the one record that matches a whole address best, and says how well. 1 credit. */
  readonly validate: Call<ValidateParameters, ValidateAnswer>;
  /**
   * Up to 1000 at once, with a secret key: the answer to each in their order, with its own status. 1 credit each, when it is
   * answered: where credits run out, the rest have status 429.
   */
  readonly validateBatch: Call<readonly BatchQuery[], BatchAnswer>;
  /** Answers the document of one current address, principal or alias, primary or secondary, by its id. 3 credits. */
  readonly enrich: Call<EnrichParameters, EnrichedAddress>;
  /**
   * Up to 1000 at once, with a secret key: the answer to each in their order, with its own status. 3 credits each, when it is
   * answered: where credits run out, the rest have status 429.
   */
  readonly enrichBatch: Call<readonly EnrichBatchQuery[], EnrichBatchAnswer>;
  /** Finds the addresses nearest to a point, by great-circle distance. 2 credits. */
  readonly reverseGeocode: Call<ReverseGeocodeParameters, ReverseAnswer>;
  /** Lists the localities inside a postcode. Counts are of that locality within that postcode. 1 credit. */
  readonly lookupPostcode: Call<PostcodeParameters, PostcodeAnswer>;
  /** Finds a suburb or locality by its name, an alias, a usual other way to write it, its first words where these mean no other, or the nearest spelling. Whoever asks for one town is never told of another: an unknown name has no postcodes. Without `state`, localities of the same name are taken together. 1 credit. */
  readonly lookupSuburb: Call<SuburbParameters, SuburbAnswer>;
  /** Lists the localities whose name, an alias of it, or a usual other spelling begins with a text: whole names first, then those with the most addresses. 1 credit. */
  readonly lookupLocality: Call<LocalityParameters, LocalityAnswer>;
  /** Lists the streets of a locality, found as by the lookup of suburbs, that have addresses and whose name begins with a text. Without `state`, localities of the same name are taken together. 1 credit. */
  readonly lookupStreet: Call<StreetParameters, StreetAnswer>;
  /** Tells of one stored id whether its address moved, changed or ended after a release, as far as the index was built with former releases. 1 credit. */
  readonly changes: Call<ChangesParameters, AddressChanges>;
  /**
   * Up to 1000 at once, with a secret key: the answer to each in their order, with its own status. 1 credit each, when it is
   * answered: where credits run out, the rest have status 429.
   */
  readonly changesBatch: Call<readonly ChangesBatchQuery[], ChangesBatchAnswer>;
}

/** Where each call goes, below `/v1/address/`. */
export const CALLS: Readonly<Record<keyof Client, { readonly path: string; readonly isBatch: boolean }>> = {
  autocomplete: { path: 'autocomplete', isBatch: false },
  validate: { path: 'validate', isBatch: false },
  validateBatch: { path: 'validate/batch', isBatch: true },
  enrich: { path: 'enrich', isBatch: false },
  enrichBatch: { path: 'enrich/batch', isBatch: true },
  reverseGeocode: { path: 'reverse', isBatch: false },
  lookupPostcode: { path: 'lookup/postcode', isBatch: false },
  lookupSuburb: { path: 'lookup/suburb', isBatch: false },
  lookupLocality: { path: 'lookup/locality', isBatch: false },
  lookupStreet: { path: 'lookup/street', isBatch: false },
  changes: { path: 'changes', isBatch: false },
  changesBatch: { path: 'changes/batch', isBatch: true },
};
