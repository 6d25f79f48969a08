const BETWEEN = /(?<=[\s,/-])/;

/** A word of a text with what follows it, and how many of its first letters are marked. */
export interface Piece {
  readonly text: string;
  readonly marked: number;
}

/**
 * The texts of a row, in pieces, with what was typed of each: a typed word is marked once, at the
 * first word that it begins. A number that is typed on is a beginning of no other number, so that the
 * `2` of `2 george st` is none of a postcode.
 */
export function marksOf(texts: readonly string[], typed: string): readonly (readonly Piece[])[] {
  const words = typed.toUpperCase().split(/[\s,/-]+/);
  const last = words.at(-1);
  const left = words.filter(Boolean).sort((a, b) => b.length - a.length);
  return texts.map((text) =>
    text.split(BETWEEN).map((piece) => {
      const whole = piece.toUpperCase();
      const found = left.findIndex(
        (word) =>
          whole.startsWith(word) && (word === last || !/\d$/.test(word) || !/^\d/.test(whole.slice(word.length))),
      );
      return { text: piece, marked: found < 0 ? 0 : left.splice(found, 1)[0]!.length };
    }),
  );
}
