import { Problem, quote, type Rule } from './rules.ts';

/**
 * What `include` asked an answer to have in addition, each name once; undefined where it was not
 * given.
 */
export type Included<N extends string> = readonly N[] | undefined;

/** What each name that `include` takes adds, in words of the interface description. */
const ADDS = {
  formatted: 'each address as people write it and as it stands on an envelope',
  abbreviated: 'the same, with the types of streets abbreviated',
  verdict: 'what became of each part that was given, and what to do',
  alternatives: 'up to five other records',
  parents: 'the principal of an alias, and the building of a unit',
  nearest: 'the nearest address, where none is within the radius',
  place: 'the place that the nearest addresses agree on',
} as const;

/** A name that `include` takes somewhere. */
export type IncludeName = keyof typeof ADDS;

/**
 * `include`: names of what the answer is to have in addition, in any order, separated by commas;
 * nothing when it is not given.
 */
export function include<const N extends IncludeName>(names: readonly N[], example: N): Rule<Included<N>> {
  const known: readonly string[] = names;
  return {
    required: false,
    absent: undefined,
    schema: { type: 'array', items: { type: 'string', enum: names }, minItems: 1 },
    description: `What the answer is to have besides, separated by commas: ${names.map((name) => `\`${name}\`, ${ADDS[name]}`).join('; ')}.`,
    example,
    read(text) {
      const given = text.split(',');
      const unknown = given.find((name) => !known.includes(name));
      if (unknown === undefined) return [...new Set(given as N[])];
      return new Problem(`must be a list of ${names.join(', ')}, separated by commas, and has ${quote(unknown)}`);
    },
  };
}
