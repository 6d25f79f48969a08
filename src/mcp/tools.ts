import { z } from 'zod';
import type { CallOptions, Client, State } from '../client/client.ts';
import { ADVICE, documentOf, neighbourOf, PARTS, recordOf, suggestionOf } from './answers.ts';

/** A call of the service as a tool: what a model is told, and what it is answered. */
export interface Tool<S extends z.ZodRawShape = z.ZodRawShape> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: S;
  readonly run: (client: Client, input: z.infer<z.ZodObject<S>>, options: CallOptions) => Promise<object>;
}

function tool<S extends z.ZodRawShape>(definition: Tool<S>): Tool {
  return definition as unknown as Tool;
}

const STATES = ['NSW', 'VIC', 'QLD', 'SA', 'WA', 'TAS', 'NT', 'ACT'] as const satisfies readonly State[];
const state = z.enum(STATES).optional();
const limit = (most: number, usual: number) =>
  z.number().int().min(1).max(most).optional().describe(`default ${usual}`);

/** The six calls. */
export const TOOLS: readonly Tool[] = [
  tool({
    name: 'validate_address',
    title: 'Validate an Australian address',
    description:
      'Find the one official record (G-NAF) for a whole Australian address written as free text, spelling mistakes included. Answers the address, its id and point, how well it matches, and what to do with that.',
    input: { address: z.string().min(1).max(500).describe('e.g. "unit 3, 12 Smith St, Fitzroy VIC 3065"') },
    async run(client, { address }, options) {
      const {
        match,
        serviceMatchQuality: quality,
        serviceMatchScore: score,
      } = (await client.validate({ q: address }, options)).data;
      return { quality, score, advice: ADVICE[quality], ...(match !== null && { match: recordOf(match) }) };
    },
  }),
  tool({
    name: 'autocomplete_address',
    title: 'Suggest Australian addresses',
    description:
      'List addresses that begin like an incomplete text, best first. For a text that looks whole, use validate_address instead.',
    input: {
      text: z.string().min(1).max(200).describe('as far as it is known; the last word may be cut off'),
      state,
      limit: limit(20, 5),
    },
    async run(client, { text, state, limit }, options) {
      const { suggestions } = (await client.autocomplete({ q: text, state, limit }, options)).data;
      return suggestions.length === 0
        ? { suggestions, advice: ADVICE.none }
        : { suggestions: suggestions.map(suggestionOf) };
    },
  }),
  tool({
    name: 'enrich_address',
    title: 'Get everything about an address',
    description:
      'Get the document of one address by the id that the other tools answer. Ask only for the parts that are needed.',
    input: {
      id: z.string().min(1).max(64),
      include: z
        .array(z.enum(PARTS))
        .optional()
        .describe(
          'boundaries: council, electorates, ABS areas; geocodes: further points; aliases: other labels; units: addresses inside the building; surroundings: locality and street with their neighbours',
        ),
    },
    run: async (client, { id, include = [] }, options) =>
      documentOf((await client.enrich({ id }, options)).data, include),
  }),
  tool({
    name: 'reverse_geocode',
    title: 'Find addresses near a point',
    description: 'List the addresses nearest to a point (WGS84 degrees), nearest first.',
    input: {
      lat: z.number().min(-90).max(90),
      lon: z.number().min(-180).max(180),
      radius_m: z.number().min(1).max(50_000).optional().describe('default 100'),
      limit: limit(20, 5),
    },
    async run(client, { lat, lon, radius_m, limit }, options) {
      const { results, total } = (await client.reverseGeocode({ lat, lon, radius: radius_m, limit }, options)).data;
      const advice = total === 0 && { advice: 'No address is this near: try a larger radius_m.' };
      return { addresses: results.map(neighbourOf), in_radius: total, ...advice };
    },
  }),
  tool({
    name: 'lookup_postcode',
    title: 'List the localities of a postcode',
    description:
      'List the suburbs and localities of an Australian postcode with their numbers of addresses, largest first.',
    input: {
      postcode: z
        .string()
        .regex(/^\d{4}$/)
        .describe('four digits, as text: "0872"'),
      limit: limit(50, 10),
    },
    run: async (client, { postcode, limit }, options) =>
      (await client.lookupPostcode({ postcode, limit }, options)).data,
  }),
  tool({
    name: 'lookup_suburb',
    title: 'Find the postcodes of a suburb',
    description:
      'Find a suburb or locality by name, alias or nearest spelling: its official name, postcodes, number of addresses and extent.',
    input: { suburb: z.string().min(1).max(100), state, limit: limit(20, 10) },
    async run(client, { suburb, state, limit }, options) {
      const { data } = await client.lookupSuburb({ suburb, state, limit }, options);
      const advice = data.address_count === 0 && { advice: 'No such suburb or locality was found.' };
      return { ...data, ...advice };
    },
  }),
];
