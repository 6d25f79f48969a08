import type { Random } from '../../../build-index/generate/random.ts';
import type { AddressIndex } from '../../../src/address/index/open.ts';
import { autocomplete } from '../../../src/address/operations/autocomplete.ts';
import { JsonBytes } from '../../../src/address/operations/json-bytes.ts';
import { reverse } from '../../../src/address/operations/reverse.ts';
import type { AutocompleteParameters } from '../../../src/address/operations/table/rows/autocomplete.ts';
import type { ReverseParameters } from '../../../src/address/operations/table/rows/reverse.ts';
import { STATES } from '../../../src/address/operations/table/rules.ts';
import { validate } from '../../../src/address/operations/validate.ts';
import { LONGEST_AUTOCOMPLETE, LONGEST_VALIDATE } from '../accuracy/asker.ts';
import { type Point, randomLines, randomPoints } from './inputs.ts';
import { mutateText } from './mutate-text.ts';
import type { Mutable } from './search-by-mutation.ts';
import { worstQueries } from './worst-queries.ts';

const LINES = 2000;
const POINTS = 2000;

/**
 * Inputs of autocomplete with all its parameters, of validate and of reverse, to be searched for
 * slow ones.
 */
export function mutableInputs(
  index: AddressIndex,
  random: Random,
): [Mutable<AutocompleteParameters>, Mutable<string>, Mutable<ReverseParameters>] {
  const out = new JsonBytes();
  const lines = randomLines(index, random, LINES);
  const texts = [...lines, ...worstQueries(index, random).map(({ q }) => q)];
  const words = [...new Set(lines.flatMap((line) => line.split(/[ ,]+/)))];
  const points = randomPoints(index, random, POINTS);
  return [
    {
      name: 'autocomplete, by mutation',
      seed: (draw) => changed(plain(cut(draw.pick(texts), LONGEST_AUTOCOMPLETE)), draw, points),
      mutate(input, other, draw) {
        if (draw.chance(0.1)) return changed(input, draw, points);
        return { ...input, q: mutateText(input.q, other.q, words, LONGEST_AUTOCOMPLETE, draw) };
      },
      label: ({ q, state, limit, near }) =>
        [JSON.stringify(q), state && `in ${state}`, near && `near ${near.lat}, ${near.lon}`, `limit ${limit}`]
          .filter(Boolean)
          .join(' '),
      call(input) {
        out.reset();
        autocomplete(index, input, out);
      },
    },
    {
      name: 'validate, by mutation',
      seed: (draw) => cut(draw.pick(texts), LONGEST_VALIDATE),
      mutate: (q, other, draw) => mutateText(q, other, words, LONGEST_VALIDATE, draw),
      label: (q) => JSON.stringify(q),
      call(q) {
        out.reset();
        validate(index, { q, debug: false }, out);
      },
    },
    {
      name: 'reverse, by mutation',
      seed: (draw) => ({ ...draw.pick(points), radius: 50_000, limit: 20, debug: false }),
      mutate: (input, other, draw) => moved(input, other, draw),
      label: ({ lat, lon, radius, limit }) => `lat=${lat}&lon=${lon}&radius=${radius}&limit=${limit}`,
      call(input) {
        out.reset();
        reverse(index, input, out);
      },
    },
  ];
}

function plain(q: string): AutocompleteParameters {
  return { q, state: null, limit: 5, near: null, debug: false };
}

function cut(q: string, longest: number): string {
  return q.slice(0, longest).trim() || 'a';
}

function changed(input: AutocompleteParameters, random: Random, points: readonly Point[]): AutocompleteParameters {
  const roll = random.below(4);
  if (roll === 0) return { ...input, limit: random.pick([1, 5, 20]) };
  if (roll === 1) return { ...input, state: random.chance(0.5) ? null : random.pick(STATES) };
  return { ...input, near: random.chance(0.5) ? null : random.pick(points) };
}

/**
 * Another place: near, far, at an edge of the world, or with one coordinate of another input; or
 * another radius or limit.
 */
function moved(input: ReverseParameters, other: ReverseParameters, random: Random): ReverseParameters {
  const { lat, lon } = input;
  const step = 10 ** -random.below(6);
  const at = (value: number, most: number) => Math.max(-most, Math.min(most, value + (random.fraction() - 0.5) * step));
  switch (random.below(6)) {
    case 0:
      return { ...input, lat: other.lat };
    case 1:
      return { ...input, lon: other.lon };
    case 2:
      return { ...input, radius: random.between(1, 50_000), limit: random.between(1, 20) };
    case 3:
      return { ...input, lat: random.pick([-90, -44, 0, 90, lat]), lon: random.pick([-180, 0, 112, 180, lon]) };
    default:
      return { ...input, lat: at(lat, 90), lon: at(lon, 180) };
  }
}
