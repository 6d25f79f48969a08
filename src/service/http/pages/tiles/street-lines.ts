import { latOf, lonOf } from '../../../../address/index/address.ts';
import { HAS_GEOCODE, IS_ALIAS } from '../../../../address/index/address-flags.ts';
import { numberIn } from '../../../../address/index/address-head.ts';
import { codesOf, flagsIn, geocodeKindIn } from '../../../../address/index/address-record.ts';
import { worldX, worldY } from '../../../../address/index/mercator.ts';
import type { AddressIndex } from '../../../../address/index/open.ts';
import { localityOf } from '../../../../address/index/street-answer.ts';
import type { TileAddress } from './tile-address.ts';
import { EXTENT } from './vector-tile.ts';

/** Degrees in a unit of the index's coordinates. */
const DEGREES = 1e-8;

/** The worst reliability of a point that stands at its address (GEOCODE_RELIABILITY_AUT): 4 is the street's, 5 the locality's. */
const AT_THE_ADDRESS = 3;

/** The fewest numbers of a street whose course is known. */
const LEAST_NUMBERS = 4;

/** How many numbers in turn are averaged: odd and even numbers face each other, and the road is between them. */
const WINDOW = 6;

/** Where the next number is this many times as far as it usually is, and farther than GAP, the line is interrupted. */
const FAR = 8;

/** 300 m, as a share of the earth's circumference at the latitude of Sydney. */
const GAP = 300 / (40_075_017 * 0.83);

/** How far a line is drawn beyond the tile, in its units, so that its end there is not seen. */
const BEYOND = 256;

/** Points of a line are at least this far apart, in units of the tile. */
const LEAST_STEP = 24;

/** Addresses between two yields. */
const SLICE = 64;

/** A place in the world: the square of side 1 of Web Mercator. */
interface Place {
  readonly x: number;
  readonly y: number;
}

/** The course of a part of a street, in units of a tile. */
export type Line = readonly Place[];

/**
 * The course of a street in a tile: lines through the middle between its addresses, in the order of
 * their numbers. Empty for a street with fewer than four numbers. O(addresses of the street).
 */
export function* streetLines(index: AddressIndex, tile: TileAddress, street: number): Generator<void, Line[]> {
  const numbered = yield* numberedPlaces(index, street);
  if (numbered.length < LEAST_NUMBERS) return [];
  const scale = 2 ** tile.z * EXTENT;
  const left = tile.x * EXTENT;
  const top = tile.y * EXTENT;
  return unbroken(numbered).flatMap((part) =>
    part.length < LEAST_NUMBERS
      ? []
      : clipped(
          middleOf(part).map(({ x, y }) => ({ x: Math.round(x * scale - left), y: Math.round(y * scale - top) })),
        ),
  );
}

/** The places of a street's numbers in their order: of units, that of the first. */
function* numberedPlaces(index: AddressIndex, street: number): Generator<void, Place[]> {
  const { streetAddressStart, addressHead, geocodeKindReliability, numberTextStart } = index.columns;
  const locality = localityOf(index, street);
  const places: Place[] = [];
  let number = -1;
  for (let ordinal = streetAddressStart[street]!; ordinal < streetAddressStart[street + 1]!; ordinal++) {
    if (ordinal % SLICE === 0) yield;
    const code = numberIn(addressHead[ordinal]!);
    if (code === number || numberTextStart[code] === numberTextStart[code + 1]) continue;
    const codes = codesOf(index, ordinal);
    if ((flagsIn(codes) & (HAS_GEOCODE | IS_ALIAS)) !== HAS_GEOCODE) continue;
    // What has no reliability (255) is no street's middle.
    const reliability = geocodeKindReliability[geocodeKindIn(codes)]!;
    if (reliability > AT_THE_ADDRESS && reliability < 0xff) continue;
    number = code;
    places.push({
      x: worldX(lonOf(index, ordinal, locality) * DEGREES),
      y: worldY(latOf(index, ordinal, locality) * DEGREES),
    });
  }
  return places;
}

/** The runs of places without a gap. */
function unbroken(places: readonly Place[]): Place[][] {
  const steps = places.slice(1).map((place, i) => distance(place, places[i]!));
  const usual = Float64Array.from(steps).sort()[steps.length >> 1]!;
  const most = Math.max(GAP, FAR * usual);
  const parts: Place[][] = [[places[0]!]];
  steps.forEach((step, i) => {
    if (step > most) parts.push([]);
    parts.at(-1)!.push(places[i + 1]!);
  });
  return parts;
}

/** The running mean of places, twice, drawn out in its direction to where the first and the last stand. */
function middleOf(places: readonly Place[]): Place[] {
  const width = Math.min(WINDOW, places.length - 1);
  const once = means(places, width);
  const twice = means(once, Math.min(width, Math.max(1, once.length - 1)));
  const back = Math.min(width, twice.length - 1);
  const [first, last] = [twice[0]!, twice.at(-1)!];
  return [drawnOut(twice[back]!, first, places[0]!), ...twice, drawnOut(twice.at(-1 - back)!, last, places.at(-1)!)];
}

/** The means of each so many places in turn. */
function means(places: readonly Place[], width: number): Place[] {
  const found: Place[] = [];
  let x = 0;
  let y = 0;
  places.forEach((place, i) => {
    x += place.x;
    y += place.y;
    if (i >= width) {
      x -= places[i - width]!.x;
      y -= places[i - width]!.y;
    }
    if (i >= width - 1) found.push({ x: x / width, y: y / width });
  });
  return found;
}

/** The point of the line from `from` beyond `end` that is nearest to a place. */
function drawnOut(from: Place, end: Place, place: Place): Place {
  const length = distance(from, end);
  if (length === 0) return end;
  const [dx, dy] = [(end.x - from.x) / length, (end.y - from.y) / length];
  const farther = Math.max(0, (place.x - end.x) * dx + (place.y - end.y) * dy);
  return { x: end.x + farther * dx, y: end.y + farther * dy };
}

/** The parts of a line that are in or near the tile, without points that are close to the one before. */
function clipped(line: Line): Line[] {
  const parts: Place[][] = [];
  let part: Place[] = [];
  const end = () => {
    if (part.length > 1) parts.push(part);
    part = [];
  };
  for (let i = 1; i < line.length; i++) {
    const from = line[i - 1]!;
    const to = line[i]!;
    if (!reaches(from.x, to.x) || !reaches(from.y, to.y)) {
      end();
      continue;
    }
    if (part.length === 0) part.push(from);
    if (distance(part.at(-1)!, to) >= LEAST_STEP) part.push(to);
  }
  end();
  return parts;
}

function reaches(a: number, b: number): boolean {
  return Math.max(a, b) >= -BEYOND && Math.min(a, b) <= EXTENT + BEYOND;
}

function distance(a: Place, b: Place): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}
