const BETWEEN = /(?<=[\s,/-])/;

/**
 * The texts of a row, in pieces, with what was typed of each: a typed word is marked once, at the
 * first word that it begins. A number that is typed on is a beginning of no other number, so that the
 * `2` of `2 george st` is none of a postcode.
 */
export function marksOf(
  texts: readonly string[],
  typed: string,
): readonly (readonly { readonly text: string; readonly marked: number }[])[] {
  const words = typed.toUpperCase().split(/[\s,/-]+/);
  const last = words.length - 1;
  const left = new Set([...words.keys()].filter((at) => words[at] !== ''));
  return texts.map((text) =>
    text.split(BETWEEN).map((piece) => {
      const whole = piece.toUpperCase();
      const begins = (at: number) =>
        at === last || !/^\d+$/.test(words[at]!) ? whole.startsWith(words[at]!) : /^\d*/.exec(whole)![0] === words[at];
      const [found] = [...left].filter(begins).sort((a, b) => words[b]!.length - words[a]!.length);
      if (found === undefined) return { text: piece, marked: 0 };
      left.delete(found);
      return { text: piece, marked: words[found]!.length };
    }),
  );
}
