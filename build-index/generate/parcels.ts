import type { StateFile } from '../release/release.ts';
import type { Random } from './random.ts';

/** A plan of subdivision: parcels of one property share it. */
export type ParcelPlan = string;

/**
 * Draws the plan that a property's LEGAL_PARCEL_IDs name, in the style of its state; '' for none.
 */
export function drawPlan(state: StateFile, isStrata: boolean, random: Random): ParcelPlan {
  if (random.chance(0.02)) return '';
  const number = random.between(1000, 999_999);
  switch (state) {
    case 'VIC':
      return isStrata ? `\\PS${number}` : `\\${random.pick(['LP', 'PS', 'TP', 'RP', 'CP'])}${number}`;
    case 'NSW':
      if (isStrata) return `//SP${number}`;
      return random.chance(0.08) ? `/${random.between(1, 40)}/DP${number}` : `//DP${number}`;
    case 'QLD':
      return `${isStrata ? 'SP' : random.pick(['RP', 'SP', 'CP', 'BUP'])}${number}`;
    case 'SA':
      return `${isStrata ? 'S' : random.pick(['D', 'F', 'H'])}${number}${isStrata ? 'UN' : 'AL'}`;
    case 'WA':
      return `${isStrata ? 'S' : random.pick(['P', 'D'])}${String(number).padStart(6, '0')} `;
    case 'TAS':
      return `${number}/`;
    case 'NT':
      return `${random.between(100, 999)}/${number}`;
    case 'ACT':
      return `ACT/${random.between(1, 99)}/${random.between(1, 120)}/`;
    default:
      return `DP${number}-`;
  }
}

/** The parcel `lot` on a plan as LEGAL_PARCEL_ID writes it: `51\PS404622`, `1//DP12345`, `1SP123456`, `D1234AL5`. */
export function parcelIdentifier(state: StateFile, plan: ParcelPlan, lot: number): string {
  if (plan === '') return '';
  if (state === 'VIC' || state === 'NSW' || state === 'QLD') return lot + plan;
  if (state === 'NT') return `${plan}(${lot % 26 === 0 ? 'A' : lot})`;
  return plan + lot;
}
