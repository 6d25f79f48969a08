/**
 * The words and phrases of a list of the vocabulary, in its order. Commas separate them; `(GROUND|GRND) (FLOOR|FLR)` stands
 * for each combination. They are written as search keys (search-key.ts of the index): capitals and digits, with a space
 * for any other sign.
 */
export function wordsIn(list: string): string[] {
  return list
    .split(',')
    .map((phrase) => phrase.trim())
    .filter((phrase) => phrase !== '')
    .flatMap(combinations);
}

function combinations(phrase: string): string[] {
  const group = /\(([^)]*)\)/.exec(phrase);
  if (group === null) return [phrase];
  const [all, choices] = group;
  return choices.split('|').flatMap((choice) => combinations(phrase.replace(all, choice)));
}

/** The row of a table of the vocabulary for a label, whatever the label is; undefined where it has none. */
export function rowFor<T>(table: Readonly<Record<string, T>>, label: string): T | undefined {
  return Object.hasOwn(table, label) ? table[label] : undefined;
}
