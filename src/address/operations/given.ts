import { likeliestReading } from '../search/find-best.ts';
import type { Candidate, Search } from '../search/score/candidates.ts';
import type { Asked } from '../search/text/parts.ts';
import { tokenText } from '../search/text/tokens.ts';
import { COMPONENTS, type Component, type PerComponent } from './components.ts';
import { rolesOf, type TokenRole } from './token-roles.ts';

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
export function givenOf(search: Search, asked: Asked, best: Candidate): PerComponent {
  const reading = best.reading ?? likeliestReading(search);
  // Letters that were read as digits are given as they were written.
  const { tokens } = search.tokens.count === reading.tokens.count ? search : reading;
  const given = Object.fromEntries(COMPONENTS.map((component) => [component, null])) as Record<
    Component,
    string | null
  >;
  rolesOf(reading, best).forEach((role, t) => {
    const component = COMPONENT_OF[role];
    if (component === null) return;
    const word = tokenText(tokens, t, t + 1);
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
