import type { QueryClass, Setting } from '../../question.ts';
import { everydaySaid, inRandomStyle, isEveryday, oneOf } from '../asking.ts';

/** Another spelling of a name; null if there is nothing in the name to respell. */
type Rewrite = (name: string, setting: Setting) => string | null;

const ORDINALS: readonly (readonly [string, string])[] = [
  ['1ST', 'FIRST'],
  ['2ND', 'SECOND'],
  ['3RD', 'THIRD'],
  ['4TH', 'FOURTH'],
  ['5TH', 'FIFTH'],
  ['6TH', 'SIXTH'],
  ['7TH', 'SEVENTH'],
  ['8TH', 'EIGHTH'],
  ['9TH', 'NINTH'],
  ['10TH', 'TENTH'],
  ['11TH', 'ELEVENTH'],
  ['12TH', 'TWELFTH'],
];

/** Names that have more than one usual spelling. */
export const SPELLINGS: readonly QueryClass[] = [
  spelling(
    'spelling: St and Saint',
    (name, { random }) =>
      replaced(name, /\bSAINT\b/, 'ST') ?? replaced(name, /^ST\b(?! *$)/, oneOf(random, 'SAINT', 'ST.')),
  ),
  spelling('spelling: Mt and Mount', (name) => replaced(name, /\bMOUNT\b/, 'MT') ?? replaced(name, /\bMT\b/, 'MOUNT')),
  spelling('spelling: Mc and Mac', (name, { random }) =>
    random.chance(0.5)
      ? (replaced(name, /\bMC(?=[A-Z]{3})/, 'MAC') ?? replaced(name, /\bMAC(?=[B-DF-HJ-NP-TV-Z][A-Z]{2})/, 'MC'))
      : replaced(name, /\bMC(?=[A-Z]{3})/, 'MC '),
  ),
  spelling(
    "spelling: O'Brien",
    (name, { random }) =>
      replaced(name, /\bO'(?=[A-Z])/, oneOf(random, 'O', 'O ', 'O’')) ??
      replaced(
        name,
        /\bO ?(?=(?:BRIEN|CONNOR|CONNELL|GRADY|KEEFE|HARA|NEIL|NEILL|SHEA|DONNELL|LEARY|REILLY|DEA|HALLORAN|MALLEY|SULLIVAN)\b)/,
        "O'",
      ),
  ),
  spelling('spelling: hyphens', (name, { random }) =>
    replaced(name, /(?<=[A-Z])-(?=[A-Z])/g, oneOf(random, ' ', '', ' - ')),
  ),
  spelling('spelling: The', (name) => replaced(name, /^THE (?=.{4})/, ''), 0.95),
  spelling('spelling: ordinals', (name) => {
    for (const [short, long] of ORDINALS) {
      const written =
        replaced(name, new RegExp(`\\b${short}\\b`), long) ?? replaced(name, new RegExp(`\\b${long}\\b`), short);
      if (written !== null) return written;
    }
    return null;
  }),
  spelling('spelling: & and and', (name) => replaced(name, / & /, ' AND ') ?? replaced(name, / AND /, ' & ')),
  spelling(
    'spelling: three words in one',
    (name) => (/^[A-Z]+ [A-Z]+ [A-Z]+/.test(name) ? name.replaceAll(' ', '') : null),
    0.999,
  ),
  spelling('spelling: accents', (name, { random }) => (random.chance(0.05) ? accented(name) : null)),
];

function spelling(name: string, rewrite: Rewrite, right = 0.98): QueryClass {
  return {
    name,
    goals: { right },
    ownGoals: true,
    rows: isEveryday,
    ask(setting, row) {
      const said = everydaySaid(setting.universe, row);
      const street = rewrite(said.name, setting);
      const { locality } = setting.universe.streets[setting.universe.rowStreet[row]];
      if (street !== null) {
        const isTaken = setting.universe.localities[locality].streets.some(
          (other) => setting.universe.streets[other].name === street,
        );
        return isTaken ? null : inRandomStyle(setting, row, { ...said, name: street });
      }
      const place = rewrite(said.locality, setting);
      if (place === null || setting.universe.localitiesByName.has(place)) return null;
      return inRandomStyle(setting, row, { ...said, locality: place });
    },
  };
}

function replaced(name: string, pattern: RegExp, by: string): string | null {
  const text = name.replace(pattern, by);
  return text === name ? null : text;
}

function accented(name: string): string | null {
  return replaced(
    name,
    /[EAO](?=[A-Z]{2})/,
    { E: 'É', A: 'Á', O: 'Ö' }[/[EAO](?=[A-Z]{2})/.exec(name)?.[0] ?? ''] ?? '',
  );
}
