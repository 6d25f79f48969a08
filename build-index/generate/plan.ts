import { COUNTRY, DEGREE, NATIONAL_ADDRESSES, type StateFacts } from './country.ts';
import type { Gazetteer, GazetteerLocality } from './gazetteer.ts';
import { hexIdentifier } from './identifiers.ts';
import { Random } from './random.ts';
import type { WrittenStreet, WrittenStreets } from './written/written-addresses.ts';

/** How a locality is built: decides towers, frontages, lots and numbers. */
export type Setting = 'centre' | 'suburb' | 'town' | 'rural';

/** A locality of the release, with what it will hold. */
export interface PlannedLocality {
  /** Position in `Plan.localities`. */
  readonly index: number;
  readonly pid: string;
  readonly name: string;
  readonly facts: StateFacts;
  readonly postcodes: readonly string[];
  readonly longitude: number;
  readonly latitude: number;
  readonly setting: Setting;
  readonly inGreaterCapital: boolean;
  /** Current addresses to make here. */
  readonly addresses: number;
  /** Streets that people wrote, which are made first. */
  readonly written: readonly WrittenStreet[];
  /** Position in `Plan.localities` of the localities around it. */
  neighbours: readonly number[];
}

/**
 * Which localities a release has, and how many addresses each; its size hardly depends on the
 * number of addresses.
 */
export interface Plan {
  readonly localities: readonly PlannedLocality[];
}

type Candidate = { place: GazetteerLocality; weight: number; key: number; written: readonly WrittenStreet[] };

const SIZE_FACTOR = [
  [0, 0.05],
  [0.3, 0.3],
  [0.6, 0.8],
  [0.85, 2],
  [0.97, 5],
  [1, 10],
] as const;
/** No locality has a larger share of its state's addresses, in a release of many localities. */
const LARGEST_SHARE = 0.015;
/** Share of a state's addresses that lie in the centre of its capital. */
const INNER_SHARE = 0.105;
const NATIONAL_LOCALITIES = 15_414;
const CAPITAL_REACH = 0.45 * DEGREE;

/** Largest share of a state's addresses that may be written ones. */
const WRITTEN_SHARE = 0.5;

/**
 * Chooses the localities and shares the addresses out, first among the states as in the real
 * country, then among each state's localities, heavy-tailed. A small release has fewer localities,
 * though not in proportion: each is less full. Places with written streets come first, until they
 * fill half of their state.
 */
export function planRelease(
  addresses: number,
  seed: number,
  gazetteer: Gazetteer,
  written: WrittenStreets = new Map(),
): Plan {
  const random = new Random(seed, 'plan');
  const perState = stateQuotas(addresses);
  const chosen: PlannedLocality[] = [];
  const share = localityShare(addresses);
  COUNTRY.forEach((facts, stateIndex) => {
    const available = gazetteer.localities.filter((place) => place.state === facts.file);
    const quota = perState[stateIndex];
    if (quota === 0 || available.length === 0) return;
    const inReality = (NATIONAL_LOCALITIES * available.length) / gazetteer.localities.length;
    const weighed = available.map((place) => weigh(place, facts, gazetteer, random));
    const candidates = withWritten(weighed, written, WRITTEN_SHARE * quota);
    const asked = candidates.filter((candidate) => candidate.written.length > 0).length;
    const wanted = Math.min(available.length, quota, Math.max(4, asked, Math.ceil(inReality * share)));
    candidates.sort((a, b) => a.key - b.key || (a.place.name < b.place.name ? -1 : 1));
    const picked = candidates.slice(0, wanted);
    const total = picked.reduce((sum, candidate) => sum + candidate.weight, 0);
    const mean = total / picked.length;
    const heaviest = Math.max(2.5 * mean, LARGEST_SHARE * total);
    const quotas = shareOut(
      quota - picked.length - picked.reduce((sum, candidate) => sum + addressesOf(candidate.written), 0),
      picked.map((candidate) => Math.min(candidate.weight, heaviest * (0.6 + 0.4 * random.fraction()))),
    ).map((n, i) => n + 1 + addressesOf(picked[i].written));
    const inner = innerPlaces(picked, facts, INNER_SHARE * total);
    const crowds = new Map<string, number>();
    picked.forEach(({ place, weight, written: streets }, i) => {
      const position = spread(place, crowds, random);
      const inGreaterCapital = isNearCapital(place, facts);
      chosen.push({
        index: chosen.length,
        pid: hexIdentifier('loc', random),
        name: place.name,
        facts,
        postcodes: place.postcodes,
        ...position,
        setting: inner.has(place) ? 'centre' : inGreaterCapital ? 'suburb' : weight > 0.6 * mean ? 'town' : 'rural',
        inGreaterCapital,
        addresses: quotas[i],
        written: streets,
        neighbours: [],
      });
    });
  });
  linkNeighbours(chosen, random);
  return { localities: chosen };
}

/** Splits `total` by weight into whole numbers that sum to it exactly (largest remainder). */
function shareOut(total: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((a, b) => a + b, 0);
  const shares = weights.map((weight) => Math.floor((total * weight) / sum));
  const remainders = weights.map((weight, i) => (total * weight) / sum - shares[i]);
  const order = weights.map((_, i) => i).sort((a, b) => remainders[b] - remainders[a] || a - b);
  let left = total - shares.reduce((a, b) => a + b, 0);
  for (let i = 0; left > 0; i++, left--) shares[order[i % order.length]]++;
  return shares;
}

function stateQuotas(addresses: number): number[] {
  const least = Math.min(20, Math.floor(addresses / 18));
  return shareOut(
    addresses - least * COUNTRY.length,
    COUNTRY.map((facts) => facts.principals),
  ).map((n) => n + least);
}

