import type { Random } from '../../../build-index/generate/random.ts';
import type { AddressIndex } from '../../../src/address/index/open.ts';
import { autocomplete } from '../../../src/address/operations/autocomplete.ts';
import { enrich } from '../../../src/address/operations/enrich.ts';
import { JsonBytes } from '../../../src/address/operations/json-bytes.ts';
import { lookupLocality } from '../../../src/address/operations/lookup-locality.ts';
import { lookupPostcode } from '../../../src/address/operations/lookup-postcode.ts';
import { lookupStreet } from '../../../src/address/operations/lookup-street.ts';
import { lookupSuburb } from '../../../src/address/operations/lookup-suburb.ts';
import { reverse } from '../../../src/address/operations/reverse.ts';
import { STATES, type State } from '../../../src/address/operations/table/rules.ts';
import { validate } from '../../../src/address/operations/validate.ts';
import { LONGEST_AUTOCOMPLETE, LONGEST_VALIDATE } from '../accuracy/asker.ts';
import type { AskedStrings } from './asked-strings.ts';
import {
  inSessions,
  interleaved,
  KEYSTROKES_A_LINE,
  keystrokes,
  type Point,
  randomIds,
  randomLines,
  randomPoints,
  randomPostcodes,
  randomSuburbs,
} from './inputs.ts';
import type { Calls } from './timed.ts';
import { type WorstQuery, worstQueries } from './worst-queries.ts';

const SYDNEY = { lat: -33.8688, lon: 151.2093 };
/** Near no address, but near every longitude. */
const NORTH_POLE = { lat: 90, lon: 180 };
const TIMES_EACH_WORST = 20;

/** What the inputs of series are drawn from, and how the operations are called. */
interface Drawn {
  readonly index: AddressIndex;
  readonly random: Random;
  /** Calls of a series, and of one that is costlier or rarer. */
  readonly count: number;
  readonly some: number;
  readonly out: JsonBytes;
  readonly complete: (q: string, near?: Point | null, state?: State | null) => void;
  readonly check: (q: string) => void;
}

const TEXT = { label: (q: string) => JSON.stringify(q) };
const WHY = { label: ({ why, q }: WorstQuery) => `${why}: ${JSON.stringify(q)}` };
const POINT = { label: ({ lat, lon }: Point) => `${lat}, ${lon}` };

/**
 * Every series to measure. `real` are address strings as people wrote them; if null, labels of the
 * index are used instead. Inputs are drawn in the order of the series, so that a new one goes last.
 */
export function planSeries(index: AddressIndex, real: AskedStrings | null, random: Random, count: number): Calls[] {
  const drawn = drawnFrom(index, random, count);
  const lines = real?.sent ?? randomLines(index, random, Math.ceil(count / KEYSTROKES_A_LINE));
  return [
    ...searchSeries(drawn, lines),
    ...reverseSeries(drawn),
    ...lookupSeries(drawn),
    ...keystrokeSeries(drawn, lines),
    ...(real === null ? [] : absentSeries(drawn, real.absent)),
    ...includeSeries(drawn),
  ];
}

function drawnFrom(index: AddressIndex, random: Random, count: number): Drawn {
  const out = new JsonBytes();
  return {
    index,
    random,
    count,
    some: Math.ceil(count / 5),
    out,
    complete: (q, near = null, state = null) => {
      out.reset();
      autocomplete(index, { q, state, limit: 5, near, debug: false }, out);
    },
    check: (q) => {
      out.reset();
      validate(index, { q, debug: false }, out);
    },
  };
}

/**
 * Records by their ids, whole lines and their beginnings, and the costliest queries anyone thought
 * of.
 */
