import { addressee, heading, plan, telephone } from '../language/beside-words.ts';
import { inStyle, randomStyle, type Said, type Style, words, written } from '../language/phrasing.ts';
import type { QueryClass, Setting } from '../question.ts';
import { everydaySaid, forRow, isEveryday, oneOf } from './asking.ts';
import { isHouse } from './rows.ts';

const GOALS = { right: 0.98, high: 0.95 };
/** The capital of each state, by the state's abbreviation. */
export const CAPITALS: Readonly<Record<string, string>> = {
  ACT: 'CANBERRA',
  NSW: 'SYDNEY',
  NT: 'DARWIN',
  QLD: 'BRISBANE',
  SA: 'ADELAIDE',
  TAS: 'HOBART',
  VIC: 'MELBOURNE',
  WA: 'PERTH',
};
const CAPITAL_NAMES = new Set(Object.values(CAPITALS));

/** Whole addresses with something next to them that is no part of them, or given twice. */
export const BESIDE: readonly QueryClass[] = [
  beside('beside: addressee', (line, { random }, style) => `${inStyle(`${addressee(random)}, `, style)}${line}`),
  beside('beside: heading', (line, { random }, style) => `${inStyle(heading(random), style)}${line}`),
  beside('beside: telephone', (line, { random }, style) => `${line}${inStyle(`, ${telephone(random)}`, style)}`),
  {
    ...beside('beside: lot and plan', (line, { random }) => {
      const lot = `Lot ${1 + random.below(40)} ${oneOf(random, '', 'on ')}${plan(random)}`;
      return oneOf(random, `${lot}, ${line}`, `${line}, ${lot}`, `${line} (${lot})`);
    }),
    rows: isHouse,
  },
  said('beside: capital behind the suburb', (parts) =>
    CAPITAL_NAMES.has(parts.locality)
      ? null
      : { ...parts, locality: `${parts.locality}, ${CAPITALS[parts.state] ?? ''}` },
  ),
  said('twice: suburb, state or postcode', (parts, { random }) =>
    oneOf(
      random,
      { ...parts, locality: `${parts.locality}, ${parts.locality}` },
      { ...parts, state: words(parts.state, parts.state) },
      { ...parts, locality: words(parts.locality, parts.postcode) },
    ),
  ),
  said('twice: street type', (parts) =>
    parts.type === '' || parts.suffix !== '' ? null : { ...parts, type: words(parts.type, parts.type) },
  ),
];

function beside(name: string, put: (line: string, setting: Setting, style: Style) => string): QueryClass {
  return whole(name, (parts, style, setting) =>
    put(written(setting.universe, parts, style, setting.random), setting, style),
  );
}

function said(name: string, change: (parts: Said, setting: Setting) => Said | null): QueryClass {
  return whole(name, (parts, style, setting) => {
    const changed = change(parts, setting);
    return changed === null ? null : written(setting.universe, changed, style, setting.random);
  });
}

/**
 * A class of whole everyday addresses, each in a style of its own; `line` returns null for those
 * that cannot be written so.
 */
function whole(name: string, line: (parts: Said, style: Style, setting: Setting) => string | null): QueryClass {
  return {
    name,
    goals: GOALS,
    ownGoals: true,
    rows: isEveryday,
    ask(setting, row) {
      const style = randomStyle(setting.random);
      const query = line(everydaySaid(setting.universe, row), style, setting);
      return query === null ? null : forRow(setting, row, query);
    },
  };
}
