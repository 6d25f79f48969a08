import type { NumberParse } from '../search/parse/numbers/number-parse.ts';
import type { Candidate } from '../search/score/candidates.ts';
import type { Trace } from '../search/sources/source.ts';
import type { Asked } from '../search/text/parts.ts';
import { tokenText } from '../search/text/tokens.ts';
import { COMPONENTS, type Component, type PerComponent } from './components.ts';
import { nearestRoles } from './nearest-words.ts';
import { type Parse, rolesOf, type Said, type TokenRole } from './token-roles.ts';

/**
 * What a search records as it goes, to tell what was given for each component and what else was
 * found.
 */
export interface Noted {
  readonly trace: Trace;
  readonly parses: Parse[];
  /** The likeliest way to read the numbers; null where none was followed. */
  numbers: NumberParse | null;
  /** The text that these read: the first that brought a record, or its words split. Valid until the next search. */
  said: Said | null;
}

/** Notes nothing yet. */
export function notes(): Noted {
  let hasBrought = false;
  const noted: Noted = {
    parses: [],
    numbers: null,
    said: null,
    trace: {
      source({ kind, numbers, names, text }, brought) {
        if (brought === null || numbers === null) return;
        if (noted.said?.tokens !== text.tokens) {
          // Types split from names make more words; they are tried once the first text has led to nothing good.
          const isSplit = noted.said !== null && text.tokens.count > noted.said.tokens.count;
          if (noted.said !== null && (brought === 0 || (hasBrought && !isSplit))) return;
          noted.said = text;
          noted.parses.length = 0;
          noted.numbers = { ...numbers };
        }
        if (brought > 0) hasBrought = true;
        if (kind === 'numbers') noted.numbers = { ...numbers };
        if (names !== null) noted.parses.push({ numbers, names });
      },
    },
  };
  return noted;
}

const COMPONENT_OF: Readonly<Record<TokenRole, Component | null>> = {
  unit: 'unit',
  level: 'level',
  number: 'number',
  lot: 'number',
  street: 'street',
  type: 'street',
  suffix: 'street',
  locality: 'suburb',
  state: 'state',
  postcode: 'postcode',
  building: 'building',
  other: null,
  unexplained: null,
};

/**
 * What was given for each component: a part as it was sent; of a line, the words that the best
 * answer takes for it, in capitals.
 */
export function givenOf(
  asked: Asked,
  { parses, numbers, said }: Noted,
  best: Candidate,
  found: PerComponent,
): PerComponent {
  const given = Object.fromEntries(COMPONENTS.map((component) => [component, null])) as Record<
    Component,
    string | null
  >;
  if (said === null) return given;
  const { tokens } = said;
  const words = Array.from({ length: tokens.count }, (_, t) => tokenText(tokens, t, t + 1));
  const read = rolesOf(said, parses, numbers, best);
  const roles = parses.length === 0 ? nearestRoles(words, read, best, found) : read;
  roles.forEach((role, t) => {
    const component = COMPONENT_OF[role];
    if (component === null) return;
    const word = words[t];
    given[component] = given[component] === null ? word : `${given[component]} ${word}`;
  });
  if (typeof asked === 'string') return given;
  // A street number without a part of its own was in `street`; the street is the rest of that.
  const isSplit = asked.number === null && given.number !== null;
  const street = isSplit ? given.street : asked.street;
  return { ...given, ...whereGiven(asked), street };
}

function whereGiven(parts: PerComponent): Partial<PerComponent> {
  return Object.fromEntries(Object.entries(parts).filter(([, text]) => text !== null));
}
