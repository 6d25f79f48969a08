import { cosine, DEGREE, METRE } from './country.ts';
import type { PlannedLocality, Setting } from './plan.ts';
import type { Random } from './random.ts';

/** Metres between two frontages on one side, from the street to the middle of a parcel, and between streets. */
const SIZES: Readonly<Record<Setting, { frontage: number; depth: number; spacing: number }>> = {
  centre: { frontage: 14, depth: 18, spacing: 160 },
  suburb: { frontage: 16, depth: 20, spacing: 210 },
  town: { frontage: 20, depth: 24, spacing: 260 },
  rural: { frontage: 160, depth: 70, spacing: 1300 },
};

const LONGEST_METRES = 9000;

/**
 * A street as a straight line through its point, with addresses at equal steps on both sides. Units
 * of 10^-8 degrees.
 */
export interface StreetLine {
  readonly longitude: number;
  readonly latitude: number;
  readonly stepX: number;
  readonly stepY: number;
  /** From the middle of the road to a frontage on the left. */
  readonly setbackX: number;
  readonly setbackY: number;
  /** From a frontage on the left to the middle of its parcel. */
  readonly depthX: number;
  readonly depthY: number;
  readonly firstStep: number;
}

/** Lays streets out on a loose grid around the point of one locality. */
export function layStreet(locality: PlannedLocality, street: number, properties: number, random: Random): StreetLine {
  const size = SIZES[locality.setting];
  const streets = Math.ceil(locality.addresses / 21) + 1;
  let width = 1;
  while (width * width < streets) width++;
  const column = street % width;
  const row = Math.floor(street / width) % (width + 2);
  const metreEast = METRE / cosine(locality.latitude / DEGREE);
  const jitter = () => (random.fraction() - 0.5) * 0.3;
  const east = (column - (width - 1) / 2 + jitter()) * size.spacing;
  const north = (row - (width - 1) / 2 + jitter()) * size.spacing;
  const steps = Math.ceil(properties / 2) + 1;
  const frontage = steps * size.frontage > LONGEST_METRES ? LONGEST_METRES / steps : size.frontage;
  const slope = (random.fraction() - 0.5) * 0.5;
  const alongEast = street % 2 === 0 ? 1 : slope;
  const alongNorth = street % 2 === 0 ? slope : 1;
  return {
    longitude: Math.floor(locality.longitude + east * metreEast),
    latitude: Math.floor(locality.latitude + north * METRE),
    stepX: alongEast * frontage * metreEast,
    stepY: alongNorth * frontage * METRE,
    setbackX: -alongNorth * 11 * metreEast,
    setbackY: alongEast * 11 * METRE,
    depthX: -alongNorth * size.depth * metreEast,
    depthY: alongEast * size.depth * METRE,
    firstStep: -steps / 2,
  };
}
