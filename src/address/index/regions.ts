import { endOf, lowerBound } from './address.ts';
import { beginsWith, isName, lowerName } from './first-words.ts';
import { type IndexColumns, STATE_ORDER } from './sections.ts';

/*
 * A region is a place that holds localities and that people name in their stead: a council's area (LGA), or the
 * metropolis of a state's capital (GCCSA). The first regions are the metropolises, by state; those after them councils.
 */

/** Whether a region is a capital's metropolis; else it is a council's area. */
export function isMetropolis(region: number): boolean {
  return region < STATE_ORDER.length;
}

/** The regions that a search key names; with `begun`, those whose names it begins. O(log names + regions). */
export function regionsNamed({ columns }: IndexColumns, key: string, begun = false): number[] {
  const { regionKey, regionKeyStart, regionNamed, regionNamedStart } = columns;
  const names = { key: regionKey, keyStart: regionKeyStart };
  const found: number[] = [];
  const count = regionKeyStart.length - 1;
  if (key === '') return found;
  for (let name = lowerName(names, key); name < count && beginsWith(names, name, key); name++) {
    if (!begun && !isName(names, name, key)) break;
    for (let i = regionNamedStart[name]; i < endOf(regionNamedStart, name, regionNamed); i++)
      if (!found.includes(regionNamed[i])) found.push(regionNamed[i]);
  }
  return found;
}

/** Whether a locality has addresses in a region. O(log localities of the region). */
export function isInRegion({ columns }: IndexColumns, locality: number, region: number): boolean {
  const { regionLocality, regionLocalityStart } = columns;
  const end = endOf(regionLocalityStart, region, regionLocality);
  const at = lowerBound(regionLocality, locality, regionLocalityStart[region], end);
  return at < end && regionLocality[at] === locality;
}
