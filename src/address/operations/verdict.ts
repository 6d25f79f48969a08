import { searchKey } from '../index/search-key.ts';
import {
  ABSENT,
  type Cap,
  EXACT,
  type Grade,
  LOCALITY_ABSENT,
  LOCALITY_ALIAS,
  LOCALITY_COUNCIL,
  LOCALITY_METROPOLIS,
  LOCALITY_NEIGHBOUR,
  LOCALITY_OTHER,
  LOCALITY_SHORT,
  LOCALITY_UNKNOWN,
  NONE,
  NUMBER_ABSENT,
  NUMBER_EXACT,
  NUMBER_OVERLAPS,
  OTHER_FAMILY,
} from '../search/query/grades.ts';
import type { Candidate } from '../search/score/candidates.ts';
import type { Quality, Score } from '../search/score/score.ts';
import { COMPONENTS, type Component, type PerComponent } from './components.ts';
import type { Action, PartVerdict, Verdict } from './table/verdict.ts';
import type { Reason } from './why-nothing.ts';

/**
 * Caps for what an address lacks, or has although it does not exist: whoever typed it can put that
 * right.
 */
const TO_FIX: ReadonlySet<Cap> = new Set([
  'no_street_number',
  'unit_missing',
  'unit_mismatch',
  'unit_type',
  'level_mismatch',
  'range_mismatch',
  'street_number_mismatch',
  'ambiguous',
]);

/** What to do with an answer (§12.11). */
export function actionOf(quality: Quality, caps: readonly Cap[]): Action {
  if (quality === 'high') return 'accept';
  if (quality === 'none') return 'reject';
  if (caps.some((cap) => TO_FIX.has(cap))) return 'fix';
  return quality === 'medium' ? 'confirm' : 'reject';
}

/** What the name in the suburb's place means, by the locality's grade. */
const MEANS_OF: ReadonlyMap<number, NonNullable<PartVerdict['means']> | null> = new Map([
  [LOCALITY_ALIAS, 'alias'],
  [LOCALITY_NEIGHBOUR, 'neighbour'],
  [LOCALITY_COUNCIL, 'lga'],
  [LOCALITY_METROPOLIS, 'metropolis'],
  [LOCALITY_SHORT, 'short'],
  [LOCALITY_UNKNOWN, null],
]);

/** The alias by which a record was found, which is what was typed. */
export interface AliasTyped extends NonNullable<Verdict['alias']> {
  readonly components: PerComponent;
}

/** The verdict where nothing was found. */
export function noVerdict(reason: Reason | null): Verdict {
  return { action: 'reject', reason: reason === 'none' ? null : reason, alias: null, components: {} };
}

/** What became of each component that was given or found, and what to do. */
export function verdictOf(
  c: Candidate,
  { quality, caps }: Score,
  given: PerComponent,
  found: PerComponent,
  alias: AliasTyped | null,
): Verdict {
  const components: Record<string, PartVerdict> = {};
  for (const component of COMPONENTS) {
    const [mine, its] = [given[component], found[component]];
    const isTold = its !== null && component !== 'building';
    if (mine === null && !isTold && !(component === 'unit' && c.units)) continue;
    const means =
      component === 'suburb' && mine !== null && !caps.includes('locality_mismatch')
        ? MEANS_OF.get(c.locality)
        : undefined;
    components[component] =
      means === undefined
        ? { given: mine, found: its, verdict: partVerdict(component, c, mine, its, alias) }
        : { given: mine, found: its, verdict: 'other_name', means };
  }
  return {
    action: actionOf(quality, caps),
    reason: caps.includes('place_name') ? 'place_name' : null,
    alias: alias === null ? null : { id: alias.id, addressLabel: alias.addressLabel },
    components,
  };
}

function partVerdict(
  component: Component,
  c: Candidate,
  given: string | null,
  found: string | null,
  alias: AliasTyped | null,
): PartVerdict['verdict'] {
  if (given === null) return isNeeded(component, c) ? 'missing' : 'added';
  if (isContradicted(component, c, found)) return 'contradicted';
  // A territory has no state in answers, and is confirmed by the one that its mail goes to.
  if (component === 'state' && found === null) return 'confirmed';
  const isSame = given === found || (found !== null && searchKey(given) === searchKey(found));
  if (!isSame && alias !== null && alias.components[component] !== found) return 'alias';
  return isSame && isAsGiven(component, c) ? 'confirmed' : 'corrected';
}

/**
 * Whether the record cannot be identified without the component: the rest of what was given fits
 * others as well.
 */
function isNeeded(component: Component, c: Candidate): boolean {
  if (c.sole) return false;
  if (component === 'number') return !c.numbered;
  if (component === 'street') return c.name === ABSENT;
  return component === 'unit' && c.units;
}

function isContradicted(component: Component, c: Candidate, found: string | null): boolean {
  switch (component) {
    case 'unit':
      return c.unit === NONE || c.unit === OTHER_FAMILY;
    case 'level':
      return c.level === NONE;
    case 'number':
      return c.lot === ABSENT ? c.number > NUMBER_OVERLAPS : c.lot === NONE;
    case 'street':
      return c.type === NONE || c.suffix === NONE || c.name === NONE;
    case 'suburb':
      return c.locality >= LOCALITY_OTHER;
    case 'state':
      return c.state === NONE;
    case 'postcode':
      return c.postcode === NONE;
    default:
      return c.building === NONE || c.building === ABSENT || found === null;
  }
}

/** Whether the component's grade says that it matches as given; its words may still differ. */
function isAsGiven(component: Component, c: Candidate): boolean {
  const whole = (grade: Grade) => grade === EXACT || grade === ABSENT;
  switch (component) {
    case 'number':
      return c.number === NUMBER_EXACT || c.number === NUMBER_ABSENT;
    case 'street':
      return c.nameEdits === 0 && !c.nameOther && whole(c.type) && whole(c.suffix);
    case 'suburb':
      return c.locality <= 1 && c.locality >= LOCALITY_ABSENT;
    default:
      return whole(c[component]);
  }
}
