/** Words that are written otherwise than with a capital and small letters, by how G-NAF writes them. */
const EXCEPTIONS = new Map(
  [
    // States and what else is spelt by letters.
    'ACT NSW NT QLD SA TAS VIC WA CBD RSL TAFE CSIRO RAAF HMAS YMCA YWCA PCYC SES MCG SCG QEII',
    // Numerals of kings and regiments.
    'II III IV VI VII VIII IX',
    // Irish names, which G-NAF often writes without their apostrophe.
    'OBrien OConnell OConnor ODea ODonnell ODowd OGrady OHalloran OHara OKeefe OLeary OLoughlin OMalley OMara ONeil ONeill OReilly ORourke OShea OSullivan OToole',
    // Scottish names with Mac that Australia writes with a capital within.
    'MacDonnell MacGillivray MacIntosh MacIntyre MacKillop MacNamara MacPherson',
    // Short words within names.
    'and at by de del for in la of on or the to van von via',
  ]
    .flatMap((words) => words.split(' '))
    .map((word) => [word.toUpperCase(), word] as const),
);

/** Short words that begin a name are written with a capital: `The Entrance`. */
const FIRST = new Set([
  'de',
  'del',
  'la',
  'van',
  'von',
  'the',
  'on',
  'in',
  'at',
  'and',
  'by',
  'for',
  'of',
  'or',
  'to',
  'via',
]);

/**
 * A text of G-NAF, which is in capitals, as people write it: `UNIT 5, 12A MCDONALD STREET` as `Unit 5, 12A McDonald Street`. Only the case
 * of letters is changed, so what comes out is found again.
 */
export function titleCase(text: string): string {
  let begins = true;
  return text.replace(/[\p{L}\p{N}'’]+|,/gu, (word) => {
    if (word === ',') {
      begins = true;
      return word;
    }
    const first = begins;
    // A number leaves the name behind it at its beginning: `1 THE STRAND`.
    begins = /\d/.test(word);
    return wordCase(word, first);
  });
}

function wordCase(word: string, first: boolean): string {
  const upper = word.toUpperCase();
  const special = EXCEPTIONS.get(upper);
  if (special !== undefined) return first && FIRST.has(special) ? capital(upper) : special;
  if (/^\d+(ST|ND|RD|TH)$/.test(upper)) return upper.toLowerCase();
  if (/\d/.test(upper)) return upper;
  const [, prefix, rest] = /^(\p{L})(['’]\p{L}{2,})$/u.exec(upper) ?? [];
  if (prefix !== undefined) return prefix + rest[0] + capital(rest.slice(1));
  if (/^MC\p{L}{3,}$/u.test(upper)) return `Mc${capital(upper.slice(2))}`;
  return capital(upper);
}

function capital(word: string): string {
  return word.charAt(0) + word.slice(1).toLowerCase();
}
