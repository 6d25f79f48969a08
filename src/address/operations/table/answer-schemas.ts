import { array, object, oneOf, ref, type Schema, string } from '../../../system/schema.ts';
import { REASONS } from './verdict.ts';

/** The field of every answer that has diagnostics. */
export const debug = ref('DebugInfo', 'Only with `debug=true`.');

/** The schema of a postcode. */
export const postcode: Schema = { type: 'string', pattern: '^[0-9]{4}$', description: 'Four digits.' };

/** The fields that say how well an address matches. */
export const match: Readonly<Record<string, Schema>> = {
  serviceMatchScore: ref('ServiceMatchScore', 'How well the address matches the request.'),
  serviceMatchQuality: ref('ServiceMatchQuality', 'The same in words.'),
};

/** The schemas that answers of several operations refer to. */
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
      reason: oneOf(
        [...REASONS, 'none'],
        'Validate: why nothing was found, as far as the text tells; only where nothing was.',
      ),
    },
    ['matchedComponents', 'scoreCaps', 'searchScore', 'reason'],
  ),
};