/** The share of the country's localities that a release of this size has. */
function localityShare(addresses: number): number {
  const points = [
    [0, 0.002],
    [0.0001, 0.0036],
    [0.00019, 0.005],
    [0.00127, 0.0115],
    [0.01, 0.06],
    [0.0633, 0.17],
    [0.25, 0.4],
    [1, 1],
  ];
  const share = addresses / NATIONAL_ADDRESSES;
  for (let i = 1; i < points.length; i++) {
    const [to, value] = points[i];
    const [from, valueBefore] = points[i - 1];
    if (share < to) return valueBefore + ((value - valueBefore) * (share - from)) / (to - from);
  }
  return 1;
}

function weigh(place: GazetteerLocality, facts: StateFacts, gazetteer: Gazetteer, random: Random): Candidate {
  const streets = gazetteer.streetsOf.get(`${place.state}|${place.name}`)?.length ?? 0;
  const isCapital = place.name === facts.capital.name;
  const weight = (streets + 0.5) * random.quantile(SIZE_FACTOR) * (isCapital ? 3 : 1);
  return { place, weight, key: isCapital ? 0 : random.fraction() / (streets + 1), written: [] };
}

/**
 * The candidates with their written streets, those with any first, up to `most` addresses in all.
 */
function withWritten(candidates: readonly Candidate[], written: WrittenStreets, most: number): Candidate[] {
  let left = most;
  const taken = new Set<string>();
  return candidates.map((candidate) => {
    const key = `${candidate.place.state}|${candidate.place.name}`;
    const streets = written.get(key) ?? [];
    const size = addressesOf(streets) + 1;
    if (streets.length === 0 || taken.has(key) || size > left) return candidate;
    taken.add(key);
    left -= size;
    return { ...candidate, key: 0, written: streets };
  });
}

/**
 * Number of addresses of written streets: one for each number, and at least one for each street.
 */
function addressesOf(streets: readonly WrittenStreet[]): number {
  return streets.reduce((sum, { numbers }) => sum + Math.max(1, numbers.length), 0);
}

function isNearCapital(place: GazetteerLocality, facts: StateFacts): boolean {
  if (facts.capital.name === '') return false;
  return (
    Math.abs(place.longitude - facts.capital.longitude) < CAPITAL_REACH &&
    Math.abs(place.latitude - facts.capital.latitude) < CAPITAL_REACH
  );
}

/** The places nearest to the capital that together reach the weight. */
function innerPlaces(picked: readonly Candidate[], facts: StateFacts, weight: number): Set<GazetteerLocality> {
  const near = picked
    .filter(({ place }) => isNearCapital(place, facts))
    .map((candidate) => {
      const dx = candidate.place.longitude - facts.capital.longitude;
      const dy = candidate.place.latitude - facts.capital.latitude;
      return { candidate, distance: dx * dx + dy * dy };
    })
    .sort((a, b) => a.distance - b.distance || (a.candidate.place.name < b.candidate.place.name ? -1 : 1));
  const inner = new Set<GazetteerLocality>();
  let sum = 0;
  for (const { candidate } of near) {
    if (sum >= weight) break;
    inner.add(candidate.place);
    sum += candidate.weight;
  }
  return inner;
}

/**
 * Gazetteers give many small places the same point, that of their postcode: these are moved apart.
 */
function spread(place: GazetteerLocality, crowds: Map<string, number>, random: Random) {
  const key = `${place.longitude}|${place.latitude}`;
  const crowd = crowds.get(key) ?? 0;
  crowds.set(key, crowd + 1);
  const reach = crowd === 0 ? 200_000 : crowd < 6 ? 4_000_000 : 80_000_000;
  const inside = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value));
  return {
    longitude: inside(place.longitude + random.between(-reach, reach), 96.6 * DEGREE, 167.8 * DEGREE),
    latitude: inside(place.latitude + random.between(-reach, reach), -43.5 * DEGREE, -9.3 * DEGREE),
  };
}

/**
 * Links each locality with its four to seven nearest, in both directions; one link in sixty in one
 * direction only.
 */
function linkNeighbours(localities: readonly PlannedLocality[], random: Random): void {
  const cells = new Map<number, number[]>();
  const cellOf = (longitude: number, latitude: number) =>
    Math.floor(longitude / (DEGREE / 2)) * 1000 + Math.floor((latitude + 50 * DEGREE) / (DEGREE / 2));
  for (const locality of localities) {
    const cell = cellOf(locality.longitude, locality.latitude);
    const list = cells.get(cell);
    if (list) list.push(locality.index);
    else cells.set(cell, [locality.index]);
  }
  const links = localities.map(() => new Set<number>());
  for (const locality of localities) {
    const near: { index: number; distance: number }[] = [];
    for (let x = -1; x <= 1; x++) {
      for (let y = -1; y <= 1; y++) {
        const cell = cellOf(locality.longitude + (x * DEGREE) / 2, locality.latitude + (y * DEGREE) / 2);
        for (const index of cells.get(cell) ?? []) {
          if (index === locality.index) continue;
          const dx = localities[index].longitude - locality.longitude;
          const dy = localities[index].latitude - locality.latitude;
          near.push({ index, distance: dx * dx + dy * dy });
        }
      }
    }
    near.sort((a, b) => a.distance - b.distance || a.index - b.index);
    for (const { index } of near.slice(0, random.between(4, 7))) {
      links[locality.index].add(index);
      if (!random.chance(1 / 60)) links[index].add(locality.index);
    }
  }
  for (const locality of localities) locality.neighbours = [...links[locality.index]].sort((a, b) => a - b);
}