function searchSeries({ index, random, count, out, complete, check }: Drawn, lines: readonly string[]): Calls[] {
  const worst = worstQueries(index, random).flatMap((it) => Array.from({ length: TIMES_EACH_WORST }, () => it));
  return [
    plan('enrich', {
      ...TEXT,
      inputs: randomIds(index, random, count),
      call: (id) => {
        out.reset();
        enrich(index, { id, debug: false }, out);
      },
    }),
    plan('autocomplete, keystrokes', {
      ...TEXT,
      inputs: keystrokes(lines, random, count, LONGEST_AUTOCOMPLETE),
      call: (q) => complete(q),
    }),
    plan('autocomplete, worst queries', {
      ...WHY,
      inputs: worst.filter(({ q }) => q.length <= LONGEST_AUTOCOMPLETE),
      call: ({ q }) => complete(q),
    }),
    plan('validate, whole strings', {
      ...TEXT,
      inputs: lines.filter((q) => q.length <= LONGEST_VALIDATE).slice(0, count),
      call: check,
    }),
    plan('validate, worst queries', { ...WHY, inputs: worst, call: ({ q }) => check(q) }),
  ];
}

function reverseSeries({ index, random, count, out }: Drawn): Calls[] {
  const near = (radius: number) => ({
    ...POINT,
    call: ({ lat, lon }: Point) => {
      out.reset();
      reverse(index, { lat, lon, radius, limit: 5, debug: false }, out);
    },
  });
  return [
    plan('reverse, 100 m, limit 5', { ...near(100), inputs: randomPoints(index, random, count) }),
    plan('reverse, 50 km around Sydney', { ...near(50_000), inputs: around(SYDNEY, random, 500) }),
    plan('reverse, 50 km around the most crowded point', {
      ...near(50_000),
      inputs: around(mostCrowded(index, random), random, 500),
    }),
    plan('reverse, 50 km around the north pole', { ...near(50_000), inputs: [NORTH_POLE] }),
  ];
}

function lookupSeries({ index, random, count, out }: Drawn): Calls[] {
  return [
    plan('postcode lookup', {
      ...TEXT,
      inputs: randomPostcodes(index, random, count),
      call: (postcode) => {
        out.reset();
        lookupPostcode(index, { postcode, limit: 10, debug: false }, out);
      },
    }),
    plan('suburb lookup', {
      ...TEXT,
      inputs: randomSuburbs(index, random, count),
      call: (suburb) => {
        out.reset();
        lookupSuburb(index, { suburb, state: null, limit: 10, debug: false }, out);
      },
    }),
    plan('locality lookup, beginnings', {
      ...TEXT,
      inputs: randomSuburbs(index, random, count).map((name) => name.slice(0, 1 + random.below(name.length))),
      call: (q) => {
        out.reset();
        lookupLocality(index, { q, state: null, limit: 5, debug: false }, out);
      },
    }),
    plan('street lookup, first letters', {
      ...TEXT,
      inputs: randomSuburbs(index, random, count),
      call: (locality) => {
        out.reset();
        lookupStreet(index, { locality, state: null, q: locality.slice(0, 1), limit: 10, debug: false }, out);
      },
    }),
  ];
}

/** Keystrokes of existing addresses, of queries near a point, and of queries in a state. */
function keystrokeSeries({ index, random, count, some, complete }: Drawn, lines: readonly string[]): Calls[] {
  const there = randomLines(index, random, Math.ceil(count / KEYSTROKES_A_LINE));
  return [
    plan('autocomplete, keystrokes of addresses that are there', {
      ...TEXT,
      inputs: keystrokes(there, random, count, LONGEST_AUTOCOMPLETE),
      call: (q) => complete(q),
    }),
    plan('autocomplete, keystrokes of addresses that are there, by session', {
      ...TEXT,
      inputs: inSessions(there, LONGEST_AUTOCOMPLETE).slice(0, count),
      call: (q) => complete(q),
    }),
    plan('autocomplete, keystrokes of addresses that are there, sessions mixed', {
      ...TEXT,
      inputs: interleaved(there, LONGEST_AUTOCOMPLETE).slice(0, count),
      call: (q) => complete(q),
    }),
    plan('autocomplete, keystrokes beside a point', {
      label: ({ q, point }) => `${JSON.stringify(q)} at ${point.lat}, ${point.lon}`,
      inputs: zip(keystrokes(lines, random, some, LONGEST_AUTOCOMPLETE), randomPoints(index, random, some)),
      call: ({ q, point }) => complete(q, point),
    }),
    plan('autocomplete, keystrokes in a state', {
      label: ({ q, state }) => `${JSON.stringify(q)} in ${state}`,
      inputs: keystrokes(lines, random, some, LONGEST_AUTOCOMPLETE).map((q) => ({ q, state: random.pick(STATES) })),
      call: ({ q, state }) => complete(q, null, state),
    }),
  ];
}

