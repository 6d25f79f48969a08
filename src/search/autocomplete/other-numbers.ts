import type { NameParse } from '../parse/names/name-parse.ts';
import type { NumberParse } from '../parse/numbers/number-parse.ts';
import { DOUBTFUL, NUMBER_COST } from '../query/costs.ts';
import { NUMBER_OTHER } from '../query/grades.ts';
import { isSpent } from '../retrieve/query.ts';
import { leastCost, type Search } from '../score/candidates.ts';
import { cheaperThan, GATHERED_LEAST, type Retrieval } from './retrieval.ts';
import { suggestStreet } from './streets.ts';

/** Ways to read the names that are followed. */
const MOST_PARSES = 8;

/**
 * Suggests other numbers of the streets that were named, as poor matches, where nothing has all that was typed and the list has room: no street that
 * begins as `217 GLENFERRIE` has that number, and one that is spelled like it is not all there is to show. With words that nothing explains,
 * `6268 GREAT ALPINE ROAD, EUROBIN`, only where the list is empty. At most GATHERED_LEAST streets of a parse.
 */
export function suggestOtherNumbers(search: Search, retrieval: Retrieval, names: readonly NameParse[]): void {
  const { parse } = retrieval.numbers;
  if ((parse.number === null && parse.lot === null) || leastCost(search) <= DOUBTFUL) return;
  if (cheaperThan(search, NUMBER_COST[NUMBER_OTHER]) >= retrieval.shown) return;
  const others = { ...retrieval, wanted: GATHERED_LEAST, mostScanned: GATHERED_LEAST, leastElsewhere: 0, others: true };
  const most = Math.min(names.length, MOST_PARSES);
  for (let i = 0; i < most && !isSpent(search); i++) {
    const { street, unmatched } = names[i];
    if (unmatched > 0 && search.candidates.length > 0) return;
    if (street !== null && (unmatched === 0 || isBehindNumber(names[i], parse)))
      suggestStreet(search, others, names[i], false);
  }
}

/** Whether a whole street stands right behind the number or lot: what is left over is another part of the address. */
function isBehindNumber({ street }: NameParse, { number, last, lot }: NumberParse): boolean {
  const before = last ?? number ?? lot;
  return street?.whole === true && before !== null && street.from === before.token + 1;
}
