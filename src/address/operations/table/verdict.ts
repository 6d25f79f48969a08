import { nullable, object, oneOf, ref, type Schema, text } from '../../../system/schema.ts';

/** What to do with an answer, by its quality and caps. */
const ACTIONS = ['accept', 'fix', 'confirm', 'reject'] as const;
export type Action = (typeof ACTIONS)[number];

/** What became of a component. */
const PART_VERDICTS = ['confirmed', 'corrected', 'added', 'missing', 'contradicted', 'alias', 'other_name'] as const;

/** What a name in the suburb's place means, where it is not its own. */
const MEANS = ['lga', 'metropolis', 'short', 'neighbour', 'alias'] as const;

/** What was given for a component, and what the record has. */
export interface PartVerdict {
  readonly given: string | null;
  readonly found: string | null;
  readonly verdict: (typeof PART_VERDICTS)[number];
  /** Of a suburb that was called otherwise: what the name means, null where it is known for nothing. */
  readonly means?: (typeof MEANS)[number] | null;
}

/** What kind of text it is for which nothing was found, where it can be told; or that the place was called otherwise. */
export const REASONS = ['po_box', 'intersection', 'parcel', 'overseas', 'too_little', 'place_name'] as const;

/** The member `verdict` of an answer of validate (§12.11). */
export interface Verdict {
  readonly action: Action;
  readonly reason: (typeof REASONS)[number] | null;
  /** The alias record that was typed, where the answer is its principal. */
  readonly alias: { readonly id: string; readonly addressLabel: string | null } | null;
  readonly components: Readonly<Record<string, PartVerdict>>;
}

/** The schemas of a verdict. */
export const VERDICT_SCHEMAS: Readonly<Record<string, Schema>> = {
  Verdict: object('What became of what was given, and what to do.', {
    action: oneOf(
      ACTIONS,
      '`accept`: take it. `fix`: ask for what is missing or not there, a number, a unit or a place. `confirm`: ask whether this address is meant. `reject`: ask for another.',
    ),
    reason: {
      anyOf: [oneOf(REASONS, 'A kind of text.'), { type: 'null' }],
      description:
        'What the text is to which nothing was found; `place_name` where an address was found whose place alone has another name. Null where it does not tell, or something else was found.',
    },
    alias: nullable(ref('Parent', 'The alias record that was given, where the answer is its principal.')),
    components: {
      type: 'object',
      description:
        'By component, `building`, `unit`, `level`, `number`, `street`, `suburb`, `state` or `postcode`: those that were given, that the record has, or that are missing.',
      additionalProperties: ref('PartVerdict'),
    },
  }),
  PartVerdict: object(
    'What became of a component.',
    {
      given: text('What was given: a part as it was sent, or words of the line in upper case.'),
      found: text('What the record has.'),
      verdict: oneOf(
        PART_VERDICTS,
        '`confirmed`: as given. `corrected`: another spelling, abbreviation or name of it. `added`: not given, and told by the rest. `missing`: not given, and needed to tell the record from others. `contradicted`: the record has another, or none. `alias`: as the alias record has it that was given. `other_name`: the suburb was called otherwise.',
      ),
      means: {
        anyOf: [
          oneOf(
            MEANS,
            'What the other name is: a council’s area (LGA) or a capital’s metropolis that the record is in, the first words of the suburb’s name, a suburb next door, or an alias of it.',
          ),
          { type: 'null' },
        ],
        description: 'Only with `other_name`; null where the name is known for nothing, as an estate’s or an old one.',
      },
    },
    ['means'],
  ),
};
