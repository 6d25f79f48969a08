/** Words before a name that are no part of it. */
const TITLES = /^(?:MR|MRS|MS|MISS|MX|DR|PROF|SIR|DAME|REV|HON)\s+(?=\S)/;

/**
 * A name as it is compared: in capitals, without accents, signs and titles, its given name first (`Müller, Dr. Anna` is
 * `ANNA MULLER`). Words are not sorted and initials not filled in: `J Smith` may not be `John Smith`.
 */
export function householdName(text: string): string {
  const [last, first, ...more] = text.split(',');
  const inOrder = first === undefined || more.length > 0 ? text : `${first} ${last}`;
  let name = inOrder
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toUpperCase()
    .replace(/['’‘`´]/g, '')
    .replace(/&|\+/g, ' AND ')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
  while (TITLES.test(name)) name = name.replace(TITLES, '');
  return name;
}