function absentSeries({ random, count, complete, check }: Drawn, absent: readonly string[]): Calls[] {
  return [
    plan('autocomplete, keystrokes of streets mostly absent', {
      ...TEXT,
      inputs: keystrokes(absent, random, count, LONGEST_AUTOCOMPLETE),
      call: (q) => complete(q),
    }),
    plan('validate, strings of streets mostly absent', {
      ...TEXT,
      inputs: absent.filter((q) => q.length <= LONGEST_VALIDATE).slice(0, count),
      call: check,
    }),
  ];
}

/** The same calls without and with the parts that `include` adds, side by side. */
function includeSeries({ index, random, some, out }: Drawn): Calls[] {
  const asked = randomLines(index, random, some);
  const validated = (['formatted', 'verdict', 'alternatives'] as const).map((name) => [name]);
  const ids = randomIds(index, random, some);
  const points = randomPoints(index, random, some);
  const typed = keystrokes(asked, random, some, LONGEST_AUTOCOMPLETE);
  return [
    ...[[], ...validated, validated.flat()].map((include) =>
      plan(`validate, include=${include.join()}`, {
        ...TEXT,
        inputs: asked,
        call: (q) => {
          out.reset();
          validate(index, { q, debug: false, ...(include.length > 0 && { include }) }, out);
        },
      }),
    ),
    ...([[], ['formatted'], ['parents']] as const).map((include) =>
      plan(`enrich, include=${include.join()}`, {
        ...TEXT,
        inputs: ids,
        call: (id) => {
          out.reset();
          enrich(index, { id, debug: false, ...(include.length > 0 && { include }) }, out);
        },
      }),
    ),
    ...([[], ['formatted'], ['place']] as const).map((include) =>
      plan(`reverse, include=${include.join()}`, {
        ...POINT,
        inputs: points,
        call: ({ lat, lon }) => {
          out.reset();
          const asks = { lat, lon, radius: 100, limit: 5, debug: false };
          reverse(index, include.length > 0 ? { ...asks, include } : asks, out);
        },
      }),
    ),
    ...([[], ['formatted']] as const).map((include) =>
      plan(`autocomplete, include=${include.join()}`, {
        ...TEXT,
        inputs: typed,
        call: (q) => {
          out.reset();
          const asks = { q, state: null, limit: 5, near: null, debug: false };
          autocomplete(index, include.length > 0 ? { ...asks, include } : asks, out);
        },
      }),
    ),
  ];
}

interface Plan<T> {
  readonly inputs: readonly T[];
  readonly label: (input: T) => string;
  readonly call: (input: T) => void;
}

function plan<T>(name: string, { inputs, label, call }: Plan<T>): Calls {
  return { name, count: inputs.length, label: (i) => label(inputs[i]), call: (i) => call(inputs[i]) };
}

function around({ lat, lon }: Point, random: Random, count: number): Point[] {
  return Array.from({ length: count }, () => ({
    lat: lat + (random.fraction() - 0.5) * 0.2,
    lon: lon + (random.fraction() - 0.5) * 0.2,
  }));
}

/** Among a thousand records, the point with the most others within 50 km. */
function mostCrowded(index: AddressIndex, random: Random): Point {
  const out = new JsonBytes();
  const decoder = new TextDecoder();
  let best = { lat: SYDNEY.lat, lon: SYDNEY.lon, total: -1 };
  for (const { lat, lon } of randomPoints(index, random, 1000)) {
    out.reset();
    reverse(index, { lat, lon, radius: 50_000, limit: 1, debug: false }, out);
    const { total } = JSON.parse(decoder.decode(out.view())) as { total: number };
    if (total > best.total) best = { lat, lon, total };
  }
  return best;
}

function zip(queries: readonly string[], points: readonly Point[]): { readonly q: string; readonly point: Point }[] {
  return queries.map((q, i) => ({ q, point: points[i] }));
}
