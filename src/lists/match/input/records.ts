import { syntaxOf } from '../format/format.ts';
import { cutRecords, type Records, type Stretch } from './cut.ts';
import type { Input } from './open-input.ts';
import { endOf, orInputError, stretchOf } from './pieces.ts';

/** All records of a list, read here and not by workers; then closes it. Throws an InputError. */
export async function* recordsIn(input: Input): AsyncGenerator<Records & Pick<Stretch, 'bytes'>> {
  const pieces = input.pieces(input.start, null, 1);
  const syntax = syntaxOf(input.format);
  try {
    let end = pieces.start;
    for (let piece = await pieces.next(end); piece !== null; piece = await pieces.next(end)) {
      const stretch = stretchOf(piece, new Uint8Array(0));
      const records = orInputError(input.name, () => cutRecords(stretch, syntax, null));
      yield { ...records, bytes: stretch.bytes };
      end = endOf(piece, stretch, records);
    }
  } finally {
    input.close();
  }
}
