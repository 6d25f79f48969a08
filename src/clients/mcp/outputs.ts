import { z } from 'zod';
import type { OperationName } from '../../address/operations/table/table.ts';

/** Numbers and texts, which may be absent: nulls are left out. */
const text = z.string().optional();
const number = z.number().optional();
const list = z.array(z.string());

const quality = z.enum(['high', 'medium', 'low', 'none']);
const place = { address: z.string(), id: z.string() };
const record = z.looseObject({ ...place, lat: number, lon: number });
const part = z.object({
  given: text,
  found: text,
  verdict: z.enum(['corrected', 'missing', 'contradicted', 'alias', 'other_name']),
  means: text,
});
const matched = {
  quality,
  score: z.number(),
  action: text,
  reason: text,
  because: list.optional(),
  parts: z.record(z.string(), part).optional(),
  match: record.optional(),
};
const locality = z.looseObject({ name: z.string(), state: z.string().nullable(), address_count: z.number() });
const parts = z.looseObject({}).optional();

/** The output of each tool, by operation. Objects are open, since fields may be added. */
export const OUTPUTS: { readonly [N in OperationName]: z.ZodRawShape } = {
  autocomplete: { suggestions: z.array(z.object({ ...place, quality, score: z.number() })), advice: text },
  validate: { ...matched, advice: z.string() },
  enrich: {
    ...place,
    lat: number,
    lon: number,
    role: text,
    components: parts,
    parcel: text,
    release: text,
    retired: z.boolean().optional(),
    boundaries: parts,
    geocode: parts,
    locality: parts,
    street: parts,
    other_geocodes: z.array(parts).optional(),
    other_geocodes_in_all: number,
    aliases: z.array(parts).optional(),
    aliases_in_all: number,
    units: z.array(parts).optional(),
    units_in_all: number,
  },
  reverse: {
    addresses: z.array(z.looseObject({ ...place, lat: number, lon: number, distance_m: z.number() })),
    in_radius: z.number(),
    advice: text,
  },
  lookupPostcode: { postcode: z.string(), localities: z.array(locality) },
  lookupSuburb: {
    suburb: z.string(),
    state: text,
    postcodes: list,
    address_count: z.number(),
    bounds: parts,
    advice: text,
  },
  lookupLocality: { localities: z.array(locality), total: z.number() },
  changes: {
    id: z.string(),
    status: z.string(),
    since: z.string(),
    release: z.string(),
    kinds: list,
    last_release: z.string().nullable(),
    successor: z.string().nullable(),
  },
  lookupStreet: { streets: z.array(z.looseObject({ name: z.string() })), total: z.number() },
};

/** The output of `validate_addresses`. */
export const MANY_VALIDATED: z.ZodRawShape = {
  results: z.array(z.object({ ...matched, quality: quality.optional(), score: number, error: text })),
  counts: z.record(z.string(), z.number()),
  advice: z.record(z.string(), z.string()),
};
