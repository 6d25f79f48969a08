import { addressFields, standardFields } from './address-schemas.ts';
import { array, count, nullable, object, oneOf, ref, type Schema, string } from './schema.ts';

const debug = ref('DebugInfo', 'Only with `debug=true`.');
const postcode: Schema = { type: 'string', pattern: '^[0-9]{4}$', description: 'Four digits.' };

const match: Readonly<Record<string, Schema>> = {
  serviceMatchScore: ref('ServiceMatchScore', 'How well the address matches the request.'),
  serviceMatchQuality: ref('ServiceMatchQuality', 'The same in words.'),
};

/** The schemas of the answers of the six operations (specification, "Endpoints"; contract, "Parameters and answers"). */
export const ANSWER_SCHEMAS: Readonly<Record<string, Schema>> = {
  ServiceMatchScore: {
    type: 'integer',
    minimum: 0,
    maximum: 100,
    description: 'How well the address matches the request, by the scorer `address-match-v1`.',
  },
  ServiceMatchQuality: oneOf(
    ['high', 'medium', 'low', 'none'],
    'A score of 67 to 100 is `high`, 34 to 66 `medium`, 1 to 33 `low`, 0 `none`.',
  ),
  DebugFlag: {
    ...oneOf(['true', 'false'], 'Whether the answer has diagnostics.'),
    default: 'false',
  },
  DebugInfo: object(
    'Diagnostics, only with `debug=true`. For support only: not to be decided upon.',
    {
      scoringVersion: oneOf(['address-match-v1'], 'Version of the match scorer.'),
      queryMode: oneOf(['autocomplete', 'validate', 'enrich', 'reverse', 'lookup'], 'Kind of request.'),
      matchedComponents: {
        type: 'object',
        description: 'How each component of the address matches; the shape may evolve between scoring versions.',
        additionalProperties: oneOf(['exact', 'prefix', 'fuzzy', 'none'], 'How the component matches.'),
      },
      scoreCaps: array(string('Name of a cap.'), 'Caps that were applied to the score.'),
      searchScore: {
        type: 'number',
        format: 'double',
        description: 'Internal relevance. Unstable: not to be stored, sorted by or decided upon.',
      },
    },
    ['matchedComponents', 'scoreCaps', 'searchScore'],
  ),
  Suggestion: object('A suggested address.', { ...addressFields, ...match, debug }, ['debug']),
  AutocompleteAnswer: object(
    'Suggested addresses.',
    {
      suggestions: array(ref('Suggestion'), 'Best first; empty when nothing matches.'),
      total: count('The number of suggestions in this answer.'),
      debug,
    },
    ['debug'],
  ),
  ValidateAnswer: object(
    'The best match.',
    { match: nullable(ref('StandardRecord', 'The best record; null when nothing matches.')), ...match, debug },
    ['debug'],
  ),
  ReverseResult: object('An address near the point.', {
    ...standardFields,
    distance_m: { type: 'number', minimum: 0, description: 'Great-circle distance in metres, with one decimal.' },
  }),
  ReverseAnswer: object(
    'Addresses near a point.',
    {
      results: array(ref('ReverseResult'), 'Nearest first, ties by `id`; empty when none is within the radius.'),
      total: count('The number of addresses within the radius.'),
      debug,
    },
    ['debug'],
  ),
  PostcodeLocality: object('A locality of a postcode.', {
    name: string('Official name of the locality.'),
    state: addressFields.state,
    address_count: count('Addresses of the locality within the postcode.'),
  }),
  PostcodeAnswer: object(
    'The localities of a postcode.',
    {
      postcode: { ...postcode, description: 'The postcode that was asked for.' },
      localities: array(ref('PostcodeLocality'), 'Most addresses first, then by name; empty for an unknown postcode.'),
      debug,
    },
    ['debug'],
  ),
  Bounds: object('The rectangle of the main geocodes of the addresses.', {
    top_left: ref('Location', 'North-western corner.'),
    bottom_right: ref('Location', 'South-eastern corner.'),
  }),
  SuburbAnswer: object(
    'A suburb and its postcodes.',
    {
      suburb: string('The official name that was found, in upper case; the name asked for when none was.'),
      postcodes: array(postcode, 'Most addresses first.'),
      address_count: count('Addresses in all localities that were found.'),
      state: ref('State', 'Only when the request gave it.'),
      bounds: ref('Bounds', 'Left out when there are no addresses.'),
      debug,
    },
    ['state', 'bounds', 'debug'],
  ),
};
