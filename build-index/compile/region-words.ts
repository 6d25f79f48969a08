import { searchKey } from '../../src/address/index/search-key.ts';

/** What a council is, behind its name and before it: names of areas have them or lack them, and so do people's. */
const BEHIND = [
  'SHIRE',
  'SHIRE COUNCIL',
  'CITY',
  'CITY COUNCIL',
  'RURAL CITY',
  'RURAL CITY COUNCIL',
  'REGIONAL',
  'REGIONAL COUNCIL',
  'REGION',
  'DISTRICT COUNCIL',
  'BOROUGH',
  'TOWN',
  'MUNICIPALITY',
  'MUNICIPAL COUNCIL',
  'ABORIGINAL SHIRE',
  'ABORIGINAL SHIRE COUNCIL',
  'COUNCIL',
  'LGA',
];
const BEFORE = [
  'CITY OF',
  'SHIRE OF',
  'TOWN OF',
  'RURAL CITY OF',
  'BOROUGH OF',
  'MUNICIPALITY OF',
  'DISTRICT COUNCIL OF',
];

/** Names of areas that are no council's: what is left over of a state, and nowhere. */
const NO_COUNCIL = ['UNINCORPORATED', 'NO USUAL ADDRESS', 'MIGRATORY', 'OUTSIDE AUSTRALIA'];

/**
 * The keys by which a council's area is known, its bare name first: `MITCHELL`, `MITCHELL SHIRE`, … for `Mitchell (S)`;
 * none for an area that is no council's.
 */
export function councilKeys(name: string): string[] {
  const key = searchKey(name.replace(/\([^)]*\)/g, ' '));
  if (key === '' || NO_COUNCIL.some((word) => key.startsWith(word))) return [];
  const before = BEFORE.find((words) => key.startsWith(`${words} `));
  const rest = before === undefined ? key : key.slice(before.length + 1);
  const behind = BEHIND.filter((words) => rest.endsWith(` ${words}`)).sort((a, b) => b.length - a.length)[0];
  const bare = behind === undefined ? rest : rest.slice(0, -behind.length - 1);
  return [
    ...new Set([bare, ...BEHIND.map((words) => `${bare} ${words}`), ...BEFORE.map((words) => `${words} ${bare}`)]),
  ];
}
